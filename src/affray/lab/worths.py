"""What is everything worth? The same fights without one member, ability, item or feat at a time.

Every fight is played as it is, then again without each, on the same dice. Whoever wins is counted
fight by fight: what is won with it and lost without it, and the other way round.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from affray.content.game import game
from affray.content.like import rows_of
from affray.content.problems import listed, nearest, show
from affray.content.roster import CHARACTER, CREATURE
from affray.core.choice import Absent
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.intervals import Moments, anytime
from affray.lab import watch
from affray.lab.changes import NAMES, Change, listed_out
from affray.lab.differences import APART, number, of_change, of_difference, side_of
from affray.lab.pairs import BETTER, WHOLE, WORSE, health
from affray.lab.paths import Files
from affray.lab.results import heading
from affray.lab.running import lent
from affray.lab.sequences import ALPHA, ALWAYS, FIXED
from affray.lab.variants import Variant, variant
from affray.sim import batches
from affray.sim.batches import MOST_STEPS
from affray.sim.counts import Batch, Row
from affray.sim.executors import Executor
from affray.state import begin

MEMBER: Final = "member"
WATCHED: Final = 40  # fights in which it is counted how often everything is used
# Lists of a sheet that say what somebody is, or what it has learned, not what it brings.
LEFT_ALONE: Final = (
    *("rules", "tags", "jobs", "learned", "archetypes", "permanent"),
    *("drawn", "readied", "stowed"),  # where things are that other lists hold
)


class Piece(NamedTuple):
    """Something that can be left out.

    Attributes:
        whose: the member that it belongs to, by id or key; of several alike all of them.
        side: the id of its side.
        kind: ``member``, or the list of the sheet that it stands in: ``feats``, ``weapons``.
        id: what it is.
        changes: what leaves it out.
    """

    whose: str
    side: str
    kind: str
    id: str
    changes: tuple[Change, ...]


def pieces(
    start: Variant, whose: Sequence[str] = (), kinds: Sequence[str] = ()
) -> tuple[list[Piece], list[tuple[Piece, str]]]:
    """Return all that can be left out of an encounter, and what cannot, with the reason.

    The rules judge what is left: a sheet that breaks them is refused.

    Args:
        start: the encounter.
        whose: the members, by id or name, or sides, whose things are wanted; all if none.
        kinds: what is wanted: ``member``, or lists of sheets such as ``feats``; all if none.

    Raises:
        InvalidError: the encounter is at fault, or nothing of that name can be left out.
    """
    files = start.read()
    files.prepared()
    found: list[Piece] = []
    refused: list[tuple[Piece, str]] = []
    for tried in _chosen(_candidates(files), whose, kinds):
        faults: list[str] = []
        for piece in tried:
            try:
                start.changed(*piece.changes)()
            except InvalidError as fault:
                faults.append(fault.problems[0])
            else:
                found.append(piece)
                break
        else:
            refused.append((tried[0], faults[0]))
    return found, refused


def _candidates(files: Files) -> list[list[Piece]]:
    """Return what might be left out, each with the ways to do it, the best first."""
    found: list[list[Piece]] = []
    known = _ids(files)
    for number_, side in enumerate(files.data["side"]):
        words: dict[str, Mapping[str, Any]] = {}
        for entry in side["members"]:
            words.setdefault(files.called(entry), entry)
        for word, entry in words.items():
            gone = Change(f"side[{number_}].members", word, "-=")
            found.append([Piece(word, side["id"], MEMBER, word, (gone,))])
            found += _of_sheet(files, word, side["id"], entry, known)
    return found


def _of_sheet(
    files: Files, word: str, side: str, entry: Mapping[str, Any], known: set[str]
) -> list[list[Piece]]:
    """Return what a member's sheet lists."""
    table, row = files.row(str(entry["id"]))
    stated = entry.get("with", {})
    lists = files.library().lists()
    left_alone = (*LEFT_ALONE, *game(files.ruleset).follows)
    found: list[list[Piece]] = []
    for kind, value in {**row, **{k: v for k, v in stated.items() if k in row}}.items():
        if kind in left_alone or not isinstance(value, list | dict | str) or not value:
            continue
        own = stated.get(kind)
        if isinstance(own, str):
            value = own.split()
        counted = isinstance(value, dict) and kind not in lists
        if isinstance(value, str) or counted:
            continue
        for id in dict.fromkeys(_entries(value, known)):
            ways = [] if own is not None else [f"{table}.{entry['id']}.{kind}"]
            if kind in lists or any(isinstance(one, dict) for one in value):
                ways.append(f"{side}.{word}.with.{kind}")
            found.append([Piece(word, side, kind, id, _all_of(path, value, id)) for path in ways])
    return found


def _entries(value: list[Any] | Mapping[str, Any], known: set[str]) -> list[str]:
    """Return the ids that a list of a sheet holds; of a table its keys."""
    if isinstance(value, Mapping):
        return [key for key in value if key in known]
    return [
        named(one) if isinstance(one, Mapping) else one
        for one in value
        if isinstance(one, Mapping)
        or (isinstance(one, str) and (one in known or one.partition(":")[0] in known))
    ]


def named(entry: Mapping[str, Any]) -> str:
    """Return what an entry of a list of tables is called."""
    return next((str(entry[key]) for key in NAMES if key in entry), "")


def _all_of(path: str, value: list[Any] | Mapping[str, Any], id: str) -> tuple[Change, ...]:
    """Return the changes that leave out all of one kind: three daggers are one thing to leave."""
    many = 1
    if isinstance(value, list) or ".with." in path:
        entries = listed_out(value)
        many = [named(one) if isinstance(one, dict) else one for one in entries].count(id)
    return tuple([Change(path, id, "-=")] * max(1, many))


def _ids(files: Files) -> set[str]:
    """Return the ids of everything that the content and the packs hold."""
    tables = [files.content(), *[data for _, data in files.packs]]
    return {
        str(row.get("id"))
        for data in tables
        for table in data
        if table not in (CHARACTER, CREATURE)
        for row in rows_of(data, table)
    }


# -- what came of it -------------------------------------------------------------------------------


@dataclass(slots=True)
class Worth:
    """What one thing is worth to the side that is judged.

    Attributes:
        piece: what was left out.
        count: how many fights were played with it and without it.
        gained: fights that the side wins with it and not without it.
        lost: fights that it wins without it only.
        same: fights that end the same after as many steps: who stands, and what is left of them.
        wins: the side's wins without it.
        margin: how much more health is left of the side, less that of the others, with it, in
            thousandths.
        uses: how often it was used in the fights that were watched; None where nothing tells.
        used_in: in how many of these.
        watched: how many were watched.
        kind: when its intervals are true.
        among: how many things it is compared with, itself too.
    """

    piece: Piece
    count: int
    gained: int
    lost: int
    same: int
    wins: int
    margin: Moments
    uses: int = 0
    used_in: int = 0
    watched: int = 0
    kind: str = FIXED
    among: int = 1

    def worth(self) -> tuple[float, float, float]:
        """Return the share of fights that the side wins more with it, with its 95 % interval."""
        low, high = of_change(self.gained, self.lost, self.count, self.kind)
        mean = (self.gained - self.lost) / self.count if self.count else math.nan
        return mean, low, high

    def health(self) -> tuple[float, float, float]:
        """Return how much more health is left with it, as a share, with its 95 % interval."""
        low, high = of_difference(self.margin, self.kind, APART)
        mean = self.margin.mean().mean
        return mean / WHOLE, low / WHOLE, high / WHOLE

    def verdict(self) -> str:
        """Return ``better`` or ``worse`` with it, "" while that is not known.

        It holds whenever one stops: of the fights that only one of the two wins. Of all things that
        are compared none is called so by chance in 95 % of cases: of forty that are worth nothing
        one in twenty each would be two.
        """
        low, high = anytime(self.gained, self.gained + self.lost, ALPHA / self.among)
        return BETTER if low > 0.5 else WORSE if high < 0.5 else ""

    @property
    def idle(self) -> bool:
        """Whether it changed nothing at all and was never used."""
        return self.count > 0 and self.same == self.count and not self.uses

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        mean, low, high = self.worth()
        sure, at_most = anytime(self.gained, self.gained + self.lost)
        return {
            "whose": self.piece.whose,
            "side": self.piece.side,
            "kind": self.piece.kind,
            "id": self.piece.id,
            "changes": [str(change) for change in self.piece.changes],
            "fights": self.count,
            "wins_without": self.wins,
            "gained": self.gained,
            "lost": self.lost,
            "identical": self.same,
            "worth": number(mean),
            "interval": [number(low), number(high)],
            "gained_of_changed": {"interval": [sure, at_most], "valid": ALWAYS},
            "verdict": self.verdict(),
            "health": [number(one) for one in self.health()],
            "uses": self.uses,
            "used_in": self.used_in,
            "watched": self.watched,
            "never_used": self.idle,
        }


@dataclass(slots=True)
class Worths:
    """What everything in an encounter is worth.

    Attributes:
        variant: what was played.
        side: the id of the side that is judged.
        title: its name.
        seed: what all dice and whims of players came from.
        ruleset: whose rules were played.
        batch: counts of the fights as they are.
        place: the number of that side.
        found: what each thing is worth, as it is listed in the encounter.
        refused: what cannot be left out, with the reason.
        stopped: ``interrupted``, or "".
    """

    variant: Variant
    side: str
    title: str
    seed: int
    ruleset: Ruleset
    batch: Batch
    place: int
    found: list[Worth]
    refused: list[tuple[Piece, str]]
    stopped: str = ""

    def ranked(self) -> list[Worth]:
        """Return them by what they are worth to the side that is judged, the most first.

        By wins; of those that are equal, by the health that is left.
        """

        def rank(one: Worth) -> tuple[float, float]:
            many = max(1, one.count)
            return (one.lost - one.gained) / many, -one.margin.total / many

        return sorted(self.found, key=rank)

    def as_data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            **heading("worth", self.variant.word, self.ruleset, self.seed, self.batch.players),
            "packs": [str(path) for path in self.variant.paths],
            "changes": [str(change) for change in self.variant.changes],
            "side": self.side,
            "stopped": self.stopped,
            "fights": self.batch.count,
            "wins": self.batch.wins[self.place],
            "pieces": [one.as_data() for one in self.ranked()],
            "refused": [
                {"whose": piece.whose, "side": piece.side, "kind": piece.kind, "id": piece.id,
                 "reason": why}
                for piece, why in self.refused
            ],
        }  # fmt: skip


def worth(
    encounter: str | Path | Variant,
    *,
    whose: Sequence[str] = (),
    kinds: Sequence[str] = (),
    packs: Sequence[str | Path] = (),
    side: str = "",
    seed: int = 1,
    count: int = 200,
    watched: int = WATCHED,
    seats: Mapping[str, str] | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    most_steps: int = MOST_STEPS,
    progress: Callable[[str, int, int], None] | None = None,
) -> Worths:
    """Play an encounter as it is, and without each member, ability, item, feat: on the same dice.

    Args:
        encounter: by id or path, or with changes of its own (``affray.lab.variant``).
        whose: the members, by id or key, or sides, whose things are left out; all if none.
        kinds: what is left out: ``member``, or lists of sheets such as ``feats``; all if none.
        packs: paths of packs to add to the game's content.
        side: the id of the side that is judged; the first side if left out.
        seed: what dice and whims of players come from, together with the number of the fight.
        count: how many fights without each.
        watched: in how many fights it is counted how often everything is used.
        seats: who plays which seat; others are greedy.
        jobs: worker processes; the result is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it.
        most_steps: a fight that needs more is given up.
        progress: called with what is left out, how many things are done, and how many there are.

    Returns:
        What each is worth; after Ctrl-C those that were played.

    Raises:
        InvalidError: the encounter is at fault, or nothing of that name can be left out.
        BrokenFightError: the rules failed in a fight.
    """
    start = encounter if isinstance(encounter, Variant) else variant(encounter, packs)
    ruleset, setup = start()
    judged = side_of(setup, side)
    ids = [one.id for one in setup.sides]
    place = ids.index(judged)
    found, refused = pieces(start, whose, kinds)
    how: dict[str, Any] = {"seed": seed, "seats": seats, "most_steps": most_steps}
    with lent(executor, jobs, count) as where:
        base = played(start, place, where, count=count, **how)
        made = Worths(
            start,
            judged,
            setup.sides[place].name or judged,
            seed,
            ruleset,
            base.batch,
            place,
            [],
            refused,
            base.batch.stopped,
        )
        used: Mapping[tuple[str, str], tuple[int, int]] = {}
        if not made.stopped:
            used = uses(start, min(watched, count), seed, seats)
        for done, piece in enumerate(found):
            if made.stopped:
                break
            if progress is not None:
                progress(f"without {piece.whose} {piece.id}".strip(), done, len(found))
            without = played(start.changed(*piece.changes), place, where, count=count, **how)
            made.stopped = without.batch.stopped
            if without.batch.count:
                one = compared(piece, base, without, place)
                one.watched = min(watched, count)
                one.uses, one.used_in = used.get((piece.whose, piece.id.partition(":")[0]), (0, 0))
                made.found.append(one)
    for one in made.found:
        one.kind = ALWAYS if made.stopped else FIXED
        one.among = max(1, len(found))
    return made


@dataclass(slots=True)
class Played:
    """Fights of one version: their counts, and of each who won and how it ended."""

    batch: Batch
    winners: list[int]
    endings: list[tuple[object, ...]]
    margins: list[int]


def played(one: Variant, side: int, where: Executor, **how: Any) -> Played:
    """Play fights of a version; ``side`` is the one whose health is told."""
    ruleset, setup = one()
    begun = begin.begun(ruleset, setup, SeededDice(0), [Absent() for _ in setup.seats])
    start = [ruleset.measures(begun, who) for who in range(len(setup.members))]
    ours = [member.side == side for member in setup.members]
    found = Played(Batch(0, 0, (), (), (), {}, [], [], []), [], [], [])

    def note(batch: Batch) -> None:
        for row in batch.rows:
            found.winners.append(row.winner)
            found.endings.append((*row[1:5], row.down, row.measures))
            found.margins.append(margin(row, start, ours))

    found.batch = batches.run(one, executor=where, rows=note, **how)
    return found


def margin(row: Row, start: Sequence[Mapping[str, int]], ours: Sequence[bool]) -> int:
    """Return the health left of a side less that of the others, in thousandths."""
    left: tuple[list[int], list[int]] = ([], [])
    for who, own in enumerate(ours):
        share = 0 if row.down[who] else health(start[who], row.measures[who])
        left[not own].append(share)
    means = [sum(some) // len(some) if some else 0 for some in left]
    return means[0] - means[1]


def compared(piece: Piece, base: Played, without: Played, place: int) -> Worth:
    """Return what something is worth, from fights with it and without it."""
    pairs = list(zip(base.winners, without.winners, strict=False))
    changes = [a - b for a, b in zip(base.margins, without.margins, strict=False)]
    return Worth(
        piece,
        len(pairs),
        sum([a == place != b for a, b in pairs]),
        sum([b == place != a for a, b in pairs]),
        sum([a == b for a, b in zip(base.endings, without.endings, strict=False)]),
        without.batch.wins[place],
        Moments(len(changes), sum(changes), sum([one * one for one in changes])),
    )


def uses(
    start: Variant, count: int, seed: int, seats: Mapping[str, str] | None
) -> dict[tuple[str, str], tuple[int, int]]:
    """Return how often everybody used everything, and in how many fights, in watched fights.

    Those who are alike are one: by what members are called in paths.
    """
    seen = watch.run(start, seed=seed, count=count, seats=seats)
    files = start.read()
    keys: dict[str, str] = {}
    for side in files.data["side"]:
        for entry in side["members"]:
            keys[files.called(entry)] = files.called(entry)
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for (who, ability), effect in seen.abilities().items():
        if not ability or not 0 <= who < len(seen.names):
            continue
        name = seen.names[who]
        base = name if name in keys else name.rpartition("-")[0]
        times, fights = found.get((base, ability), (0, 0))
        found[base, ability] = (
            times + effect.uses,
            max(fights, seen.used_in[who, ability]),
        )
    return found


def _chosen(
    found: Sequence[list[Piece]], whose: Sequence[str], kinds: Sequence[str]
) -> list[list[Piece]]:
    """Return those that are asked for."""
    first = [ways[0] for ways in found]
    for words, known, what in (
        (whose, {one.whose for one in first} | {one.side for one in first}, "a member or a side"),
        (kinds, {one.kind for one in first}, "member or a list of a sheet"),
    ):
        for word in words:
            if word not in known:
                close = nearest(word, known)
                hint = f"; did you mean {close}?" if close else f": {listed(sorted(known))}"
                raise InvalidError([f"worth: found {show(word)}, expected {what}{hint}"])
    return [
        ways
        for ways, one in zip(found, first, strict=True)
        if (not whose or one.whose in whose or one.side in whose)
        and (not kinds or one.kind in kinds)
    ]
