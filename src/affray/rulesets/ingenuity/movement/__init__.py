"""Movement: the ground, ways, moving and being moved."""
