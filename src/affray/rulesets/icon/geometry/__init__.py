"""Distances, sight, areas and the terrain they lie on."""
