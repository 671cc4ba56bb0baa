"""Reports of results that compare: changes, values, what things are worth, what would be fair."""

from __future__ import annotations

from typing import Any, Final

from affray.lab.answers import SAME_ANSWERS
from affray.lab.report import charts
from affray.lab.report.parts import (
    Chart,
    Part,
    Rows,
    Section,
    Table,
    Value,
    between,
    hue,
    percent,
    times,
)
from affray.lab.report.reading import (
    Known,
    Result,
    is_number,
    known,
    mapping,
    number,
    pair,
    tables,
    texts,
)
from affray.lab.seen import plain, title_of

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
    if result.get("answers") == SAME_ANSWERS:
        lead.append(
            "The change itself: players answer in the second as they did in the first wherever the "
            "same question is asked and that answer is allowed."
        )
        answered = mapping(result.get("answered"))
        counts = [number(answered.get(name)) or 0 for name in ("same", "refused", "new")]
        if sum(counts):
            lead.append(f"That is {percent(counts[0] / sum(counts), 1)} of the second's answers.")
    else:
        lead.append("Players answer for themselves in both: what they make of the change is in it.")
    if result.get("verdict"):
        lead.append(f"{str(result['verdict']).capitalize()} for {result.get('side', 'the first')}.")
    lead.append(f"{same:,} of {fights:,} fights are identical.")
    wins = mapping(result.get("wins"))
    rows: Rows = []
    lines = []
    for name, title in (("wins", "wins"), ("margin", "health left, ours less theirs")):
        found = mapping(result.get(name))
        mean, (low, high) = number(found.get("change")), pair(found.get("interval"))
        if mean is None:
            continue
        span = ""
        if low is not None and high is not None:
            rows.append(Known(mean, low, high).row(title))
            span = f"{100 * low:+.1f} to {100 * high:+.1f}"
        each = [shown(found.get(which), fights) for which in ("first", "second")]
        lines.append([title, *each, f"{100 * mean:+.1f}", span])
    parts: list[Part] = []
    if rows:
        chart = charts.intervals(rows, "change", level=0.0)
        label = "How much the second version changes, with its interval"
        parts.append(Chart(chart, label, rows=rows))
    if lines:
        when = str(result.get("intervals", ""))
        note = "Changes in percentage points" + (f"; 95 % intervals {when}." if when else ".")
        head = ["What", "First", "Second", "Change", "95 %"]
        parts.append(Table(head, lines, (1, 2, 3, 4), caption=note))
    longer = number(mapping(result.get("rounds")).get("change"))
    if longer:
        word = "longer" if longer > 0 else "shorter"
        lead.append(f"A fight is {abs(longer):.1f} rounds {word} on average.")
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
                " / ".join(dict.fromkeys(filter(None, rules))),
                " / ".join(dict.fromkeys(filter(None, sentences))),
                f"{one.get('fights', 0):,}",
                str(one.get("fight", "")),
            ]
        )
    if not lines:
        return None
    table = Table(["Rule", "For example", "Fights", "Fight"], lines, (2, 3))
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


# -- sweep -----------------------------------------------------------------------------------------


def sweep(result: Result) -> list[Section]:
    """Return the sections of ``affray sweep``."""
    paths = texts(result.get("paths"))
    points = tables(result.get("points"))
    sides = sides_of(points)
    parts: list[Part] = []
    if len(paths) == 1 and points:
        parts.append(along(points, paths[0], sides))
    elif len(paths) == 2 and points:
        parts.append(grid(points, paths, sides))
    head = [*paths, *sides, "95 %", "Change", "Rounds", "Fights"]
    lines = []
    for one in points:
        shares = [number(one.get(f"{side} share")) for side in sides]
        first = sides[0] if sides else ""
        low, high = number(one.get(f"{first} low")), number(one.get(f"{first} high"))
        change, rounds = number(one.get("change")), number(one.get("rounds"))
        lines.append(
            [
                *map(str, values_of(one)),
                *["" if share is None else percent(share, 1) for share in shares],
                "" if low is None or high is None else between(low, high),
                "" if change is None else f"{100 * change:+.1f}",
                "" if rounds is None else f"{rounds:.1f}",
                str(one.get("fights", "")),
            ]
        )
    if lines:
        right = range(len(paths), len(head))
        note = (
            f"95 % and change (in points) are of {sides[0]}, for this many fights." if sides else ""
        )
        parts.append(Table(head, lines, tuple(right), caption=note))
    do = "do" if len(paths) > 1 else "does"
    lead = [f"What {' and '.join(paths) or 'a value'} {do}, on the same dice for each value."]
    base = result.get("compared_with")
    if base:
        against = [f"{path} {value}" for path, value in zip(paths, base, strict=False)]
        lead.append(f"Changes are against {', '.join(against)}.")
    rows = [{name: value for name, value in one.items() if name != "values"} for one in points]
    return [Section("sweep", "Who wins, by value", lead, parts, rows)]


def sides_of(points: list[Result]) -> list[str]:
    """Return the sides that points tell the shares of."""
    ends = " share"
    return [name.removesuffix(ends) for one in points[:1] for name in one if name.endswith(ends)]


def values_of(point: Result) -> list[Any]:
    """Return the values that a point is played with."""
    values = point.get("values")
    return list(values) if isinstance(values, list) else []


def along(points: list[Result], path: str, sides: list[str]) -> Chart:
    """Return the shares of wins along one value: a curve of numbers, else a line for each."""
    label = f"The share of wins for each value of {path}, with its interval"
    rows: Rows = []
    numeric = all(is_number(value) for one in points for value in values_of(one))
    for one in points:
        value = next(iter(values_of(one)), None)
        for side in sides:
            share, low, high = (
                number(one.get(f"{side} {what}")) for what in ("share", "low", "high")
            )
            if share is None or low is None or high is None:
                continue
            if numeric:
                rows.append(
                    {"value": value, "side": side, "share": share, "low": low, "high": high}
                )
            elif side == sides[0]:
                rows.append(Known(share, low, high).row(str(value)))
    if numeric:
        return Chart(charts.curves(rows, "value", path, sides, level=0.5), label, rows=rows)
    spec = charts.intervals(rows, f"{sides[0] if sides else ''} win")
    return Chart(spec, label, rows=rows)


def grid(points: list[Result], paths: list[str], sides: list[str]) -> Table:
    """Return the share of wins of the first side as a table of two values."""
    across = list(
        dict.fromkeys([str(values_of(one)[1]) for one in points if len(values_of(one)) > 1])
    )
    down = list(dict.fromkeys([str(values_of(one)[0]) for one in points if values_of(one)]))
    side = sides[0] if sides else ""
    cells = {
        tuple(map(str, values_of(one))): number(one.get(f"{side} share")) or 0.0 for one in points
    }
    return Table(
        [f"{paths[0]} / {paths[1]}", *across],
        [
            [row, *[f"{100 * cells.get((row, column), 0.0):.0f}" for column in across]]
            for row in down
        ],
        tuple(range(1, len(across) + 1)),
        caption=f"Percent of fights that {side} win.",
        shares=[
            {place + 1: cells.get((row, column), 0.0) for place, column in enumerate(across)}
            for row in down
        ],
        hues=[hue(0)] * len(down),
    )


# -- worth -----------------------------------------------------------------------------------------


MOST_PIECES: Final = 30  # of a chart


def worth(result: Result) -> list[Section]:
    """Return the sections of ``affray worth``."""
    pieces = tables(result.get("pieces"))
    rows: Rows = []
    lines = []
    for one in pieces:
        name = piece_of(one)
        mean = number(one.get("worth"))
        low, high = pair(one.get("interval"))
        if mean is not None and low is not None and high is not None:
            rows.append(Known(mean, low, high).row(name))
        uses, watched = number(one.get("uses")), number(one.get("watched"))
        lines.append(
            [
                name,
                str(one.get("side", "")),
                "" if mean is None else f"{100 * mean:+.1f}",
                "" if low is None or high is None else f"{100 * low:+.1f} to {100 * high:+.1f}",
                f"{uses / watched:.1f}" if uses is not None and watched else "",
                str(one.get("verdict", "")),
            ]
        )
    parts: list[Part] = []
    if rows:
        chart = charts.intervals(rows[:MOST_PIECES], "share of fights won more with it", level=0.0)
        label = "How many more fights the side wins with each thing than without it"
        parts.append(Chart(chart, label, "Lines are 95 % intervals.", rows))
        head = ["What", "Side", "Worth", "95 %", "Uses a fight", "For the side"]
        note = "Worth in percentage points."
        parts.append(Table(head, lines, (2, 3, 4), caption=note, folded="In figures"))
    side = result.get("side", "the first side")
    lead = [f"The fights that {side} win more with each thing than without it, on the same dice."]
    made = [Section("worth", "What everything is worth", lead, parts)]
    idle = [piece_of(one) for one in pieces if one.get("never_used")]
    if idle:
        words = [f"{', '.join(idle)}: {times(len(idle), 'thing')} that made no difference at all."]
        made.append(Section("idle", "Never used", words))
    refused = [[piece_of(one), str(one.get("reason", ""))] for one in tables(result.get("refused"))]
    if refused:
        table = Table(["What", "Why"], refused)
        made.append(Section("refused", "What cannot be left out", [], [table]))
    return made


def piece_of(one: Result) -> str:
    """Return what somebody has, or that it is there, as a name for a chart."""
    whose, id = title_of(str(one.get("whose", ""))), plain(str(one.get("id", "")))
    return whose if one.get("kind") == "member" or not id else f"{whose}: {id}"


# -- balance ---------------------------------------------------------------------------------------


def balance(result: Result) -> list[Section]:
    """Return the sections of ``affray balance``."""
    goal = number(result.get("goal"))
    found = tables(result.get("found"))
    side = str(result.get("side", "the first side"))
    lines = []
    for one in found:
        fitted = known(one.get("fitted"))
        lines.append(
            [
                str(one.get("by", "")),
                "; ".join(texts(one.get("told"))) or "none",
                "" if fitted is None else percent(fitted.value, 1),
                "" if fitted is None else between(fitted.low, fitted.high),
                str(one.get("finding", "")),
                str(one.get("fights", "")),
            ]
        )
    parts: list[Part] = []
    if lines:
        head = ["By", "Change", f"{side} win", "95 %", "Finding", "Fights"]
        parts.append(Table(head, lines, (2, 3, 5), caption="The cheapest change first."))
    lead = []
    if goal is not None:
        lead.append(f"What makes {side} win {percent(goal)} of the fights.")
    if found and "reached" not in [one.get("finding") for one in found]:
        lead.append("Nothing that was turned reaches it; the table says how near it comes.")
    if result.get("written"):
        lead.append(f"The changed encounter is {result['written']}.")
    made = [Section("balance", "What makes it fair", lead, parts)]
    for place, one in enumerate(found):
        chart = searched(one, goal)
        if chart is not None:
            title = f"By {one.get('by', 'this')}"
            made.append(Section(f"curve-{place}", title, [], [chart]))
    return made


def searched(one: Result, goal: float | None) -> Chart | None:
    """Return the chance to win at every setting of a knob that was tried."""
    rows: Rows = []
    for point in sorted(tables(one.get("curve")), key=lambda point: number(point.get("at")) or 0.0):
        chance, at = known(point), number(point.get("at"))
        if chance is not None and at is not None:
            fights: Value = point.get("fights")
            rows.append(chance.row(f"{round(at, 3):g}", fights=fights))
    if not rows:
        return None
    spec = charts.intervals(rows, "chance to win", level=goal)
    label = "The chance to win at each setting that was tried; the line is the goal"
    return Chart(spec, label, "The line is the goal; 95 % intervals.", rows)
