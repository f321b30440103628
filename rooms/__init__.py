"""Rooms: a lecturer asks a class, and phones answer. Nothing in here knows Streamlit."""
