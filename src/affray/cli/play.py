"""``affray play`` and ``affray run``: one fight, by people or by programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from affray.bots import LEVELS
from affray.cli import faults
from affray.cli.app import app
from affray.cli.json_lines import JsonSitting
from affray.cli.options import (
    AsJson,
    EncounterWord,
    Packs,
    Seats,
    begin,
    check_seats,
    fresh_seed,
    read_seats,
)
from affray.cli.output import out, put_json
from affray.cli.prompt import Sitting
from affray.render import terminal
from affray.session.fight import Fight
from affray.session.files import check_writable
from affray.session.journal import event_data, read
from affray.session.replay import load
from affray.session.seats import HUMAN
from affray.sim.batches import MOST_STEPS, find, ready

PERSON_SEAT: Final = "players"  # where a person sits if nothing is said

Seed = Annotated[int | None, typer.Option(help="The seed of the dice; by default a fresh one.")]


@app.command("play")
def play(
    encounter: Annotated[
        str,
        typer.Argument(
            metavar="ENCOUNTER", help="An encounter by id, a file, or a saved fight to go on with."
        ),
    ],
    *,
    seed: Seed = None,
    seat: Seats = None,
    dice: Annotated[
        str,
        typer.Option(
            metavar="seeded|real|SEAT",
            help="real: all dice are rolled by hand and typed in; or those of one seat.",
        ),
    ] = "seeded",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the fight there when you leave.")
    ] = None,
    pack: Packs = None,
    rules: Annotated[bool, typer.Option("--rules", help="Show the rule of every event.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a fight in the terminal.

    People and programs decide, seat by seat. A person sits on the seat players, greedy programs on
    the others; --seat foes=human changes that (human is a person). Type help at the prompt. With
    --json questions and events are lines of JSON, and every line of input is the key of an option.
    """
    seats = read_seats(seat, human=True)
    if save is not None:
        check_writable(save)
    if _is_journal(encounter):
        fight = _gone_on_with(encounter, seats)
    else:
        chosen = _at_the_table(seats, _seat_names(encounter, pack))
        fight = begin(encounter, pack, fresh_seed() if seed is None else seed, chosen, dice=dice)
    faults.trace.seed, faults.trace.fight = fight.seed, fight
    if as_json:
        JsonSitting(fight, save).run()
        return
    console = out()
    console.print(f"{encounter}, seed {fight.seed}. Type help for what can be typed.")
    if fight.dice_wanted is not None or dice != "seeded":
        console.print("Dice are rolled by hand: type the faces, one or several at once.")
    sitting = Sitting(fight, console, save, rules=rules)
    try:
        sitting.run()
    except KeyboardInterrupt:
        sitting.keep()
        raise


def _is_journal(word: str) -> bool:
    try:
        with Path(word).open("rb") as file:
            return file.read(64).lstrip().startswith(b'{"affray": "journal"')
    except (OSError, ValueError):
        return False


def _gone_on_with(path: str, seats: dict[str, str]) -> Fight:
    """Load a saved fight; whoever sat at the table when it began sits there again."""
    seated = read(path).header.get("seats")
    known = seated.items() if isinstance(seated, dict) else ()
    recorded = {seat: who for seat, who in known if who in (*LEVELS, HUMAN)}
    return load(path, seats=recorded | seats)


def _at_the_table(seats: dict[str, str], names: list[str]) -> dict[str, str]:
    """Return who sits where: as is said, else a person on one seat and programs on the others."""
    check_seats(seats, names)
    person = PERSON_SEAT if PERSON_SEAT in names else names[0]
    return dict.fromkeys(names[:-1], "greedy") | {person: HUMAN} | seats


def _seat_names(encounter: str, packs: list[Path] | None) -> list[str]:
    _, setup = ready(encounter, tuple(packs or ()))
    return list(setup.seats)


@app.command("run")
def run(
    encounter: EncounterWord,
    *,
    seed: Seed = None,
    number: Annotated[
        int, typer.Option("--fight", min=0, help="Which fight of the seed: as sim numbers them.")
    ] = 0,
    seat: Seats = None,
    pack: Packs = None,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the board every round.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Show the rule of every event.")] = False,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the journal there.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Watch programs play one fight.

    It tells who does what, every die, what comes of it. --fight 37 tells fight 37 of a simulation.
    """
    if journal is not None:
        check_writable(journal)
    seed = fresh_seed() if seed is None else seed
    faults.trace.seed = seed
    seats = read_seats(seat)
    names = _seat_names(encounter, pack)
    check_seats(seats, names)
    chosen = dict.fromkeys(names[:-1], "greedy") | seats
    fight = begin(encounter, pack, seed, chosen, number=number, hold=True)
    faults.trace.fight = fight
    fight.timeline.advance(MOST_STEPS)
    if journal is not None:
        fight.save(journal)
    if as_json:
        put_json(as_data(encounter, fight))
        return
    title = find(encounter, pack or ()).name
    replay_with = f" --fight {number}" if number else ""
    out().print(
        Text.assemble((title, "bold"), (f"  {encounter} --seed {seed}{replay_with}", "dim")),
        soft_wrap=True,
    )
    tell(out(), fight, boards=boards, rules=rules)
    if not fight.over:
        faults.complain(f"no end after {MOST_STEPS:,} steps: give the encounter a round_limit")
        raise typer.Exit(faults.SAID_NO)


def tell(console: Console, fight: Fight, *, boards: bool, rules: bool) -> None:
    """Print a fight from its beginning, with the board once everybody is placed and at the end."""
    words = fight.ruleset.words()
    drawn = 0
    for done in fight.timeline.done:
        for line in terminal.log(words, done.after, done.events, rules=rules):
            console.print(line, soft_wrap=True)
        if done.after.round > drawn and (boards or not drawn):
            _draw(console, fight, done.after)
        drawn = max(drawn, done.after.round)
    _draw(console, fight, fight.combat)
    console.print()
    console.print(terminal.ending(fight.outcome))


def _draw(console: Console, fight: Fight, combat: terminal.AnyCombat) -> None:
    console.print()
    console.print(terminal.board(combat), end="", soft_wrap=True)
    console.print(terminal.legend(combat))
    console.print(terminal.roster(fight.ruleset, combat), end="", soft_wrap=True)


def as_data(encounter: str, fight: Fight) -> dict[str, object]:
    """Return a fight as plain data: how it ended, everybody's line, all events."""
    outcome = fight.outcome
    combat = fight.combat
    return {
        "encounter": encounter,
        "ruleset": fight.ruleset.id,
        "seed": fight.seed,
        "fight": fight.number,
        "seats": fight.seats,
        "outcome": None
        if outcome is None
        else {"winner": outcome.winner, "reason": outcome.reason, "rounds": outcome.rounds},
        "combatants": terminal.lines(fight.ruleset, combat),
        "events": [event_data(event) for event in fight.events],
        "log": fight.log(rules=True),
        "digest": fight.digest,
    }
