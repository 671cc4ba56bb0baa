"""What an option may do, as the browser draws it: one headline, outcomes that add up to 100 %."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from affray.odds import Line, Odds, Result, fraction
from affray.session import chances
from affray.session.chances import GONE, HARM
from affray.web.views import BANDS, EXACT, Lens, Plain

BUDGET: Final = 2_500  # runs of one forecast
ROWS: Final = 6  # outcomes that are listed; the rest is one row
BRANCHES: Final = 6  # answers of others that are listed
OUTCOMES: Final = {"fate", "incapacitated", "unconscious"}  # what becomes of who goes down
IMPLIED: Final = {"prone", "gone"}  # and what it brings along
SHORT: Final = 2  # letters of HP and MP
PARTS: Final = 10_000  # a chance is sent in hundredths of a percent


def rounded(shares: list[Fraction], whole: int = PARTS) -> list[int]:
    """Return shares of 1 as parts of a whole by the largest remainder: they add up."""
    exact = [share * whole for share in shares]
    parts = [int(one) for one in exact]
    short = whole - sum(parts) if sum(shares, Fraction(0)) == 1 else 0
    order = sorted(range(len(parts)), key=lambda place: (parts[place] - exact[place], place))
    for place in order[: max(short, 0)]:
        parts[place] += 1
    return parts


def written(name: str) -> str:
    """Return what a value is called in a sentence: ``MP``, ``hearth ring stance``."""
    if len(name) == SHORT:
        return name.upper()
    stance = name.removeprefix("stance-")
    return f"{stance.replace('-', ' ')} stance" if stance != name else name


class Reader:
    """Reads chances for one audience: only numbers that it is shown."""

    def __init__(self, lens: Lens, odds: Odds) -> None:
        self.lens = lens
        self.odds = odds
        self.ruleset = lens.fight.ruleset.id
        combat = lens.fight.combat
        self.places = {str(unit.name): unit.index for unit in combat.units}
        self.who = [one for one in odds.base.who if lens.sees(combat, self.places[one])]

    def change(self, who: str, line: Line, result: Result, name: str) -> int:
        """Return by how much a value changes."""
        at = line.names.index(name)
        return result[at] - self.odds.result_before(who)[at]

    def hurt(self, who: str, line: Line, result: Result) -> int:
        """Return how much harm a result is, 0 none."""
        return chances.harm(self.odds, self.ruleset, who, line, result)

    def falls(self, who: str, line: Line, result: Result) -> bool:
        """Return whether somebody goes down by a result."""
        return chances.falls(self.odds, self.ruleset, who, line, result)

    def words(self, who: str, line: Line, result: Result) -> str:
        """Return a result in words: what changes, by how much."""
        parts: list[str] = []
        harmful = dict(HARM[self.ruleset])
        before = dict(zip(line.names, self.odds.result_before(who), strict=True))
        after = dict(zip(line.names, result, strict=True))
        changed = [name for name in line.names if before[name] != after[name]]
        if any([name in OUTCOMES and after[name] > before[name] for name in changed]):
            # Whoever is said to be dead need not be said to lie there and to be gone.
            changed = [name for name in changed if name not in IMPLIED]
        for name in changed:
            if name in ("max hp", "main"):
                continue
            old, new = before[name], after[name]
            words = self.odds.words.get(name, [])
            name = written(name)
            if 0 <= new < len(words):
                parts.append(words[new].replace("-", " "))
            elif name in harmful or max(old, new) > 1:
                parts.append(f"{name} {old} to {new}")
            elif new > old:
                parts.append(name if new == 1 or name in GONE else f"{name} {new}")
            else:
                parts.append(f"no {name}" if new == 0 else f"{name} {new}")
        return ", ".join(parts) or "unchanged"

    def person(self, who: str, line: Line) -> Plain:
        """Return what may become of one combatant."""
        chances = line.marginal(who)
        kinds = {
            "none": Fraction(0),
            "other": Fraction(0),
            "hurt": Fraction(0),
            "down": Fraction(0),
        }
        rows: list[tuple[int, str, str, Fraction]] = []
        for result, chance in chances.items():
            harm = self.hurt(who, line, result)
            kind = "down" if self.falls(who, line, result) else "hurt" if harm else "other"
            text = self.words(who, line, result)
            if kind == "other" and text == "unchanged":
                kind = "none"
            kinds[kind] += chance
            rows.append((harm + (1000 if kind == "down" else 0), kind, text, chance))
        rows.sort(key=lambda one: (-one[0], one[2]))
        known = self.lens.numbers == EXACT or self.lens.own(
            self.lens.fight.combat, self.places[who]
        )
        found: Plain = {"who": who, "stack": self.stack(kinds)}
        event = "hurt" if kinds["hurt"] + kinds["down"] else "other"
        share = kinds["hurt"] + kinds["down"] if event == "hurt" else kinds["other"]
        found["event"] = event
        found["share"] = rounded([share, 1 - share])[0]
        found["fraction"] = fraction(share) if len(fraction(share)) < 18 else ""
        found["down"] = rounded([kinds["down"], 1 - kinds["down"]])[0]
        if known:
            found["rows"] = self.rows(rows)
            found["after"] = self.after(who, line, chances)
        return found

    def stack(self, kinds: dict[str, Fraction]) -> list[list[int | str]]:
        """Return the bar from worst to best for who acts."""
        named = [(kind, share) for kind, share in kinds.items() if share]
        parts = rounded([share for _, share in named])
        return [[kind, part] for (kind, _), part in zip(named, parts, strict=True)]

    def rows(self, rows: list[tuple[int, str, str, Fraction]]) -> list[list[int | str]]:
        """Return the outcomes, gathered by their words, the gravest first."""
        gathered: dict[tuple[str, str], Fraction] = {}
        for _, kind, text, chance in rows:
            gathered[kind, text] = gathered.get((kind, text), Fraction(0)) + chance
        pairs = list(gathered.items())
        if len(pairs) > ROWS:
            ranked = sorted(pairs, key=lambda one: -one[1])[: ROWS - 1]
            kept = {name for name, _ in ranked}
            rest = sum([share for name, share in pairs if name not in kept], Fraction(0))
            count = len(pairs) - len(kept)
            pairs = [pair for pair in pairs if pair[0] in kept]
            pairs.append((("more", f"{count} other outcomes"), rest))
        parts = rounded([share for _, share in pairs])
        return [[kind, text, part] for ((kind, text), _), part in zip(pairs, parts, strict=True)]

    def after(self, who: str, line: Line, chances: dict[Result, Fraction]) -> Plain | None:
        """Return the distribution of the value that matters most, None if it stays."""
        for name, _ in HARM[self.ruleset]:
            if name not in line.names:
                continue
            at = line.names.index(name)
            found: dict[int, list[Fraction]] = {}
            for result, chance in chances.items():
                pair = found.setdefault(result[at], [Fraction(0), Fraction(0)])
                pair[1 if self.falls(who, line, result) else 0] += chance
            if len(found) > 1 or next(iter(found)) != self.odds.result_before(who)[at]:
                values = sorted(found)
                flat = [share for value in values for share in found[value]]
                parts = rounded(flat)
                bars = [
                    [value, parts[2 * place], parts[2 * place + 1]]
                    for place, value in enumerate(values)
                ]
                return {"name": name, "now": self.odds.result_before(who)[at], "bars": bars}
        return None


def forecast(lens: Lens, odds: Odds, targets: list[str], me: str) -> Plain:
    """Return a forecast for one audience.

    Args:
        lens: the audience.
        odds: the chances of the option.
        targets: whom the option names; they come first, then who else may be harmed.
        me: who acts.
    """
    reader = Reader(lens, odds)
    first = odds.lines[0]
    order = [target for target in targets if target in reader.who]
    order += [one for one in reader.who if one not in order and one != me]
    order += [me] if me in reader.who else []
    people = [reader.person(one, first) for one in order]
    people = [person for person in people if any(kind != "none" for kind, _ in person["stack"])]
    people.sort(key=lambda one: one["who"] not in targets and one["event"] != "hurt")
    answers: list[Plain] = []
    about: Plain = people[0] if people else {"who": me, "share": 0, "down": 0}  # who goes
    for line in odds.lines[1:]:
        who, key = line.answers[0]
        if about["who"] in line.who and who in (*reader.who, *reader.places):
            found = reader.person(str(about["who"]), line)
            row = {"who": who, "key": key, "share": found["share"], "down": found["down"]}
            if row["share"] != about["share"] or row["down"] != about["down"]:
                answers.append(row)
    answers.sort(key=lambda one: -abs(int(one["share"]) - int(about["share"])))
    return {
        "exact": all(line.exact for line in odds.lines[:1]),
        "people": people,
        "answers": answers[:BRANCHES],
        "bands": lens.numbers == BANDS,
    }


def listed(parts: list[tuple[int, str]]) -> list[list[Any]]:
    """Return the parts of a number as rows (amount, rule)."""
    return [[int(amount), rule] for amount, rule in parts]
