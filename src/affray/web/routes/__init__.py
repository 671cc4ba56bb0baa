"""What the server answers, subject by subject."""
