"""A fight as people and programs play it, forward and back, kept in a journal."""
