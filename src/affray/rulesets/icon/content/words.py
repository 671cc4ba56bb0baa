"""The words that ICON's content is written in: every closed set of its files."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

Some: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1000)]
Three: TypeAlias = Annotated[list[Some], Field(min_length=3, max_length=3)]
OpWord: TypeAlias = Literal[
    "damage",
    "status",
    "blight",
    "grant",
    "vigor",
    "shove",
    "pull",
    "move",
    "swap",
    "retarget",
    "cleanse",
    "cleanse-all",
    "save",
    "mark",
    "stance",
    "strip",
    "terrain",
    "rescue",
    "modify-next",
    "summon",
    "remove-blight",
    "immobile",
    "resolve",
    "stop-move",
]
ModWord: TypeAlias = Literal[
    "boon",
    "curse",
    "bonus",
    "boost",
    "area-level",
    "range",
    "size",
    "spaces",
    "vigor",
    "uses",
    "pierce",
    "true-strike",
    "no-save",
    "cost",
    "duration",
    "foes-only",
]
WhenWord: TypeAlias = Literal[
    "critical",
    "charge",
    "collide",
    "slay",
    "comeback",
    "finishing-blow",
    "blightboost",
    "overdrive-3",
    "target-status",
    "target-bloodied",
    "user-stealth",
    "user-higher",
    "target-alone",
    "target-crowded",
    "user-stance",
]
WhoWord: TypeAlias = Literal[
    "target",
    "user",
    "area",
    "area-foes",
    "area-allies",
    "area-adjacent-foes",
    "area-failed",
    "first-blocker",
    "passed-foes",
    "adjacent-allies",
    "one-ally",
    "allies-within",
    "foes-within",
    "triggerer",
    "ally",
    "collided",
]
TriggerWord: TypeAlias = Literal[
    "ally-targeted",
    "self-targeted",
    "self-or-ally-targeted-ranged",
    "self-damaged-by-adjacent",
    "foe-moves-adjacent",
    "foe-moves-within-2",
    "self-missed",
    "ally-damaged",
]
TagWord: TypeAlias = Literal[
    "attack",
    "melee",
    "ranged",
    "combo",
    "stance",
    "mark",
    "interrupt",
    "limit-break",
    "repeatable",
    "end-turn",
    "delay",
    "auto-hit",
    "true-strike",
    "pierce",
]
FlagWord: TypeAlias = Literal[
    "continue-dash",
    "boost-if-moved-3",
    "allies-too",
    "pull-1-on-save",
    "answer-2-boons",
    "self-too",
    "aura-plus-1",
    "aura-save-boon",
    "mark-jumps",
    "cleanse-boon",
    "cleanse-two",
    "becomes-blast-range-2",
    "phasing",
    "drawn-heavy",
    "raise-allies",
    "height-2",
    "plus-size-1",
    "gallery-heavy",
]
LevelWord: TypeAlias = Literal["fray", "light", "heavy", "critical"]
EventWord: TypeAlias = Literal[
    "you grant vigor to a bloodied ally",
    "a foe within 4 ends a status by a save",
    "you fail an edge save",
]
UntilWord: TypeAlias = Literal[
    "end-of-turn", "end-of-user-next-turn", "start-of-user-next-turn", "attack", "combat"
]
