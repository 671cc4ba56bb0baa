"""Affray: plays and simulates tactical combat of tabletop role-playing games, rules-complete."""

__version__ = "0.1.0"
