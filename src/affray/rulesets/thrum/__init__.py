"""Thrum: contested rolls, no hit points, stances and what triggers them."""
