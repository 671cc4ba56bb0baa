"""Reports of results: of each kind of JSON that a command of the lab prints.

A page shows what is there: what an older or newer version left out or added does no harm, and the
result itself stands whole at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from affray.content.problems import listed, show
from affray.core.errors import InvalidError
from affray.lab.report import changes, charts
from affray.lab.report.page import Report
from affray.lab.report.parts import (
    Chart,
    Part,
    Rows,
    Section,
    Shares,
    Table,
    Text,
    between,
    hue,
    percent,
)
from affray.lab.report.reading import Known, Result, is_number, known, mapping, tables, valid
from affray.lab.seen import title_of


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
        if section.rows:
            found[section.id] = section.rows
            continue
        for part in section.parts:
            if isinstance(part, Chart) and part.rows:
                found.setdefault(section.id, []).extend(part.rows)
    return found


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
        parts.append(Chart(chart, "The share of fights that end in each round", rows=rows))
        lines = [[str(number), f"{n:,}", percent(n / every, 1)] for number, n in counts.items()]
        parts.append(Table(["Rounds", "Fights", "Share"], lines, (1, 2), folded="In figures"))
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
    return Section("fallen", "Who falls", [], [Chart(chart, label, rows=rows), table])


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
        label = "The chance to win with each pair of players, with its interval"
        parts.append(Chart(chart, label, rows=rows))
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
    return Section("swings", "What decides", lead, [Chart(chart, label, rows=rows), table])


# -- whatever there is -----------------------------------------------------------------------------


def whole(result: Result) -> Section:
    """Return the result as it was printed."""
    text = json.dumps(result, indent=2, ensure_ascii=False, default=str)
    return Section("result", "The whole result", [], [Text("json", "As it was printed", text)])


KINDS: Final[dict[str, tuple[str, Callable[[Result], list[Section]]]]] = {
    "sim": ("Simulation", sim),
    "fair": ("Is it fair?", fair),
    "balance": ("What makes it fair", changes.balance),
    "sweep": ("What a value does", changes.sweep),
    "diff": ("What a change does", changes.diff),
    "worth": ("What everything is worth", changes.worth),
}
