"""Sovereign: its rules, content and encounters."""
