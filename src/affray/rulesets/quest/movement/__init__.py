"""Moving: what a step costs, where one can go, going there, being pushed."""
