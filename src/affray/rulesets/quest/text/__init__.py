"""Quest in words: the sentences of the log, why a number is what it is, why an act is refused."""
