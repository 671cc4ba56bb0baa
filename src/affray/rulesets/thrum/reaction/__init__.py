"""What happens outside one's turn: defences, Stances and triggered effects."""
