"""Instants and attacks of opportunity."""
