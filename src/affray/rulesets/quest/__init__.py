"""Quest: its rules, content and encounters."""
