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


def restated(cells: int, settings: Mapping[str, object]) -> int:
    """Return the cells that a member is wide whose body, or footprint, an encounter states."""
    from affray.rulesets.ingenuity import geometry

    stated = settings.get("footprint")
    if isinstance(stated, int) and not isinstance(stated, bool):
        return max(1, stated)
    size = settings.get("size")
    whole = isinstance(size, int) and not isinstance(size, bool)
    return geometry.footprint(int(str(size))) if whole else cells


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
    restated=restated,
    held={"ability": "action.default-cost", "example_sheet": "sheet.stated-values"},
    fixed={"status": "the rules speak of it by name"},
    coded={"maneuver": ("as", ""), "power": ("as", ""), "talent": ("as", "")},
    told=(
        "status valued",
        "proficiency stat",
        "weapon note",
        "ammunition price",
        "ammunition weapons",
        "armour price",
        "ancestry abilities",
        "creature natural_rating",
        "character party",
    ),
)
