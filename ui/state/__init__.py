"""What a reader has set up: documents, knobs, screens, links. Only `session` knows Streamlit."""
