"""The lineup, rounds and turns."""
