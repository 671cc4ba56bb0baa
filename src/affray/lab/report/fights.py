"""A report of fights of one encounter: they are played, watched, and put into sections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from affray.core.combat import Combat
from affray.intervals import anytime, wilson
from affray.lab.report import charts, maps
from affray.lab.report.parts import (
    Chart,
    Links,
    Pair,
    Pairs,
    Part,
    Picture,
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
from affray.lab.report.retold import retold, text
from affray.lab.seen import LEFT, Effect, Seen, plain
from affray.lab.watch import Watcher
from affray.sim.counts import Row

POINTS = 120  # of a curve: a fight more or less is no news among hundreds
STILL = 0.03  # of the fights: rounds that fewer reach are not drawn
COLUMNS = 8  # of a table by round
ABILITIES = 14  # bars
TELLING = 6  # facts
NUMBERS = 4  # charts of what is left


@dataclass(slots=True)
class Fights:
    """Fights that were watched, with what the page needs to know of them besides.

    Attributes:
        watcher: what they were played by.
        seen: what was seen in them.
        rows: one of each, in order.
        ends: what every side had left in each.
    """

    watcher: Watcher
    seen: Seen = field(init=False)
    rows: list[Row] = field(default_factory=list)
    ends: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with no fights."""
        self.seen = self.watcher.empty(0)

    def keep(self, part: Seen) -> None:
        """Keep the rows of the fights that follow."""
        self.rows += part.batch.rows
        self.ends += part.ends

    @property
    def sides(self) -> list[str]:
        """Return the names of the sides."""
        return list(self.seen.side_titles)

    def winner(self, row: Row) -> str:
        """Return the name of the side that won a fight."""
        return self.sides[row.winner] if row.winner >= 0 else "nobody"

    def begun(self) -> Combat[Any]:
        """Return the fight before its first step."""
        return self.watcher.arena.begun


def sections(fights: Fights) -> list[Section]:
    """Return all that there is to say of fights, in the order of the page."""
    makers: list[Callable[[Fights], Section | None]] = [
        glance,
        curve,
        rounds,
        fallen,
        health,
        left,
        places,
        telling,
        deeds,
        stories,
    ]
    return [made for made in [make(fights) for make in makers] if made is not None]


# -- who wins --------------------------------------------------------------------------------------


def glance(fights: Fights) -> Section:
    """Return the first words: who wins, how long it takes, who falls most."""
    batch = fights.seen.batch
    n = batch.count
    best = max(range(len(batch.wins)), key=lambda side: batch.wins[side])
    low, high = wilson(batch.wins[best], n)
    length = batch.length().mean
    lead = [
        f"{fights.sides[best]} win {percent(batch.wins[best] / n)} of the fights "
        f"(95 %: {between(low, high)}, for this many fights).",
        f"A fight takes {length:.1f} rounds on average; half of them are over within "
        f"{times(batch.rounds_at(0.5), 'round')}, nine of ten within {batch.rounds_at(0.9)}.",
    ]
    most = max(range(len(batch.fallen)), key=lambda who: batch.fallen[who], default=-1)
    own = [who for who, side in enumerate(batch.side_of) if side == 0]
    worst = max(own, key=lambda who: batch.fallen[who], default=most)
    if worst >= 0 and batch.fallen[worst]:
        lead.append(
            f"Of {fights.sides[0]}, {fights.seen.titles[worst]} falls most often: in "
            f"{percent(batch.fallen[worst] / n)} of the fights."
        )
    if batch.endless:
        lead.append(f"{times(batch.endless, 'fight')} did not end within the cap of steps.")
    items = [
        (name, wins / n, percent(wins / n, 1), hue(side))
        for side, (name, wins) in enumerate(zip(fights.sides, batch.wins, strict=True))
    ]
    rest = n - sum(batch.wins)
    if rest:
        items.append(("nobody", rest / n, percent(rest / n, 1), hue(-1)))
    table = Table(
        ["Who wins", "Share", "95 %", "Fights"],
        [
            [name, percent(hits / n, 1), between(*wilson(hits, n)), f"{hits:,}"]
            for name, hits in [
                *zip(fights.sides, batch.wins, strict=True),
                ("nobody (a draw)", batch.draws),
                ("no end within the cap of steps", batch.endless),
            ]
        ],
        numeric=(1, 2, 3),
        caption="95 % intervals are Wilson's: for this many fights.",
    )
    parts: list[Part] = [Shares(items), table]
    picked = worth_reading(fights)
    if picked:
        parts.append(
            Links(
                [(f"{title}:", f"fight-{row.fight}", ending(fights, row)) for title, row in picked]
            )
        )
    return Section("glance", "At a glance", lead, parts)


def ending(fights: Fights, row: Row) -> str:
    """Return how a fight ended, in a few words."""
    winner = f"won by {fights.winner(row)}" if row.winner >= 0 else "won by nobody"
    return f"fight {row.fight}, {winner} after {times(row.rounds, 'round')}"


def marks(count: int, most: int = POINTS) -> list[int]:
    """Return the numbers of fights after which a curve has a point, the last always."""
    step = max(1, -(-count // most))
    return sorted({*range(step, count + 1, step), count})


def curve(fights: Fights) -> Section | None:
    """Return how the share of wins settles as fights are played."""
    n = len(fights.rows)
    if n < 2:
        return None
    at = set(marks(n))
    names = fights.sides
    drawn = any(row.winner < 0 for row in fights.rows)
    sides = [*range(len(names)), *([-1] if drawn else [])]
    wins = dict.fromkeys(sides, 0)
    rows: Rows = []
    for played, row in enumerate(fights.rows, start=1):
        if row.winner in wins:
            wins[row.winner] += 1
        if played in at and played >= min(10, n):
            for side in sides:
                low, high = anytime(wins[side], played)
                name = names[side] if side >= 0 else "nobody"
                rows.append(point(played, name, wins[side] / played, low, high))
    chart = Chart(
        charts.curves(rows, "fights", "fights played", names, nobody=drawn, level=0.5),
        "The share of wins of each side after so many fights, with its interval",
        "Bands are 95 % intervals that hold whenever one stops (a beta-binomial sequence).",
    )
    best = max(range(len(names)), key=lambda side: wins[side])
    low, high = anytime(wins[best], n)
    word = f"After {n:,} fights {names[best]} are known to win {between(low, high)}"
    return Section("curve", "How sure that is", [f"{word}, whenever one stops."], [chart])


def point(fights: int, side: str, share: float, low: float, high: float) -> dict[str, Value]:
    """Return a row of a curve."""
    return {"fights": fights, "side": side, "share": share, "low": low, "high": high}


def rounds(fights: Fights) -> Section:
    """Return how long fights take, by who wins them."""
    n = len(fights.rows)
    counts: dict[tuple[int, int], int] = {}
    for row in fights.rows:
        counts[row.rounds, row.winner] = counts.get((row.rounds, row.winner), 0) + 1
    low, high = min(fights.seen.batch.rounds), max(fights.seen.batch.rounds)
    drawn = any(winner < 0 for _, winner in counts)
    wide = -(-(high - low + 1) // 24)
    rows: Rows = []
    for start in range(low, high + 1, wide):
        end = min(start + wide - 1, high)
        label = str(start) if start == end else f"{start} to {end}"
        for place, winner in enumerate([*range(len(fights.sides)), *([-1] if drawn else [])]):
            hits = sum([counts.get((number, winner), 0) for number in range(start, end + 1)])
            name = fights.sides[winner] if winner >= 0 else "nobody"
            rows.append(
                {
                    "rounds": label,
                    "winner": name,
                    "place": place,
                    "share": hits / n,
                    "fights": hits,
                }
            )
    chart = Chart(
        charts.columns(rows, fights.sides, nobody=drawn),
        "The share of fights that end in each round, by who wins",
    )
    reasons = [
        [fights.sides[winner] if winner >= 0 else "nobody", reason, f"{hits:,}", percent(hits / n)]
        for (winner, reason), hits in sorted(
            fights.seen.batch.reasons.items(), key=lambda one: -one[1]
        )
        if reason
    ]
    table = Table(["Won by", "How it ended", "Fights", "Share"], reasons, (2, 3), folded="Endings")
    return Section("rounds", "How long it takes", [], [chart, table])


# -- who falls, what is left -----------------------------------------------------------------------


def fallen(fights: Fights) -> Section:
    """Return how often everybody falls."""
    batch, seen = fights.seen.batch, fights.seen
    n = batch.count
    rows: Rows = []
    table: list[list[str]] = []
    for who, hits in enumerate(batch.fallen):
        low, high = wilson(hits, n)
        side = fights.sides[batch.side_of[who]]
        rows.append(
            {
                "name": seen.titles[who],
                "side": side,
                "value": hits / n,
                "low": low,
                "high": high,
            }
        )
        falls = {round: seen.fell_in[who, round] for one, round in seen.fell_in if one == who}
        total = sum(falls.values())
        middle = median_of(falls)
        table.append(
            [
                seen.titles[who],
                side,
                percent(hits / n, 1),
                between(low, high),
                f"{total / n:.2f}",
                str(middle) if total else "",
            ]
        )
    chart = Chart(
        charts.bars(rows, fights.sides, "fights at whose end it is down", shares=True),
        "How often everybody is down or gone at the end of a fight",
        "Lines are 95 % intervals (Wilson's): for this many fights.",
    )
    figures = Table(
        ["Who", "Side", "Down at the end", "95 %", "Falls a fight", "Usual round"],
        table,
        numeric=(2, 3, 4, 5),
        folded="In figures",
    )
    none = all_standing(fights)
    lead = [f"{fights.sides[0]} lose nobody in {percent(none / n)} of the fights."]
    return Section("fallen", "Who falls", lead, [chart, figures])


def all_standing(fights: Fights) -> int:
    """Return the number of fights in which nobody of the first side is down at the end."""
    own = [who for who, side in enumerate(fights.seen.batch.side_of) if side == 0]
    return sum([not any([row.down[who] for who in own]) for row in fights.rows])


def median_of(counts: dict[int, int]) -> int:
    """Return the middle one of numbers that were counted; 0 if there are none."""
    seen, total = 0, sum(counts.values())
    for number in sorted(counts):
        seen += counts[number]
        if 2 * seen >= total:
            return number
    return 0


def last_round(seen: Seen) -> int:
    """Return the last round that enough fights reach to draw it."""
    reached = seen.count
    last = 1
    for round in range(1, max(seen.batch.rounds, default=1) + 1):
        if reached < max(1, STILL * seen.count):
            break
        last = round
        reached -= seen.batch.rounds.get(round, 0)
    return last


def health(fights: Fights) -> Section | None:
    """Return how health goes, round by round, of the sides and of everybody."""
    seen = fights.seen
    last = last_round(seen)
    own: list[list[tuple[int, list[float]]]] = [[] for _ in fights.sides]
    for who in range(len(seen.limits)):
        line = [value / 1000 for value in seen.curve(who, LEFT)][: last + 1]
        if line:
            own[seen.side_of[who]].append((who, line))
    rows: Rows = []
    for side, members in enumerate(own):
        for round in range(last + 1):
            if members:
                mean = sum([line[round] for _, line in members]) / len(members)
                rows.append({"round": round, "side": fights.sides[side], "share": mean})
    if not rows:
        return None
    chart = Chart(
        charts.lines(rows, "round", "end of round", fights.sides),
        "The mean share of health that each side has left at the end of each round",
        "The fallen have none left; fights that are over count on as they ended.",
    )
    shown = spread(last, COLUMNS)
    people = [one for members in own for one in members]
    table = Table(
        ["Round", *[str(round) for round in shown]],
        [
            [seen.titles[who], *[f"{100 * line[round]:.0f}" for round in shown]]
            for who, line in people
        ],
        numeric=tuple(range(1, len(shown) + 1)),
        caption="Percent of health left at the end of a round, on average.",
        shares=[
            {number + 1: line[round] for number, round in enumerate(shown)} for _, line in people
        ],
        hues=[hue(seen.side_of[who]) for who, _ in people],
    )
    return Section("health", "How health goes", [], [chart, table])


def spread(last: int, most: int) -> list[int]:
    """Return some of the numbers from 0 to the last, these two among them, evenly spread."""
    if last < most:
        return list(range(last + 1))
    return sorted({round(last * place / (most - 1)) for place in range(most)})


def left(fights: Fights) -> Section | None:
    """Return what everybody has left at the end: hit points, loads, resources."""
    seen = fights.seen
    names: list[str] = []
    for numbers in seen.limits:
        names += [name for name in numbers if name not in names]
    found: list[tuple[str, Rows]] = []
    for name in names:
        rows: Rows = []
        for who, limits in enumerate(seen.limits):
            line = seen.curve(who, name)
            if name in limits and line and max(line) > 0:
                rows.append(
                    {
                        "name": seen.titles[who],
                        "side": fights.sides[seen.side_of[who]],
                        "value": line[-1],
                        "start": line[0],
                    }
                )
        if rows:
            found.append((name, rows))
    if not found:
        return None
    loads = [name for name, _ in found if name in seen.rising]
    lead = ["The mean at the end of a fight; the upright mark is what it began with."]
    if loads:
        lead.append(f"Loads grow with harm: {', '.join(map(plain, loads))}.")
    shown = [
        Chart(
            charts.bars(rows, fights.sides, plain(name), shares=False, start=True),
            f"Mean {plain(name)} of everybody at the end of a fight",
        )
        for name, rows in found[:NUMBERS]
    ]
    whole = Table(
        ["Who", "What", "At first", "At the end"],
        [
            [str(row["name"]), plain(name), f"{row['start']:.1f}", f"{row['value']:.2f}"]
            for name, rows in found
            for row in rows
        ],
        numeric=(2, 3),
        folded="In figures",
    )
    return Section("left", "What is left afterwards", lead, [*shown, whole])


# -- where -----------------------------------------------------------------------------------------


def places(fights: Fights) -> Section | None:
    """Return heat maps: where each side stood, where people fell."""
    seen, watcher = fights.seen, fights.watcher
    grid = watcher.arena.setup.grid
    sizes = [unit.size for unit in fights.begun().units]
    ground = maps.field(grid)
    parts: list[Picture] = []
    for what, cells in (("stood", seen.stood), ("fell", seen.fell)):
        for side, name in enumerate(fights.sides):
            counts: dict[int, float] = {}
            for (who, cell), times_ in cells.items():
                if seen.side_of[who] == side:
                    size = sizes[who] if who < len(sizes) else 1
                    for one in grid.footprint(cell, size) or [cell]:
                        counts[one] = counts.get(one, 0.0) + times_ / (size * size)
            drawn = maps.heat(grid, counts, side, "its places" if what == "stood" else "its falls")
            if drawn:
                label = f"Where {name} {what}"
                parts.append(Picture(maps.picture(grid, ground, drawn, label), label, label))
    if not parts:
        return None
    shapes = ("circles", "squares", "hexagons", "octagons")
    named = [f"{shapes[side % 4]} are {name}" for side, name in enumerate(fights.sides)]
    lead = [
        f"Where people stood is counted at the end of each round; {', '.join(named)}. The larger, "
        "the more often."
    ]
    return Section("places", "Where they stood and fell", lead, list(parts))


# -- what decides ----------------------------------------------------------------------------------


def telling(fights: Fights) -> Section:
    """Return what goes along with winning most."""
    seen = fights.seen
    found = seen.telling(TELLING)
    if not found:
        words = "Nothing that happens early goes along with winning more than chance explains"
        return Section("telling", "What decides", [f"{words}, in {times(seen.count, 'fight')}."])
    items = []
    for one in found:
        side = 0 if len(fights.sides) == 2 else one.side
        wins = one.wins if side == one.side else one.fights - one.wins - drawn_with(seen, one.fact)
        other = seen.batch.wins[side] - wins
        items.append(
            Pair(
                f"{seen.sentence(one.fact)}.",
                wins / one.fights,
                f"{fights.sides[side]} win {percent(wins / one.fights)} of these "
                f"{times(one.fights, 'fight')}",
                other / one.others,
                f"{percent(other / one.others)} of the other {one.others:,}",
                hue(side),
            )
        )
    lead = [
        "What goes along with winning most, among what happens early. It differs by more than "
        "chance explains, though that does not prove that it makes the difference."
    ]
    return Section("telling", "What decides", lead, [Pairs(items)])


def drawn_with(seen: Seen, fact: object) -> int:
    """Return the fights with a fact that nobody won."""
    return sum([n for (one, winner), n in seen.facts.items() if one == fact and winner < 0])


def deeds(fights: Fights) -> Section | None:
    """Return who did what, and what it came to."""
    seen, n = fights.seen, fights.seen.count
    found = [
        (who, ability, effect)
        for (who, ability), effect in seen.abilities().items()
        if who >= 0 and ability
    ]
    if not found:
        return None
    found.sort(key=lambda one: (-one[2].damage, -one[2].uses, one[0], one[1]))
    rows: Rows = [
        {
            "name": f"{seen.titles[who]}: {plain(ability)}",
            "side": fights.sides[seen.side_of[who]],
            "value": effect.damage / n,
        }
        for who, ability, effect in found[:ABILITIES]
        if effect.damage
    ]
    parts: list[Chart | Table] = []
    if rows:
        chart = charts.bars(rows, fights.sides, "harm done in a fight", shares=False)
        parts.append(Chart(chart, "The harm that each ability does in a fight, on average"))
    head = ["Who", "What", "Uses", "Harm", "Heals", "Fells", "In fights"]
    parts.append(
        Table(
            head,
            [figures(seen, who, ability, effect) for who, ability, effect in found],
            numeric=(2, 3, 4, 5, 6),
            caption="Means of a fight, friends and foes as targets together.",
            folded=f"All {times(len(found), 'ability', 'abilities')}",
        )
    )
    best = found[0]
    lead = []
    if best[2].damage:
        lead.append(
            f"{seen.titles[best[0]]}'s {plain(best[1])} does most harm: "
            f"{best[2].damage / n:.1f} in a fight."
        )
    return Section("deeds", "Who does what", lead, list(parts))


def figures(seen: Seen, who: int, ability: str, effect: Effect) -> list[str]:
    """Return a line of the table of deeds."""
    n = seen.count
    return [
        seen.titles[who],
        plain(ability),
        *[
            f"{value / n:.2f}"
            for value in (effect.uses, effect.damage, effect.healed, effect.felled)
        ],
        percent(seen.used_in[who, ability] / n),
    ]


# -- fights to read --------------------------------------------------------------------------------


def margins(fights: Fights) -> list[float]:
    """Return how far the first side was ahead at the end of each fight, from -1 to 1."""
    heads = [max(1, fights.seen.batch.side_of.count(side)) for side in range(len(fights.sides))]
    found = []
    for ends in fights.ends:
        shares = [left_ / 1000 / head for left_, head in zip(ends, heads, strict=True)]
        found.append(shares[0] - max(shares[1:], default=0.0))
    return found


def worth_reading(fights: Fights) -> list[tuple[str, Row]]:
    """Return the fights to read, with what each is: the best, the worst, the closest, a usual."""
    if not fights.rows:
        return []
    name = fights.sides[0]
    ahead = list(zip(margins(fights), fights.rows, strict=True))
    won = [one for one in ahead if one[1].winner == 0]
    lost = [one for one in ahead if one[1].winner not in (0, -1)]
    picked: list[tuple[str, Row]] = []
    if won:
        picked.append(
            (f"The best for {name}", max(won, key=lambda one: (one[0], -one[1].fight))[1])
        )
    if lost:
        picked.append(
            (f"The worst for {name}", min(lost, key=lambda one: (one[0], one[1].fight))[1])
        )
    picked.append(("The closest", min(ahead, key=lambda one: (abs(one[0]), one[1].fight))[1]))
    middle = fights.seen.batch.rounds_at(0.5)
    usual = [one for one in ahead if one[1].rounds == middle] or ahead
    mean = sum([one[0] for one in ahead]) / len(ahead)
    picked.append(
        ("A usual one", min(usual, key=lambda one: (abs(one[0] - mean), one[1].fight))[1])
    )
    found: list[tuple[str, Row]] = []
    for title, row in picked:
        if row.fight not in [one.fight for _, one in found]:
            found.append((title, row))
    return found


def stories(fights: Fights) -> Section | None:
    """Return fights worth reading, whole, as text."""
    picked = worth_reading(fights)
    if not picked:
        return None
    arena = fights.watcher.arena
    parts = []
    for title, row in picked:
        fight = retold(arena.ruleset, arena.setup, fights.watcher.plan, row.fight)
        down = [fights.seen.titles[who] for who, one in enumerate(row.down) if one]
        note = f"Down at the end: {', '.join(down)}." if down else "Nobody is down at the end."
        head = f"{title}: {ending(fights, row)}"
        parts.append(Text(f"fight-{row.fight}", head, text(fight), note))
    lead = ["Each is told whole, with every die and the board at its beginning and end."]
    return Section("stories", "Fights to read", lead, list(parts))


def tables(fights: Fights) -> dict[str, Rows]:
    """Return the data of the page by name: what its Parquet files hold."""
    seen = fights.seen
    grid = fights.watcher.arena.setup.grid
    found: dict[str, Rows] = {"fights": [], "health": [], "places": [], "deeds": []}
    for row, ends in zip(fights.rows, fights.ends, strict=True):
        line: dict[str, Value] = {
            "fight": row.fight,
            "winner": seen.sides[row.winner] if row.winner >= 0 else "",
            "reason": row.reason,
            "rounds": row.rounds,
            "steps": row.steps,
            "digest": f"{row.digest:016x}",
        }
        for side, left_ in zip(seen.sides, ends, strict=True):
            line[f"{side}.left"] = left_ / 1000
        for who, name in enumerate(seen.batch.names):
            line[f"{name}.down"] = row.down[who]
            for what, value in row.measures[who].items():
                line[f"{name}.{what}"] = value
        found["fights"].append(line)
    for (round, who, number), moments in sorted(seen.at.items()):
        mean, error = moments.mean()
        found["health"].append(
            {
                "round": round,
                "name": seen.names[who],
                "number": number,
                "fights": moments.n,
                "mean": mean,
                "error": error if error == error else None,
            }
        )
    for what, counts in (("stood", seen.stood), ("fell", seen.fell)):
        for (who, cell), times_ in sorted(counts.items()):
            found["places"].append(
                {
                    "what": what,
                    "name": seen.names[who],
                    "column": grid.column(cell) if cell >= 0 else None,
                    "row": grid.row(cell) if cell >= 0 else None,
                    "times": times_,
                }
            )
    for deed, effect in sorted(seen.deeds.items()):
        found["deeds"].append(
            {
                "who": seen.names[deed.who] if deed.who >= 0 else None,
                "ability": deed.ability,
                "whom": seen.names[deed.whom] if deed.whom >= 0 else None,
                **effect._asdict(),
            }
        )
    return {name: rows for name, rows in found.items() if rows}
