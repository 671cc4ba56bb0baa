"""Where files meet rules: what can stand in an encounter, and encounters made ready to play."""
