"""The lessons and other pages: a folder each."""
