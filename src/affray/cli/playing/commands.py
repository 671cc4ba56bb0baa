"""Everything that can be typed at the prompt besides answers, and what help says of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from rich.table import Table as Grid
from rich.text import Text

from affray.cli.playing import handrolled, line, master, ordering, seeing
from affray.cli.playing.table import Table

Deed: TypeAlias = Callable[[Table, str], None]


class Command(NamedTuple):
    """One command: how it is typed, what it does, and what its words are (for completion)."""

    word: str
    usage: str
    says: str
    do: Deed
    takes: str = ""  # key, name, value, entry, rule, verb, seat, order, effect: see completing
    group: str = "play"


def as_(table: Table, words: str) -> None:
    """Answer for one of the seats that are asked."""
    seat, _, rest = words.partition(" ")
    line.answer(table, rest, seat=seat)


def undo(table: Table, words: str) -> None:
    """Take the last decision back."""
    table.say(str(table.fight.undo()))
    table.stood.clear()
    table.again()


def redo(table: Table, words: str) -> None:
    """Make again what was taken back."""
    table.fight.redo()
    table.stood.clear()
    table.again()


def back(table: Table, words: str) -> None:
    """Take back the last answer of this step."""
    table.say(f"taken back: {table.fight.back()}")
    table.stood.clear()
    table.again()


def save(table: Table, words: str) -> None:
    """Save the fight elsewhere too."""
    if not words:
        table.say("save FILE: under which name?")
        return
    table.fight.save(Path(words))
    table.console.print(f"saved: {words}", soft_wrap=True)


def quit_(table: Table, words: str) -> None:
    """Leave the table."""
    table.left = True


def help_(table: Table, words: str) -> None:
    """Print what can be typed; of a command its line alone."""
    if words in BY_WORD:
        one = BY_WORD[words]
        table.say(Text.assemble((one.usage, "bold"), f"  {one.says}"))
        return
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    for group, title in GROUPS.items():
        grid.add_row(Text(title, "bold underline"), "")
        for usage, says in ANSWERS if group == "play" else ():
            grid.add_row(Text(usage, "bold"), says)
        for one in COMMANDS:
            if one.group == group:
                grid.add_row(Text(one.usage, "bold"), one.says)
    table.console.print(grid)
    if table.fight.asking:
        verbs = dict.fromkeys([option.verb for option in table.fight.choice.options])
        table.say(f"Now you can: {', '.join(verbs)}.", "dim")


GROUPS: Final = {"play": "Play", "see": "See", "master": "The game master", "leave": "Leave"}
ANSWERS: Final = (
    ("a number or a key", "take that option; keys may be shortened while they stay unique"),
    ("KEY; KEY; end turn", "several in a row: it stops where something happens"),
    ("move 2,3 3,3 4,3", "move along these squares"),
    ("3 5 1", "where dice are rolled by hand: the faces; = 9 is the total of a pool"),
    ("an empty line", "the question once more"),
)
COMMANDS: Final = (
    Command(
        "always",
        "always KEY [to WHO] [this round]",
        "answer so, and whenever it is asked again with nothing else on offer; to what WHO does",
        ordering.always,
        "order",
    ),
    Command("ask", "ask WORD, ask all", "be asked what goes by default otherwise", ordering.ask),
    Command("orders", "orders, orders off", "the standing orders; take them back", ordering.orders),
    Command(
        "auto",
        "auto [SIDE] [ROUNDS|end]",
        "let the plain player play on, to the end of the round by default",
        ordering.auto,
        "seat",
    ),
    Command("back", "back", "take back the last answer of this step, if nothing came of it", back),
    Command("undo", "undo, redo", "take the last decision back, or make it again", undo),
    Command("redo", "redo", "make again what was taken back", redo),
    Command("as", "as SEAT KEY", "answer for that seat, where several are asked", as_, "seat"),
    Command("board", "board", "the map, the turn order, everybody's line", seeing.board, "", "see"),
    Command("who", "who", "everybody's line", seeing.who, "name", "see"),
    Command("log", "log", "all that happened", seeing.log, "", "see"),
    Command("list", "list VERB", "all options of a verb: list move", seeing.list_, "verb", "see"),
    Command(
        "sheet", "sheet NAME", "somebody's numbers and what it has", seeing.sheet, "name", "see"
    ),
    Command(
        "show",
        "show THING",
        "an ability, weapon, spell or creature as the content has it",
        seeing.show,
        "entry",
        "see",
    ),
    Command(
        "rule",
        "rule [ID|WORDS]",
        "a rule: of the question, by id, by words",
        seeing.rule,
        "rule",
        "see",
    ),
    Command(
        "why", "why KEY", "why something is not offered, with the rule", seeing.why, "any", "see"
    ),
    Command(
        "odds",
        "odds KEY",
        "the chance of every result, the likeliest first",
        seeing.odds,
        "key",
        "see",
    ),
    Command(
        "hint", "hint", "what the plain player would do, and its chance", seeing.hint, "", "see"
    ),
    Command(
        "dice", "dice", "the dice this game needs, and those that fell", handrolled.dice, "", "see"
    ),
    Command(
        "set", "set PATH VALUE", "any value: set ana.fatigue 2", master.set_, "value", "master"
    ),
    Command(
        "damage",
        "damage NAME N [WHAT]",
        "harm somebody: damage ana 5",
        master.damage,
        "name",
        "master",
    ),
    Command(
        "heal",
        "heal NAME N [WHAT]",
        "heal somebody: heal ana 2 stress",
        master.heal,
        "name",
        "master",
    ),
    Command(
        "status",
        "status NAME [no] WORD [N]",
        "give or take a status: status ana burning 2, status ana no burning",
        master.status,
        "effect",
        "master",
    ),
    Command("put", "put NAME X,Y", "put somebody elsewhere", master.put, "name", "master"),
    Command(
        "add",
        "add NAME [to SIDE] at X,Y",
        "let somebody join the fight: add goblin to foes at 4,3",
        master.add,
        "creature",
        "master",
    ),
    Command(
        "remove", "remove NAME", "take somebody out of the fight", master.remove, "name", "master"
    ),
    Command(
        "allow",
        "allow KEY [because WHY]",
        "what the rules refuse, all the same",
        master.allow,
        "any",
        "master",
    ),
    Command(
        "reroll",
        "reroll DIE FACE",
        "that die (1 is the first) of the last roll showed another face",
        master.reroll,
        "",
        "master",
    ),
    Command("save", "save FILE", "save the fight there too", save, "", "leave"),
    Command("help", "help [WORD], ?", "what can be typed", help_, "command", "leave"),
    Command("?", "?", "what can be typed", help_, "command", "hidden"),
    Command("quit", "quit", "leave; the fight is saved", quit_, "", "leave"),
)
BY_WORD: Final = {one.word: one for one in COMMANDS}


def answer(table: Table, words: str) -> None:
    """Answer the question."""
    line.answer(table, words)


def is_command(table: Table, words: str) -> bool:
    """Return whether a line is a command and no answer."""
    word = words.split(" ")[0]
    if word not in BY_WORD:
        return False
    keys = table.keys()
    return words not in keys and (words == word or not any([key.startswith(words) for key in keys]))
