"""An encounter as people write it: one schema for all games.

The models check types, words and bounds; `checks` checks what only the whole can show.
Coordinates are ``[column, row]``, zero-based from the top left; rectangles
``[column, row, column, row]`` include both corners. Heights and lengths are in the ruleset's unit:
ICON and Quest count spaces, Thrum levels, Ingenuity metres, Sovereign feet.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, PrivateAttr, model_validator

from affray.content.game import GameIdType, add_units
from affray.content.maps import Map, Part, Start
from affray.content.values import (
    MOST,
    Line,
    OrName,
    Place,
    Prose,
    Settings,
    Slug,
)

Facing: TypeAlias = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Difficulty: TypeAlias = Literal["easy", "even", "hard"]
Moment: TypeAlias = Literal["at-once", "turn-end", "round-end"]
SurpriseWord: TypeAlias = Literal["given", "stealth", "forced-entry"]
ConditionWord: TypeAlias = Literal[
    "last-standing",
    "rounds-survived",
    "taken-out",
    "reached",
    "hold",
    "clear",
    "protect",
    "retrieve",
    "gm",
]

DIALECT: Final = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
SEATS: Final = ("players", "foes")  # of the first two sides, unless the file says otherwise


class Member(Part):
    """A character or creature of a side, or several alike."""

    id: Slug = Field(
        description="The id of a character or creature of the ruleset, or of a pack.",
        examples=["toll-brute"],
    )
    count: int = Field(default=1, ge=1, le=MOST, description="How many of them.", examples=[5])
    name: Line | None = Field(
        default=None,
        description="Its own name, in place of the one on its sheet.",
        examples=["Old Tom"],
    )
    at: Place | None = Field(
        default=None,
        description="Its cell, the top left one of a big creature; only with a count of 1. Left "
        "out: it is placed within the side's start.",
        examples=[[9, 5]],
    )
    facing: Facing | None = Field(
        default=None,
        description="Where it looks, in rulesets with facings. Left out: as the ruleset says.",
        examples=["W"],
    )
    tier: int | None = Field(
        default=None, ge=0, le=20, description="Its tier, where creatures have one.", examples=[1]
    )
    level: int | None = Field(
        default=None, ge=0, le=100, description="Its level, if not its sheet's.", examples=[3]
    )
    faction: Slug | None = Field(
        default=None,
        description="A faction trait that it carries (Thrum).",
        examples=["confed"],
    )
    group: Slug | None = Field(
        default=None,
        description="Those whose morale breaks together (Sovereign). Left out: the whole side.",
        examples=["wolves"],
    )
    arrives: int | None = Field(
        default=None,
        ge=1,
        le=1000,
        description="The round at whose start it joins as a reinforcement. Left out: it is there.",
        examples=[3],
    )
    npc: bool | None = Field(
        default=None,
        description="Whether the game master speaks for it. Left out: creatures are, characters "
        "are not.",
        examples=[True],
    )
    seat: Slug | None = Field(
        default=None,
        description="Who decides for it, if not its side's seat.",
        examples=["players"],
    )
    undetected: bool = Field(
        default=False, description="It starts unseen by the other sides (Quest).", examples=[True]
    )
    thralled: bool = Field(
        default=False,
        description="It was called before the fight and stays (Quest).",
        examples=[True],
    )
    summoned_by: Slug | None = Field(
        default=None,
        description="The id of the member of its side that called it.",
        examples=["bone-caller"],
    )
    holding: list[Slug] | None = Field(
        default=None,
        max_length=10,
        description="Weapons and shields in its hands. Left out: as the ruleset says.",
        examples=[["spear", "round-shield"]],
    )
    settings: Settings = Field(
        default_factory=dict,
        alias="with",
        description="Values of its sheet or state that differ, by path. The ruleset checks them.",
        examples=[{"hp": 12, "wounds": 1}],
    )
    state: Settings = Field(
        default_factory=dict,
        description="The state in which it begins, by path, whatever the rules would let it bring: "
        "loads, conditions, what is spent. In every game the words are those of cases; `affray "
        "schema case --paths GAME` lists them.",
        examples=[{"fatigue": 2, "slowed": 1}],
    )


class Side(Part):
    """Those who win together, and who decides for them."""

    id: Slug = Field(
        description="The side's id; conditions and outcomes name it.", examples=["lantern-road"]
    )
    name: Line = Field(
        default="",
        description="The side's name. Left out: made of its id.",
        examples=["The Lantern Road"],
    )
    seat: Slug = Field(
        default="",
        description="Who decides for it. Left out: players for the first side, foes for the "
        "second, the side's id for further ones. The side of the seat players is the Party.",
        examples=["players"],
    )
    start: Annotated[Start, OrName] | None = Field(
        default=None,
        description="Where its members without a cell are placed: the name of a zone, cells in "
        "order of preference, or a table of cells and rectangles. Left out: the zone that is "
        "called like the side, then like its seat.",
        examples=["players", [[0, 3], [0, 4]], {"rects": [[0, 2, 2, 7]]}],
    )
    allied: list[Slug] = Field(
        default_factory=list,
        max_length=8,
        description="Sides that it fights beside. All others are hostile.",
        examples=[["watch"]],
    )
    neutral: list[Slug] = Field(
        default_factory=list,
        max_length=8,
        description="Sides that it neither helps nor fights.",
        examples=[["beasts"]],
    )
    members: list[Member] = Field(
        min_length=1,
        max_length=MOST,
        description="Its members; ties of initiative and the like follow this order.",
        examples=[[{"id": "biffer", "count": 2}]],
    )


class Condition(Part):
    """When a side has won, or is beaten. Of several conditions of a side any one suffices."""

    side: Slug = Field(description="The side that wins or is beaten by it.", examples=["players"])
    kind: ConditionWord = Field(
        description="last-standing: no hostile side is left. rounds-survived: round `rounds` has "
        "ended and a member stands. taken-out: everybody in `who` is dead, removed, unconscious "
        "or has surrendered. reached: `count` members stand in `zone`, or left the map by it. "
        "hold: at the end of `rounds` rounds in a row `count` members stand in `zone` and no "
        "enemy does. clear: at the end of round `rounds` no enemy stands in `zone`. protect: "
        "everybody in `who` lives, and nothing in `zone` is destroyed, at the end of round "
        "`rounds`. retrieve: a member carries `item` out by `zone`. gm: the game master says so, "
        "as `text` tells.",
        examples=["reached"],
    )
    zone: Slug | None = Field(
        default=None, description="The zone that counts.", examples=["exit", "gate"]
    )
    count: int | None = Field(
        default=None,
        ge=1,
        le=MOST,
        description="How many members it takes (1 if left out).",
        examples=[3],
    )
    rounds: int | None = Field(
        default=None,
        ge=1,
        le=1000,
        description="How many rounds, or at the end of which round.",
        examples=[8],
    )
    who: list[Slug] = Field(
        default_factory=list,
        max_length=MOST,
        description="Those who count: ids of members (all of that id), or keys such as ogre-2.",
        examples=[["envoy"]],
    )
    item: Slug | None = Field(
        default=None, description="The thing to be carried.", examples=["reliquary"]
    )
    when: Moment | None = Field(
        default=None,
        description="When it is looked at. Left out: when the ruleset looks at such things.",
        examples=["round-end"],
    )
    text: Prose = Field(
        default="",
        description="The condition in words.",
        examples=["Three foes stand in the gateway at the end of a round."],
    )


class Surprise(Part):
    """Who surprises whom, in rulesets with surprise."""

    by: Slug = Field(description="The side that surprises.", examples=["goblins"])
    on: list[Slug] = Field(
        default_factory=list,
        max_length=8,
        description="The sides that are surprised. Left out: all others.",
        examples=[["wayfarers"]],
    )
    how: SurpriseWord = Field(
        default="given",
        description="given: it succeeds. stealth, forced-entry: the ruleset's test decides.",
        examples=["stealth"],
    )


class Label(Part):
    """A word written on the map."""

    at: Place = Field(description="The cell.", examples=[[7, 2]])
    text: Line = Field(description="What is written.", examples=["the old gate"])


class Scene(Part):
    """How it looks. Nothing here has a meaning for the rules."""

    background: Line | None = Field(
        default=None, description="A picture below the map.", examples=["causeway.webp"]
    )
    labels: list[Label] = Field(
        default_factory=list,
        max_length=400,
        description="Words on the map.",
        examples=[[{"at": [7, 2], "text": "the old gate"}]],
    )
    art: dict[Slug, Line] = Field(
        default_factory=dict,
        max_length=400,
        description="Pictures of members, by their id.",
        examples=[{"toll-brute": "brute.webp"}],
    )


class Encounter(Part):
    """A fight before any die: the map, the sides, where they start, and what ends it."""

    ruleset: Annotated[str, GameIdType] = Field(
        description="The game whose rules are used. Heights and lengths are in its unit",
        json_schema_extra=add_units,
        examples=["thrum"],
    )
    id: Slug = Field(description="Its id, and the name of its file.", examples=["broken-causeway"])
    name: Line = Field(description="Its name.", examples=["The Broken Causeway"])
    text: Prose = Field(
        default="",
        description="What it is about, for who chooses it.",
        examples=["A ridge for the archers, a ditch to be pushed into."],
    )
    origin: Line | None = Field(
        default=None, description="Whose idea it is, or where it comes from.", examples=["ours"]
    )
    difficulty: Difficulty | None = Field(
        default=None,
        description="How hard it is for the first side, between equal players: easy, it wins more "
        "than 60 of 100 fights; even; hard, fewer than 40.",
        examples=["even"],
    )
    instigator: Slug | None = Field(
        default=None,
        description="The side, or the member by its id, whose action began the fight.",
        examples=["goblins"],
    )
    round_limit: int | None = Field(
        default=None,
        ge=1,
        le=10_000,
        description="After this round the fight ends without a winner. Left out: the ruleset's.",
        examples=[30],
    )
    last_standing: bool = Field(
        default=True,
        description="Whether the fight also ends when one side alone is left, whatever [[win]] "
        "says.",
        examples=[False],
    )
    options: Settings = Field(
        default_factory=dict,
        description="What the ruleset lets the table decide, by name. The ruleset checks them.",
        examples=[{"chapter": 1}],
    )
    surprise: Surprise | None = Field(
        default=None,
        description="Who surprises whom.",
        examples=[{"by": "goblins", "on": ["wayfarers"]}],
    )
    map: Map = Field(description="The field.", examples=[{"width": 16, "height": 10}])
    sides: list[Side] = Field(
        alias="side",
        min_length=1,
        max_length=8,
        description="The sides. Where the rules go by the order of listing, this is it.",
        examples=[[{"id": "foes", "members": [{"id": "biffer", "at": [9, 5]}]}]],
    )
    wins: list[Condition] = Field(
        default_factory=list,
        alias="win",
        max_length=50,
        description="What wins the fight for a side, besides being the last one standing.",
        examples=[[{"side": "veterans", "kind": "rounds-survived", "rounds": 8}]],
    )
    defeats: list[Condition] = Field(
        default_factory=list,
        alias="defeat",
        max_length=50,
        description="What beats a side.",
        examples=[[{"side": "veterans", "kind": "taken-out", "who": ["envoy"]}]],
    )
    scene: Scene | None = Field(
        default=None,
        description="How it looks; without meaning for the rules.",
        examples=[{"background": "causeway.webp"}],
    )

    _source: str = PrivateAttr(default="")

    @property
    def source(self) -> str:
        """How messages call it: the file that it was read from, else its id."""
        return self._source or self.id

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, wherever they were read."""
        return isinstance(other, Encounter) and self.model_dump() == other.model_dump()

    def read_from(self, source: str) -> Self:
        """Note which file it was read from; return itself."""
        self._source = source
        return self

    @model_validator(mode="after")
    def _name_seats(self) -> Self:
        """Give every side a seat and a name."""
        for index, side in enumerate(self.sides):
            side.seat = side.seat or (*SEATS, side.id)[min(index, len(SEATS))]
            side.name = side.name or side.id.replace("-", " ").title()
        return self


def map_schema() -> dict[str, object]:
    """Return the JSON Schema of the table ``map`` of an encounter."""
    return {**DIALECT, **Map.model_json_schema(by_alias=True)}


def encounter_schema() -> dict[str, object]:
    """Return the JSON Schema of an encounter file."""
    schema: dict[str, object] = dict(DIALECT)
    schema.update(Encounter.model_json_schema(by_alias=True))
    return schema
