"""What people are told: events, numbers and refusals in words."""
