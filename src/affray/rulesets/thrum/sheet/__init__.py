"""Character sheets and stat blocks."""
