"""Welcome: what Rankbook is, with a list to drag."""
