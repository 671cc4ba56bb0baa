"""What Affray promises about speed, and how it is measured."""
