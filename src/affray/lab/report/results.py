"""Reports of results: of each kind of JSON that a command of the lab prints.

A page shows what is there: what an older or newer version left out or added does no harm, and the
result itself stands whole at the end.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeGuard

from affray.content.problems import listed, show
from affray.core.errors import InvalidError
from affray.lab.report import charts
from affray.lab.report.page import Report
from affray.lab.report.parts import (
    Chart,
    Part,
    Rows,
    Section,
    Shares,
    Table,
    Text,
    Value,
    between,
    hue,
    percent,
    times,
)
from affray.lab.watch import title_of

Result = Mapping[str, Any]
VALID: Final = {"always": "whenever one stops", "fixed": "for this many fights"}


class Known(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float

    def row(self, name: str, **more: Value) -> dict[str, Value]:
        """Return it as a row of a chart."""
        return {"name": name, "value": self.value, "low": self.low, "high": self.high, **more}


def report(result: Result) -> Report:
    """Return the report of a result.

    Raises:
        InvalidError: it is of no kind that is known.
    """
    kind = str(result.get("kind") or ("sim" if "wins" in result and "rounds" in result else ""))
    if kind not in KINDS:
        found = show(result.get("kind", "nothing"))
        raise InvalidError([f"kind: found {found}, expected one of {listed(sorted(KINDS))}"])
    name, make = KINDS[kind]
    made = [*make(result), whole(result)]
    title = title_of(str(result.get("encounter", "")).rpartition("/")[2].removesuffix(".toml"))
    return Report(name, title or name, result, facts_of(result), made, data_of(made))


def facts_of(head: Result) -> list[tuple[str, str]]:
    """Return what stands at the top of a page: players, versions, seed."""
    found: list[tuple[str, str]] = []
    players = head.get("players")
    if isinstance(players, Mapping) and players:
        found.append(("Players", ", ".join([f"{seat} {name}" for seat, name in players.items()])))
    if head.get("encounter"):
        found.append(("Encounter", str(head["encounter"])))
    if head.get("ruleset"):
        version = f", rules version {head['rules_version']}" if "rules_version" in head else ""
        found.append(("Rules", f"{head['ruleset']}{version}"))
    if head.get("affray"):
        found.append(("Affray", str(head["affray"])))
    if head.get("seed") is not None:
        found.append(("Seed", str(head["seed"])))
    if isinstance(head.get("fights"), int):
        found.append(("Fights", f"{head['fights']:,}"))
    return found


def data_of(sections: Sequence[Section]) -> dict[str, Rows]:
    """Return what the charts of sections show, by section: what its Parquet files hold."""
    found: dict[str, Rows] = {}
    for section in sections:
        for part in section.parts:
            if isinstance(part, Table) and part.rows and section.id not in found:
                found[section.id] = [dict(zip(part.head, row, strict=False)) for row in part.rows]
    return found


# -- reading what is there -------------------------------------------------------------------------


def known(found: object) -> Known | None:
    """Return a number with its interval, however a command says it; None if it does not."""
    if not isinstance(found, Mapping):
        return None
    value = next((found[name] for name in ("share", "mean", "change", "value") if name in found), 0)
    bounds = next(
        (found[name] for name in ("interval", "wilson", "anytime") if name in found), None
    )
    if not is_number(value) or not isinstance(bounds, Sequence) or len(bounds) != 2:
        return None
    low, high = bounds
    if not is_number(low) or not is_number(high):
        return None
    return Known(float(value), float(low), float(high))


def is_number(found: object) -> TypeGuard[float]:
    """Return whether something is a number that can be drawn."""
    return isinstance(found, int | float) and not isinstance(found, bool) and math.isfinite(found)


def valid(found: object) -> str:
    """Return when an interval holds, in words; "" if it does not say."""
    if isinstance(found, Mapping):
        if "valid" in found:
            return VALID.get(str(found["valid"]), str(found["valid"]))
        if "wilson" in found:
            return VALID["fixed"]
    return ""


def mapping(found: object) -> Result:
    """Return a table, an empty one if it is none."""
    return found if isinstance(found, Mapping) else {}


def tables(found: object) -> list[Result]:
    """Return a list of tables, without what is none."""
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


# -- sim -------------------------------------------------------------------------------------------


def sim(result: Result) -> list[Section]:
    """Return the sections of ``affray sim``."""
    return [
        one
        for one in (winners(result), rounds(result), fallen(result), left(result, "measures"))
        if one
    ]


def winners(result: Result) -> Section | None:
    """Return who wins."""
    wins = {side: known(one) for side, one in mapping(result.get("wins")).items()}
    sides = list(wins)
    lines: list[list[str]] = []
    items: list[tuple[str, float, str, str]] = []
    for side, one in wins.items():
        if one is not None:
            lines.append([side, percent(one.value, 1), between(one.low, one.high)])
            items.append((side, one.value, percent(one.value, 1), hue(sides.index(side))))
    if not items:
        return None
    best = max(items, key=lambda one: one[1])
    for name in ("draws", "unfinished"):
        one = known(result.get(name))
        if one is not None:
            lines.append([name, percent(one.value, 1), between(one.low, one.high)])
            if one.value:
                items.append((name, one.value, percent(one.value, 1), hue(-1)))
    when = valid(next(iter(mapping(result.get("wins")).values()), None))
    note = f"95 % intervals hold {when}." if when else ""
    table = Table(["Who wins", "Share", "95 %"], lines, (1, 2), caption=note)
    fights = f" of {result['fights']:,} fights" if isinstance(result.get("fights"), int) else ""
    lead = [f"{best[0]} wins {best[2]}{fights}."]
    return Section("glance", "Who wins", lead, [Shares(items), table])


def rounds(result: Result) -> Section | None:
    """Return how long fights take."""
    found = mapping(result.get("rounds"))
    counts = mapping(found.get("histogram"))
    every = sum([n for n in counts.values() if is_number(n)])
    parts: list[Part] = []
    lead = []
    if every:
        rows: Rows = [
            {
                "rounds": str(number),
                "winner": "fights",
                "place": 0,
                "share": n / every,
                "fights": n,
            }
            for number, n in counts.items()
        ]
        chart = charts.columns(rows, ["fights"], nobody=False, legend=False)
        parts.append(Chart(chart, "The share of fights that end in each round"))
        lines = [[str(number), f"{n:,}", percent(n / every, 1)] for number, n in counts.items()]
        parts.append(Table(["Rounds", "Fights", "Share"], lines, (0, 1, 2), folded="In figures"))
    mean = found.get("mean")
    if is_number(mean):
        lead.append(f"{mean:.1f} rounds on average.")
    for name, words in (
        ("median", "Half"),
        ("half_within", "Half"),
        ("nine_of_ten_within", "Nine of ten"),
    ):
        if is_number(found.get(name)):
            lead.append(f"{words} of the fights are over within {found[name]} rounds.")
    return Section("rounds", "How long it takes", lead, parts) if parts or lead else None


def fallen(result: Result) -> Section | None:
    """Return who falls how often."""
    people = tables(result.get("combatants"))
    sides = list(dict.fromkeys([str(one.get("side", "")) for one in people]))
    rows: Rows = []
    lines: list[list[str]] = []
    for one in people:
        share = known(one.get("fallen"))
        if share is not None:
            side, name = str(one.get("side", "")), title_of(str(one.get("name", "")))
            rows.append(share.row(name, side=side))
            lines.append([name, side, percent(share.value, 1), between(share.low, share.high)])
    if not rows:
        return None
    chart = charts.bars(rows, sides, "fights at whose end it is down", shares=True)
    table = Table(["Who", "Side", "Down", "95 %"], lines, (2, 3), folded="In figures")
    label = "How often everybody is down or gone at the end of a fight"
    return Section("fallen", "Who falls", [], [Chart(chart, label), table])


def left(result: Result, field: str) -> Section | None:
    """Return what is left of everybody at the end, from a field of each combatant."""
    lines = []
    for one in tables(result.get("combatants")):
        for what, found in mapping(one.get(field)).items():
            mean = mapping(found).get("mean")
            if is_number(mean) and not what.startswith("max ") and not what.endswith("tolerance"):
                lines.append([title_of(str(one.get("name", ""))), what, f"{mean:.2f}"])
    if not lines:
        return None
    table = Table(["Who", "What", "Mean at the end"], lines, (2,))
    return Section("left", "What is left afterwards", [], [table])


# -- fair ------------------------------------------------------------------------------------------


def fair(result: Result) -> list[Section]:
    """Return the sections of ``affray fair``."""
    pairs = tables(result.get("pairs"))
    first = pairs[0] if pairs else {}
    made = [verdict(result, pairs), winners(first), rounds(first), fallen(first)]
    made += [left(first, "left"), swings(mapping(result.get("swings")))]
    return [one for one in made if one is not None]


def verdict(result: Result, pairs: list[Result]) -> Section:
    """Return the verdict, and the chance to win with each pair of players."""
    word = str(result.get("verdict", "unknown"))
    side = str(result.get("side", ""))
    lead = [f"Verdict: {word}" + (f" (judged for {side})." if side else ".")]
    bounds = mapping(result.get("thresholds")).get("fair")
    zone = None
    if isinstance(bounds, list) and len(bounds) == 2:
        zone = (float(bounds[0]), float(bounds[1]))
        lead.append(f"Fair is a chance to win of {between(*zone)}.")
    rows: Rows = []
    lines = []
    for pair in pairs:
        chance = known(pair.get("chance"))
        if chance is not None:
            name = str(pair.get("pair", ""))
            rows.append(chance.row(name))
            words = pair.get("words")
            lines.append(
                [
                    name,
                    percent(chance.value, 1),
                    between(chance.low, chance.high),
                    f"{pair.get('fights', 0):,}",
                    " or ".join(map(str, words)) if isinstance(words, list) else "",
                ]
            )
    parts: list[Part] = []
    if rows:
        chart = charts.intervals(rows, "chance to win, a draw counts half", zone=zone)
        parts.append(Chart(chart, "The chance to win with each pair of players, with its interval"))
        head = ["Players", "Chance", "95 %", "Fights", "Verdict"]
        when = valid(pairs[0].get("chance"))
        note = f"95 % intervals hold {when}." if when else ""
        parts.append(Table(head, lines, (1, 2, 3), caption=note))
    return Section("verdict", "Is it fair?", lead, parts)


def swings(found: Result) -> Section | None:
    """Return what moves the chance to win most."""
    events = tables(found.get("telling"))
    rows: Rows = []
    for one in events:
        points, error = one.get("points_per_fight"), one.get("error", 0.0)
        if is_number(points) and is_number(error):
            near = Known(float(points), float(points) - float(error), float(points) + float(error))
            rows.append(near.row(str(one.get("event", ""))))
    if not rows:
        return None
    lead = []
    if found.get("word"):
        lead.append(f"The fight is {found['word']}.")
    comebacks = known(found.get("comebacks"))
    if comebacks is not None:
        lead.append(
            f"In {percent(comebacks.value)} of the fights the winner was nearly beaten before."
        )
    chart = charts.intervals(rows, "points of the chance to win, a fight", shares=False)
    label = "How far each event moves the chance to win in a fight, in percentage points"
    head = ["Event", "Points a fight", "In fights", "Points each time"]
    lines = [
        [
            str(one.get("event", "")),
            *[f"{one.get(name, 0):.1f}" for name in ("points_per_fight",)],
            percent(one.get("fights_with_it", 0)),
            f"{one.get('points_each_time', 0):.1f}",
        ]
        for one in events
    ]
    table = Table(head, lines, (1, 2, 3), folded="In figures")
    return Section("swings", "What decides", lead, [Chart(chart, label), table])


# -- diff ------------------------------------------------------------------------------------------


def diff(result: Result) -> list[Section]:
    """Return the sections of ``affray diff``."""
    made = [changed(result), parted(result), notable(result)]
    return [one for one in made if one is not None]


def name_of(version: object) -> str:
    """Return what a version of a comparison is called."""
    found = mapping(version)
    changes = [str(one) for one in found.get("changes", []) or []]
    packs = [str(one).rpartition("/")[2] for one in found.get("packs", []) or []]
    return " ".join([str(found.get("encounter", "")), *packs, *changes]).strip() or "?"


def changed(result: Result) -> Section:
    """Return how the second version differs from the first."""
    fights, same = result.get("fights", 0), result.get("identical", 0)
    one, other = name_of(result.get("first")), name_of(result.get("second"))
    lead = [f"{one}, and then {other}, on the same dice."]
    if result.get("verdict"):
        lead.append(f"{str(result['verdict']).capitalize()} for {result.get('side', 'the first')}.")
    lead.append(f"{same:,} of {fights:,} fights are identical.")
    wins = mapping(result.get("wins"))
    rows: Rows = []
    lines = []
    for name, title in (("wins", "wins"), ("margin", "health left, ours less theirs")):
        found = mapping(result.get(name))
        change = known(found)
        if change is not None:
            rows.append(change.row(title))
            each = [shown(found.get(which), fights) for which in ("first", "second")]
            span = f"{100 * change.low:+.1f} to {100 * change.high:+.1f}"
            lines.append([title, *each, f"{100 * change.value:+.1f}", span])
    parts: list[Part] = []
    if rows:
        chart = charts.intervals(rows, "change, in percentage points", level=0.0)
        parts.append(Chart(chart, "How much the second version changes, with its interval"))
        head = ["What", "First", "Second", "Change, points", "95 %"]
        parts.append(Table(head, lines, (1, 2, 3, 4)))
    length = mapping(result.get("rounds"))
    if known(length) is not None:
        lead.append(f"A fight takes {length['change']:+.2f} rounds more.")
    if wins:
        lead.append(
            f"{times(wins.get('gained', 0), 'fight')} won that were lost, "
            f"{wins.get('lost', 0):,} lost that were won."
        )
    return Section("changed", "What changes", lead, parts)


def shown(value: object, fights: object) -> str:
    """Return a share, or a count of fights as one."""
    if isinstance(value, float):
        return percent(value, 1)
    if isinstance(value, int) and isinstance(fights, int) and fights:
        return percent(value / fights, 1)
    return ""


def parted(result: Result) -> Section | None:
    """Return where fights first part."""
    lines = []
    for one in tables(result.get("parted")):
        rules = [str(rule) for rule in one.get("rules", []) or []]
        sentences = [str(words) for words in one.get("sentences") or []]
        lines.append(
            [
                f"{one.get('fights', 0):,}",
                " / ".join(dict.fromkeys(rules)),
                " / ".join(dict.fromkeys(sentences)),
                str(one.get("fight", "")),
            ]
        )
    if not lines:
        return None
    table = Table(["Fights", "Rule", "For example", "Fight"], lines, (0, 3))
    return Section("parted", "Where fights part", ["The first step that differs."], [table])


def notable(result: Result) -> Section | None:
    """Return the fights worth reading, with the commands that tell them."""
    lines = []
    for kind, pairs in mapping(result.get("notable")).items():
        for one in tables(pairs):
            winners_ = [str(side or "nobody") for side in one.get("winners", []) or []]
            for command in one.get("run") or []:
                if command:
                    lines.append([str(kind), str(one.get("fight")), " / ".join(winners_), command])
    if not lines:
        return None
    table = Table(["What", "Fight", "Won by", "Command"], lines, (1,))
    return Section("notable", "Fights to read", [], [table])


# -- whatever there is -----------------------------------------------------------------------------


def whole(result: Result) -> Section:
    """Return the result as it was printed."""
    text = json.dumps(result, indent=2, ensure_ascii=False, default=str)
    return Section("result", "The whole result", [], [Text("json", "As it was printed", text)])


KINDS: Final[dict[str, tuple[str, Callable[[Result], list[Section]]]]] = {
    "sim": ("Simulation", sim),
    "fair": ("Is it fair?", fair),
    "diff": ("What a change does", diff),
}
