"""A person at the table: what is asked, what is typed, what comes of it."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from affray.cli.autosave import Leaving
from affray.cli.playing import asking, handrolled, line
from affray.cli.playing.commands import BY_WORD, is_command
from affray.cli.playing.completing import Words
from affray.cli.playing.reader import Editor, Reader, can_edit
from affray.cli.playing.table import Table
from affray.core.errors import AffrayError, UnknownKeyError
from affray.render import terminal
from affray.session.fight import Fight


class Sitting(Table):
    """One person's session with a fight: a loop of question and answer on a terminal.

    Attributes:
        count: how many lines were asked for.
    """

    def __init__(
        self,
        fight: Fight,
        console: Console,
        leaving: Leaving | None = None,
        *,
        rules: bool,
        ask_all: bool = False,
    ) -> None:
        leaving = leaving or Leaving()
        reader = Reader(console, leaving)
        super().__init__(fight, console, reader, rules=rules, ask_all=ask_all)
        self.count = 0
        if can_edit():
            self.reader = Editor(console, leaving, Words(self))

    def run(self) -> None:
        """Play until the fight is over or the person leaves."""
        line.settle(self)
        if not self.fight.over and not self.fight.asking:
            self.map(legend=True)
            self.who()
        while not self.fight.over and not self.left:
            self.tell()
            typed = self.hear()
            if typed is None:
                self.left = True
                self.say("")
            elif typed:
                self.obey(typed)
            else:
                self.asked = (-1, -1, -1)
        self.tell()
        if self.fight.over:
            self.map(legend=True)
            self.who()
            self.console.print(terminal.ending(self.fight.outcome), style="bold")

    def hear(self) -> str | None:
        """Ask what is to be asked and return what was typed, None at the end of the input."""
        self.count += 1
        if self.fight.dice_wanted is not None:
            return self.reader.read(handrolled.prompt(self))
        asking.ask(self)
        return self.reader.read(Text("> "))

    # -- what was typed ----------------------------------------------------------------------------

    def obey(self, typed: str) -> None:
        """Do what was typed, part after part; what cannot be done is said, and the rest left."""
        parts = [part.strip() for part in typed.split(";") if part.strip()]
        actor = self.fight.choice.choice.who if self.fight.asking else -1
        while parts:
            part = parts.pop(0)
            question = self.fight.choice if self.fight.asking else None
            known = len(self.fight.events)
            if not self.do(part, parts):
                self.drop(parts, "")
                return
            if not parts or question is None or is_command(self, part):
                continue
            events = self.fight.events[known:]
            why = line.interrupted(self, actor, question, events)
            if why:
                self.drop(parts, why)
                return
            if actor < 0 or not self.fight.combat.round:
                actor = self.fight.choice.choice.who

    def do(self, part: str, rest: list[str]) -> bool:
        """Do one part of a line; return whether it could be done."""
        word, _, words = part.partition(" ")
        try:
            if is_command(self, part):
                BY_WORD[word].do(self, words.strip())
            elif self.fight.dice_wanted is not None:
                handrolled.give(self, part)
            else:
                line.answer(self, part)
            line.settle(self, rest)
        except UnknownKeyError as fault:
            hint = "" if "did you mean" in str(fault) else "; help tells what can be typed"
            self.fault(f"{fault}{hint}")
            return False
        except AffrayError as fault:
            self.fault(str(fault))
            return False
        return True

    def drop(self, parts: list[str], why: str) -> None:
        """Tell what of a line was not done."""
        if parts:
            self.tell()
            reason = f": {why}" if why else ""
            self.say(f"Not done: {'; '.join(parts)}{reason}", "yellow")
            line.settle(self)
