"""What a turn's actions pay for."""
