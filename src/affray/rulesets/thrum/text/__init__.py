"""What people read: sentences of the log, and why a number is what it is."""
