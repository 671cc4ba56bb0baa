"""Conditions: statuses, blights, effects, stances, marks; traits and summons."""
