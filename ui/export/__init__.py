"""What a reader takes along: notebooks and plain NumPy."""
