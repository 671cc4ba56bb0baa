"""The catalogues of rules, and who cites what. Never compiled."""
