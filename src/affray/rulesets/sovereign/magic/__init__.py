"""Spells and arts."""
