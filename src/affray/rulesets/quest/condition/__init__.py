"""What can be the matter with a unit: states, wounds, lying prone, sneaking."""
