"""The messages of the socket, both ways, and the file that describes them (AsyncAPI 3.0).

A client sends one of ``Sent``; what the server tells stands in ``told``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from affray.web.told import Code, messages

PROTOCOL: Final = 1
SEATS: Final = 32  # at which one client sits
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


def refused(id: str, fault: RefusedError) -> dict[str, Any]:
    """Return the message that tells why nothing has changed."""
    message = {"t": "refused", "id": id, "code": fault.code, "text": fault.text}
    if fault.rule:
        message["rule"] = fault.rule
    return message


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
    tokens: list[Annotated[str, Field(max_length=400)]] = Field(default=[], max_length=SEATS)
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
    """Faces that were rolled by hand, in the order in which they are wanted: of one throw.

    ``choice``: the question that they are for; left out, for whatever die is wanted.
    """

    t: Literal["dice"]
    id: Id
    choice: Annotated[str, Field(max_length=40)] = ""
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
    """Agree to an undo, for all seats one holds, or refuse it.

    Whoever has asked withdraws with ``yes`` false.
    """

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

    In the middle of a step ``edit``, ``add`` and ``remove`` wait until it is over and are answered
    then; what cannot be is refused at once.

    ``add``: ``path`` is who joins (a creature, a character, or somebody once more), ``value`` the
    cell, ``side`` the id of the side. ``withdraw``: ``path`` is the id of the message whose ruling
    waits. ``remove``: ``path`` is the name of who leaves. ``nudge``
    tells who is asked that everybody waits. ``cover``: after ``value`` minutes a program plays for
    who is away while others wait, until they are back; 0 never. ``reroll``: die ``die`` of the last
    throw shows ``face``; if more has happened since the step of that throw, ``value`` has to be
    true, for all of it is taken back.
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
        "withdraw",
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

CODES: Final[tuple[str, ...]] = get_args(Code)


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
    schemas: dict[str, Any] = {}
    known: dict[str, Any] = {}
    for prefix, adapter in (("send", SENT), ("tell", messages())):
        schema = adapter.json_schema(ref_template="#/components/schemas/{model}")
        schemas |= schema["$defs"]
        for name, model in schema["discriminator"]["mapping"].items():
            summary = schemas[model.rpartition("/")[2]].get("description", "").strip()
            known[f"{prefix}_{name}"] = {"summary": summary, "payload": {"$ref": model}}
    channel = "#/channels/live"
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Affray's live table", "version": str(PROTOCOL)},
        "channels": {
            "live": {
                "address": "/api/v1/tables/{table}/live",
                "parameters": {"table": {"description": "the id of the table"}},
                "messages": {
                    message: {"$ref": f"#/components/messages/{message}"} for message in known
                },
            }
        },
        "operations": {
            "send": {
                "action": "receive",
                "channel": {"$ref": channel},
                "messages": [
                    {"$ref": f"{channel}/messages/{message}"}
                    for message in known
                    if message[0] == "s"
                ],
            },
            "tell": {
                "action": "send",
                "channel": {"$ref": channel},
                "messages": [
                    {"$ref": f"{channel}/messages/{message}"}
                    for message in known
                    if message[0] == "t"
                ],
            },
        },
        "components": {"messages": known, "schemas": schemas},
    }
