"""A small fight, over soon: two Ferrymen against a plinker, or two."""

from __future__ import annotations

from typing import Final

AT_THE_FORD: Final = """
ruleset = "thrum"
id = "at-the-ford"
name = "At the Ford"

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
name = "A plinker"
seat = "foes"
members = [{ id = "plinker", at = [4, 1] }]
"""
# Against two, and under a name that no page may take for a tag.
FORD: Final = (
    AT_THE_FORD.replace("At the Ford", "At the <Ford>")
    .replace("A plinker", "The plinkers")
    .replace("at = [4, 1] }", 'at = [4, 1] }, { id = "plinker", at = [4, 2] }')
)
