"""State as plain data: whole combats, and single values by their paths."""
