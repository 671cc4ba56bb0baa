"""Sheets: what they say, what follows from them, and what is wrong with one."""
