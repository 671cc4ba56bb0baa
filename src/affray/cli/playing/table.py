"""The table at which a person sits: the fight, where it is printed, and what was told of it."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from affray.cli.playing.reader import Reader
from affray.content.problems import nearest
from affray.core.combat import Combatant
from affray.core.errors import InvalidError
from affray.core.event import Event
from affray.render import terminal
from affray.session.asking import called
from affray.session.fight import Fight
from affray.session.journal import event_data
from affray.session.orders import Order, Standing
from affray.session.question import Question
from affray.session.timeline import Stop


@dataclass(frozen=True, slots=True)
class Stood:
    """A question that was answered by an order or a default: where, and how."""

    point: Stop
    question: Question
    key: str
    order: Order


class Table:
    """What all commands at the prompt share.

    Attributes:
        fight: the fight.
        console: where everything is printed.
        reader: where lines come from.
        standing: what answers questions that need not be asked.
        stood: what was answered so since the person answered last.
        left: whether the person has left.
    """

    def __init__(
        self, fight: Fight, console: Console, reader: Reader, *, rules: bool, ask_all: bool = False
    ) -> None:
        self.fight = fight
        self.console = console
        self.reader = reader
        self.rules = rules
        self.standing = Standing(fight, rows=not ask_all)
        self.stood: list[Stood] = []
        self.told = 0  # events printed so far
        self.shown: list[Event] = []  # what they were
        self.turn = (-1, "")  # round and combatant of the last board
        self.asked = (-1, -1, -1)  # the point of the fight whose question was printed last
        self.left = False

    # -- printing ----------------------------------------------------------------------------------

    def say(self, text: str | Text, style: str = "") -> None:
        """Print a line."""
        self.console.print(text, style=style or None)

    def fault(self, text: str) -> None:
        """Print what is wrong."""
        self.console.print(text.removesuffix(" []"), style="red")

    def tell(self) -> None:
        """Print what happened since the last time."""
        events = self.fight.events
        words = self.fight.ruleset.words()
        for line in terminal.log(words, self.fight.combat, events[self.told :], rules=self.rules):
            self.console.print(terminal.hanging(line, self.console))
        self.told = len(events)
        self.shown = events

    def again(self) -> None:
        """Have the question asked anew; tell what happened otherwise from the first such event."""
        self.asked = (-1, -1, -1)
        self.told = min(self.told, same(self.shown, self.fight.events))

    def agreed(self, what: str) -> bool:
        """Ask whether something is meant."""
        self.say(what)
        answer = self.reader.read(Text("Do it? y/n "))
        return (answer or "").lower() in ("y", "yes")

    def map(self, *, legend: bool) -> None:
        """Print the turn order and the map, around whoever is asked or acts."""
        combat = self.fight.combat
        self.say("")
        if combat.round:
            self.say(terminal.strip(combat))
        offered: list[int] = []
        targets: list[int] = []
        centre = combat.units[combat.active].cell if combat.active >= 0 else -1
        if self.fight.asking:
            question = self.fight.choice
            offered = question.cells
            targets = sorted({other for one in question.options for other in one.targets})
            who = question.choice.who
            targets = [one for one in targets if one != who]
            if who >= 0 and combat.units[who].cell >= 0:
                centre = combat.units[who].cell
            elif offered and centre < 0:
                centre = offered[len(offered) // 2]
        board = terminal.board(
            combat, offered, targets=targets, width=self.console.width, centre=centre, beneath=True
        )
        self.console.print(board, soft_wrap=True, end="")
        if legend:
            signs = terminal.legend(combat, offered, targets, beneath=True)
            self.say(terminal.hanging(signs, self.console))

    def who(self) -> None:
        """Print everybody's line."""
        self.console.print(terminal.roster(self.fight.ruleset, self.fight.combat), soft_wrap=True)

    # -- who is who --------------------------------------------------------------------------------

    def keys(self) -> list[str]:
        """Return the keys of the options on offer."""
        return self.fight.choice.keys if self.fight.asking else []

    def unit(self, word: str) -> Combatant:
        """Return the combatant of a name, or the only one whose name begins so.

        Raises:
            InvalidError: nobody or several are called so.
        """
        units = self.fight.combat.units
        found: list[Combatant] = [unit for unit in units if unit.name == word]
        found = found or [unit for unit in units if word and unit.name.startswith(word)]
        if len(found) == 1:
            return found[0]
        names = [str(unit.name) for unit in units]
        if found:
            raise InvalidError([f"{word}: {', '.join([one.name for one in found])}: which?"])
        close = nearest(word, names)
        hint = f"; did you mean {close}?" if close else f"; there are {', '.join(names)}"
        raise InvalidError([f"nobody is called {word!r}{hint}"])

    def name(self, who: int) -> str:
        """Return what somebody is called in sentences."""
        return called(self.fight.ruleset, self.fight.combat, who)

    def names(self) -> dict[str, str]:
        """Return what everybody is called in sentences, by the word in keys."""
        return {str(one.name): self.name(one.index) for one in self.fight.combat.units}


def same(before: list[Event], after: list[Event]) -> int:
    """Return how many events at the beginning of two lists are the same."""
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old is not new and event_data(old) != event_data(new):
            return number
    return min(len(before), len(after))
