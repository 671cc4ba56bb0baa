"""What every ruleset promises of those who join, leave or are struck by the game master's word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from affray.bots import RandomBot
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.event import Placed
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.session import journal, replay
from affray.session.fight import Fight
from affray.state import newcomers, snapshot
from tests.contract import facts

MOMENTS = (0, 3, 8)  # questions after which somebody joins ...
WINDOWS = 2  # ... and in so many of the reactions
LAST = 48  # questions that are answered
STEPS = 60


def free_cells(fight: Fight) -> Iterator[str]:
    """The cells in rows from the middle of the map outwards: most of those that are free."""
    grid = fight.combat.grid
    middle = (grid.size - grid.width) // 2
    for cell in sorted(range(grid.size), key=lambda one: abs(one - middle)):
        if fight.combat.is_free(cell, -1):
            yield grid.name(cell)


def joins(fight: Fight, number: int) -> str:
    """Let one of the encounter's kinds join where it can; return its name."""
    member = fight.setup.members[number % len(fight.setup.members)]
    side = fight.setup.sides[member.side].id
    for cell in free_cells(fight):
        try:
            return fight.add(member.id, cell, side)
        except InvalidError as fault:
            refused = str(fault)
    raise AssertionError(refused)


def seen(fight: Fight) -> tuple[object, ...]:
    """What shows where a fight stands."""
    asked = (fight.choice.rule, fight.choice.keys) if fight.asking else ()
    return fight.digest, fight.combat.key(), asked, fight.log()


def whoever_joins_takes_part(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """At the start, in turns and in reactions; then all are as with a fight that began so."""
    fight = Fight(ruleset, setup, seed, seats=dict.fromkeys(setup.seats, "human"), source={})
    bot = RandomBot(seed)
    known: list[str] = []
    windows = 0
    for number in range(LAST):
        if fight.over:
            break
        reaction = fight.choice.reaction and windows < WINDOWS
        windows += reaction
        if number in MOMENTS or reaction:
            known.append(_joined(fight, number))
        if number == 30 and known:
            _left(fight, known[0])
        if number in (6, 20) or (reaction and windows == 1):
            _hurt(fight, known[-1])
        if not fight.over:
            fight.choose(bot.decide(fight.choice.choice))
    _kept(fight, ruleset, setup)


def _joined(fight: Fight, number: int) -> str:
    before = seen(fight)
    units = len(fight.combat.units)
    dice = fight.dice
    name = joins(fight, number)
    after = seen(fight)
    made = [one for one in fight.combat.units if one.name == name]
    assert len(made) == 1
    assert made[0].index == units  # nobody's dice are another's
    assert made[0].present
    came = [event for event in fight.events if isinstance(event, Placed) and event.way == "joins"]
    assert (came[-1].who, came[-1].after) == (units, made[0].cell)
    assert any("joins the" in line for line in fight.log())
    assert name in [one["name"] for one in fight.view(fight.setup.seats[-1])["combatants"]]
    assert fight.dice == dice or not fight.timeline.open.answers
    fight.undo(same_dice=True)
    assert seen(fight) == before
    fight.redo()
    assert seen(fight) == after
    return name


def _hurt(fight: Fight, name: str) -> None:
    """Harm strikes once, what was asked before is asked again, undo takes it back."""
    before = seen(fight)
    asked = fight.choice.rule
    unit = next(one for one in fight.timeline.combat.units if one.name == name)
    if not unit.present:
        return
    fight.damage(name, 1)
    assert fight.timeline.combat.due is None or fight.asking
    if fight.asking and not fight.over and fight.timeline.combat.due is None:
        assert fight.choice.rule == asked
    after = seen(fight)
    fight.undo(same_dice=True)
    assert seen(fight) == before
    fight.redo()
    assert seen(fight) == after


def _left(fight: Fight, name: str) -> None:
    before = seen(fight)
    combat = fight.timeline.combat
    who = next(one for one in combat.units if one.name == name)
    if not who.present and fight.ruleset.down(combat, who.index):
        return
    fight.remove(name)
    gone = next(one for one in fight.timeline.combat.units if one.name == name)
    assert not gone.present
    assert gone.cell < 0
    assert fight.ruleset.down(fight.timeline.combat, gone.index)
    fight.undo(same_dice=True)
    assert seen(fight) == before
    fight.redo()


def _kept(fight: Fight, ruleset: Ruleset, setup: Setup) -> None:
    """Journal, snapshot and copies of the fight are the fight."""
    lines = json.loads(json.dumps([fight.journal.header, fight.journal.entries]))
    result = replay.again(journal.Journal(*lines), "journal", lambda _: (ruleset, setup))
    result.journal.fault = None
    assert result.difference is None, str(result)
    assert seen(result.fight) == seen(fight)
    kept = journal.parse(fight.snapshot().text().encode(), "snapshot")
    resumed = replay.resume(kept, opener=lambda _: (ruleset, setup))
    twin = fight.copy()
    assert (resumed.digest, resumed.combat.key()) == (fight.digest, fight.combat.key())
    assert seen(twin) == seen(fight)
    combat = fight.timeline.combat
    data = json.loads(json.dumps(snapshot.save(combat, ruleset)))
    template = ruleset.begin(setup, combat.dice, combat.agents)
    loaded = snapshot.load(template, data, ruleset)
    assert loaded.key() == combat.key()
    assert loaded.holders() == combat.holders()
    assert snapshot.save(loaded, ruleset) == snapshot.save(combat, ruleset)
    for one in (fight, resumed, twin):
        one.auto("greedy", steps=12)
    assert resumed.digest == fight.digest == twin.digest


def events_add_up_with_newcomers(ruleset: Ruleset, setup: Setup, seed: int) -> None:
    """The numbers and the place of who joins and leaves go from value to value as all others."""
    agents = facts.noisy(ruleset, setup, seed)
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    combat.watched = True
    for number in range(STEPS):
        if combat.outcome:
            return
        before = combat.clone()
        combat.events = []
        if number in (0, 9):
            _brought(combat, ruleset, setup, number)
        elif number == 30 and combat.units[-1].present:
            newcomers.carry_out(combat, ruleset, "remove", combat.units[-1].name)
        elif number in (20, 40) and struck(combat, ruleset):
            continue  # the next step is the harm that is due now
        else:
            combat.changes = 0
            combat.dice.log = []
            combat.step()
        facts.told_add_up(ruleset, before, combat)
        assert combat.recount() == ""


def struck(combat: Combat[Any], ruleset: Ruleset) -> bool:
    """Order harm for somebody who stands on the map; return whether there is anybody."""
    here = [one.name for one in combat.units if one.present and one.cell >= 0]
    if here:
        newcomers.carry_out(combat, ruleset, "damage", {"who": here[len(here) // 2], "n": 30})
        assert combat.clone().key() == combat.key()
    return bool(here)


def _brought(combat: Combat[Any], ruleset: Ruleset, setup: Setup, number: int) -> None:
    """Let one of the encounter's kinds join where it can."""
    member = setup.members[-1 - number % len(setup.members)]
    for cell in range(combat.grid.size):
        at = combat.grid.name(cell)
        trial = combat.clone()
        data = {"id": member.id, "side": setup.sides[member.side].id, "at": at}
        with suppress(InvalidError):
            newcomers.carry_out(trial, ruleset, "add", data)
            newcomers.carry_out(combat, ruleset, "add", data)
            return
