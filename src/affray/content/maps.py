"""The map of an encounter as people write it: drawn in rows, or as areas on open ground."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from affray.content.ground import CoverWord, GroundWord, legend_text
from affray.content.values import WIDEST, Corners, Height, Line, Place, Prose, Rect, Slug

MapSide: TypeAlias = Literal["north", "east", "south", "west"]
EdgeWord: TypeAlias = Literal["wall", "barrier", "sheer"]


class Part(BaseModel):
    """A table of a file: strict types, no unknown keys, keys as in the file."""

    model_config = ConfigDict(
        extra="forbid", strict=True, serialize_by_alias=True, defer_build=True
    )


class Area(Part):
    """Cells of the map: single cells, rectangles, or both."""

    cells: list[Place] = Field(
        default_factory=list,
        max_length=WIDEST * WIDEST,
        description="Single cells as [column, row], zero-based from the top left.",
        examples=[[[0, 3], [0, 4], [1, 4]]],
    )
    rects: list[Rect] = Field(
        default_factory=list,
        max_length=10_000,
        description="Rectangles [column, row, column, row]; both corners belong to them.",
        examples=[[[0, 2, 2, 7]]],
    )


class Start(Area):
    """Where the members of a side may be placed: a zone of the map, or an area of its own."""

    zone: Slug | None = Field(
        default=None,
        description="The name of a zone, from the legend or a [[map.zone]].",
        examples=["players"],
    )


class LegendEntry(Part):
    """What one character of the rows stands for."""

    kind: GroundWord = Field(
        default="open",
        description="The kind of ground. What it costs or does is the ruleset's rule.",
        examples=["difficult"],
    )
    height: Height = Field(
        default=0,
        description="Height of the ground in the ruleset's unit; a pit is negative.",
        examples=[2, -4],
    )
    cover: CoverWord | None = Field(
        default=None,
        description="Cover that the cell gives besides its kind: none, low or high.",
        examples=["low"],
    )
    hp: int | None = Field(
        default=None,
        ge=1,
        le=10_000,
        description="Hit points of terrain that can be destroyed. Left out: it cannot.",
        examples=[10],
    )
    zone: Slug | None = Field(
        default=None,
        description="The zone to which every such cell belongs.",
        examples=["exit", "players"],
    )
    text: Prose = Field(
        default="",
        description="What it is, in the fiction.",
        examples=["a low wall that can be broken"],
    )


class Elevation(Area):
    """Cells at one height; entries further down the file override earlier ones."""

    level: Height = Field(
        description="Height of the ground in the ruleset's unit.", examples=[3, -2, 10]
    )


class Ground(Area):
    """Cells of one kind of ground; overrides the rows and earlier entries."""

    kind: GroundWord = Field(description="The kind of ground.", examples=["difficult"])


class Solid(Part):
    """A solid box that blocks sight, and steps where the ruleset says so."""

    box: Corners = Field(
        description="[x0, y0, z0, x1, y1, z1] in the ruleset's unit of length, exact to 1/128: x "
        "grows eastward, y southward, z upward; the top left corner of the map is 0, 0.",
        examples=[[79, 12, 4.5, 80, 13, 10]],
    )
    text: Prose = Field(default="", description="What it is.", examples=["arrow slit"])


class Edge(Part):
    """A barrier along the line between two neighbouring cells."""

    between: list[Place] = Field(
        min_length=2,
        max_length=2,
        description="The two cells; they share a side.",
        examples=[[[3, 4], [4, 4]]],
    )
    kind: EdgeWord = Field(
        default="wall",
        description="wall: bars steps and sight. barrier: bars steps only. sheer: a difference of "
        "height that cannot be climbed here.",
        examples=["barrier"],
    )


class Zone(Area):
    """A named set of cells: a starting area, an exit, an objective. Equal names add up."""

    name: Slug = Field(
        description="How sides and conditions call it; exit is where one may leave the map.",
        examples=["players", "exit", "gate"],
    )
    text: Prose = Field(default="", description="What it is.", examples=["the broken gate"])


class Map(Part):
    """The field: drawn in rows of characters, or a size with rectangles on open ground."""

    id: Slug | None = Field(
        default=None,
        description="The same in every encounter on the same map.",
        examples=["toll-bridge"],
    )
    name: Line | None = Field(
        default=None, description="The name of the place.", examples=["The toll bridge"]
    )
    text: Prose = Field(
        default="",
        description="What the players see.",
        examples=["A river with a two-square bridge."],
    )
    rows: list[Line] = Field(
        default_factory=list,
        max_length=WIDEST,
        description="The map drawn from its top row down, one character a cell, all rows equally "
        "long. Unless [map.legend] says otherwise: " + legend_text() + ".",
        examples=[["PP..,,..F", "PP..##..F", "PP......X"]],
    )
    width: int | None = Field(
        default=None, ge=1, le=WIDEST, description="Columns, if there are no rows.", examples=[16]
    )
    height: int | None = Field(
        default=None, ge=1, le=WIDEST, description="Rows, if there are none drawn.", examples=[10]
    )
    legend: dict[Line, LegendEntry] = Field(
        default_factory=dict,
        max_length=200,
        description="Characters of this map, in place of or besides the default legend.",
        examples=[{"A": {"height": 1, "hp": 10}}],
    )
    elevations: list[Elevation] = Field(
        default_factory=list,
        alias="elevation",
        max_length=10_000,
        description="Heights by area; later entries override earlier ones and the rows.",
        examples=[[{"rects": [[10, 0, 15, 3]], "level": 3}]],
    )
    grounds: list[Ground] = Field(
        default_factory=list,
        alias="ground",
        max_length=10_000,
        description="Kinds of ground by area; later entries override earlier ones and the rows.",
        examples=[[{"kind": "difficult", "rects": [[5, 2, 6, 4]]}]],
    )
    solids: list[Solid] = Field(
        default_factory=list,
        alias="solid",
        max_length=2_000,
        description="Boxes in three dimensions, for rulesets that see and shoot in three.",
        examples=[[{"box": [45, 24, 0, 60, 25, 3]}]],
    )
    edges: list[Edge] = Field(
        default_factory=list,
        alias="edge",
        max_length=10_000,
        description="Walls and barriers between two cells.",
        examples=[[{"between": [[3, 4], [4, 4]], "kind": "barrier"}]],
    )
    zones: list[Zone] = Field(
        default_factory=list,
        alias="zone",
        max_length=200,
        description="Named sets of cells.",
        examples=[[{"name": "gate", "rects": [[0, 0, 2, 9]]}]],
    )
    open_edges: list[MapSide] = Field(
        default_factory=list,
        max_length=4,
        description="Sides of the map over which combatants may leave it.",
        examples=[["west", "east"]],
    )
