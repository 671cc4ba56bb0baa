"""What Affray has to know of Ingenuity: where its rules, its content and its encounters lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from affray.content.game import Game
from affray.content.ground import Unit


def footprint(entry: Mapping[str, object]) -> int:
    """Return the cells that a member is wide; its size is a body's, few fill more than a cell."""
    cells = entry.get("footprint", 1)
    return cells if isinstance(cells, int) else 1


GAME: Final = Game(
    id="ingenuity",
    name="Ingenuity",
    package="affray.rulesets.ingenuity",
    ruleset="affray.rulesets.ingenuity.ruleset:Ingenuity",
    library="affray.rulesets.ingenuity.content.library:content_library",
    pack="affray.rulesets.ingenuity.content.schema:Pack",
    grounds=(
        "open",
        "difficult",
        "impassable",
        "wall",
        "water",
        "pit",
        "low-cover",
        "drop",
        "climb",
    ),
    features=("heights", "hit points"),
    unit=Unit("metres", 1),
    footprint=footprint,
    fixed={"status": "the rules speak of it by name"},
    coded={"maneuver": ("as", ""), "power": ("as", "")},
)
