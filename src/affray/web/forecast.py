"""What an option may do, as the browser draws it: one headline, outcomes that add up to 100 %."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from affray.odds import Line, Odds, Result, fraction
from affray.session import asking, chances
from affray.session.chances import GONE, HARM
from affray.web.naming import titles
from affray.web.views import BANDS, EXACT, Lens, Plain, title

BUDGET: Final = 2_500  # runs of one forecast
ROWS: Final = 6  # outcomes that are listed; the rest is one row
BRANCHES: Final = 6  # answers of others that are listed
OUTCOMES: Final = {"fate", "incapacitated", "unconscious"}  # what becomes of who goes down
IMPLIED: Final = {"prone", "gone"}  # and what it brings along
SHORT: Final = 2  # letters of HP and MP
PARTS: Final = 10_000  # a chance is sent in hundredths of a percent
SHOWN: Final = 1_000  # and shown in tenths, in which all chances of a card add up
BARE: Final = ("choose", "pass")  # verbs that say no more than that somebody is named
TENTH: Final = PARTS // SHOWN


def rounded(shares: list[Fraction], whole: int = PARTS, total: int | None = None) -> list[int]:
    """Return shares of 1 as parts of a whole by the largest remainder: they add up.

    Args:
        shares: of 1.
        whole: in how many parts 1 is divided.
        total: what the parts come to; the whole if left out and nothing is missing of 1.
    """
    exact = [share * whole for share in shares]
    parts = [int(one) for one in exact]
    if total is None:
        total = whole if sum(shares, Fraction(0)) == 1 else sum(parts)
    short = total - sum(parts)
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


def sent(tenths: int, share: Fraction) -> int:
    """Return a chance as it is sent: what may happen is never 0, what may fail never the whole."""
    return min(max(tenths * TENTH, 1), PARTS - 1) if 0 < share < 1 else tenths * TENTH


def bounds(line: Line, share: Fraction) -> list[int]:
    """Return between what a chance lies if it is sampled, [] if it is exact."""
    return [] if line.exact else [round(one * PARTS) for one in line.bounds(share)]


class Reader:
    """Reads chances for one audience: only numbers that it is shown."""

    def __init__(self, lens: Lens, odds: Odds) -> None:
        self.lens = lens
        self.odds = odds
        self.ruleset = lens.fight.ruleset.id
        combat = lens.fight.combat
        self.places = {str(unit.name): unit.index for unit in combat.units}
        self._before: dict[str, Result] = {}
        self.who = [one for one in odds.base.who if lens.sees(combat, self.places[one])]

    def before(self, who: str) -> Result:
        """Return how somebody is now: what has happened in the step under way is no chance."""
        if who not in self._before:
            fight = self.lens.fight
            self._before[who] = tuple(fight.ruleset.result(fight.combat, self.places[who]))
        return self._before[who]

    def change(self, who: str, line: Line, result: Result, name: str) -> int:
        """Return by how much a value changes."""
        at = line.names.index(name)
        return result[at] - self.before(who)[at]

    def hurt(self, who: str, line: Line, result: Result) -> int:
        """Return how much harm a result is, 0 none."""
        return chances.harm(self.odds, self.ruleset, who, line, result, self.before(who))

    def falls(self, who: str, line: Line, result: Result) -> bool:
        """Return whether somebody goes down by a result."""
        return chances.falls(self.odds, self.ruleset, who, line, result, self.before(who))

    def words(self, who: str, line: Line, result: Result) -> str:
        """Return a result in words: what changes, by how much."""
        parts: list[str] = []
        harmful = dict(HARM[self.ruleset])
        before = dict(zip(line.names, self.before(who), strict=True))
        after = dict(zip(line.names, result, strict=True))
        changed = [name for name in line.names if before[name] != after[name]]
        if any([name in OUTCOMES and after[name] > before[name] for name in changed]):
            # Whoever is said to be dead need not be said to lie there and to be gone.
            changed = [name for name in changed if name not in IMPLIED]
        for name in changed:
            if name in ("max hp", "main"):
                continue
            old, new = before[name], after[name]
            told = self.lens.words.outcome(name, old, new)
            if told:
                parts.append(told)
                continue
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
        """Return what may become of one combatant.

        Of who is not shown with numbers harm is told alone: the chance of going down would tell how
        much is left.
        """
        chances = line.marginal(who)
        known = self.lens.numbers == EXACT or self.lens.own(
            self.lens.fight.combat, self.places[who]
        )
        kinds = {
            "none": Fraction(0),
            "other": Fraction(0),
            "hurt": Fraction(0),
            "down": Fraction(0),
        }
        rows: list[tuple[int, str, str, Fraction]] = []
        for result, chance in chances.items():
            harm = self.hurt(who, line, result)
            falls = self.falls(who, line, result)
            kind = "down" if falls and known else "hurt" if harm or falls else "other"
            text = self.words(who, line, result)
            if kind == "other" and text == "unchanged":
                kind = "none"
            kinds[kind] += chance
            rows.append((harm + (1000 if kind == "down" else 0), kind, text, chance))
        rows.sort(key=lambda one: (-one[0], one[2]))
        tenths = dict(zip(kinds, rounded([*kinds.values()], SHOWN), strict=True))
        event = "hurt" if kinds["hurt"] + kinds["down"] else "other"
        counted = ("hurt", "down") if event == "hurt" else ("other",)
        share = sum([kinds[kind] for kind in counted], Fraction(0))
        found: Plain = {
            "who": who,
            "stack": [[kind, sent(tenths[kind], one)] for kind, one in kinds.items() if one],
            "event": event,
            "share": sent(sum([tenths[kind] for kind in counted]), share),
            "bounds": bounds(line, share),
            "fraction": fraction(share) if line.exact and len(fraction(share)) < 18 else "",
            "down": sent(tenths["down"], kinds["down"]),
            "falls": bounds(line, kinds["down"]),
        }
        if known:
            found["rows"] = self.rows(rows, tenths, line)
            found["after"] = self.after(who, line, chances, tenths["down"])
        return found

    def rows(
        self, rows: list[tuple[int, str, str, Fraction]], tenths: dict[str, int], line: Line
    ) -> list[list[Any]]:
        """Return the outcomes, gathered by their words, the gravest first.

        Args:
            rows: how grave, of which kind, in words, how likely.
            tenths: what the rows of each kind come to.
            line: they are of.
        """
        gathered: dict[tuple[str, str], Fraction] = {}
        for _, kind, text, chance in rows:
            gathered[kind, text] = gathered.get((kind, text), Fraction(0)) + chance
        parts: dict[tuple[str, str], int] = {}
        for kind, total in tenths.items():
            own = [name for name in gathered if name[0] == kind]
            each = rounded([gathered[name] for name in own], SHOWN, total)
            parts |= dict(zip(own, each, strict=True))
        listed = [*gathered]
        if len(listed) > ROWS:
            kept = {*sorted(listed, key=lambda name: -gathered[name])[: ROWS - 1]}
            rest = [name for name in listed if name not in kept]
            more = ("more", f"{len(rest)} other outcomes")
            gathered[more] = sum([gathered[name] for name in rest], Fraction(0))
            parts[more] = sum([parts[name] for name in rest])
            listed = [*[name for name in listed if name in kept], more]
        return [
            [*name, sent(parts[name], gathered[name]), bounds(line, gathered[name])]
            for name in listed
        ]

    def after(
        self, who: str, line: Line, chances: dict[Result, Fraction], down: int
    ) -> Plain | None:
        """Return the distribution of the value that changes most often, None if all stay.

        Args:
            who: whose value.
            line: of the chances.
            chances: of the results.
            down: tenths of a percent that going down comes to.
        """
        before = self.before(who)
        best, often = "", Fraction(0)
        for name, _ in HARM[self.ruleset]:  # the gravest first
            if name not in line.names:
                continue
            at = line.names.index(name)
            other = [chance for result, chance in chances.items() if result[at] != before[at]]
            if sum(other, Fraction(0)) > often:
                best, often = name, sum(other, Fraction(0))
        if not best:
            return None
        at = line.names.index(best)
        found: dict[int, list[Fraction]] = {}
        for result, chance in chances.items():
            pair = found.setdefault(result[at], [Fraction(0), Fraction(0)])
            pair[1 if self.falls(who, line, result) else 0] += chance
        values = sorted(found)
        fine = rounded([found[value][0] for value in values], SHOWN, SHOWN - down)
        falls = rounded([found[value][1] for value in values], SHOWN, down)
        bars = [
            [value, sent(up, found[value][0]), sent(out, found[value][1])]
            for value, up, out in zip(values, fine, falls, strict=True)
        ]
        return {"name": best, "now": before[at], "bars": bars}


def answer(lens: Lens, line: Line) -> str:
    """Return the answer for which a line holds, as it is called where it is asked for.

    By its game's own words; else by its key, everybody in it by name: ``Intercept``, ``Attack
    Maud Verrin with thrown hand axe``.
    """
    who, key = line.answers[0]
    if line.called:
        return title(line.called)
    names = titles(lens.fight)
    words = asking.priced(asking.spelled(key.removeprefix(f"{who} ")))[0].split(" ")
    if words[0] in names and line.verb not in BARE:
        words = [line.verb, *words]  # with whom it begins, its key does not say what is done
    return title(" ".join([names.get(word) or word.replace("-", " ") for word in words]))


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
            row = {"who": who, "key": key, "text": answer(lens, line)}
            row |= {name: found[name] for name in ("share", "down", "bounds")}
            if row["share"] != about["share"] or row["down"] != about["down"]:
                answers.append(row)
    answers.sort(key=lambda one: -abs(int(one["share"]) - int(about["share"])))
    return {
        "exact": first.exact,
        "runs": 0 if first.exact else first.scale,
        "people": people,
        "answers": answers[:BRANCHES],
        "bands": lens.numbers == BANDS,
    }


def listed(parts: list[tuple[int, str]]) -> list[list[Any]]:
    """Return the parts of a number as rows (amount, rule)."""
    return [[int(amount), rule] for amount, rule in parts]
