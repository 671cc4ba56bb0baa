"""A moment of a fight as a case: a file that says how it came to it, and what stands there."""

from __future__ import annotations

import json
from typing import Any, Final

from affray.core.combat import Combat
from affray.session.fight import Fight
from affray.session.timeline import Done
from affray.web.views import Plain
from affray.web.wire import RefusedError

HEAD: Final = ("ruleset", "id", "name", "text", "origin")  # of an encounter, told otherwise here
WIDE: Final = 96  # columns of a line of answers or dice


def case_of(fight: Fight) -> Plain:
    """Return a case file: its name and text.

    Raises:
        RefusedError: a ruling stands between the beginning and now; a case has no words for it.
    """
    timeline = fight.timeline
    if any([made.stop and not made.answers and _ruled(made) for made in timeline.done]):
        raise RefusedError("illegal", "a ruling was made in it: keep the journal instead")
    answers = [answer for made in timeline.done for answer in made.answers] + timeline.open.answers
    dice = [die for made in timeline.done for die in made.dice] + timeline.open.told
    encounter = fight.journal.header["encounter"]
    assert isinstance(encounter, dict)
    name = str(encounter.get("name", ""))
    asked = fight.choice if fight.asking else None
    rules = [asked.rule if asked is not None else str(fight.combat.outcome)]
    lines = [
        f"ruleset = {_toml(fight.ruleset.id)}",
        f"title = {_toml(f'{name}, round {fight.combat.round}: a moment')}",
        f"rules = {_toml(rules)}",
        *[f"{key} = {_toml(value)}" for key, value in encounter.items() if key not in HEAD],
        "",
        "[script]",
        f"answers = {_listed([f'{said.who or said.seat}: {said.key}' for said in answers])}",
        f"dice = {_listed([f'd{die // 1000} {die % 1000}' for die in dice])}",
        "",
        "[expect]",
    ]
    if asked is not None and asked.who:
        lines.append(f"asked = {_toml(asked.who)}")
    lines += _standing(fight, fight.combat)
    return {"name": f"{encounter.get('id', 'moment')}-{len(answers)}.toml", "text": _text(lines)}


def _ruled(made: Done) -> bool:
    return any([event.kind == "ruling" for event in made.events])


def _standing(fight: Fight, combat: Combat[Any]) -> list[str]:
    """Return where everybody stands."""
    grid = combat.grid
    placed = [
        unit for unit in combat.units if unit.cell >= 0 and unit.index < len(fight.setup.members)
    ]
    return [f"{unit.name}.at = {_toml(grid.name(unit.cell))}" for unit in placed]


def _toml(value: object) -> str:
    """Return plain data as TOML in one line."""
    if isinstance(value, dict):
        pairs = [f"{json.dumps(str(key))} = {_toml(each)}" for key, each in value.items()]
        return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join([_toml(each) for each in value]) + "]"
    return json.dumps(value, ensure_ascii=False)


def _listed(words: list[str]) -> str:
    """Return a list of texts, several to a line."""
    rows: list[str] = []
    for word in words:
        text = f"{_toml(word)},"
        if rows and len(rows[-1]) + 1 + len(text) <= WIDE:
            rows[-1] += f" {text}"
        else:
            rows.append(f"  {text}")
    return "\n".join(["[", *rows, "]"]) if rows else "[]"


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"
