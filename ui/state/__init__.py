"""The reader's state: documents, knobs, screens, links. Only `session` uses Streamlit."""
