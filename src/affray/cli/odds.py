"""``affray odds``: the exact chance of every result."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Final

import typer

from affray.bots import greedy, seated
from affray.checking.casefile import read_cases
from affray.checking.cases import open_case
from affray.cli import faults
from affray.cli.app import app
from affray.cli.options import (
    AsJson,
    Packs,
    Seats,
    begin,
    check_seats,
    meant,
    read_seats,
)
from affray.cli.output import out, put_json
from affray.cli.playing.keys import chosen, read_value
from affray.core.choice import Agent, Choice, Pending
from affray.core.errors import AffrayError, AmbiguousError, IllegalError, InvalidError, ScriptError
from affray.session.fight import Fight
from affray.session.question import Question
from affray.session.seats import HUMAN
from affray.sim.batches import ready
from affray.state.paths import arrange

MOST: Final = 20_000  # questions, before the search is given up


@app.command("odds")
def odds(
    encounter: Annotated[
        str,
        typer.Argument(
            metavar="ENCOUNTER", help="An encounter by id or file; anything with --case."
        ),
    ],
    option: Annotated[
        str,
        typer.Argument(
            metavar="OPTION",
            help="An option by its key, such as 'strike ogre-2'; with who takes it, "
            "'ana: strike ogre-2'. Further stages follow after ' / '.",
        ),
    ],
    *,
    seed: Annotated[int, typer.Option(help="The seed of the fight that leads there.")] = 1,
    case: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Ask at the end of the script of this case, not in a fight."
        ),
    ] = None,
    from_round: Annotated[
        int, typer.Option("--round", min=0, help="Look no earlier than this round.")
    ] = 0,
    put: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="PATH=VALUE", help="Change a value first, such as ana.fatigue=2."
        ),
    ] = None,
    seat: Seats = None,
    pack: Packs = None,
    whole: Annotated[
        bool, typer.Option("--all", help="At a terminal: all lines, not a page of them.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the exact chance of every result, at a terminal the likeliest first.

    Greedy players (or others: --seat foes=sharp) play the encounter from the seed until OPTION is
    offered (to the combatant named); the odds are those of that moment. All others answer by
    default; then each of their questions is answered otherwise, one at a time. Another --seed or
    --round leads to another moment; --set changes the state of that moment, so that any situation
    can be asked about.
    """
    faults.trace.seed = seed
    if case is not None:
        fight = arranged(case, seed)
    else:
        fight = seek(encounter, option, seed, from_round, pack, read_seats(seat))
    for one in put or []:
        change(fight, one)
    question = fight.choice
    key = _key(option, fight)[1]
    first, *later = key.split(" / ")
    found = fight.odds(" / ".join([chosen(question.options, first), *later]))
    if as_json:
        moment = {"encounter": encounter, "seed": seed, "round": fight.combat.round}
        put_json({**moment, "who": question.who, "option": key, **found.data()})
        return
    console = out()
    console.print(
        f"{question.who or '/'.join(question.seats)}: {key}  "
        f"(round {fight.combat.round}, seed {seed})",
        soft_wrap=True,
    )
    if console.is_terminal:
        from affray.cli.playing.seeing import print_odds

        print_odds(console, found, "" if whole else "--all prints all of them")
    else:
        console.print(str(found), soft_wrap=True)


class Waiting(Agent):
    """Answers as a player does, but each question only once it is told to go on."""

    thinks: ClassVar[bool] = True

    def __init__(self, player: Agent) -> None:
        self.player = player
        self.told = False

    def decide(self, choice: Choice) -> int:
        """Return the player's answer.

        Raises:
            Pending: it was not told to go on.
        """
        if not self.told:
            raise Pending(choice)
        self.told = False
        return self.player.decide(choice)


def seek(
    encounter: str,
    option: str,
    seed: int,
    from_round: int,
    packs: list[Path] | None,
    players: Mapping[str, str],
) -> Fight:
    """Play an encounter until an option is offered; whoever is not named plays plainly.

    Raises:
        IllegalError: it never is, and a rule says why.
        InvalidError: nobody is called so, or it is the name of nothing.
    """
    ruleset, setup = ready(encounter, tuple(packs or ()))
    check_seats(players, setup.seats)
    fight = begin(encounter, packs, seed, dict.fromkeys(setup.seats[:-1], HUMAN), hold=True)
    waiting: dict[str, Waiting] = {}
    for seat, name in players.items():
        place = setup.seats.index(seat)
        waiting[seat] = Waiting(seated(name, ruleset.tactics(), seed, 0, place))
    fight.seat(waiting)
    who, key = _key(option, fight)
    first = key.split(" / ")[0]
    refused = ("", "")  # by which rule it is refused, and in which words: first where it was meant
    meant = False
    seen: dict[str, None] = {}
    for _ in range(MOST):
        if fight.over:
            break
        question = fight.choice
        if who in ("", question.who) and fight.combat.round >= from_round:
            if _offers(question, first):
                return fight
            seen.update(dict.fromkeys(question.keys))
            if not meant:
                why = question.why_not(first)
                meant = bool(why[0]) and first in question.choice.candidates()
                refused = why if meant or not refused[0] else refused
        thinking = [waiting[seat] for seat in question.seats if seat in waiting]
        if len(thinking) == len(question.seats):
            thinking[0].told = True
            fight.timeline.advance()
        else:
            fight.choose(greedy(question))
    raise _never(first, f"to {who or 'anybody'} in the fight of seed {seed}", refused, list(seen))


def _never(key: str, where: str, refused: tuple[str, str], seen: list[str]) -> AffrayError:
    """Return what is wrong with an option that is never offered: the rules, or the word."""
    rule, words = refused
    close = difflib.get_close_matches(key, seen, 1, 0.9 if rule else 0.7)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    if rule and not hint:
        fact = words.removesuffix(f" [{rule}]")
        return IllegalError(f"find {key!r}", f"it is never offered {where}. {fact}", rule)
    return InvalidError([f"found {key!r}, which is never offered {where}{hint}"])


def arranged(path: Path, seed: int) -> Fight:
    """Return a case's fight where its script ends.

    Raises:
        AffrayError: the file holds no single case, or its script does not fit.
    """
    found = read_cases(path)
    if len(found) != 1:
        raise InvalidError([f"{path.name}: found {len(found)} cases, expected one"])
    case = found[0]
    ruleset, setup = open_case(case)
    by_hand = "real" if case.dice else "seeded"
    fight = Fight(ruleset, setup, seed, dice=by_hand, hold=True)
    if case.state:
        arrange(fight.timeline.combat, ruleset, case.state)
    fight.timeline.advance()
    answers, dice = list(case.answers), list(case.dice)
    while not fight.over and (answers or dice):
        wanted = fight.dice_wanted
        if wanted is None:
            _next_answer(fight, answers, rest=case.rest)
        elif not dice or dice[0] // 1000 != wanted.sides:
            raise ScriptError(f"{path.name}: {wanted}: the script has no such die here")
        else:
            fight.give_die(dice.pop(0) % 1000)
    return fight


def change(fight: Fight, word: str) -> None:
    """Set what ``PATH=VALUE`` says.

    Raises:
        InvalidError: no such path, or a value that cannot stand there.
    """
    path, equals, value = word.partition("=")
    if not equals:
        raise typer.BadParameter(f"found {word!r}, expected PATH=VALUE", param_hint="--set")
    fight.edit(path.strip(), read_value(value.strip()), "affray odds --set")


def _next_answer(fight: Fight, answers: list[tuple[str, str]], *, rest: bool) -> None:
    question = fight.choice
    asked = [question.who] if question.who else question.seats
    if answers and (answers[0][0] in asked or not rest):
        fight.choose(answers.pop(0)[1])
    elif rest:
        fight.choose(question.fallback)
    else:
        raise ScriptError(f"{'/'.join(asked)} is asked: {question.prompt}; the script is over")


def _offers(question: Question, key: str) -> bool:
    try:
        return chosen(question.options, key) in question
    except AmbiguousError:
        return False


def _key(option: str, fight: Fight) -> tuple[str, str]:
    """Split ``ana: strike ogre`` into who and what; nobody is named in a bare key."""
    who, colon, key = option.partition(": ")
    if not colon:
        return "", option
    names = [unit.name for unit in fight.combat.units]
    if who not in names:
        raise InvalidError([f"nobody is called {who!r}{meant(who, names)}"])
    return who, key
