"""What a case file holds, as JSON Schema: a fight arranged, a script, what must come of it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

from affray.checking.dummies import dummies_of
from affray.content.encounter import encounter_schema
from affray.content.game import game_ids

# What only encounters have, or cases have otherwise.
NOT_IN_CASES: Final = ("id", "name", "text", "difficulty")
KEYS_BY_RULE: Final = {
    "anyOf": [
        {"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": {"type": ["boolean", "string"]}},
        {"type": "string"},
    ]
}
EVENTS: Final = {
    "type": "array",
    "items": {"anyOf": [{"type": "string"}, {"type": "object"}]},
}
TIME: Final = {
    "type": "object",
    "additionalProperties": {"type": ["string", "integer", "boolean"]},
}
PATHS: Final = (
    'Paths are as messages name them: "biffer-1.fatigue", "ana.at", active, round. A wrong one is '
    "refused with the nearest."
)


def case_schema() -> dict[str, object]:
    """Return the JSON Schema of a case file."""
    encounter: dict[str, Any] = deepcopy(encounter_schema())
    arranged = {
        name: said for name, said in encounter["properties"].items() if name not in NOT_IN_CASES
    }
    rows = {"type": "array", "items": {"type": "string"}, "description": "Its rows alone."}
    whole = {"$ref": arranged["map"].pop("$ref")}
    arranged["map"] = {**arranged["map"], "anyOf": [whole, rows]}
    several = {
        "type": "array",
        "description": "Several cases that share the rest of the file; what they say themselves "
        "comes on top.",
        "examples": [[{"title": "A hit", "script": {"dice": ["d20 14"]}}]],
        "items": {"type": "object", "properties": {**_own(), **arranged}},
    }
    return {
        "$schema": encounter["$schema"],
        "$defs": encounter["$defs"],
        "title": "Case",
        "description": "A ruling that can be run: arrange a fight, script answers and dice, say "
        "what must come of it. The map and the sides are those of an encounter, or its id is "
        "given, or people of the usual case are placed on a map.",
        "type": "object",
        "required": ["ruleset"],
        "additionalProperties": False,
        "properties": {**_own(), **arranged, "case": several},
    }


def _own() -> dict[str, object]:
    """Return what only cases have."""
    return {
        "title": _text("What is ruled, in a line.", "A Critical stuns"),
        "text": _text("Why, in words.", "3 + 3 + 3 = 9 beats 8."),
        "rules": {
            "type": "array",
            "items": {"type": "string"},
            "description": "The rules that it shows, by id; affray rules RULESET lists them.",
            "examples": [["attack.basic-modifier"]],
        },
        "packs": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Files with further content, beside this one.",
            "examples": [["marsh-folk.toml"]],
        },
        "encounter": _text(
            "The id or file of an encounter to begin from, in place of a map and sides here.",
            "broken-causeway",
        ),
        "who": _who(),
        "turn": _text(
            "Whose turn it is, at the usual moment of the game: the first round, everybody in "
            "place, and this one about to act. What [state] says comes on top.",
            "ana",
        ),
        "state": {
            "type": "object",
            "description": f"Values set before anything happens, by path. {PATHS}",
            "examples": [{"round": 1, "ana.fatigue": 2}],
        },
        "script": _script(),
        "downtime": {
            "description": "Time that passes after the fight, in the words of the ruleset; or "
            "several such times, in their order.",
            "anyOf": [TIME, {"type": "array", "items": TIME}],
            "examples": [{"kind": "break", "minutes": 30}],
        },
        "expect": _expect(),
        "then": {
            "type": "array",
            "description": "How it goes on: what the game master rules, further answers and dice, "
            "and what must have come of everything so far; one table a checkpoint.",
            "examples": [[{"script": {"dice": ["d6 3"]}, "expect": {"round": 2}}]],
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "state": {
                        "type": "object",
                        "description": "Values that the game master sets here, by path: between "
                        "two steps, before anything of [then.script] is asked or rolled. add: "
                        "who joins, a member of an encounter with a side and a cell; remove: who "
                        "leaves, by name.",
                        "examples": [{"ana.fatigue": 2}],
                    },
                    "reason": _text("Why the game master sets them.", "Tired from the climb"),
                    "script": _script(),
                    "expect": _expect(),
                },
            },
        },
    }


def _who() -> dict[str, object]:
    cell = {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "minItems": 2}
    known = "; ".join([f"{id}: {', '.join(dummies_of(id).names())}" for id in game_ids()])
    return {
        "type": "object",
        "description": "Who is there, by name, each with a cell or a table; in place of sides. "
        "Somebody called like a dummy, a person who has only what a case needs, is one; others "
        "are `like` one, or state the `id` of a character or creature and a `side`; with both, it "
        "has the dummy's side and is there as the dummy would be, but has its own sheet. Further "
        "keys are those of a member; values of `with` come on top of the dummy's, a table or list "
        f"in place of the one it has. The dummies: {known}.",
        "additionalProperties": {"anyOf": [cell, {"type": "object"}]},
        "examples": [{"ana": [0, 0], "tom": {"like": "ana", "at": [1, 0], "with": {"hp": 3}}}],
    }


def _script() -> dict[str, object]:
    return {
        "type": "object",
        "description": "What is answered and rolled; every answer and every die must be used.",
        "examples": [{"answers": ["ana: end"], "dice": ["d20 14"]}],
        "additionalProperties": False,
        "properties": {
            "answers": {
                "type": "array",
                "items": {"type": "string"},
                "description": 'Who is asked and the key of the option, in order: "who: key"; '
                "what a whole side is asked, by the id of the side or by one seat that is asked.",
                "examples": [["ana: basic-attack biffer-1", "biffer-1: resilience"]],
            },
            "dice": {
                "type": "array",
                "items": {"type": "string"},
                "description": "The faces in the order in which they are rolled, by kind of die.",
                "examples": [["d6 3 3", "d6 3 4"]],
            },
            "rest": {
                "enum": ["", "default"],
                "description": "default: whoever is asked something else answers by default.",
                "examples": ["default"],
            },
            "stop": {
                "enum": ["choice", "step"],
                "description": "Where the case ends: at the next question (choice, if left out), "
                "or as soon as the step of the last answer is over.",
                "examples": ["step"],
            },
        },
    }


def _expect() -> dict[str, object]:
    return {
        "type": "object",
        "description": f"What must be found at the end: values by path, and these. {PATHS}",
        "examples": [{"ana.at": "2,3", "offered": ["move 5,0"]}],
        "properties": {
            "asked": _text("Who is asked then; of a whole side its id, or its seat.", "ana"),
            "rolls": _text(
                "Which die is rolled then, which the script does not have: the case ends in the "
                "middle of a step.",
                "d6 for ana",
            ),
            "options": {
                "type": "array",
                "items": {"type": "string"},
                "description": "All keys on offer, in order.",
                "examples": [["ana", "bea"]],
            },
            "offered": {
                "description": "Keys that are on offer, or not (false).",
                "examples": [["move 5,0"], {"move 6,0": True, "move 7,0": False}],
                **KEYS_BY_RULE,
            },
            "refused": {
                "description": "Keys that are refused, each with the rule that forbids it; a rule "
                "alone: the one that refuses the last answer.",
                "examples": [{"move 4,4": "movement.speed"}],
                **KEYS_BY_RULE,
            },
            "events": {
                "description": "What happens, in this order, by name or field.",
                "examples": [[{"name": "rolled", "faces": [6, 3]}, "died"]],
                **EVENTS,
            },
            "no_events": {
                "description": "What does not happen.",
                "examples": [["died"]],
                **EVENTS,
            },
            "outcome": {
                "description": "The rule that ends the fight; or reason, winner and rounds.",
                "anyOf": [{"type": "string"}, {"type": "object"}],
                "examples": [{"winner": "party", "reason": "end.one-team-left"}],
            },
            "aftermath": {
                "description": "What some carry on to the next fight, by name, after the time "
                "that passes before it.",
                "type": "object",
                "additionalProperties": {"type": "object"},
                "examples": [{"ana": {"wounds": 1}}],
            },
        },
    }


def _text(description: str, example: str) -> dict[str, object]:
    return {"type": "string", "description": description, "examples": [example]}
