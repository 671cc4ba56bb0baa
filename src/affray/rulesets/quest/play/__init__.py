"""How a program plays Quest. Nothing of the rules imports it."""
