"""A moment of a fight as a case: a file that says how it came to it, and what stands there."""

from __future__ import annotations

import json
from typing import Any, Final

from affray.core.combat import Combat
from affray.core.suspension import Answer
from affray.session.fight import Fight
from affray.web.views import Plain
from affray.web.wire import RefusedError

# Of an encounter: told otherwise here, or not at all.
HEAD: Final = ("ruleset", "id", "name", "text", "origin", "difficulty")
WIDE: Final = 96  # columns of a line of answers or dice


def case_of(fight: Fight) -> Plain:
    """Return a case file: its name and text. What the game master ruled stands where it was made.

    Raises:
        RefusedError: what came before is not known here.
    """
    timeline = fight.timeline
    if timeline.first:
        raise RefusedError("busy", "what happened before is still being read")
    stages = [Stage()]
    for made in timeline.done:
        line = timeline.edit_of(made)
        if line is not None:
            stages.append(Stage(str(line["edit"]), line["value"], str(line["reason"])))
        stages[-1].add(made.answers, made.dice)
    stages[-1].add(timeline.open.answers, timeline.open.told)
    encounter = fight.journal.header["encounter"]
    assert isinstance(encounter, dict)
    name = str(encounter.get("name", ""))
    asked = fight.choice if fight.asking else None
    wanted = timeline.wanted
    packs = [str(pack["name"]) for pack in fight.journal.header.get("packs", [])]
    rule = asked.rule if asked is not None else wanted.rule if wanted is not None else ""
    lines = [
        f"ruleset = {_toml(fight.ruleset.id)}",
        f"title = {_toml(f'{name}, round {fight.combat.round}: a moment')}",
        f"rules = {_toml([rule or str(fight.combat.outcome)])}",
        *([f"packs = {_toml(packs)}"] if packs else []),  # they have to lie beside it
        *[f"{key} = {_toml(value)}" for key, value in encounter.items() if key not in HEAD],
    ]
    for number, stage in enumerate(stages):
        lines += stage.lines("then." if number else "")
    lines += ["", f"[{'then.' if len(stages) > 1 else ''}expect]"]
    if asked is not None:
        lines.append(f"asked = {_toml(asked.who or asked.seats[0])}")
    if wanted is not None:
        whose = f" for {fight.combat.units[wanted.who].name}" if wanted.who >= 0 else ""
        lines.append(f"rolls = {_toml(f'd{wanted.sides}{whose}')}")
    lines += _standing(fight, fight.combat)
    count = sum([len(stage.answers) for stage in stages])
    return {"name": f"{encounter.get('id', 'moment')}-{count}.toml", "text": _text(lines)}


class Stage:
    """What was answered and rolled from a ruling, or from the beginning, to the next ruling."""

    def __init__(self, path: str = "", value: object = None, reason: str = "") -> None:
        self.path = path
        self.value = value
        self.reason = reason
        self.answers: list[str] = []
        self.dice: list[str] = []

    def add(self, answers: list[Answer], dice: list[int]) -> None:
        """Take in a step; what a whole side is asked is answered by one of its seats."""
        self.answers += [f"{said.who or said.givers[0]}: {said.key}" for said in answers]
        self.dice += [f"d{die // 1000} {die % 1000}" for die in dice]

    def lines(self, table: str) -> list[str]:
        """Return it as TOML; ``table`` is "" for the first, else ``then.``."""
        found = ["", "[[then]]"] if table else []
        if self.path:
            found.append(f"state = {{ {_toml(self.path)} = {_toml(self.value)} }}")
            found += [f"reason = {_toml(self.reason)}"] if self.reason else []
        return [
            *found,
            "",
            f"[{table}script]",
            f"answers = {_listed(self.answers)}",
            f"dice = {_listed(self.dice)}",
        ]


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
