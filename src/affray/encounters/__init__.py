"""Where files meet rules: which games there are, and encounters made ready to play."""
