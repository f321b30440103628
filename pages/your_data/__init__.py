"""Your own data: a list or files of the reader, the mean of its topics, and one on the board."""
