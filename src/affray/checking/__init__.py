"""Whether the rules do what they say: cases, invariants, random fights."""
