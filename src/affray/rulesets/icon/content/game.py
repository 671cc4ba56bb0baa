"""What Affray has to know of ICON: where its rules, its content and its encounters lie."""

from __future__ import annotations

from typing import Final

from affray.content.game import Game
from affray.content.ground import Unit

GAME: Final = Game(
    id="icon",
    name="ICON",
    package="affray.rulesets.icon",
    ruleset="affray.rulesets.icon.ruleset:Icon",
    library="affray.rulesets.icon.content.library:content_library",
    pack="affray.rulesets.icon.content.schema:Pack",
    grounds=(
        "open",
        "difficult",
        "dangerous",
        "wall",
        "drop",
    ),
    features=("heights", "hit points", "open edges"),
    unit=Unit("spaces", 1),
    follows=("derived",),
    held={
        "blight": "blight.four-kinds",
        "effect": "effect.counter",
        "terrain": "terrain.height",
        "pattern": "aoe.blast",
        "basic_action": "action.foe-actions",
        "keyword": "effect.cleanse",
        "template": "foe.elite",
    },
    language={
        "op": "The words for what is done: `op`",
        "who": "The words for those it is done to: `who`",
        "mod": "The words for changes: `mod`",
        "when": "The words for conditions: `when`",
        "until": "The words for how long: `until`",
        "trigger": "The words for what interrupts answer: `trigger`",
        "flag": "The words for special cases: `flag`",
    },
    told=(
        "character party",
        "status needs_subject",
        "status per_turn",
        "mark placed_by",
        "class part",
        "class_job abilities",
        "role budget",
        "role note",
    ),
)
