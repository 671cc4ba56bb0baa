"""Moving: by a budget, by force, and what a step costs."""
