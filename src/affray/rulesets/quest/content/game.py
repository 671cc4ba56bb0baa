"""What Affray has to know of Quest: where its rules, its content and its encounters lie."""

from __future__ import annotations

from typing import Final

from affray.content.game import Game
from affray.content.ground import Unit

GAME: Final = Game(
    id="quest",
    name="Quest",
    package="affray.rulesets.quest",
    ruleset="affray.rulesets.quest.ruleset:Quest",
    library="affray.rulesets.quest.content.library:content_library",
    pack="affray.rulesets.quest.content.schema:Pack",
    grounds=(
        "open",
        "difficult",
        "wall",
        "water",
        "pit",
        "low-cover",
        "climb",
    ),
    features=("heights",),
    unit=Unit("spaces", 1),
    held={
        "ability": "action.aa-uses",
        "aim": "attack.aim-one-part",
        "terrain": "move.half-rate-other",
        "damage_type": "damage.reductions",
        "property": "attack.natural-weapons",
        "feat": "feat.modify-rules",
    },
    fixed={"status": "the rules speak of it by name"},
    told=(
        "creature tactics",
        "character party",
    ),
)
