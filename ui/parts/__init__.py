"""What stands on pages: the board, knobs and buttons, scores, the frame."""
