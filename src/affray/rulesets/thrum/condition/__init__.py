"""Statuses, conditions, Stances, Buffs and Terrain Effects."""
