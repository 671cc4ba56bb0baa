"""Ingenuity: its rules, content and encounters."""
