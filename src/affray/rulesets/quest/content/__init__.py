"""How Quest's files are read: schemas, checks, and the sheets made of them. Never compiled."""
