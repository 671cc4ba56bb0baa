"""The engine: state, grid, dice, choices, effects, windows, orders, steps. Knows no ruleset."""
