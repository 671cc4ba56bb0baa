"""Damage: its levels, what reaches a character, and dealing it."""
