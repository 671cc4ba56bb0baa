"""What Affray has to know of Thrum: where its rules, its content and its encounters lie."""

from __future__ import annotations

from typing import Final

from affray.content.game import Game
from affray.content.ground import Unit

GAME: Final = Game(
    id="thrum",
    name="Thrum",
    package="affray.rulesets.thrum",
    ruleset="affray.rulesets.thrum.ruleset:Thrum",
    library="affray.rulesets.thrum.content.library:content_library",
    pack="affray.rulesets.thrum.content.schema:Pack",
    grounds=(
        "open",
        "difficult",
    ),
    features=("heights",),
    unit=Unit("levels", 1),
    follows=("shown", "attributes", "art_modifiers", "derived"),
    coded={
        "ability": ("as", "affray.rulesets.thrum.arts:MADE"),
        "nova": ("as", "affray.rulesets.thrum.arts:MADE"),
        "archetype": ("as", "affray.rulesets.thrum.content.check:COMBAT"),
        "faction_trait": ("as", ""),
    },
    held={"state": "status.statuses-versus-conditions"},
    fixed={"status": "the rules speak of it by name"},
    told=(
        "nova potential",
        "art main_defence",
        "archetype upgrade",
        "creature role",
        "character party",
    ),
)
