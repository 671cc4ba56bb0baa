"""A small fight, over soon."""

from __future__ import annotations

from typing import Final

FORD: Final = """
ruleset = "thrum"
id = "at-the-ford"
name = "At the <Ford>"

[map]
rows = [
  "PP....",
  "PP.,.1",
  "PP....",
]

[[side]]
id = "ferrymen"
name = "The Ferrymen"
seat = "players"
start = "players"
members = [{ id = "ansa-brock" }, { id = "sarn-ilvey" }]

[[side]]
id = "foes"
name = "The plinkers"
seat = "foes"
members = [{ id = "plinker", at = [4, 1] }, { id = "plinker", at = [4, 2] }]
"""
