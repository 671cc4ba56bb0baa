"""A person at the table: what is asked, what is typed, what comes of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from affray.cli.autosave import Leaving
from affray.core.choice import Option
from affray.core.dice import PURPOSE_NAMES
from affray.core.errors import AffrayError, AmbiguousError, UnknownKeyError
from affray.core.event import Event
from affray.render import terminal
from affray.rulebook import catalogue
from affray.session.fight import Fight
from affray.session.journal import event_data

FEW: Final = 9  # options of one verb that are listed one by one
HELP: Final = (
    ("a number or a key", "take that option; keys may be shortened while they stay unique"),
    ("move 2,3 3,3 4,3", "move along these squares"),
    ("an empty line", "the question once more"),
    ("3 5 1", "where dice are rolled by hand: the faces, one or several at once"),
    ("list VERB", "all options of a verb, such as: list move"),
    ("why OPTION", "why something is not offered, with the rule"),
    ("odds OPTION", "the exact chance of every result"),
    ("as SEAT OPTION", "take it for that seat, where several are asked; the journal tells which"),
    ("undo, redo", "take the last decision back, or make it again"),
    ("back", "take back the last answer of this step, if nothing came of it"),
    ("board, log, who", "the map; all that happened; everybody's line"),
    ("rule ID", "a rule of the rulebook"),
    ("reroll DIE FACE", "that die (1 is the first) of the last roll showed another face"),
    ("set PATH VALUE", "the game master sets a value, such as: set ana.fatigue 2"),
    ("save FILE", "save the fight there too"),
    ("quit", "leave; the fight is saved"),
)


class Sitting:
    """One person's session with a fight: a loop of question and answer on a terminal."""

    def __init__(
        self, fight: Fight, console: Console, leaving: Leaving | None = None, *, rules: bool
    ) -> None:
        self.fight = fight
        self.console = console
        self.leaving = leaving or Leaving()
        self.rules = rules
        self.told = 0  # events printed so far
        self.shown: list[Event] = []  # what they were
        self.turn = (-1, "")  # round and combatant of the last board
        self.asked = (-1, -1, -1)  # the point of the fight whose question was printed last
        self.left = False
        self.commands: dict[str, Callable[[str], None]] = {
            "as": self.as_,
            "why": self.why,
            "odds": self.odds,
            "undo": self.undo,
            "redo": self.redo,
            "back": self.back,
            "reroll": self.reroll,
            "set": self.set,
            "save": self.save,
            "board": self.board,
            "log": self.log,
            "who": self.who,
            "list": self.list_,
            "rule": self.rule,
            "help": self.help,
            "?": self.help,
            "quit": self.quit,
        }

    # -- the loop ----------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the fight is over or the person leaves."""
        if not self.fight.asking:
            self.board("")
        while not self.fight.over and not self.left:
            self.tell()
            line = self.hear()
            if line is None:
                self.left = True
                self.console.print()
            elif line:
                self.obey(line)
            else:
                self.asked = (-1, -1, -1)
        self.tell()
        if self.fight.over:
            self.board("")
            self.console.print(terminal.ending(self.fight.outcome), style="bold")

    def hear(self) -> str | None:
        """Ask what is to be asked and return what was typed, None at the end of the input."""
        wanted = self.fight.dice_wanted
        if wanted is not None:
            prompt = self.die_prompt()
        else:
            self.ask()
            prompt = Text("> ")
        return self.read(prompt)

    def read(self, prompt: Text) -> str | None:
        """Return what is typed at a prompt, None at the end of the input."""
        self.console.print(prompt, end="")
        try:
            line = self.leaving.wait(input).strip()
        except EOFError:
            return None
        if not sys.stdin.isatty():
            self.console.print(line)
        return line

    def obey(self, line: str) -> None:
        """Do what was typed; what cannot be done is said."""
        word, _, rest = line.partition(" ")
        try:
            if word in self.commands and line not in self.keys():
                self.commands[word](rest.strip())
            elif self.fight.dice_wanted is not None:
                self.give(line)
            else:
                self.answer(line)
        except UnknownKeyError as fault:
            hint = "" if "did you mean" in str(fault) else "; help tells what can be typed"
            self.console.print(f"{fault}{hint}", style="red")
        except AffrayError as fault:
            self.console.print(str(fault).removesuffix(" []"), style="red")

    # -- questions and answers -----------------------------------------------------------------

    def keys(self) -> list[str]:
        """Return the keys of the options on offer."""
        return self.fight.choice.keys if self.fight.asking else []

    def ask(self) -> None:
        """Print the question and its options, unless they stand there already."""
        question = self.fight.choice
        timeline = self.fight.timeline
        point = (len(timeline.done), len(timeline.open.answers), len(timeline.open.told))
        if point == self.asked:
            return
        self.asked = point
        combat = self.fight.combat
        acting = combat.units[combat.active].name if combat.active >= 0 else question.who
        turn = (combat.round, acting)
        if not question.reaction and turn != self.turn:
            self.map(legend=self.turn[0] < 0)
            if turn[0] != self.turn[0]:
                self.who("")
            self.turn = turn
        line = Text.assemble((question.who or "/".join(question.seats), "bold"), ": ")
        line.append(question.prompt)
        line.append(f"  [{question.rule}]", "dim")
        self.console.print(line)
        self.console.print(menu(question.options))

    def answer(self, line: str) -> None:
        """Answer the choice by number, key or beginning of a key."""
        self.fight.choose(chosen(self.fight.choice.options, line))

    def as_(self, words: str) -> None:
        """Answer the choice for one of the seats that are asked."""
        seat, _, line = words.partition(" ")
        self.fight.choose(chosen(self.fight.choice.options, line), seat=seat)

    def die_prompt(self) -> Text:
        """Return the question for a die rolled by hand."""
        wanted = self.fight.dice_wanted
        assert wanted is not None
        combat = self.fight.combat
        whose = combat.units[wanted.who].name if wanted.who >= 0 else "the table"
        return Text.assemble(
            ("Roll ", "bold"),
            (f"d{wanted.sides}", "bold yellow"),
            f" for {whose}",
            (f" ({purpose(wanted.purpose)}) [{wanted.rule}]", "dim"),
            ": ",
        )

    def give(self, line: str) -> None:
        """Take faces as they were rolled; several at once go to the dice asked for next."""
        for word in line.replace(",", " ").split():
            wanted = self.fight.dice_wanted
            if wanted is None:
                self.console.print(f"{word}: no further die is asked for", style="red")
                return
            if not word.isdecimal() or not 1 <= int(word[:6]) <= wanted.sides:
                self.console.print(
                    f"{word}: a d{wanted.sides} shows 1 to {wanted.sides}", style="red"
                )
                return
            self.fight.give_die(int(word))

    # -- commands -------------------------------------------------------------------------------

    def why(self, words: str) -> None:
        """Say why something is not offered."""
        question = self.fight.choice
        if chosen(question.options, words) in question.keys:
            self.console.print("You can.")
            return
        _, fact = question.why_not(words)
        self.console.print(fact or "No rule speaks of that here.")

    def odds(self, words: str) -> None:
        """Print the exact chance of every result of an option."""
        question = self.fight.choice
        if not words:
            self.console.print("odds OPTION: which option?")
            return
        self.console.print(str(self.fight.odds(chosen(question.options, words))))

    def undo(self, words: str) -> None:
        """Take the last decision back."""
        self.console.print(str(self.fight.undo()))
        self._again()

    def redo(self, words: str) -> None:
        """Make a decision again that was taken back."""
        self.fight.redo()
        self._again()

    def back(self, words: str) -> None:
        """Take back the last answer of the step under way."""
        self.console.print(f"taken back: {self.fight.back()}")
        self._again()

    def _again(self) -> None:
        self.told = same(self.shown[: self.told], self.events())
        self.turn = (-1, "")
        self.asked = (-1, -1, -1)

    def reroll(self, words: str) -> None:
        """Run the last step that rolled dice again with another face."""
        die, _, face = words.partition(" ")
        if not (die.isdecimal() and face.isdecimal() and len(words) < 12):
            dice = ", ".join([f"{n}: {die}" for n, die in enumerate(self.fight.dice, start=1)])
            self.console.print(f"reroll DIE FACE: the dice were {dice or 'none'}")
            return
        taken = self.fight.reroll_takes(int(die), int(face))
        if taken.later and not self.agreed(f"That is more than the last step. {taken}"):
            return
        self.console.print(str(self.fight.reroll(int(die), int(face), "at the table")))
        self._again()

    def agreed(self, what: str) -> bool:
        """Ask whether something is meant."""
        self.console.print(what)
        answer = self.read(Text("Do it? y/n "))
        return (answer or "").lower() in ("y", "yes")

    def set(self, words: str) -> None:
        """Set a value as the game master."""
        path, _, value = words.partition(" ")
        self.fight.edit(path, read_value(value.strip()), "at the table")
        self._again()

    def save(self, words: str) -> None:
        """Save the fight."""
        if not words:
            self.console.print("save FILE: under which name?")
            return
        self.fight.save(Path(words))
        self.console.print(f"saved: {words}", soft_wrap=True)

    def map(self, *, legend: bool) -> None:
        """Print the turn order and the map."""
        combat = self.fight.combat
        self.console.print()
        if combat.round:
            self.console.print(terminal.strip(combat))
        offered = self.fight.choice.cells if self.fight.asking else []
        self.console.print(terminal.board(combat, offered), soft_wrap=True, end="")
        if legend:
            self.console.print(terminal.legend(combat, offered))

    def board(self, words: str) -> None:
        """Print the map, the turn order and everybody's line."""
        self.map(legend=True)
        self.who(words)

    def who(self, words: str) -> None:
        """Print everybody's line."""
        self.console.print(terminal.roster(self.fight.ruleset, self.fight.combat), soft_wrap=True)

    def log(self, words: str) -> None:
        """Print all that happened."""
        self.told = 0
        self.tell()

    def list_(self, words: str) -> None:
        """Print every option of a verb, or all; squares on the map too."""
        found = [option for option in self.fight.choice.options if words in ("", option.verb)]
        if not found:
            verbs = dict.fromkeys([option.verb for option in self.fight.choice.options])
            self.console.print(f"nothing of {words!r} is offered; there are {', '.join(verbs)}")
        if len(found) > FEW and self.fight.choice.cells:
            self.console.print(Text("  " + "   ".join([one.key for one in found])))
            self.map(legend=True)
            return
        for option in found:
            self.console.print(f"  {option.key}")

    def rule(self, words: str) -> None:
        """Print a rule of the rulebook."""
        rule = catalogue.lookup(words, "" if "/" in words else self.fight.ruleset.id)
        self.console.print(Text.assemble((f"{rule.title} ", "bold"), (f"[{rule.name}]", "dim")))
        self.console.print(rule.text)

    def help(self, words: str) -> None:
        """Print what can be typed."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for what, does in HELP:
            table.add_row(Text(what, "bold"), does)
        self.console.print(table)

    def quit(self, words: str) -> None:
        """Leave the table."""
        self.left = True

    # -- what happened ----------------------------------------------------------------------------

    def events(self) -> list[Event]:
        """Return what happened so far, the step under way included."""
        return self.fight.events

    def tell(self) -> None:
        """Print what happened since the last time."""
        events = self.events()
        words = self.fight.ruleset.words()
        for line in terminal.log(words, self.fight.combat, events[self.told :], rules=self.rules):
            self.console.print(terminal.hanging(line, self.console))
        self.told = len(events)
        self.shown = events


def same(before: list[Event], after: list[Event]) -> int:
    """Return how many events at the beginning of two lists are the same."""
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old is not new and event_data(old) != event_data(new):
            return number
    return min(len(before), len(after))


def read_value(text: str) -> object:
    """Return a value as it stands in a case file: a number, true or false, else a word."""
    if text.removeprefix("-").isdecimal() and len(text) < 19:
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def purpose(number: int) -> str:
    """Return what a die is for, in a word."""
    return PURPOSE_NAMES[number] if number < len(PURPOSE_NAMES) else "a roll of the rules"


def menu(options: list[Option]) -> Table:
    """Return options numbered; many of one verb in one line."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    many = crowded(options)
    for number, option in enumerate(options, start=1):
        if option.verb not in many:
            table.add_row(Text(f"{number:>4}", "dim"), option.key)
    for verb, count in many.items():
        some = next(option.key for option in options if option.verb == verb)
        what = "squares" if some.split(" ")[-1].replace(",", "").isdecimal() else "options"
        line = Text.assemble(f"{verb}: {count} {what}, ", (f"such as {some}; list {verb}", "dim"))
        table.add_row("", line)
    return table


def crowded(options: list[Option]) -> dict[str, int]:
    """Return the verbs with too many options to list, and how many."""
    counts: dict[str, int] = {}
    for option in options:
        counts[option.verb] = counts.get(option.verb, 0) + 1
    return {verb: count for verb, count in counts.items() if count > FEW}


def chosen(options: list[Option], line: str) -> str:
    """Return the key that a line means: its number, itself, or the only one it is short for.

    What is no option is returned as it is: the choice itself says what is wrong with it.

    Raises:
        AmbiguousError: it is short for several.
    """
    words = " ".join(line.split())
    keys = [option.key for option in options]
    if words in keys:
        return words
    if words.isdecimal() and 1 <= int(words[:6]) <= len(keys):
        return keys[int(words) - 1]
    found = [key for key in keys if key.startswith(words)] or [
        key for key in keys if _short_for(words.split(" "), key.split(" "))
    ]
    if len(found) > 1:
        raise AmbiguousError(words, found)
    return found[0] if found else words


def _short_for(typed: list[str], key: list[str]) -> bool:
    """Whether every word typed begins the word at its place."""
    if len(typed) > len(key):
        return False
    return all(whole.startswith(part) for part, whole in zip(typed, key, strict=False))
