"""``affray play`` and ``affray run``: one fight, by people or by programs."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from affray.bots import LEVELS, ThinkingBot, Thought
from affray.cli import faults
from affray.cli.app import app
from affray.cli.autosave import Autosave, Leaving, usual_path
from affray.cli.json_lines import JsonSitting
from affray.cli.options import (
    Anyway,
    AsJson,
    EncounterWord,
    Packs,
    Seats,
    begin,
    check_seats,
    encounters,
    fresh_seed,
    read_seats,
)
from affray.cli.output import out, put_json, put_line
from affray.cli.playing import handrolled
from affray.cli.playing.sitting import Sitting
from affray.core.errors import InvalidError
from affray.render import terminal
from affray.session.fight import Fight
from affray.session.journal import event_data, read
from affray.session.replay import again, loaded
from affray.session.seats import HUMAN, Who
from affray.sim.batches import MOST_STEPS, find, ready
from affray.sim.players import Seat, maker_of, take_seat

PERSON_SEAT: Final = "players"  # where a person sits if nothing is said

Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there already.")]
Seed = Annotated[int | None, typer.Option(help="The seed of the dice; by default a fresh one.")]


@app.command("play")
def play(
    encounter: Annotated[
        str,
        typer.Argument(
            metavar="ENCOUNTER",
            autocompletion=encounters,
            help="An encounter by id, a file, or a saved fight to go on with.",
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
    journal: Annotated[
        Path | None,
        typer.Option(
            "--journal",
            "--save",
            metavar="FILE",
            help="Save the fight there while it is played; by default in your state folder.",
        ),
    ] = None,
    save: Annotated[
        bool, typer.Option("--autosave/--no-autosave", help="Whether the fight is saved at all.")
    ] = True,
    force: Force = False,
    anyway: Anyway = False,
    pack: Packs = None,
    rules: Annotated[bool, typer.Option("--rules", help="Show the rule of every event.")] = False,
    ask_all: Annotated[
        bool,
        typer.Option(
            "--ask-all", help="Ask everything, also where the default stands if nothing is typed."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a fight in the terminal.

    People and programs decide, seat by seat. A person sits on the seat players, greedy programs on
    the others; --seat foes=human changes that (human is a person). Type help at the prompt. With
    --json questions and events are lines of JSON, and every line of input is the key of an option.
    Every answer is on the disk before the next question; a saved fight goes on where it was.
    """
    if journal is not None and not save:
        raise typer.BadParameter("found --no-autosave too", param_hint="--journal")
    seats = read_seats(seat, human=True)
    with Leaving() as leaving:
        if _is_journal(encounter):
            fight, file = _gone_on_with(
                Path(encounter), seats, journal, save=save, force=force, anyway=anyway
            )
        else:
            chosen = _at_the_table(seats, _seat_names(encounter, pack))
            seed = fresh_seed() if seed is None else seed
            file = _new_file(encounter, seed, journal, force=force) if save else None
            fight = begin(encounter, pack, seed, chosen, dice=dice, on_entry=file)
        faults.trace.seed, faults.trace.fight = fight.seed, fight
        faults.trace.saved = file.path if file is not None else None
        table = JsonSitting(fight, leaving) if as_json else None
        if table is not None:
            put_line({"journal": None if file is None else str(file.path)})
        else:
            console = out()
            console.print(f"{encounter}, seed {fight.seed}. Type help for what can be typed.")
            if file is not None:
                console.print(f"It is saved as you play: {file.path}", soft_wrap=True)
            if fight.dice_wanted is not None or dice != "seeded":
                console.print("Dice are rolled by hand: type the faces, one or several at once.")
                console.print(handrolled.needed(fight.ruleset.id), soft_wrap=True)
        sitting = table or Sitting(fight, out(), leaving, rules=rules, ask_all=ask_all)
        _sit(sitting, fight, file, quiet=as_json)


def _sit(table: Sitting | JsonSitting, fight: Fight, file: Autosave | None, *, quiet: bool) -> None:
    """Play, and end the file whatever happens.

    Raises:
        InvalidError: what was played could not be saved.
    """
    left: faults.Left | None = None
    try:
        table.run()
    except faults.Left as gone:
        left = gone
    finally:
        if file is not None:
            with suppress(InvalidError):  # perhaps there is room again; else close tells it
                fight.report()
            file.close()
    with suppress(OSError) if left else nullcontext():  # perhaps nobody is there to read it
        if file is not None and file.count and not quiet:
            out().print(f"\nsaved: {file.path} (affray play goes on with it)", soft_wrap=True)
    if left is not None:
        raise left


def _new_file(encounter: str, seed: int, journal: Path | None, *, force: bool) -> Autosave:
    """Return the file of a new fight: where it was to be, else in the user's folder."""
    if journal is None:
        return Autosave(usual_path(encounter, seed))
    file = Autosave(journal)
    file.begin(force=force)
    return file


def _is_journal(word: str) -> bool:
    path = Path(word)
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(64).lstrip().startswith(b'{"affray": "journal"')
    except (OSError, ValueError):
        return False


def _gone_on_with(
    path: Path,
    seats: dict[str, str],
    journal: Path | None,
    *,
    save: bool,
    force: bool,
    anyway: bool,
) -> tuple[Fight, Autosave | None]:
    """Load a saved fight, to go on in its file unless another is named.

    Whoever sat at the table when it was left sits there again. A file of an earlier format stays as
    it is.
    """
    saved = read(path)
    result = again(saved, path.name, anyway=anyway)
    if saved.cut_off and result.difference is saved.fault:
        lines = f"the {result.lines} lines that are whole"
        faults.complain(f"{path.name}: its end is missing; it goes on after {lines}")
    recorded = {seat: who for seat, who in saved.seats().items() if who in (*LEVELS, HUMAN)}
    file = None
    if save:
        if saved.former and journal is None:
            journal = usual_path(path.name, result.fight.seed)
            journal.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            old = f"{path.name}: is of format {saved.header['format']} and stays as it is"
            faults.complain(f"{old}; the fight goes on in {journal}")
        elsewhere = journal is not None and journal.resolve() != path.resolve()
        file = Autosave(journal if journal is not None and elsewhere else path)
        if result.difference is None or result.difference.last:
            if elsewhere or saved.former:
                file.begin(force=force)
                file.copy(result.fight.journal if saved.former else saved)
            else:
                file.go_on(saved)
    fight = loaded(result, path.name, recorded | seats, cut_off=True, on_entry=file)
    return fight, file


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
    think: Annotated[
        bool, typer.Option("--think", help="Tell what players that think considered.")
    ] = False,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the journal there.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Watch programs play one fight.

    It tells who does what, every die, what comes of it. --fight 37 tells fight 37 of a simulation.
    --think tells before each step what was compared: how the side stands after an answer, from -1
    (lost) to 1 (won), on average over so many imagined futures, and what it gained in them over
    the plain answer on the same dice, which decides.
    """
    seed = fresh_seed() if seed is None else seed
    faults.trace.seed = seed
    seats = read_seats(seat, own=True)
    names = _seat_names(encounter, pack)
    check_seats(seats, names)
    usual: dict[str, Who] = dict.fromkeys(names[:-1], "greedy")
    chosen = usual | _own_players(encounter, pack, seats, seed, number)
    file = Autosave(journal, sync=False) if journal is not None else None
    if file is not None:
        file.begin(force=force)
    fight = begin(encounter, pack, seed, chosen, number=number, hold=True, on_entry=file)
    faults.trace.fight = fight
    thoughts = Thoughts(fight) if think else None
    fault = _advance(fight, file, thoughts)
    if as_json:
        considered = {} if thoughts is None else {"thoughts": thoughts.as_data(fight)}
        put_json(as_data(encounter, fight) | considered)
    else:
        _show_run(encounter, pack, fight, thoughts, boards=boards, rules=rules)
    if fault is not None:
        raise fault
    if not fight.over and not as_json:
        faults.complain(f"no end after {MOST_STEPS:,} steps: give the encounter a round_limit")
        raise typer.Exit(faults.SAID_NO)


def _own_players(
    encounter: str, pack: list[Path] | None, seats: Mapping[str, str], seed: int, number: int
) -> dict[str, Who]:
    """Return who plays the seats, own players as a simulation would make them for this fight."""
    found: dict[str, Who] = dict(seats)
    own = {seat: player for seat, player in seats.items() if player not in LEVELS}
    if own:
        ruleset, setup = ready(encounter, tuple(pack or ()))
        for name, player in own.items():
            place = setup.seats.index(name)
            seat = Seat(name, place, ruleset, setup, seed, number)
            found[name] = take_seat(player, maker_of(player), seat)
    return found


class Thoughts:
    """What the players of a fight that think considered, step by step."""

    def __init__(self, fight: Fight) -> None:
        self.players = [agent for agent in fight.timeline.agents if isinstance(agent, ThinkingBot)]
        for player in self.players:
            player.memory = []
        self.of_step: dict[int, list[Thought]] = {}

    def note(self, step: int) -> None:
        """Take what was considered since as thoughts of a step, by its number."""
        for player in self.players:
            if player.memory:
                self.of_step.setdefault(step, []).extend(player.memory)
                player.memory = []

    def lines(self, fight: Fight, step: int) -> list[str]:
        """Return the thoughts of a step in words, what was done first."""
        found: list[str] = []
        for one in self.of_step.get(step, []):
            name = f"{fight.combat.units[one.who].name}, " if one.who >= 0 else ""
            found.append(f"  {name}{one.prompt}")
            for place in ranked(one):
                futures = "1 future" if one.trials[place] == 1 else f"{one.trials[place]} futures"
                told = f"{one.gain(place):+.2f} against the plain one" if place else "the plain one"
                mark = ">" if place == one.best else " "
                what = f"{one.mean(place):+.2f}  {one.keys[place]}"
                found.append(f"  {mark} {what}  ({futures}, {told})")
        return found

    def as_data(self, fight: Fight) -> list[dict[str, object]]:
        """Return all thoughts as plain data."""
        return [
            {
                "step": step,
                "who": fight.combat.units[thought.who].name if thought.who >= 0 else "",
                "prompt": thought.prompt,
                "chosen": thought.keys[thought.best],
                "options": [
                    {
                        "key": thought.keys[place],
                        "mean": thought.mean(place),
                        "gain": thought.gain(place),
                        "futures": thought.trials[place],
                    }
                    for place in range(len(thought.options))
                ],
            }
            for step, thoughts in sorted(self.of_step.items())
            for thought in thoughts
        ]


def ranked(thought: Thought) -> list[int]:
    """Return the places of what was considered: what was chosen, then by how long it was."""
    places = range(len(thought.options))
    return sorted(places, key=lambda one: (one != thought.best, -thought.trials[one], one))


def _advance(fight: Fight, file: Autosave | None, thoughts: Thoughts | None) -> InvalidError | None:
    """Play to the end, come what may of the file; return why it could not be written."""
    fault: InvalidError | None = None
    try:
        _steps(fight, thoughts, MOST_STEPS)
    except InvalidError as found:
        if file is None or file.fault is not found:
            raise
        fault = found
        fight.on_entry = None
        _steps(fight, thoughts, MOST_STEPS - len(fight.timeline.done))
    try:
        if file is not None:
            fight.report()
            file.close()
    except InvalidError as found:
        fault = fault or found
    return fault


def _steps(fight: Fight, thoughts: Thoughts | None, most: int) -> None:
    """Make so many steps at the most, or all that there are."""
    if thoughts is None:
        fight.timeline.advance(most)
        return
    made = 0
    while made < most and not fight.over:
        fight.timeline.advance(1)
        thoughts.note(len(fight.timeline.done) - 1)
        made += 1


def _show_run(
    encounter: str,
    pack: list[Path] | None,
    fight: Fight,
    thoughts: Thoughts | None,
    *,
    boards: bool,
    rules: bool,
) -> None:
    number = fight.number
    title = find(encounter, pack or ()).name
    replay_with = f" --fight {number}" if number else ""
    out().print(
        Text.assemble((title, "bold"), (f"  {encounter} --seed {fight.seed}{replay_with}", "dim")),
        soft_wrap=True,
    )
    tell(out(), fight, thoughts, boards=boards, rules=rules)


def tell(
    console: Console,
    fight: Fight,
    thoughts: Thoughts | None = None,
    *,
    boards: bool,
    rules: bool,
) -> None:
    """Print a fight from its beginning, with the board once everybody is placed and at the end."""
    words = fight.ruleset.words()
    drawn = 0
    for step, done in enumerate(fight.timeline.done):
        for said in thoughts.lines(fight, step) if thoughts is not None else ():
            console.print(said, style="dim", markup=False, highlight=False, soft_wrap=True)
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
