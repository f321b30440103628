"""Reference: a card for each metric and each further measure, with links into the app."""
