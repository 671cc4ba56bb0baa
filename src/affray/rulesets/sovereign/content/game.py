"""What Affray has to know of Sovereign: where its rules, its content and its encounters lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from affray.content.game import Game
from affray.content.ground import Unit

SIZES: Final = {"small": 1, "man": 1, "large": 2, "huge": 3}  # grid.large-footprint


def footprint(entry: Mapping[str, object]) -> int:
    """Return the cells that a member is wide, by the word for its size or by their number."""
    size = entry.get("size")
    return size if isinstance(size, int) else SIZES.get(str(size), 1)


def restated(cells: int, settings: Mapping[str, object]) -> int:
    """Return the cells that a member is wide whose size an encounter states."""
    return SIZES.get(str(settings.get("size")), cells)


GAME: Final = Game(
    id="sovereign",
    name="Sovereign",
    package="affray.rulesets.sovereign",
    ruleset="affray.rulesets.sovereign.ruleset:Sovereign",
    library="affray.rulesets.sovereign.content.library:content_library",
    pack="affray.rulesets.sovereign.content.schema:Pack",
    grounds=(
        "open",
        "difficult",
        "impassable",
        "wall",
    ),
    features=("heights", "solids", "sheer faces", "open edges"),
    unit=Unit("feet", 5),
    footprint=footprint,
    restated=restated,
    coded={"spell": ("as", "affray.rulesets.sovereign.content.check:CODED"), "class": ("as", "")},
    held={
        "skill": "sheet.skills",
        "action": "aoo.provoking-actions",
        "weapon_trait": "attack.roll",
        "armor": "sheet.ac",
        "status": "turn.start-of-next-turn",
        "ability": "sheet.npc",
        "feat": "sheet.feats",
        "tradition": "sheet.spells",
        "art": "effort.pool",
    },
    fixed={"status": "the rules speak of it by name"},
    told=(
        "weapon cost_g",
        "weapon enc_note",
        "gear cost_g",
        "status ends",
        "spell list",
        "creature reach",
        "character party",
    ),
)
