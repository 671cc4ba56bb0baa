"""Adjudication cases: arrange a state, script answers and dice, say what must come of it.

A case runs until all its answers are used and then stops at the next choice, at the next die that
is not scripted, or at the end. Every die and every answer must be used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from affray.checking.casefile import Case, Ruled, flat, read_cases
from affray.content.library import encounter_from, load_encounter
from affray.content.pack import is_pack
from affray.content.problems import InvalidError, listed, show
from affray.content.toml import read_toml
from affray.core.choice import Absent, Agent, Choice, Pending
from affray.core.combat import RULE_OVERRIDE, Combat
from affray.core.dice import ScriptedDice, Unrolled
from affray.core.errors import AffrayError, IllegalError, ScriptError, UnknownKeyError
from affray.core.event import FORMER, Event, Ruling
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.core.suspension import asked
from affray.rulebook import catalogue
from affray.session.aftermath import carried, rested
from affray.session.fight import sentence
from affray.session.journal import event_data
from affray.state.begin import begun
from affray.state.newcomers import arranged
from affray.state.paths import matches, meant, told

AT_STOP: Final = ("asked", "options", "offered", "refused")  # these look at an open question
MOST_STEPS: Final = 10_000
LOG_ENDS: Final = 20  # lines shown of the beginning and the end of a long log


@dataclass(slots=True)
class CaseResult:
    """What came of a case: ``problems`` hold what was expected and found; the log what happened."""

    source: str
    title: str
    rules: list[str]
    problems: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    unfit: bool = False  # the case itself is at fault: it cannot be read, or does not fit the rules

    @property
    def ok(self) -> bool:
        """Whether everything is as expected."""
        return not self.problems

    def __str__(self) -> str:
        """Return a line if all is well, else everything."""
        if self.ok:
            return f"{self.source}: {self.title}: as expected"
        head = f"{self.source}: {self.title}" if self.title else self.source
        head += ": this case cannot be run" if self.unfit else ""
        places = [problem.removeprefix(f"{self.source}: ") for problem in self.problems]
        lines = [head, *[f"  {place}" for place in places]]
        return "\n".join([*lines, *[f"    {one}" for one in shortened(self.log)]])


def shortened(log: list[str]) -> list[str]:
    """Return a log, its middle left out if it is very long."""
    if len(log) <= 3 * LOG_ENDS:
        return log
    left_out = f"... ({len(log) - 2 * LOG_ENDS:,} lines)"
    return [*log[:LOG_ENDS], left_out, *log[-LOG_ENDS:]]


CaseOpener: TypeAlias = Callable[[Case], tuple[Ruleset, Setup]]


def check(
    path: str | Path,
    opener: CaseOpener | None = None,
    *,
    packs: Sequence[Path] = (),
    logs: bool = False,
) -> list[CaseResult]:
    """Run the cases of a file, or of all files below a folder, in the order of their names.

    In a folder, encounters and packs that lie beside cases are passed over.

    Args:
        path: the file or folder.
        opener: makes ruleset and setup of a case; its encounter's own by default.
        packs: further content, besides the packs that a case names itself.
        logs: keep the log of what comes out as expected too.

    Returns:
        A result for each case.

    Raises:
        InvalidError: there is no such file or folder, or it holds no case.
    """
    place = Path(path)
    folder = place.is_dir()
    files = [one for one in sorted(place.rglob("*.toml")) if _may_be_case(one)]
    files = files if folder else [place]
    if not place.exists() or not files:
        raise InvalidError([f"{place}: found no case"])
    results: list[CaseResult] = []
    for file in files:
        try:
            for case in read_cases(file):
                case.packs += packs
                results.append(run(case, opener, logs=logs))
        except InvalidError as fault:
            results.append(CaseResult(file.name, "", [], fault.problems, unfit=True))
    return results


def _may_be_case(path: Path) -> bool:
    """Whether a file found in a folder is to be run: encounters and packs beside cases are not."""
    try:
        data = read_toml(path)
    except InvalidError:
        return True
    return not is_pack(data) and ("title" in data or "name" not in data)


# -- running -------------------------------------------------------------------------------------


class _UnscriptedError(AffrayError):
    """A choice that the script does not answer, or no end of them."""


class _RuledError(Exception):
    """The game master rules here: the step under way begins again after it."""


RULING: Final = ("", "")  # stands in a script where the game master rules


class _Cast(Agent):
    """Answers for everybody from the script."""

    def __init__(self, case: Case, setup: Setup) -> None:
        self.left = list(case.answers)
        for ruled in reversed(case.rulings):
            self.left.insert(ruled.answers, RULING)
        self.rest = case.rest
        self.setup = setup
        self.given: list[tuple[int, str]] = []  # after how many events, the answer
        self.in_step = 0  # answers used in the present step
        self.last: Choice | None = None
        self.held: tuple[int, str] | None = None  # the round and question its answer did not fit

    def decide(self, choice: Choice) -> int:
        self.last = choice
        if self.rules():
            if self.in_step:
                where = "in the middle of a step, and [then.state] is set between two"
                raise _UnscriptedError(f"{self.question(choice)}: {where}")
            raise _RuledError
        if self.left and self.left[0][0] in self.names(choice):
            answer = self.scripted(choice)
            if answer is not None:
                self.in_step += 1
                self.held = None
                self.note(choice, answer)
                return answer
        self.check_held(choice)
        if not self.left and not (self.rest and self.in_step):
            raise Pending(choice)
        if not self.rest:
            who, key = self.left[0]
            raise _UnscriptedError(f"{self.question(choice)}; the script goes on with {who}: {key}")
        answer = choice.fallback()
        self.note(choice, answer)
        return answer

    def rules(self) -> bool:
        """Return whether the game master rules before anything else is answered."""
        return bool(self.left) and self.left[0] == RULING

    def scripted(self, choice: Choice) -> int | None:
        """Return what the script answers; None if by default, as the key is of another choice."""
        who, key = self.left[0]
        first, slash, later = key.partition(" / ")
        if slash and key not in [choice.key(answer) for answer in choice.answers()]:
            self.left[0:1] = [(who, first), (who, later)]
            key = first
        try:
            answer = choice.read(key)
        except UnknownKeyError:
            if self.rest:
                if self.held is None:
                    self.held = (int(choice.combat.round), self.question(choice))
                return None
            raise
        del self.left[0]
        return answer

    def check_held(self, choice: Choice) -> None:
        """Refuse to carry an answer that fits no question on into a later round."""
        if self.held is not None and choice.combat.round > self.held[0]:
            who, key = self.left[0]
            close = self.held[1]
            raise _UnscriptedError(
                f'"{who}: {key}" fits no question of round {self.held[0]}: {close}'
            )

    def names(self, choice: Choice) -> list[str]:
        """Return how the script may call who is asked: by name; a whole side by side or seat."""
        if choice.who >= 0:
            return [asked(choice)]
        seats = [name for seat, name in enumerate(self.setup.seats) if choice.seats >> seat & 1]
        return [*[side.id for side in self.setup.sides if choice.seats >> side.seat & 1], *seats]

    def question(self, choice: Choice) -> str:
        keys = [choice.key(answer) for answer in choice.answers()]
        return (
            f"asked {self.names(choice)[0]}: {choice.prompt()} {listed(keys, 20)} [{choice.rule}]"
        )

    def note(self, choice: Choice, answer: int) -> None:
        combat = choice.combat
        if isinstance(combat, Combat):
            text = f"> {self.names(choice)[0]}: {choice.key(answer)} [{choice.rule}]"
            self.given.append((len(combat.events), text))


def run(case: Case, opener: CaseOpener | None = None, *, logs: bool = False) -> CaseResult:
    """Run a case, from its beginning to each of its checkpoints.

    Args:
        case: what to run.
        opener: makes ruleset and setup of it; its encounter's own by default.
        logs: keep the log though everything is as expected.
    """
    result = CaseResult(case.source, case.title, case.rules)
    try:
        if opener is None:
            check_rules(case)
        ruleset, setup = (opener or open_case)(case)
        for number, part in enumerate(checkpoints(case)):
            last = number == len(case.then)
            if not last and not part.expect and case.then[number].state:
                continue  # nothing is looked at before that ruling
            _Run(part, result, ruleset, setup, goes_on=not last).whole(logs=logs and last)
            if result.problems:
                if number:
                    result.problems = [f"then {number}: {problem}" for problem in result.problems]
                break
    except InvalidError as fault:
        result.problems += fault.problems
        result.unfit = True
    except AffrayError as fault:
        result.problems.append(str(fault))
        result.unfit = not isinstance(fault, IllegalError)
    return result


def checkpoints(case: Case) -> list[Case]:
    """Return a case for each checkpoint: everything up to it, and what must have come of that.

    An answer that a checkpoint expects to be refused is not given again on the way to later ones.
    """
    found = [case]
    answers, dice = case.answers[:], case.dice[:]
    before = case.expect
    rulings: list[Ruled] = []
    for stage in case.then:
        if isinstance(before.get("refused"), str) and answers:
            answers = answers[:-1]
        if stage.state:
            rulings = [*rulings, Ruled(stage.state, len(answers), len(dice))]
        answers, dice = answers + stage.answers, dice + stage.dice
        later = replace(case, answers=answers, dice=dice, expect=stage.expect, downtime=[])
        later.rest, later.stop, later.rulings = stage.rest, stage.stop, rulings
        found.append(later)
        before = stage.expect
    if case.then:  # time passes after the fight
        found[0] = replace(case, downtime=[])
        found[-1].downtime = case.downtime
    return found


def check_rules(case: Case) -> None:
    """Check that the rules that a case shows are in the catalogue.

    Raises:
        InvalidError: one is not.
    """
    for rule in case.rules:
        try:
            catalogue.lookup(rule, "" if "/" in rule else case.ruleset)
        except InvalidError as fault:
            raise InvalidError([f"{case.source}: rules: {fault}"]) from fault


def ready(case: Case) -> None:
    """Do what comes before the first step of a case: content, sheets, state, times are checked.

    Raises:
        InvalidError: something is at fault.
    """
    check_rules(case)
    ruleset, setup = open_case(case)
    combat = begun(ruleset, setup, ScriptedDice([], live=True), [Absent() for _ in setup.seats])
    try:
        if case.state:
            arranged(combat, ruleset, case.state)
        times = [fault for time in case.downtime for fault in ruleset.downtime_faults(time)]
        if times:
            raise InvalidError([f"downtime.{time}" for time in times])
    except InvalidError as fault:
        raise InvalidError([f"{case.source}: {problem}" for problem in fault.problems]) from fault


def open_case(case: Case) -> tuple[Ruleset, Setup]:
    """Make ruleset and setup of a case.

    Raises:
        InvalidError: its encounter is none.
    """
    from affray.encounters.prepare import prepare, roster_of

    if isinstance(case.encounter, str):
        word = case.encounter
        path = word.endswith(".toml") or "/" in word
        key = word if path else f"{case.ruleset}/{word}"
        return prepare(load_encounter(key, roster_of(case.packs)), case.packs)
    rosters = roster_of(case.packs)
    return prepare(encounter_from(case.encounter, case.source, rosters), case.packs)


class _Run:
    """One case under way."""

    def __init__(
        self, case: Case, result: CaseResult, ruleset: Ruleset, setup: Setup, *, goes_on: bool
    ) -> None:
        self.case = case
        self.goes_on = goes_on  # there is a later checkpoint: it may stop in the middle of a step
        self.result = result
        self.ruleset = ruleset
        self.setup = setup
        self.cast = _Cast(case, setup)
        self.dice = ScriptedDice([divmod(die, 1000) for die in case.dice], live=True)
        agent: Agent = self.cast
        self.combat = begun(ruleset, setup, self.dice, [agent] * len(setup.seats))
        self.question: Choice | None = None  # at which it stopped
        self.missing = ""  # the die at which it stopped in the middle of a step
        self.refusal: IllegalError | None = None
        self.rulings = list(case.rulings)  # that are still to come

    def whole(self, *, logs: bool = False) -> None:
        times = [self.ruleset.downtime_faults(one) for one in self.case.downtime]
        if any(times):
            self.misfit([f"downtime.{one}" for found in times for one in found])
            return
        if self.case.state:
            arranged(self.combat, self.ruleset, self.case.state)
        self.combat.watched = True
        self.dice.log = []
        try:
            self.play()
            self.finish()
        except InvalidError as fault:
            self.misfit(fault.problems)
        except IllegalError as fault:
            self.result.problems.append(str(fault))
        except ScriptError as fault:  # other dice are rolled than a rule of the case would roll
            self.result.problems.append(f"script.dice: {fault}")
        except _UnscriptedError as fault:
            self.misfit([f"script.answers: {fault}"])
        except AffrayError as fault:  # a key that names nothing, or several
            who, key = self.cast.left[0]
            self.misfit([f'script.answers: "{who}: {key}": {fault}'])
        if self.result.problems or logs:
            self.result.log = self.log()

    def misfit(self, problems: list[str]) -> None:
        """Note that the case itself is at fault."""
        self.result.problems += problems
        self.result.unfit = True

    def play(self) -> None:
        """Step until the script is used up and something else is asked for."""
        for _ in range(MOST_STEPS):
            used_up = not self.cast.left
            ruled = self.cast.rules()
            if ruled and self.combat.outcome:
                self.rule(self.combat.clone(), len(self.combat.events))
                continue
            if self.combat.outcome or (used_up and self.case.stop and self.cast.given):
                return
            before = self.combat.clone() if used_up or ruled else None
            told = len(self.combat.events)
            self.cast.in_step = 0
            self.combat.changes = 0
            try:
                self.combat.step()
                if ruled and self.dice.used > self.rulings[0].dice:
                    raise _RuledError  # the ruling comes before these dice
            except _RuledError:
                assert before is not None
                self.rule(before, told)
            except Pending as stop:
                self.question = stop.choice
                return
            except IllegalError as fault:
                self.refusal = fault
                self.question = self.cast.last
                return
            except Unrolled as stop:
                if ruled and before is not None:
                    self.rule(before, told)
                    continue
                self.out_of_dice(stop, before)
                return
        raise _UnscriptedError(f"not over after {MOST_STEPS} steps")

    def rule(self, before: Combat[Any], heard: int) -> None:
        """Do what the game master does before the step under way, which then begins again.

        Args:
            before: the state before that step.
            heard: events that were told until then.

        Raises:
            InvalidError: that cannot be done.
        """
        values = self.rulings.pop(0).state
        del self.cast.left[0]
        before.events = self.combat.events[:heard]
        before.watched = True
        dice = before.dice
        assert isinstance(dice, ScriptedDice)
        self.combat, self.dice = before, dice
        count = len(before.events)
        for said in reversed(arranged(before, self.ruleset, values)):
            before.events.insert(count, Ruling(said, RULE_OVERRIDE))

    def out_of_dice(self, stop: Unrolled, before: Combat[Any] | None) -> None:
        """Be where the last step left us, unless the script had to go on.

        A case that tells which die is rolled then ends here, in the middle of the step.
        """
        if "rolls" in self.case.expect:
            self.missing = f"d{stop.sides}{self.whose(stop)}"
            return
        if before is None or self.cast.in_step:
            used = f"all {len(self.case.dice)} scripted dice are used"
            raise ScriptError(f"{stop.rule} rolls a d{stop.sides}{self.whose(stop)}, but {used}")
        before.events = self.combat.events
        self.combat = before

    def whose(self, stop: Unrolled) -> str:
        """Return for whom a die is rolled, as the end of a phrase."""
        return f" for {self.combat.units[stop.who].name}" if stop.who >= 0 else ""

    def finish(self) -> None:
        expect = self.case.expect
        problems = self.result.problems
        left = [f"{who}: {key}" for who, key in self.cast.left]
        if self.refusal is not None:
            del left[0]
            if not isinstance(expect.get("refused"), str):
                problems.append(str(self.refusal))
        if left:
            self.misfit([f"script.answers: never asked: {left}"])
        unused = self.case.dice[self.dice.used :]
        if unused:
            dice = ", ".join([_die(one) for one in unused])
            problems.append(f"script.dice: never rolled: {dice}")
        looks = self.goes_on or any(name in expect for name in AT_STOP)
        if self.question is not None and self.cast.in_step and not looks and not problems:
            self.misfit([f"script.answers: {self.cast.question(self.question)}: not scripted"])
        if self.result.unfit or unused:
            return  # what was expected of another course of things says nothing
        for name, value in expect.items():
            try:
                problems += self.expected(name, value)
            except InvalidError as fault:
                self.misfit([f"expect: {problem}" for problem in fault.problems])

    def log(self) -> list[str]:
        lines: list[str] = []
        given = list(self.cast.given)
        for number, event in enumerate(self.combat.events):
            while given and given[0][0] <= number:
                lines.append(given.pop(0)[1])
            lines.append(sentence(self.ruleset, self.combat, event, rules=True))
        return [line for line in [*lines, *[text for _, text in given]] if line]

    # -- what is expected --------------------------------------------------------------------

    def expected(self, name: str, value: object) -> list[str]:
        """Return what is not as expected."""
        if name == "asked":
            found = [] if self.question is None else self.cast.names(self.question)
            return [] if value in found else [_differ(name, value, found[:1])]
        if name == "rolls":
            rolled = self.missing or None
            return [] if value == rolled else [_differ(name, value, rolled)]
        if name == "options":
            keys = self.keys()
            return [] if value == keys else [_differ(name, value, keys)]
        if name in ("offered", "refused"):
            return self.offers(name, value)
        if name == "outcome":
            return self.outcome(value)
        if name in ("events", "no_events"):
            return self.events(name, value)
        if name == "aftermath":
            return self.aftermath(value)
        found_problems: list[str] = []
        for path, one in flat({name: value}).items():
            if not matches(self.combat, self.ruleset, path, one):
                wanted = meant(self.combat, self.ruleset, path, one)
                found_problems.append(_differ(path, wanted, told(self.combat, self.ruleset, path)))
        return found_problems

    def keys(self) -> list[str]:
        if self.question is None:
            return []
        return [self.question.key(answer) for answer in self.question.answers()]

    def offers(self, name: str, value: object) -> list[str]:
        """Check keys that are offered (true), or not (false), or refused by a rule."""
        if name == "refused" and isinstance(value, str):
            found = self.refusal.rule if self.refusal is not None else "nothing refused"
            return [] if self.same_rule(found, value) else [_differ(name, value, found)]
        if isinstance(value, list):
            value = dict.fromkeys([str(one) for one in value], name == "offered" or "")
        if not isinstance(value, dict):
            return [f"{name}: found {show(value)}, expected a table of keys"]
        problems: list[str] = []
        for key, wanted in value.items():
            rule, offered = self.ruling(key)
            place = f'{name}."{key}"'
            if isinstance(wanted, bool):
                problems += [] if offered == wanted else [_differ(place, wanted, rule or offered)]
            elif offered or (wanted and not self.same_rule(rule, str(wanted))):
                problems.append(_differ(place, wanted, "offered" if offered else rule))
        return problems

    def ruling(self, key: str) -> tuple[str, bool]:
        """Return the rule that refuses a key, and whether it is offered."""
        if self.question is None:
            return "nothing is asked", False
        try:
            self.question.read(key)
        except IllegalError as fault:
            return fault.rule, False
        except AffrayError:
            return "", False
        return "", True

    def same_rule(self, found: str, wanted: str) -> bool:
        prefix = f"{self.ruleset.id}/"
        return found.removeprefix(prefix) == wanted.removeprefix(prefix)

    def outcome(self, value: object) -> list[str]:
        combat = self.combat
        winner = self.setup.sides[combat.winner].id if combat.winner >= 0 else ""
        found = {"reason": combat.outcome, "winner": winner, "rounds": combat.round}
        if isinstance(value, str):
            value = {"reason": value}
        if not isinstance(value, dict):
            return [f"outcome: found {show(value)}, expected a rule id or a table"]
        problems: list[str] = []
        for name, wanted in value.items():
            same = found.get(name) == wanted
            if name == "reason" and isinstance(wanted, str):
                same = self.same_rule(combat.outcome, wanted)
            problems += [] if same else [_differ(f"outcome.{name}", wanted, found.get(name))]
        return problems

    def aftermath(self, value: object) -> list[str]:
        """Check what some carry on to the next fight, after the times that pass before it."""
        found = carried(self.ruleset, self.combat, self.setup)
        for one in self.case.downtime:
            found = rested(self.ruleset, self.setup, found, one)
        if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
            return [f"aftermath: found {show(value)}, expected a table for each name"]
        problems: list[str] = []
        for who, wanted in value.items():
            if who not in found:
                raise InvalidError([f"aftermath.{who}: found nobody, expected {listed(found)}"])
            for name, number in flat(wanted).items():
                if found[who].get(name) != number:
                    place = f"aftermath.{who}.{name}"
                    problems.append(_differ(place, number, found[who].get(name)))
        return problems

    def events(self, name: str, value: object) -> list[str]:
        """Check that events came in this order, others between them; or that they did not come."""
        wanted = value if isinstance(value, list) else [value]
        told = self.combat.events
        if name == "no_events":
            bad = [one for one in wanted if any(self.fits(event, one) for event in told)]
            return [f"no_events: {_worded(one)} happened" for one in bad]
        at = 0
        for one in wanted:
            while at < len(told) and not self.fits(told[at], one):
                at += 1
            if at == len(told):
                return [f"events: {_worded(one)} did not happen (in this order)"]
            at += 1
        return []

    def fits(self, event: Event, wanted: object) -> bool:
        """Return whether an event has a name, or all the fields of a table.

        What has a kind of its own now may still be called as before.
        """
        if not isinstance(wanted, dict):
            return event.name == wanted or event.name in FORMER.get(str(wanted), ())
        data = event_data(event)
        for name, value in wanted.items():
            if name == "name" and event.name in FORMER.get(str(value), ()):
                continue
            found = data.get(name, getattr(event, name, None))
            if name in ("who", "other") and isinstance(found, int):
                found = self.combat.units[found].name if found >= 0 else ""
            elif name in ("cell", "goal") and isinstance(found, int):
                found = self.combat.grid.name(found) if found >= 0 else ""
            elif name == "rule" and self.same_rule(str(found), str(value)):
                continue
            if found != value:
                return False
        return True


def _differ(place: str, wanted: object, found: object) -> str:
    return f"{place}: expected {_worded(wanted)}, found {_worded(found)}"


def _worded(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join([_worded(one) for one in value]) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join([f"{name} = {_worded(one)}" for name, one in value.items()]) + "}"
    return "nothing" if value is None else show(value)


def _die(one: int) -> str:
    return f"d{one // 1000} {one % 1000}"
