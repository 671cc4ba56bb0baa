"""The rulebook: every rule of every ruleset, and where it is enforced and tested. Never compiled.

The catalogue of a game is ``rules.toml`` in its package. A rule is *enforced* where the code
of its ruleset cites its id; it is *tested* where a test carries ``@rule("thrum/attack.critical")``
or a case lists it under ``rules``.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from affray.content.game import BUILTIN, RULES, Game, game, game_ids
from affray.core.errors import InvalidError
from affray.rulebook import citations

if TYPE_CHECKING:
    from collections.abc import Iterable

Origin = Literal["seed", "neighbour", "ours"]
Kind = Literal[
    "setup",
    "turn",
    "action",
    "reaction",
    "choice",
    "movement",
    "geometry",
    "attack",
    "damage",
    "condition",
    "resource",
    "death",
    "end",
    "sheet",
    "gm",
]

WORDS: Final = re.compile(r"\w+")
TEXT: Final = 3  # how far from its title a word stands that only the text of a rule holds


class Rule(BaseModel):
    """One atomic rule of a catalogue, in our own words."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    ruleset: str
    id: str = Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")
    title: str
    text: str
    section: str
    origin: Origin
    kind: Kind
    ruling: str = ""
    example: str = ""

    @property
    def name(self) -> str:
        """The id with its ruleset: ``thrum/attack.critical``."""
        return f"{self.ruleset}/{self.id}"


class System(BaseModel):
    """What a game is, in one line each: the ``[system]`` table of its catalogue."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    key: str
    name: str
    dice: str
    grid: str
    turns: str
    economy: str
    damage_model: str
    source: str
    family: str = ""
    attribution: str = ""

    @property
    def title(self) -> str:
        """The name without what the catalogue adds in brackets."""
        return self.name.partition(" (")[0]


class Catalogue(BaseModel):
    """All the rules of one ruleset by id, in the order of the rulebook."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    system: System
    rules: dict[str, Rule]


class Unknown(BaseModel):
    """An id that is cited but stands in no catalogue; ``nearest`` is one that does, or empty."""

    name: str
    place: str
    nearest: str

    def __str__(self) -> str:
        """Say it in one line: where, what, and what may have been meant."""
        return f"{self.place}: {self.name}: no such rule{_hint(self.nearest)}"


class Places(BaseModel):
    """Where one rule is enforced and tested: ``file:line``."""

    enforced: list[str] = []
    tested: list[str] = []


class InKind(BaseModel):
    """How many rules are enforced in the module or package of their kind; who is not, by id.

    A rule of kind ``attack`` is, if a file that enforces it is ``attack.py`` or lies in a folder
    ``attack`` of its game. ``percent`` is rounded down, so that a floor is truly reached.
    """

    rules: int = 0
    percent: float = 0.0
    elsewhere: dict[str, list[str]] = {}  # by kind, in the order of the rulebook


class Coverage(BaseModel):
    """How far a ruleset's catalogue is enforced and tested; the lists name the gaps.

    An installed package has no tests to read: without a checkout at hand ``tested`` is ``None`` and
    the lists that depend on tests are empty.
    """

    ruleset: str
    name: str
    rules: int
    enforced: int
    tested: int | None
    gm: int  # rules that leave something to the game master
    in_kind: InKind = InKind()
    unenforced: list[str]
    untested: list[str]
    uncased: list[str]  # rules with an example that no case plays
    unknown: list[Unknown]
    places: dict[str, Places]

    def faults(self) -> list[str]:
        """Say what is wrong, one line each: unknown ids, and gaps."""
        lines = [str(each) for each in self.unknown]
        lines += [f"{self.ruleset}/{rule}: enforced nowhere" for rule in self.unenforced]
        return lines + [f"{self.ruleset}/{rule}: tested nowhere" for rule in self.untested]


def load(ruleset: str) -> Catalogue:
    """Give the catalogue of a ruleset, read once.

    Raises:
        InvalidError: no such ruleset (the nearest is named), or a damaged catalogue.
    """
    return _load(game(ruleset))


@cache
def _load(one: Game) -> Catalogue:
    place = f"{folder(one)}/{RULES}"
    try:
        text = one.file(RULES).read_text(encoding="utf-8")
    except OSError as fault:
        raise InvalidError([f"{one.id}: found no {RULES} in {one.package}"]) from fault
    return parse(one.id, text, place)


def folder(one: Game) -> str:
    """Give a game's folder as places name it: ``affray/rulesets/thrum``."""
    return one.package.replace(".", "/")


def parse(ruleset: str, text: str, place: str) -> Catalogue:
    """Read a catalogue from the text of its file; ``place`` names the file in errors.

    Raises:
        InvalidError: one line for each thing that is wrong with it.
    """
    try:
        data: dict[str, Any] = tomllib.loads(text)
        system = System.model_validate(data.get("system"))
    except (tomllib.TOMLDecodeError, ValidationError) as fault:
        raise InvalidError([f"{place}: {_first_problem(fault)}"]) from fault
    problems: list[str] = []
    rules: dict[str, Rule] = {}
    if system.key != ruleset:
        problems.append(f"{place}: [system] key is {system.key!r}, expected {ruleset!r}")
    for number, entry in enumerate(data.get("rule", []), start=1):
        try:
            rule = Rule.model_validate({"ruleset": ruleset, **entry})
        except ValidationError as fault:
            problems.append(f"{place}: rule {entry.get('id', number)}: {_first_problem(fault)}")
            continue
        if rule.id in rules:
            problems.append(f"{place}: rule {rule.id}: stands there twice")
        rules[rule.id] = rule
    if problems:
        raise InvalidError(problems)
    return Catalogue(system=system, rules=rules)


def _first_problem(fault: Exception) -> str:
    if isinstance(fault, ValidationError):
        detail = fault.errors(include_url=False)[0]
        return f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}, found {detail['input']!r}"
    return str(fault)


def lookup(name: str, ruleset: str = "") -> Rule:
    """Give one rule: by ``thrum/attack.critical``, or by its bare id.

    A bare id is looked for in ``ruleset``; without one, in all of them, and must be in one only.

    Args:
        name: ``RULESET/ID``, or an id alone.
        ruleset: where to look for an id alone.

    Raises:
        InvalidError: no such rule (the nearest is named), or several.
    """
    prefix, slash, bare = name.rpartition("/")
    homes = [prefix] if slash else [ruleset] if ruleset else list(game_ids())
    found = [load(home).rules[bare] for home in homes if bare in load(home).rules]
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidError([f"{name}: say which one: {', '.join(rule.name for rule in found)}"])
    where = f"in {load(homes[0]).system.title}" if len(homes) == 1 else "in any ruleset"
    guess = nearest(bare, (each for home in homes for each in load(home).rules))
    raise InvalidError([f"{name}: no such rule {where}{_hint(guess)}"])


def find(ruleset: str, words: str) -> list[Rule]:
    """Search for the rules that hold every word, those first that are called by them.

    A whole word of a title comes before the beginning of one or a word of an id, that before what
    stands within a word of either, and all of them before what only the text holds. Of several
    words the one that is farthest from the title counts. An empty ``ruleset`` searches all.
    Capitals do not matter; parts of words are found (``crit``).
    """
    wanted = words.casefold().split()
    found: list[tuple[int, Rule]] = []
    for home in [ruleset] if ruleset else game_ids():
        for rule in load(home).rules.values():
            body = f"{rule.text} {rule.ruling} {rule.example} {rule.section}".casefold()
            far = max([_far(word, rule, body) for word in wanted], default=0)
            if far <= TEXT:
                found.append((far, rule))
    found.sort(key=lambda one: one[0])
    return [rule for _, rule in found]


def _far(word: str, rule: Rule, body: str) -> int:
    """Return how far from the title of a rule a word stands: more than ``TEXT`` if nowhere."""
    title = WORDS.findall(rule.title.casefold())
    id = rule.id.casefold()
    if word in title:
        return 0
    if word == id or word in WORDS.findall(id) or any([one.startswith(word) for one in title]):
        return 1
    if word in id or word in rule.title.casefold():
        return TEXT - 1
    return TEXT if word in body else TEXT + 1


def coverage(ruleset: str, root: Path | None = None) -> Coverage:
    """Count what code, tests and cases cite of a ruleset's catalogue.

    ``root`` is the checkout whose tests and cases are read; it is found by itself when absent.

    Args:
        ruleset: its id.
        root: the checkout whose tests and cases are read; it is found by itself when absent.

    Returns:
        The counts, and the gaps by name.
    """
    catalogue = load(ruleset)
    root = root or (checkout() if ruleset in BUILTIN else None)
    places = {rule: Places() for rule in catalogue.rules}
    cased: set[str] = set()
    unknown: list[Unknown] = []
    for cited in _citations(ruleset, root):
        prefix, _, rule = cited.name.rpartition("/")
        if rule in places and prefix in ("", ruleset):
            if cited.kind == citations.ENFORCED:
                places[rule].enforced.append(cited.place)
            elif cited.kind != citations.SPOKEN:
                places[rule].tested.append(cited.place)
            cased.update([rule] if cited.kind == citations.CASED else [])
        elif _is_unknown(cited, ruleset):
            guess = nearest(rule, catalogue.rules)
            unknown.append(Unknown(name=cited.name, place=cited.place, nearest=guess))
    unenforced = [rule for rule, where in places.items() if not where.enforced]
    untested = [rule for rule, where in places.items() if not where.tested]
    rules = catalogue.rules.values()
    return Coverage(
        ruleset=ruleset,
        name=catalogue.system.title,
        rules=len(places),
        enforced=len(places) - len(unenforced),
        tested=len(places) - len(untested) if root else None,
        gm=sum(rule.kind == "gm" for rule in rules),
        in_kind=_in_kind(catalogue, places, folder(game(ruleset))),
        unenforced=unenforced,
        untested=untested if root else [],
        uncased=[rule.id for rule in rules if rule.example and rule.id not in cased]
        if root
        else [],
        unknown=unknown,
        places=places,
    )


def _in_kind(catalogue: Catalogue, places: dict[str, Places], home: str) -> InKind:
    """Count the rules that are enforced in the module or package of their kind."""
    elsewhere: dict[str, list[str]] = {}
    for rule in catalogue.rules.values():
        if not any(rule.kind in _modules(place, home) for place in places[rule.id].enforced):
            elsewhere.setdefault(rule.kind, []).append(rule.id)
    total = len(catalogue.rules)
    at_home = total - sum(map(len, elsewhere.values()))
    percent = math.floor(1000 * at_home / total) / 10 if total else 0.0
    return InKind(rules=at_home, percent=percent, elsewhere=elsewhere)


def _modules(place: str, home: str) -> list[str]:
    """Give the names of the folders and of the module of a place inside its game's folder."""
    path = PurePosixPath(place.removeprefix(f"{home}/").rpartition(":")[0])
    return [*path.parts[:-1], path.stem]


def _citations(ruleset: str, root: Path | None) -> list[citations.Citation]:
    """Gather what the ruleset's code and cases cite, and the marks that tests give its rules."""
    found = list(citations.in_code(game(ruleset).home(), folder(game(ruleset))))
    if root:
        found += citations.in_cases(ruleset, root)
        found += [each for each in citations.in_tests(root) if _home(each.name) == ruleset]
    return found


def _home(name: str) -> str:
    """Give the ruleset that a test's mark belongs to; the nearest one, when it is misspelt."""
    prefix = name.rpartition("/")[0]
    return prefix if prefix in game_ids() else nearest(prefix, BUILTIN) or BUILTIN[0]


def _is_unknown(cited: citations.Citation, ruleset: str) -> bool:
    """Whether this, though in no catalogue, was meant as a rule's id.

    Tests and cases cite nothing else. In code a place where ids stand alone must also name a
    chapter of the rulebook, or come close to an id: other dotted words stand alone as well.
    """
    prefix, _, rule = cited.name.rpartition("/")
    if prefix and prefix != ruleset and prefix in game_ids():
        return rule not in load(prefix).rules
    if prefix == ruleset or cited.kind in (citations.TESTED, citations.CASED):
        return True
    rules = load(ruleset).rules
    chapters = {rule.partition(".")[0] for rule in rules}
    close = bool(difflib.get_close_matches(rule, rules, n=1, cutoff=0.85))
    return not prefix and cited.sure and (close or rule.partition(".")[0] in chapters)


def nearest(word: str, known: Iterable[str]) -> str:
    """Give the known word most like this one; empty if none is alike."""
    return next(iter(difflib.get_close_matches(word, list(known), n=1)), "")


def _hint(guess: str) -> str:
    return f"; did you mean {guess!r}?" if guess else ""


def checkout() -> Path | None:
    """Give the checkout that this package lies in, else the one that we stand in, if any."""
    here = Path.cwd()
    for folder in [*Path(__file__).resolve().parents, here, *here.parents]:
        settings = folder / "pyproject.toml"
        if settings.is_file() and (folder / "tests").is_dir():
            text = settings.read_text(encoding="utf-8", errors="replace")
            if 'name = "affray"' in text:
                return folder
    return None
