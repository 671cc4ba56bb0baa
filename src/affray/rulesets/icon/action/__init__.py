"""Actions: what may be done in a turn, what changes it, and doing it."""
