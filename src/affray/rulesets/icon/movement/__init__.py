"""Movement: by one's own power, forced, over edges."""
