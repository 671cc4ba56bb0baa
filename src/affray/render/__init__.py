"""A fight to look at: the board as text and as a picture, and on a terminal."""
