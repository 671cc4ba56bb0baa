"""What is spent and comes back."""
