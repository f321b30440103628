"""What is computed of a screen: scores, two lists, verdicts. Nothing here is drawn."""
