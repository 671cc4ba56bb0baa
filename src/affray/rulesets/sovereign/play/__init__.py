"""How a program plays Sovereign."""
