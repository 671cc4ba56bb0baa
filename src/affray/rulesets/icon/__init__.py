"""ICON tactical combat."""
