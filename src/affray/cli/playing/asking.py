"""The question as it is printed: the deed it answers, who stands where, what can be answered."""

from __future__ import annotations

import time
from typing import Final

from rich.table import Table as Grid
from rich.text import Text

from affray.cli.playing.keys import crowded, kind
from affray.cli.playing.table import Table
from affray.core.choice import Option
from affray.core.errors import AffrayError
from affray.core.grid import CHEBYSHEV
from affray.render import terminal
from affray.session import asking
from affray.session.chances import headline, quick
from affray.session.orders import actor_of
from affray.session.question import Question

EACH: Final = 0.05  # seconds that a chance beside an option may take
SOON: Final = 0.2  # and all of them
LINES: Final = 3  # of defaults that stood
MANY: Final = 4  # options of a window whose chances are told


def ask(table: Table) -> None:
    """Print the question and its options, unless they stand there already."""
    fight = table.fight
    question = fight.choice
    point = (len(fight.timeline.done), *fight.point()[1:])
    if point == table.asked:
        return
    table.asked = point
    combat = fight.combat
    acting = combat.units[combat.active].name if combat.active >= 0 else question.who
    turn = (combat.round, acting)
    if not question.reaction and turn != table.turn:
        table.map(legend=table.turn[0] < 0)
        if turn[0] != table.turn[0]:
            table.who()
        table.turn = turn
    elif question.cells and question.kind in ("move", "place", "space", "area", "square"):
        table.map(legend=False)
    if question.reaction or asking.deed_of(question.choice) is not None:
        window(table, question)
    line = Text(asking.sentence(question, combat), "bold")
    line.append(f"  [{question.rule}]", "not bold dim")
    table.say(line)
    chances = _chances(table, question) if question.reaction else {}
    table.console.print(menu(question, table.console.width, chances))
    stood(table)


def window(table: Table, question: Question) -> None:
    """Print the deed that a question answers, and where those stand whom it concerns."""
    combat = table.fight.combat
    deed = asking.told_deed(question, combat)
    if deed:
        table.say(deed, "italic")
    me, other = question.choice.who, actor_of(question, combat)
    parts = []
    for who in dict.fromkeys([me, other]):
        if who >= 0 and combat.units[who].cell >= 0:
            parts.append(f"{table.name(who)} at {combat.grid.name(combat.units[who].cell)}")
    if me >= 0 and other >= 0 and me != other and len(parts) == 2:
        mine, theirs = combat.units[me], combat.units[other]
        far = combat.grid.distance(mine.cell, theirs.cell, CHEBYSHEV, mine.size, theirs.size)
        parts.append("side by side" if far <= 1 else f"{far} apart")
    if parts:
        table.say("  " + ", ".join(parts), "dim")


def _chances(table: Table, question: Question) -> dict[str, str]:
    """Return what the few options of a window may bring, where that is quickly known."""
    found: dict[str, str] = {}
    if len(question.options) > MANY:
        return found
    begun = time.monotonic()
    for option in question.options:
        if time.monotonic() - begun > SOON:
            break
        try:
            odds = quick(table.fight, option.key, EACH)
        except AffrayError:
            continue
        if odds.base.exact:
            found[option.key] = headline(odds, table.fight.ruleset.id, table.names())
    return found


def stood(table: Table) -> None:
    """Print which defaults stood since the last answer, and what else could be typed."""
    found: dict[tuple[str, str], list[str]] = {}
    others: dict[tuple[str, str], list[str]] = {}
    for one in table.stood:
        question = one.question
        if len(question.options) > 1 and question.kind != "action":
            place = (question.rule, one.key)
            found.setdefault(place, []).append(question.who or "/".join(question.seats))
            others[place] = [option.key for option in question.options if option.key != one.key]
    for place, who in list(found.items())[-LINES:]:
        names = list(dict.fromkeys(who))
        whose = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
        keys = others[place]
        more = ", ..." if len(keys) > 3 else ""
        line = f"  {whose}: {place[1]} (or {', '.join(keys[:3])}{more}?)"
        table.say(terminal.hanging(Text(line, "dim"), table.console))


def menu(question: Question, width: int, chances: dict[str, str] | None = None) -> Grid:
    """Return options numbered; many of one verb in one line; what is cheap to know beside."""
    options = question.options
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    many = crowded(options)
    fallback = question.fallback.key
    few = [one for one in enumerate(options, start=1) if kind(one[1]) not in many]
    notes = {option.key: _note(option, chances or {}) for _, option in few}
    cells = [_cell(number, option, notes[option.key], fallback) for number, option in few]
    widest = max([cell.cell_len for cell in cells], default=1) + 2
    side = max(min((width - 1) // widest, 4), 1) if len(cells) > 6 else 1
    rows = -(-len(cells) // side)
    for row in range(rows):
        grid.add_row(*[cells[at] for at in range(row, len(cells), rows)])
    for name, count in many.items():
        some = next(option.key for option in options if kind(option) == name)
        what = "squares" if some.split(" ")[-1].replace(",", "").isdecimal() else "ways"
        word = name.rpartition(" ")[2]
        line = Text.assemble(
            f"     {word}: {count} {what}, ", (f"such as {some}; list {word}", "dim")
        )
        grid.add_row(line)
    return grid


def _cell(number: int, option: Option, note: str, fallback: str) -> Text:
    found = Text.assemble((f"{number:>4} ", "dim"), option.key)
    if option.key == fallback:
        found.append(" (default)", "dim")
    if note:
        found.append(f"  {note}", "dim")
    return found


def _note(option: Option, chances: dict[str, str]) -> str:
    return chances.get(option.key, "")
