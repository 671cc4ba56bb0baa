"""ICON: its rules, content and encounters."""
