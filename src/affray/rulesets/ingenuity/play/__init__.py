"""How a program plays Ingenuity."""
