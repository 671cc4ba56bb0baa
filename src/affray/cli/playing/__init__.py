"""A person at the terminal: one module for each thing that can be typed at the prompt."""
