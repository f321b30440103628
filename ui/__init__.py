"""What the pages share: the board, the knobs, the charts, the furniture of a lesson."""
