"""Components of pages: the board, knobs and buttons, scores, the frame."""
