"""The choices of a fight."""
