"""What a class is asked from the wall, and the charts of its answers."""
