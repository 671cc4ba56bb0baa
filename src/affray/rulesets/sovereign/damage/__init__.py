"""Damage, Shock and falls."""
