"""Ingenuity: its rules, catalogue, content and encounters."""
