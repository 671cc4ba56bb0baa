"""Reactions: what they take, defences, windows in an attack, readied actions."""
