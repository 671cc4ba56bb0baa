"""An attack from targeting to its last effect."""
