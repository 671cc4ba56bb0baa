"""Attacks: what is declared, the numbers, the roll, and what a hit does."""
