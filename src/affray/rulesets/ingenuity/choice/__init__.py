"""What is left to a player: the turn's choice, fate, means, rerolls."""
