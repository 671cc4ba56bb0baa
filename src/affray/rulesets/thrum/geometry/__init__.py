"""Squares, Range, Cover and areas."""
