"""Duel: a small game of its own, added to Affray from outside."""
