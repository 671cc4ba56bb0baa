"""How a program plays Thrum."""
