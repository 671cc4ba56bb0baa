"""The closed lists of Thrum's content: what may stand in an ability, and how amounts are read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Final, TypeAlias

from pydantic import PlainValidator
from pydantic.json_schema import WithJsonSchema
from pydantic_core import PydanticCustomError

from affray.content.problems import nearest
from affray.rulesets.thrum import terms
from affray.rulesets.thrum.condition import listed
from affray.rulesets.thrum.definitions import HALF, HALF_UP, SYMBOLS, WHOLE, Term

TAGS: Final = {
    "physical": terms.PHYSICAL,
    "mental": terms.MENTAL,
    "ranged": terms.RANGED,
    "finisher": terms.FINISHER,
    "terrain": terms.TERRAIN,
    "buff": terms.BUFF,
    "aura": terms.AURA,
    "special-attack": terms.SPECIAL,
}
KINDS: Final = {"action": terms.ACTION, "stance": terms.STANCE, "passive": terms.PASSIVE}
TARGETS: Final = (
    "self",
    "one-enemy",
    "one-ally",
    "one-ally-or-self",
    "one-character",
    "incapacitated-ally",
    "incapacitated-enemy",
    "up-to-N-enemies",
    "area-N",
    "line-N",
    "aura-N",
    "all-enemies",
    "none",
)
SIZES: Final = {"up-to-N-enemies": "targets", "area-N": "area", "line-N": "line", "aura-N": "aura"}
SECTIONS: Final = ("before", "effect", "success", "critical", "after", "overexert", "response")
LOADS: Final = ("fatigue", "stress")
DIRECTIONS: Final = ("any", "away", "toward")
UNTIL: Final = ("end of turn", "end of the target's next turn")
NUMBERS: Final = (
    "speed",
    "initiative",
    "attack",
    "resilience",
    "evasion",
    "resolve",
    "fatigue_tolerance",
    "stress_tolerance",
)
STATUS_IDS: Final = tuple([status.id for status in listed.STATUSES])
CONDITION_IDS: Final = (
    "dazed",
    "immobilized",
    "disoriented",
    "stunned",
    "hidden",
    "hastened",
)

# What each operation must say, and what it may say besides.
OP_KEYS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "fatigue": (("n",), ("to", "when")),
    "stress": (("n",), ("to", "when")),
    "status": (("name", "n"), ("to", "when")),
    "condition": (("name",), ("until", "to", "when")),
    "mark": (("n",), ("to", "when")),
    "shift": (("n",), ("dir", "when")),
    "move-self": (("n",), ("toward", "when")),
    "teleport-self": (("n",), ("when",)),
    "heal": (("name", "n"), ("to", "when")),
    "end-status": ((), ("to", "when")),
    "lower-status": (("n",), ("to", "when")),
    "clear-statuses": ((), ("to", "when")),
    "end-incapacity": ((), ("to", "when")),
    "halve-loads": ((), ("to", "when")),
    "roll-mod": (("roll",), ("boon", "bane", "bonus", "to", "when")),
    "stat": (("name", "n"), ("when",)),
    "choose": (("of",), ("n",)),
    "position-minion": ((), ()),
    "end-stance": ((), ("when",)),
    "custom": ((), ("facts",)),
}
# What a pack may use, by the kind of ability and where it stands there.
DEEDS: Final = tuple(
    [op for op in OP_KEYS if op not in ("roll-mod", "stat", "position-minion", "custom")]
)
ON_TAKING: Final = (
    "fatigue",
    "stress",
    "status",
    "condition",
    "move-self",
    "teleport-self",
    "heal",
    "end-status",
    "lower-status",
    "clear-statuses",
    "choose",
    "roll-mod",
    "stat",
)
LASTING: Final = ("roll-mod", "stat")
PHRASES: Final = (
    "fatigue",
    "stress",
    "status",
    "condition",
    "mark",
    "shift",
    "move-self",
    "teleport-self",
    "heal",
    "end-status",
    "clear-statuses",
)

TERM: Final = re.compile(
    r"(?:(?P<upgrade>[a-z]):)?"
    r"(?:(?P<shape>half|halfup)\((?P<inner>[A-Za-z]+)\)|(?P<symbol>[A-Za-z]+)|(?P<number>-?\d{1,3}))"
)
NAMED: Final = re.compile(r"\$[a-z][a-z_]*")
AMOUNT_TEXT: Final = 'an amount such as 2, "1 + half(POW)", "a:REA" or "$name"'
LONGEST: Final = 100
NUMBER_OF_STATUS: Final = "X"  # in the effects of a pack's own Status


def close_to(word: str, words: Iterable[str]) -> str:
    """Return the word most like ``word``, capitals aside; the empty text if none is like it."""
    known = {word.lower(): word for word in words}
    return known.get(nearest(word, known), "")


def read_terms(text: str) -> list[Term]:
    """Read an amount: terms joined by +, each a number, a symbol or half of one.

    ``u:`` before a term means that it counts only with upgrade u.

    Raises:
        ValueError: a term or symbol is unknown; the text says which.
    """
    found: list[Term] = []
    for part in text.split("+"):
        match = TERM.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"cannot read {part.strip()[:40]!r}")
        symbol = match["inner"] or match["symbol"] or ""
        if symbol and symbol not in SYMBOLS:
            close = close_to(symbol, SYMBOLS)
            hint = f"did you mean {close}?" if close else f"symbols are {', '.join(SYMBOLS)}"
            raise ValueError(f"{symbol[:40]!r} is no symbol; {hint}")
        shape = {"half": HALF, "halfup": HALF_UP}.get(match["shape"] or "", WHOLE)
        found.append(Term(match["upgrade"] or "", shape, symbol, int(match["number"] or 0)))
    return found


def _amount(value: object) -> int | str:
    if isinstance(value, int) and not isinstance(value, bool) and -999 <= value <= 999:
        return value
    if not isinstance(value, str) or len(value) > LONGEST:
        raise PydanticCustomError("expected", AMOUNT_TEXT)
    if value != NUMBER_OF_STATUS and not NAMED.fullmatch(value):
        try:
            read_terms(value)
        except ValueError as fault:
            raise PydanticCustomError(
                "expected", "{what}; {why}", {"what": AMOUNT_TEXT, "why": str(fault)}
            ) from fault
    return value


Amount: TypeAlias = Annotated[
    int | str,
    PlainValidator(_amount),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": -999, "maximum": 999},
                {"type": "string", "maxLength": LONGEST},
            ],
        }
    ),
]


def amount_terms(amount: int | str, params: dict[str, int | str]) -> list[Term]:
    """Return an amount's terms; ``$name`` stands for one of the params."""
    text = str(amount)
    return read_terms(str(params[text[1:]])) if text.startswith("$") else read_terms(text)
