"""Attacks: declared, rolled, resolved."""
