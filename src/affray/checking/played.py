"""Which rules are reached in play: those whose citing code runs in noisy fights and in cases.

A citation stands in a statement, in a docstring, or in a comment. It is reached once that statement
has run; a docstring's, once its function has; what stands at the top of a module or a class, once
anything that uses the name has. Where one such table at the top names several rules, a rule is
reached once it has been told or asked by: that the table was read shows nothing of a single one.

Only interpreted code can be watched.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Final, TypeAlias

from affray.bots import seated
from affray.checking import cases
from affray.checking.fuzz import ROUNDS
from affray.content import list_encounters
from affray.content.game import game
from affray.content.toml import read_toml
from affray.core.choice import Absent, Agent, Choice
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.rulebook import catalogue
from affray.rulebook.citations import QUIET, mentions
from affray.session.aftermath import carried, rested
from affray.sim.batches import from_content
from affray.state.begin import begun

FIGHTS: Final = 6  # on every encounter
SEED: Final = 1
UNREACHED: Final = "tests/checking/unreached.toml"  # in a checkout: why rules are not reached
DEEPEST: Final = 4  # names at the top that are made of names at the top
SAID: Final = re.compile(r"\[(?:[a-z]+/)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)\]")

Lines: TypeAlias = set[tuple[str, int]]  # path of a module, and a line of it
Define: TypeAlias = ast.FunctionDef
Trace: TypeAlias = Callable[[FrameType, str, object], "Trace | None"]


@dataclass(slots=True)
class Played:
    """What of a rulebook was reached.

    Attributes:
        ruleset: the id of the game.
        rules: how many rules it has.
        unreached: ids of rules whose citing code never ran, in the order of the rulebook.
        reasons: why a rule is not reached, by id, as the list of the checkout says.
    """

    ruleset: str
    rules: int
    unreached: list[str]
    reasons: dict[str, str] = field(default_factory=dict)

    def faults(self) -> list[str]:
        """Return what is wrong, a line each: rules without a reason, reasons without need."""
        missing = [one for one in self.unreached if one not in self.reasons]
        idle = [reason for reason in self.reasons if reason not in self.unreached]
        return [
            *[f"{self.ruleset}/{one}: not reached in play, and no reason why" for one in missing],
            *[f"{self.ruleset}/{one}: reached in play, though a reason is given" for one in idle],
        ]

    def as_data(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {
            "rules": self.rules,
            "reached": self.rules - len(self.unreached),
            "unreached": {one: self.reasons.get(one, "") for one in self.unreached},
        }


def measure(
    ruleset: str,
    *,
    fights: int = FIGHTS,
    root: Path | None = None,
    progress: Callable[[str], None] | None = None,
) -> Played:
    """Play noisy fights and cases, and return which rules they reach.

    Args:
        ruleset: the id of the game.
        fights: how many on each of its encounters.
        root: the checkout whose cases are played and whose reasons count; without one, none are.
        progress: hears what is being played.

    Raises:
        InvalidError: there is no such game, its code is compiled, or the reasons are damaged.
    """
    watch = Watch(sites(ruleset))
    with watch.watching():
        for encounter in list_encounters(game(ruleset).id):
            if progress is not None:
                progress(encounter.key)
            play(watch, encounter.key, fights)
        folder = root / "cases" / ruleset if root is not None else None
        if folder is not None and folder.is_dir():
            if progress is not None:
                progress("cases")
            play_cases(watch, folder)
    why = reasons(ruleset, root) if root is not None else {}
    return Played(ruleset, len(watch.sites), watch.unreached(), why)


def play(watch: Watch, encounter: str, fights: int) -> None:
    """Play noisy fights on an encounter; every rule that is told or asked by counts as said."""
    for number in range(fights):
        rules, setup = from_content(encounter)()
        if not 0 < setup.round_limit <= ROUNDS:
            setup.round_limit = ROUNDS
        agents: list[Agent] = [
            Listener(seated("noisy", rules.tactics(), SEED, number, seat), watch.said)
            for seat in range(len(setup.seats))
        ]
        combat = begun(rules, setup, SeededDice(SEED, number), [Absent() for _ in agents])
        combat.agents = agents
        combat.watched = True
        while not combat.outcome:
            combat.step()
            watch.said.update([event.rule for event in combat.events])
            combat.events.clear()
        rested(rules, setup, carried(rules, combat, setup), {})


def play_cases(watch: Watch, place: Path) -> None:
    """Run the cases of a file or folder; every rule that their logs name counts as said."""
    for result in cases.check(place, logs=True):
        for line in result.log:
            watch.said.update(SAID.findall(line))


class Listener(Agent):
    """A player who hears by which rules it is asked."""

    def __init__(self, player: Agent, said: set[str]) -> None:
        self.player = player
        self.said = said

    def decide(self, choice: Choice) -> int:
        self.said.add(choice.rule)
        return self.player.decide(choice)


# -- watching ------------------------------------------------------------------------------------


class Watch:
    """What of a game's citations has run; ``said`` are the rules that were told or asked by."""

    def __init__(self, sites: dict[str, Site]) -> None:
        self.sites = sites
        self.said: set[str] = set()
        self.ran: Lines = set()
        self.wanted: dict[str, set[int]] = {}  # lines of a module
        self.left: dict[CodeType, set[int]] = {}  # lines of a function that have not run yet
        for site in self.sites.values():
            for path, line in site.lines:
                self.wanted.setdefault(path, set()).add(line)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Hear of every wanted line that runs."""
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, event: str, arg: object) -> Trace | None:
        """Trace a function as long as some of its lines are wanted."""
        code = frame.f_code
        left = self.left.get(code)
        if left is None:
            wanted = self.wanted.get(code.co_filename, set())
            left = wanted & {line for _, _, line in code.co_lines() if line} if wanted else set()
            self.left[code] = left
        return self._line if left else None

    def _line(self, frame: FrameType, event: str, arg: object) -> Trace | None:
        left = self.left[frame.f_code]
        if event == "line" and frame.f_lineno in left:
            left.discard(frame.f_lineno)
            self.ran.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line if left else None

    def reached(self, rule: str) -> bool:
        """Return whether a rule of the game has been reached."""
        site = self.sites[rule]
        return not site.lines.isdisjoint(self.ran) or (site.told and rule in self.said)

    def unreached(self) -> list[str]:
        """Return the ids of the others, in the order of the rulebook."""
        return [rule for rule in self.sites if not self.reached(rule)]


# -- where the citations of a game run ------------------------------------------------------------


@dataclass(slots=True)
class Site:
    """Where a rule is enforced: lines of which one must run, or it must be told."""

    lines: Lines = field(default_factory=set)
    told: bool = False  # it is one of several of a table


def sites(ruleset: str) -> dict[str, Site]:
    """Return where each rule of a game is enforced, by id, in the order of the rulebook.

    Raises:
        InvalidError: there is no such game, or its code is compiled.
    """
    known = game(ruleset)
    home = import_module(f"{known.package}.ruleset").__file__ or ""
    if not home.endswith(".py"):
        raise InvalidError([f"{known.id}: its code is compiled, and only sources can be watched"])
    paths = [one for one in sorted(Path(home).parent.rglob("*.py")) if one.name not in QUIET]
    modules = [Module(str(path), path.read_text(encoding="utf-8")) for path in paths]
    return sites_in(modules, list(catalogue.load(ruleset).rules))


def sites_in(modules: list[Module], rules: list[str]) -> dict[str, Site]:
    """Return where modules enforce rules, for each of these ids."""
    found = {rule: Site() for rule in rules}
    sources = Sources(modules)
    for module in modules:
        for rule, lines, told in sources.citations(module):
            if rule in found:
                found[rule].lines |= lines
                found[rule].told |= told
    return found


class Module:
    """The source of a module, as a tree whose statements know what they stand in."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.source = source
        self.tree = ast.parse(source)
        self.parents: dict[ast.stmt, ast.AST] = {}
        self.statements: list[ast.stmt] = []
        self._walk(self.tree, self.tree)
        self.statements.sort(key=lambda one: (one.lineno, -(one.end_lineno or 0)))
        self.imported = {
            each.name
            for statement in self.statements
            if isinstance(statement, ast.ImportFrom)
            for each in statement.names
        }

    def _walk(self, node: ast.AST, parent: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                self.parents[child] = parent
                self.statements.append(child)
                self._walk(child, child)
            else:
                self._walk(child, parent)

    def statement(self, line: int) -> ast.stmt | None:
        """Return the statement of a line; of a comment between two, the one that follows."""
        around = [
            statement
            for statement in self.statements
            if first(statement) <= line <= (statement.end_lineno or 0)
        ]
        if not around:
            later = [statement for statement in self.statements if statement.lineno > line]
            return later[0] if later else None
        inner = around[-1]
        if line <= head(inner):
            return inner
        later = [
            statement
            for statement in self.statements
            if line < statement.lineno <= (inner.end_lineno or 0)
        ]
        return later[0] if later else inner

    def home(self, statement: ast.stmt) -> ast.AST:
        """Return the function, class or module that a statement stands in."""
        node = self.parents[statement]
        while isinstance(node, ast.stmt) and not isinstance(node, ast.ClassDef | Define):
            node = self.parents[node]
        return node

    def within(self, node: ast.AST) -> Lines:
        """Return the lines of a function, or of all functions of a class or module."""
        if isinstance(node, Define):
            return self.span(node.body[0].lineno, node.end_lineno)
        found: Lines = set()
        for child in ast.walk(node):
            if isinstance(child, Define) and not child.name.startswith("__"):
                found |= self.span(child.body[0].lineno, child.end_lineno)
        return found

    def span(self, start: int, end: int | None) -> Lines:
        """Return the lines from one to another."""
        return {(self.path, line) for line in range(start, (end or start) + 1)}


class Sources:
    """Modules that enforce rules, and read each other's names."""

    def __init__(self, modules: list[Module]) -> None:
        self.readers: dict[str, list[tuple[Module, ast.stmt, bool]]] = {}  # of a name; if dotted
        for module in modules:
            for statement in module.statements:
                for node in own_expressions(statement):
                    if isinstance(node, ast.Name):
                        self.readers.setdefault(node.id, []).append((module, statement, False))
                    elif isinstance(node, ast.Attribute):
                        self.readers.setdefault(node.attr, []).append((module, statement, True))

    def citations(self, module: Module) -> Iterator[tuple[str, Lines, bool]]:
        """Yield each rule cited in a module, the lines of which one must run, and whether told."""
        tables: dict[ast.stmt, set[str]] = {}
        for mention in mentions(module.source):
            rule = mention.name.rpartition("/")[2]
            statement = module.statement(mention.line)
            if statement is None:
                yield rule, module.within(module.tree), False
                continue
            if at_top(module, statement) and not is_text(statement):
                tables.setdefault(statement, set()).add(rule)
                continue
            yield rule, self.lines(module, statement), False
        for statement, rules in tables.items():
            told = len(rules) > 1 and is_table(statement)
            lines = set() if told else self.lines(module, statement)
            for rule in rules:
                yield rule, lines, told

    def lines(self, module: Module, statement: ast.stmt, depth: int = 0) -> Lines:
        """Return the lines of which one must run for what a statement says to be reached."""
        home = module.home(statement)
        if is_text(statement):
            return module.within(home)
        if isinstance(statement, Define | ast.ClassDef):
            return module.within(statement)
        if isinstance(home, ast.ClassDef):
            return module.within(home)
        if isinstance(home, Define):
            return module.span(statement.lineno, max(head(statement), statement.lineno))
        found = module.span(statement.lineno, statement.end_lineno)  # of a lambda in it
        if depth < DEEPEST:
            for name in bound(statement):
                for other, user in self.users(module, name):
                    if user is not statement:
                        found |= self.lines(other, user, depth + 1)
        return found

    def users(self, module: Module, name: str) -> Iterator[tuple[Module, ast.stmt]]:
        """Yield the statements that read a name of a module, with the modules they stand in."""
        for other, statement, dotted in self.readers.get(name, []):
            if dotted or other is module or name in other.imported:
                yield other, statement


def first(statement: ast.stmt) -> int:
    """Return the first line of a statement, its decorators included."""
    marks = statement.decorator_list if isinstance(statement, Define | ast.ClassDef) else []
    return min([statement.lineno, *[mark.lineno for mark in marks]])


def head(statement: ast.stmt) -> int:
    """Return the last line of a statement before its block; of a plain one, its last."""
    if isinstance(statement, Define | ast.ClassDef):
        return max(statement.lineno, statement.body[0].lineno - 1)
    if isinstance(statement, ast.If | ast.While):
        return statement.test.end_lineno or statement.lineno
    if isinstance(statement, ast.For):
        return statement.iter.end_lineno or statement.lineno
    if isinstance(statement, ast.With):
        return statement.items[-1].context_expr.end_lineno or statement.lineno
    if isinstance(statement, ast.Match):
        return statement.subject.end_lineno or statement.lineno
    if isinstance(statement, ast.Try):
        return statement.lineno
    return statement.end_lineno or statement.lineno


def is_text(statement: ast.stmt) -> bool:
    """Return whether a statement is but a text: a docstring."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def is_table(statement: ast.stmt) -> bool:
    """Return whether a statement lists things, any one of which may be used without the others."""
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    return isinstance(value, ast.Dict | ast.List | ast.Tuple | ast.Set)


def at_top(module: Module, statement: ast.stmt) -> bool:
    """Return whether a statement stands at the top of its module, or of a class."""
    plain = not isinstance(statement, Define | ast.ClassDef)
    return plain and isinstance(module.home(statement), ast.Module | ast.ClassDef)


def bound(statement: ast.stmt) -> list[str]:
    """Return the names that an assignment gives."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        return []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def own_expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the parts of a statement that are of no statement inside it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.stmt)]


# -- the reasons of the checkout ------------------------------------------------------------------


def reasons(ruleset: str, root: Path) -> dict[str, str]:
    """Return why rules of a game are not reached in play, by id, as a checkout's list says.

    Raises:
        InvalidError: the list is damaged, or gives no reason for one that it names.
    """
    place = root / UNREACHED
    table = read_toml(place).get(ruleset, {}) if place.is_file() else {}
    given: dict[str, str] = {}
    problems: list[str] = []
    for rule, why in table.items() if isinstance(table, dict) else []:
        if isinstance(why, str) and why.strip():
            given[rule] = why
        else:
            problems.append(f"{place}: {ruleset}/{rule}: no reason is given")
    if problems:
        raise InvalidError(problems)
    return given
