"""Movement: the ground, ways over it, and steps."""
