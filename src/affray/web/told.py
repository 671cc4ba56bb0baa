"""What the server tells over the socket: every message with all of its fields.

The file that describes the socket is made of these, and tests compare them with what is sent.
A field with a default may be left out.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Pair: TypeAlias = tuple[int, int]
Cell: TypeAlias = Annotated[Pair, Field(description="column and row, from 0")]
Cells: TypeAlias = Annotated[list[int], Field(description="cells, row after row from 0")]
Rows: TypeAlias = Annotated[
    list[tuple[int, int, int]], Field(description="column, row, how many cells to the right")
]
Named: TypeAlias = list[tuple[str, str]]
Shares: TypeAlias = Annotated[
    list[int], Field(description="between what a sampled chance lies; empty if it is exact")
]
Share: TypeAlias = Annotated[int, Field(description="a chance in parts of 10,000")]
Code: TypeAlias = Literal[
    "malformed",
    "stale",
    "illegal",
    "unknown",
    "not_yours",
    "paused",
    "too_fast",
    "too_big",
    "over",
    "gone",
    "busy",
    "internal",
    "withdrawn",
]


class Part(BaseModel):
    """A part of a message: nothing but the fields that are named."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


# -- who is here, and how the table is set ---------------------------------------------------------


class You(Part):
    """The seats that one holds, and the most that these may do."""

    seats: list[str]
    role: Literal["gm", "player", "spectator"]


class Person(Part):
    """A seat, and who sits there."""

    id: str
    role: Literal["gm", "player", "spectator"]
    label: str
    name: str
    side: str
    units: list[str]
    bot: str
    dice: Literal["app", "own"]
    here: bool


class Settings(Part):
    """How the table is set; ``seed`` and ``salt`` open the seal once the fight is over."""

    numbers: Literal["exact", "bands", "hidden"] = "exact"
    undo: Literal["free", "ask", "gm"] = "free"
    clock: dict[str, int] = {}
    chat: bool = True
    cover: int = 0
    delay: int = 0
    seal: str = ""
    seed: str = ""
    salt: str = ""


class StandingOrder(Part):
    """A standing order of one's own."""

    who: str
    rule: str
    of: str
    key: str
    words: str


class Cost(Part):
    """What an undo takes back."""

    key: str
    who: str
    side: str
    answers: int
    dice: int


class Request(Part):
    """A request to go back: who has to agree, and who does."""

    id: str
    seat: str
    name: str
    cost: Cost
    need: list[str]
    yes: list[str]


class Spoken(Part):
    """A line of chat; ``at`` in UTC milliseconds."""

    who: str
    text: str
    at: int


# -- the fight -------------------------------------------------------------------------------------


class Zone(Part):
    """A part of the map that has a name."""

    name: str
    cells: Cells


class SideOfScene(Part):
    """A side, the seat that answers for it, and where it may begin."""

    id: str
    name: str
    seat: str
    start: Cells


class Scene(Part):
    """What never changes of a fight."""

    ruleset: str
    game: str
    width: int
    height: int
    grounds: dict[str, str]
    edges: list[tuple[int, int, int]]
    exits: Cells
    solids: list[tuple[int, int, int, int, int, int]]
    zones: list[Zone]
    sides: list[SideOfScene]
    seats: list[str]


class Unit(Part):
    """A combatant as far as one knows."""

    title: str
    letter: str
    side: int
    marks: list[str]
    ordinal: int = 0
    at: Cell = (0, 0)
    size: int = 1
    down: int = 0
    hidden: int = 0
    numbers: dict[str, int] = {}
    bars: list[tuple[str, str, int, int]] = Field(
        default=[], description="what is drawn round it: name, kind, value, bound"
    )
    quarters: int = Field(
        default=0,
        description="1: its bars tell no numbers but quarters, rounded up; 1 of 1 is some",
    )


class View(Part):
    """Everything that may change."""

    round: int
    active: str
    units: dict[str, Unit]
    order: Named
    ground: str
    levels: list[int]
    over: str
    winner: str


class DicePart(Part):
    """Dice of one name within a throw."""

    name: str
    faces: list[int]
    sides: list[int]
    total: int


class Throw(Part):
    """A throw: its dice, what is added and by which rule, what it comes to."""

    parts: list[DicePart]
    reasons: list[tuple[str, int, str]]
    result: int


class Line(Part):
    """A line of the log: its parts as (kind, text), and how much it weighs."""

    p: Named
    w: int
    gm: int = 0
    rule: str = ""
    round: int = 0
    dice: Throw | None = None
    who: str = ""
    way: Cells = []


class Turn(Part):
    """The open question as everybody may know it; times in ms, if it has a clock.

    While the fight is paused ``left`` stays as it is.
    """

    id: str
    seats: list[str]
    bot: bool
    dice: bool
    reaction: bool
    who: str = ""
    left: int = 0
    whole: int = 0
    still: int = 0


class OptionTold(Part):
    """An option: its key, whom it is at, where, what it costs and covers."""

    key: str
    targets: list[str] = []
    cell: Cell = (0, 0)
    cost: int = 0
    area: Cells = []


class Group(Part):
    """Options of one label; many alike come as ``key`` with a ``*`` for the cell, and ``rows``."""

    label: str
    verb: str
    text: str = ""
    price: str = ""
    ability: str = ""
    seldom: bool = False
    options: list[OptionTold] = []
    key: str = ""
    rows: Rows = []


class Forbidden(Part):
    """What one may think of and the rules forbid."""

    key: str
    label: str
    rule: str
    why: str


class Choice(Part):
    """The open question for who may answer it."""

    id: str
    who: str
    kind: str
    rule: str
    ask: str
    about: str
    prompt: str
    unit: str
    reaction: bool
    doers: Named
    default: str
    groups: list[Group]
    ends: str = ""
    unused: list[str] = []
    refused: list[Forbidden]
    staged: str


class DiceChoice(Part):
    """Dice that are rolled by hand and wanted now."""

    id: str
    kind: Literal["dice"]
    who: str
    rule: str
    sides: int
    ask: str
    known: list[str]


Asked: TypeAlias = Annotated[DiceChoice | Choice, Field(union_mode="left_to_right")]


class By(Part):
    """What made a step: of which kind, of whose seat, by which message."""

    kind: str
    seat: str
    id: str | None


# -- answers to what was asked ---------------------------------------------------------------------


class RuleFound(Part):
    """``rule``: a rule for people."""

    id: str
    title: str = ""
    text: str = ""
    ruling: str = ""
    example: str = ""
    kind: str = ""


class RulesFound(Part):
    """``rules``: ids and titles."""

    rules: Named


class ThingFound(Part):
    """``thing``: what an ability, a spell or a weapon is; of a combatant also what it can do."""

    id: str
    name: str
    kind: str
    text: str
    facts: Named
    deeds: Named = Field(default=[], description="attacks, spells and the like: name, what it does")


class RecruitsFound(Part):
    """``recruits``: who may join, as (id, name)."""

    recruits: Named


class AllowFound(Part):
    """``allow``: edits as (path, value now, value then) after which the rules allow an answer."""

    key: str
    rule: str
    edits: list[tuple[str, Any, Any]]
    answered: bool


class ChancesFound(Part):
    """``chances``: how often each side wins, and who falls, in parts of 10,000."""

    sides: list[tuple[str, int]]
    none: Share
    low: int
    high: int
    runs: int
    fallen: list[tuple[str, int]]


class CaseFound(Part):
    """``case``: the name of a file and its text."""

    name: str
    text: str


class MeasureFound(Part):
    """``measure``: what a ruler tells, each with its rule."""

    says: Named


class ThreatFound(Part):
    """``threat``: where somebody could come and strike; ``ways`` as (what, how far, unit)."""

    who: str
    moves: Rows
    strikes: Rows
    ways: list[tuple[str, int, str]]


class ExplainFound(Part):
    """``explain``: what numbers are made of, as (amount, rule)."""

    who: str
    numbers: dict[str, list[tuple[int, str]]]


class ValuesFound(Part):
    """``values``: what can be set, as (path, name, value)."""

    who: str
    values: list[tuple[str, str, Any]]
    effects: list[str]


class WhyFound(Part):
    """``why``: the rule that forbids something, and why."""

    key: str
    rule: str
    why: str


class AdviceFound(Part):
    """``advice``: what a program would do."""

    key: str


class Risk(Part):
    """What a way may provoke."""

    at: Cell
    who: str
    text: str
    rule: str


class WayFound(Part):
    """``way``: its cells, the cost of its beginnings, what it may provoke, what is left."""

    way: list[Cell]
    costs: list[Pair] = []
    risks: list[Risk]
    cost: int = 0
    left: int = 0


class After(Part):
    """How a value comes out: (value, chance of standing, chance of going down)."""

    name: str
    now: int
    bars: list[tuple[int, int, int]]


class Forecast(Part):
    """What may become of one combatant."""

    who: str
    stack: list[tuple[str, int]]
    event: str
    share: Share
    bounds: Shares
    fraction: str
    down: Share
    falls: Shares
    rows: list[tuple[str, str, int, Shares]] = []
    after: After | None = None


class Reaction(Part):
    """What the chances are if somebody answers in a way; ``text`` says which, in people's words."""

    who: str
    key: str
    text: str
    share: Share
    down: Share
    bounds: Shares


class OddsFound(Part):
    """``odds``: what an option may do."""

    exact: bool
    runs: int
    people: list[Forecast]
    answers: list[Reaction]
    bands: bool


Result: TypeAlias = (
    RuleFound
    | RulesFound
    | ThingFound
    | RecruitsFound
    | AllowFound
    | ChancesFound
    | CaseFound
    | MeasureFound
    | ThreatFound
    | ExplainFound
    | ValuesFound
    | WhyFound
    | AdviceFound
    | WayFound
    | OddsFound
)


# -- the messages ----------------------------------------------------------------------------------


class Welcome(Part):
    """Who you are here, and what never changes; ``time`` in UTC milliseconds."""

    t: Literal["welcome"]
    v: int
    build: str
    you: You
    scene: Scene
    name: str
    settings: Settings
    seq: int
    time: int


class Full(Part):
    """The whole view; ``as``: of the seat through whose eyes a game master looks."""

    t: Literal["full"]
    seq: int
    view: View
    digest: str
    log: list[Line]
    people: list[Person]
    vote: Request | None
    orders: list[StandingOrder]
    trouble: str
    choice: Asked | None
    turn: Turn | None
    paused: bool
    as_: str = Field(default="", alias="as")


class Step(Part):
    """What changed since the last number.

    ``set``: paths, their names divided by tabs, and the values there now, null takes away;
    ``anew``: the log holds all of its last lines, not only what came.
    """

    t: Literal["step"]
    seq: int
    by: By
    set: dict[str, Any]
    log: list[Line]
    digest: str
    choice: Asked | None
    turn: Turn | None
    paused: bool
    anew: bool = False


class Ack(Part):
    """Your message is kept, also if it came twice."""

    t: Literal["ack"]
    id: str
    seq: int


class Refused(Part):
    """Your message changed nothing, and why; if it came too late, what is asked now."""

    t: Literal["refused"]
    id: str
    code: Code
    text: str
    rule: str = ""
    choice: Asked | None = None
    turn: Turn | None = None
    paused: bool = False


class Refusal(Part):
    """The rules have refused an answer of somebody: the game master may allow it."""

    t: Literal["refusal"]
    seat: str
    name: str
    key: str
    choice: str
    rule: str
    text: str


class PostponedRuling(Part):
    """A ruling that came in the middle of a step: the id of its message, and what is told of it."""

    id: str
    text: str


class RulingsTold(Part):
    """For the game master: which rulings wait for the end of the step, and which did not fit then.

    What did not fit is told until it is put aside with ``withdraw``.
    """

    t: Literal["rulings"]
    waiting: list[PostponedRuling]
    unfit: list[PostponedRuling]


class Reply(Part):
    """The answer to what you asked."""

    t: Literal["reply"]
    id: str
    seq: int
    result: Result


class People(Part):
    """Who is here; not numbered."""

    t: Literal["people"]
    people: list[Person]


class ClockTold(Part):
    """The clock stands still for who is away (``still``), or runs again, in ms; not numbered.

    ``whole`` 0: the question has no clock any more, the game master has granted it all its time.
    """

    t: Literal["clock"]
    left: int
    whole: int
    still: int


class Chat(Part):
    """Lines of chat; not numbered."""

    t: Literal["chat"]
    lines: list[Spoken]


class Vote(Part):
    """Somebody asks to go back; null when that is settled."""

    t: Literal["vote"]
    vote: Request | None


class Ping(Part):
    """Somebody points at a cell, or from one to another; not numbered, and it fades."""

    t: Literal["ping"]
    seat: str
    name: str
    at: Cell
    to: Cell | None
    far: str


class SettingsTold(Part):
    """The settings of the table have changed, or one's own standing orders; not numbered."""

    t: Literal["settings"]
    settings: Settings
    orders: list[StandingOrder] = []


class Note(Part):
    """A word to everybody, or to the game master whose ruling follows when a step is over."""

    t: Literal["note"]
    text: str
    kind: str


class Pong(Part):
    """A sign of life."""

    t: Literal["pong"]
    n: int
    time: int


class Bye(Part):
    """The server hangs up."""

    t: Literal["bye"]
    reason: str


Told: TypeAlias = Annotated[
    Welcome
    | Full
    | Step
    | Ack
    | Refused
    | Refusal
    | RulingsTold
    | Reply
    | People
    | ClockTold
    | Chat
    | Vote
    | Ping
    | SettingsTold
    | Note
    | Pong
    | Bye,
    Field(discriminator="t"),
]


@cache
def messages() -> TypeAdapter[Any]:
    """Return what reads every message of the server; made when it is wanted first."""
    return TypeAdapter(Told)
