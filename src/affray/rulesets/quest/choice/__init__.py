"""What players are asked."""
