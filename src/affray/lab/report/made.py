"""How a report is made: from an encounter, whose fights are played, or from a result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from affray.content.problems import show
from affray.core.errors import InvalidError
from affray.lab import watch
from affray.lab.report import fights, results
from affray.lab.report.extras import check_extra
from affray.lab.report.page import Report
from affray.lab.results import heading
from affray.lab.seen import Seen
from affray.lab.watch import Watcher
from affray.sim.batches import Plan, Source, find, from_content
from affray.sim.executors import Executor
from affray.sim.players import Player


def of_encounter(
    encounter: str | Path | Source,
    *,
    seed: int = 1,
    first: int = 0,
    count: int = 400,
    seats: Mapping[str, Player] | None = None,
    packs: Sequence[str | Path] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Seen], None] | None = None,
) -> Report:
    """Play and watch fights ``first`` to ``first + count - 1``, and return what there is to say.

    Args:
        encounter: an id, the path of a file, or what returns a ruleset and a setup.
        seed: what dice and whims of players come from.
        first: the number of the first fight.
        count: how many.
        seats: who plays which seat; others are greedy.
        packs: paths of packs to add to the ruleset's content.
        jobs: worker processes; the report is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it; it stays open.
        progress: called with what was seen so far.

    Ctrl-C ends it with the fights that were watched, if there are any; ``heading["stopped"]`` then
    says ``interrupted``.

    Raises:
        InvalidError: the encounter or a pack is at fault, or the extra is missing, or there are no
            fights.
        KeyboardInterrupt: it was broken off before any fight was complete.
        BrokenFightError: the rules failed in a fight.
        BotFaultError: a player of somebody's own failed in a fight.
    """
    check_extra()
    source = encounter if callable(encounter) else from_content(encounter, packs)
    name = "" if callable(encounter) else str(encounter)
    found = fights.Fights(Watcher(Plan(source, seed, dict(seats or {}))))
    found.seen = watch.run(
        source,
        seed=seed,
        first=first,
        count=count,
        seats=seats,
        jobs=jobs,
        executor=executor,
        progress=progress,
        rows=found.keep,
    )
    if not found.rows:
        if found.seen.batch.stopped:
            raise KeyboardInterrupt
        raise InvalidError([f"{name or 'report'}: no fight was played"])
    return of_fights(found, name, title_of(encounter, packs))


def title_of(encounter: str | Path | Source, packs: Sequence[str | Path]) -> str:
    """Return what an encounter is called."""
    if callable(encounter):
        return "Fights"
    return find(str(encounter), [Path(pack) for pack in packs]).name


def of_fights(found: fights.Fights, encounter: str, title: str) -> Report:
    """Return the report of fights that were played."""
    batch = found.seen.batch
    ruleset = found.watcher.arena.ruleset
    head = heading("report", encounter, ruleset, batch.seed, batch.players)
    last = batch.first + batch.count - 1
    facts = [*results.facts_of(head), ("Fights", f"{batch.count:,} ({batch.first} to {last})")]
    return Report(
        "Report of an encounter",
        title,
        {**head, **batch.as_data()},
        facts,
        fights.sections(found),
        fights.tables(found),
        f"{ruleset.name}: {batch.count:,} fights, every one of them watched.",
    )


def of_result(result: Mapping[str, Any]) -> Report:
    """Return the report of what a command of the lab printed as JSON.

    Args:
        result: of ``sim``, ``fair``, ``balance``, ``sweep``, ``diff`` or ``worth``.

    Raises:
        InvalidError: it is none of these, or the extra is missing.
    """
    check_extra()
    if not isinstance(result, Mapping):
        raise InvalidError([f"result: found {show(result)}, expected the JSON of a lab command"])
    return results.report(result)
