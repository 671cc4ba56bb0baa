"""Attacks: declared, answered, screened, rolled and resolved."""
