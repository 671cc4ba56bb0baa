"""Ingenuity in words: the log, numbers explained, refusals."""
