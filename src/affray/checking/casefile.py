"""Case files: what they say, read with every fault at its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from affray.checking.dummies import long_form
from affray.content.encounter import Encounter
from affray.content.game import games
from affray.content.problems import InvalidError, listed, nearest, show
from affray.content.toml import read_toml
from affray.core.setup import Value
from affray.session.journal import dice_of
from affray.state.newcomers import WORDS

HEAD: Final = (
    "ruleset",
    "title",
    "text",
    "rules",
    "packs",
    "encounter",
    "who",
    "turn",
    "state",
    "script",
    "downtime",
    "expect",
    "then",
    "case",
)
NOT_OF_CASES: Final = (*HEAD, "difficulty")  # it is of people who choose an encounter
ENCOUNTER: Final = (
    *HEAD,
    *[
        one.alias or name
        for name, one in Encounter.model_fields.items()
        if name not in NOT_OF_CASES
    ],
)
STAGE: Final = ("state", "reason", "script", "expect")  # what a table [[then]] holds
SCRIPT: Final = ("answers", "dice", "rest", "stop")
EXPECT: Final = (
    "asked",
    "rolls",
    "options",
    "offered",
    "refused",
    "events",
    "no_events",
    "outcome",
    "aftermath",
)


@dataclass(slots=True)
class Stage:
    """What is answered and rolled next, and what must come of it: a checkpoint of a case."""

    answers: list[tuple[str, str]]  # who is asked, the key
    dice: list[int]  # as sides * 1000 + face
    expect: dict[str, object]
    rest: bool = False  # what is not scripted takes its default
    stop: bool = False  # stop as soon as the step of the last answer is over
    state: dict[str, object] = field(default_factory=dict)  # what the game master sets first


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the game master sets between two steps, after so many answers and dice of the script."""

    state: dict[str, object]
    answers: int
    dice: int


@dataclass(slots=True)
class Case:
    """One case as its file says it."""

    source: str
    title: str
    ruleset: str
    rules: list[str]
    encounter: str | dict[str, object]
    state: dict[str, object]
    answers: list[tuple[str, str]]  # who is asked, the key
    dice: list[int]  # as sides * 1000 + face
    expect: dict[str, object]
    rest: bool = False  # what is not scripted takes its default
    stop: bool = False  # stop as soon as the step of the last answer is over
    downtime: list[dict[str, Value]] = field(default_factory=list)  # times that pass afterwards
    packs: list[Path] = field(default_factory=list)  # that the encounter needs
    then: list[Stage] = field(default_factory=list)  # how it goes on, checkpoint by checkpoint
    rulings: list[Ruled] = field(default_factory=list)  # that come before the end of the script


def read_cases(path: Path) -> list[Case]:
    """Read the case of a file; with ``[[case]]`` tables several that share the rest of the file.

    Raises:
        InvalidError: it cannot be read; each fault in one line.
    """
    data = read_toml(path)
    several = data.pop("case", [{}])
    if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
        raise InvalidError([f"{path.name}: case: found {show(several)}, expected [[case]] tables"])
    found: list[Case] = []
    for number, one in enumerate(several, start=1):
        source = path.name if len(several) == 1 else f"{path.name}: case {number}"
        found.append(_Reader(source, path).case(_on_top(data, one)))
    return found


def _on_top(data: Mapping[str, object], one: Mapping[str, object]) -> dict[str, object]:
    """Return a file's tables with those of one of its cases on top; values meet path by path."""
    whole = dict(data)
    for name, value in one.items():
        above = whole.get(name)
        if isinstance(above, dict) and isinstance(value, dict):
            whole[name] = {**_by_path(name, above), **_by_path(name, value)}
        else:
            whole[name] = value
    return whole


def _by_path(name: str, table: dict[str, object]) -> dict[str, object]:
    """Return the values of a table that paths lead to by their whole paths."""
    if name not in ("state", "expect"):
        return table
    words = {key: value for key, value in table.items() if name == "expect" and key in EXPECT}
    return words | flat({key: value for key, value in table.items() if key not in words})


class _Reader:
    """Reads one case; every fault names its place."""

    def __init__(self, source: str, path: Path) -> None:
        self.source = source
        self.path = path

    def case(self, data: dict[str, object]) -> Case:
        ruleset = self.text(data, "ruleset")
        title = self.text(data, "title")
        usual: dict[str, object] = {}
        if ruleset in games():
            data, usual = long_form(data, self.source)
        stage = self.stage(data, "")
        return Case(
            self.source,
            title,
            ruleset,
            self.words(data, "rules"),
            self.encounter(data, title),
            usual | flat(self.table(data, "state")),
            stage.answers,
            stage.dice,
            stage.expect,
            stage.rest,
            stage.stop,
            self.downtime(data),
            [self.beside(word) for word in self.words(data, "packs")],
            self.stages(data),
        )

    def stage(self, data: Mapping[str, object], place: str) -> Stage:
        """Return a script with what must come of it; ``place`` is where it stands, with a dot."""
        script = self.table(data, "script", place)
        self.known(script, f"{place}script", SCRIPT)
        rest = script.get("rest", "")
        stop = script.get("stop", "choice")
        at = f"{place}script"
        if rest not in ("", "default"):
            raise self.fault(f"{at}.rest", f'found {show(rest)}, expected "default" or nothing')
        if stop not in ("choice", "step"):
            raise self.fault(f"{at}.stop", f'found {show(stop)}, expected "choice" or "step"')
        return Stage(
            [self.answer(word, at) for word in self.words(script, "answers", f"{at}.")],
            self.dice(self.words(script, "dice", f"{at}."), at),
            self.table(data, "expect", place),
            rest == "default",
            stop == "step",
        )

    def stages(self, data: Mapping[str, object]) -> list[Stage]:
        """Return the checkpoints that follow the first one."""
        several = data.get("then", [])
        if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
            raise self.fault("then", f"found {show(several)}, expected [[then]] tables")
        found: list[Stage] = []
        for number, one in enumerate(several, start=1):
            self.known(one, f"then {number}", STAGE)
            stage = self.stage(one, f"then {number}.")
            values = self.table(one, "state", f"then {number}.")
            whole = {name: value for name, value in values.items() if name in WORDS}
            stage.state = whole | flat({name: values[name] for name in values if name not in whole})
            if not isinstance(one.get("reason", ""), str) or ("reason" in one and not stage.state):
                expected = "a text that says why [then.state] is set"
                what = f"found {show(one['reason'])}, expected {expected}"
                raise self.fault(f"then {number}.reason", what)
            found.append(stage)
        return found

    def beside(self, word: str) -> Path:
        """Return a file that a case names: beside the case, or from where one is."""
        beside = self.path.parent / word
        return beside if beside.is_file() else Path(word)

    def encounter(self, data: dict[str, object], title: str) -> str | dict[str, object]:
        """Return the id of an encounter, or the tables of one."""
        rest = {name: value for name, value in data.items() if name not in HEAD}
        word = data.get("encounter")
        if word is None:
            self.known(rest, "", ENCOUNTER)
            head = {"ruleset": data["ruleset"], "id": "case", "name": title}
            return head | rest
        if not isinstance(word, str):
            raise self.fault("encounter", f"found {show(word)}, expected an id or a path")
        self.known(rest, "", HEAD)
        beside = self.path.parent / word
        return str(beside) if word.endswith(".toml") and beside.is_file() else word

    def downtime(self, data: Mapping[str, object]) -> list[dict[str, Value]]:
        """Return what passes after the fight: one time, or several in their order."""
        value = data.get("downtime", [])
        several = [value] if isinstance(value, dict) else value
        if not isinstance(several, list) or not all(isinstance(one, dict) for one in several):
            raise self.fault("downtime", f"found {show(value)}, expected a table, or [[downtime]]")
        for name, one in [pair for table in several for pair in table.items()]:
            if not isinstance(one, int | str | bool):
                what = f"found {show(one)}, expected a text, a whole number, true or false"
                raise self.fault(f"downtime.{name}", what)
        return several

    def answer(self, text: str, place: str) -> tuple[str, str]:
        who, colon, key = text.partition(":")
        if not colon or not who.strip() or not key.strip():
            raise self.fault(f"{place}.answers", f'found {show(text)}, expected "who: key"')
        return who.strip(), " ".join(key.split())

    def dice(self, words: list[str], place: str) -> list[int]:
        try:
            return dice_of(words)
        except InvalidError as fault:
            raise self.fault(f"{place}.dice", str(fault)) from fault

    def text(self, data: Mapping[str, object], name: str) -> str:
        value = data.get(name)
        if not isinstance(value, str) or not value:
            found = "missing" if value is None else f"found {show(value)}"
            raise self.fault(name, f"{found}, expected a text")
        return value

    def table(self, data: Mapping[str, object], name: str, place: str = "") -> dict[str, object]:
        value = data.get(name, {})
        if not isinstance(value, dict):
            raise self.fault(f"{place}{name}", f"found {show(value)}, expected a table")
        return value

    def words(self, data: Mapping[str, object], name: str, place: str = "") -> list[str]:
        value = data.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.fault(f"{place}{name}", f"found {show(value)}, expected a list of texts")
        return value

    def known(self, data: Mapping[str, object], place: str, names: Sequence[str]) -> None:
        for name in data:
            if name not in names:
                close = nearest(name, names)
                hint = f"did you mean {close}?" if close else f"expected one of {listed(names)}"
                raise self.fault(f"{place}.{name}".strip("."), f"unknown key, {hint}")

    def fault(self, place: str, what: str) -> InvalidError:
        return InvalidError([f"{self.source}: {place}: {what}"])


def flat(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Return a table of tables by dotted path."""
    found: dict[str, object] = {}
    for name, value in table.items():
        if isinstance(value, dict) and value:
            found |= flat(value, f"{prefix}{name}.")
        else:
            found[f"{prefix}{name}"] = value
    return found
