"""Quest: its catalogue, content and encounters; the rules are not playable yet."""
