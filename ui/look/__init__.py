"""What everything drawn agrees on: colours and measures, text and tables."""
