"""The messages of the socket, both ways, and the file that describes them (AsyncAPI 3.0).

A client sends one of ``Sent``; whatever the server tells has the field ``t`` of ``TOLD``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

PROTOCOL: Final = 1
FRAME: Final = 16 * 1024  # bytes of one message from a client
Id: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
Key: TypeAlias = Annotated[str, Field(max_length=400)]
Text: TypeAlias = Annotated[str, Field(max_length=500)]


class RefusedError(Exception):
    """A message that changes nothing, with the reason: one of ``CODES``, a text, a rule if any."""

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule


class Message(BaseModel):
    """A message from a client; fields that nobody knows are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, defer_build=True)


class Hello(Message):
    """The first message: who is there, and what it has seen.

    ``v`` is the newest version of the protocol that the client speaks; ``welcome`` tells the one
    that is spoken, never a newer one.
    """

    t: Literal["hello"]
    v: Annotated[int, Field(ge=PROTOCOL)] = PROTOCOL
    tokens: list[Annotated[str, Field(max_length=400)]] = Field(default=[], max_length=8)
    seq: int = -1
    digest: Annotated[str, Field(max_length=8)] = ""
    name: Annotated[str, Field(max_length=40)] = ""


class AnswerMessage(Message):
    """An answer to the open question ``choice``: the key of an option."""

    t: Literal["answer"]
    id: Id
    choice: Annotated[str, Field(max_length=40)]
    option: Key


class DiceMessage(Message):
    """Faces that were rolled by hand, in the order in which they are wanted: of one throw."""

    t: Literal["dice"]
    id: Id
    values: Annotated[list[int], Field(min_length=1, max_length=40)]


class AskMessage(Message):
    """A read-only question about the fight."""

    t: Literal["ask"]
    id: Id
    what: Literal[
        "odds",
        "why",
        "explain",
        "rule",
        "rules",
        "values",
        "recruits",
        "thing",
        "advice",
        "way",
        "measure",
        "threat",
        "allow",
        "chances",
        "case",
    ]
    ref: Key = ""
    more: Key = ""


class UndoMessage(Message):
    """Ask to take back the last answer of a person.

    Whoever asks once more has the votes counted again among those who are here.
    """

    t: Literal["undo"]
    id: Id


class BackMessage(Message):
    """Take back one's own last answer, of which nothing has come yet: no die, nobody else's."""

    t: Literal["back"]
    id: Id


class VoteMessage(Message):
    """Agree to an undo, for all seats one holds, or refuse it; who has asked withdraws so."""

    t: Literal["vote"]
    id: Id
    request: Id
    yes: bool


class OrderMessage(Message):
    """Give a standing order for one's seat (an empty key cancels it).

    It answers what ``who`` is asked by ``rule``; ``of``: only where this one acts (a name, the name
    of several without their number, a side).
    """

    t: Literal["order"]
    id: Id
    who: Key = ""
    rule: Key = ""
    of: Key = ""
    key: Key = ""


class SeatMessage(Message):
    """Set one's own name or dice; ``seat`` says which of one's seats, if several are held."""

    t: Literal["seat"]
    id: Id
    seat: Key = ""
    name: Annotated[str, Field(max_length=40)] = ""
    dice: Literal["", "app", "own"] = ""


class GmMessage(Message):
    """What the game master alone may do; whatever changes the fight needs a reason.

    ``add``: ``path`` is who joins (a creature, a character, or somebody once more), ``value`` the
    cell, ``side`` the id of the side. ``remove``: ``path`` is the name of who leaves. ``nudge``
    tells who is asked that everybody waits. ``cover``: after ``value`` minutes a program plays for
    who is away while others wait, until they are back; 0 never.
    """

    t: Literal["gm"]
    id: Id
    do: Literal[
        "edit",
        "add",
        "remove",
        "allow",
        "reroll",
        "pause",
        "resume",
        "answer",
        "bot",
        "chat",
        "clock",
        "nudge",
        "cover",
        "undo",
    ]
    seat: Key = ""
    side: Key = ""
    path: Key = ""
    value: int | str | bool | list[int | str] | None = None
    die: int = 0
    face: int = 0
    reason: Text = ""


class LookMessage(Message):
    """See what a seat sees, without acting for it; an empty ``seat``: one's own view again."""

    t: Literal["look"]
    id: Id
    seat: Key = ""


class SayMessage(Message):
    """A line of chat."""

    t: Literal["say"]
    id: Id
    text: Annotated[str, Field(min_length=1, max_length=500)]


Place: TypeAlias = Annotated[list[int], Field(min_length=2, max_length=2)]


class PingMessage(Message):
    """Point at the cell ``at``, or with ``to`` from one to another, for everybody at the table.

    It is not kept: whoever comes later never hears of it.
    """

    t: Literal["ping"]
    id: Id
    at: Place
    to: Place | None = None


class HereMessage(Message):
    """A sign of life; ``n`` comes back."""

    t: Literal["here"]
    n: int = 0


Sent: TypeAlias = Annotated[
    Hello
    | AnswerMessage
    | DiceMessage
    | AskMessage
    | UndoMessage
    | BackMessage
    | VoteMessage
    | OrderMessage
    | SeatMessage
    | GmMessage
    | LookMessage
    | SayMessage
    | PingMessage
    | HereMessage,
    Field(discriminator="t"),
]
SENT: Final[TypeAdapter[Any]] = TypeAdapter(Sent)

PROMPT: Final = ("choice", "turn", "paused")  # the open question, for whom it is
FULL: Final = ("seq", "view", "digest", "log", "people", "vote", "orders", "trouble", *PROMPT)
STEP: Final = ("seq", "by", "set", "log", "digest", *PROMPT)
# What the server tells, with the fields of each.
TOLD: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "welcome": (
        "Who you are here, and what never changes",
        ("v", "build", "you", "scene", "name", "settings", "seq", "time"),
    ),
    "full": ("The whole view", FULL),
    "step": ("What changed since the last number", STEP),
    "skip": ("A number at which nothing changed for you", ("seq", "digest")),
    "ack": ("Your message is kept, also if it came twice", ("id", "seq")),
    "refused": ("Your message changed nothing, and why", ("id", "code", "text")),
    "refusal": (
        "The rules have refused an answer of somebody: the game master may allow it",
        ("seat", "name", "key", "choice", "rule", "text"),
    ),
    "reply": ("The answer to what you asked", ("id", "seq", "result")),
    "people": ("Who is here; not numbered", ("people",)),
    "clock": (
        "The clock stands still for who is away (``still``), or runs again, in ms; not numbered",
        ("left", "whole", "still"),
    ),
    "chat": ("Lines of chat; not numbered", ("lines",)),
    "vote": ("Somebody asks to go back; null when that is settled", ("vote",)),
    "ping": (
        "Somebody points at a cell, or from one to another; not numbered, and it fades",
        ("seat", "name", "at", "to", "far"),
    ),
    "settings": ("The settings of the table have changed; not numbered", ("settings",)),
    "note": ("A word to everybody", ("text", "kind")),
    "pong": ("A sign of life", ("n", "time")),
    "bye": ("The server hangs up", ("reason",)),
}
CODES: Final = (
    *("malformed", "stale", "illegal", "unknown", "not_yours", "paused"),
    *("too_fast", "too_big", "over", "gone", "busy", "internal"),
)


def read(raw: str | bytes) -> Message:
    """Return a message of a client.

    Raises:
        ValueError: it is none; the text says what is wrong, without what was sent.
    """
    try:
        message = SENT.validate_json(raw)
    except ValidationError as fault:
        first = fault.errors(include_input=False, include_url=False)[0]
        place = ".".join([str(one) for one in first["loc"]])
        raise ValueError(f"{place}: {first['msg']}" if place else str(first["msg"])) from None
    assert isinstance(message, Message)
    return message


def asyncapi() -> dict[str, Any]:
    """Return the description of the socket as AsyncAPI 3.0."""
    schema = SENT.json_schema(ref_template="#/components/schemas/{model}")
    schemas: dict[str, Any] = dict(schema["$defs"])
    messages: dict[str, Any] = {}
    for name, model in schema["discriminator"]["mapping"].items():
        title = model.rpartition("/")[2]
        summary = schemas[title].get("description", "").strip()
        messages[f"send_{name}"] = {"summary": summary, "payload": {"$ref": model}}
    for name, (summary, fields) in TOLD.items():
        properties: dict[str, Any] = {"t": {"const": name}} | {field: {} for field in fields}
        schemas[f"Told{name.capitalize()}"] = {
            "type": "object",
            "properties": properties,
            "required": ["t", *fields],
        }
        payload = {"$ref": f"#/components/schemas/Told{name.capitalize()}"}
        messages[f"tell_{name}"] = {"summary": summary, "payload": payload}
    channel = "#/channels/live"
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Affray's live table", "version": str(PROTOCOL)},
        "channels": {
            "live": {
                "address": "/api/v1/tables/{table}/live",
                "parameters": {"table": {"description": "the id of the table"}},
                "messages": {
                    message: {"$ref": f"#/components/messages/{message}"} for message in messages
                },
            }
        },
        "operations": {
            "send": {
                "action": "receive",
                "channel": {"$ref": channel},
                "messages": [
                    {"$ref": f"{channel}/messages/{message}"}
                    for message in messages
                    if message[0] == "s"
                ],
            },
            "tell": {
                "action": "send",
                "channel": {"$ref": channel},
                "messages": [
                    {"$ref": f"{channel}/messages/{message}"}
                    for message in messages
                    if message[0] == "t"
                ],
            },
        },
        "components": {"messages": messages, "schemas": schemas},
    }
