"""What can be looked at: the map, sheets, abilities, rules, reasons, chances, advice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from affray import bots
from affray.cli.playing import line as lines
from affray.cli.playing.keys import FEW, chosen, kind, meant
from affray.cli.playing.table import Table
from affray.content.game import games
from affray.content.problems import nearest
from affray.core.errors import AffrayError, InvalidError
from affray.encounters.entries import Found, by_id, entries
from affray.encounters.entries import words as in_words
from affray.odds import Line, Odds
from affray.render import terminal
from affray.rulebook import catalogue
from affray.session import asking
from affray.session.chances import headline, quick

SECONDS: Final = 0.5  # that the chance of a hint may take


def board(table: Table, words: str) -> None:
    """Print the map, the turn order and everybody's line."""
    table.map(legend=True)
    table.who()


def who(table: Table, words: str) -> None:
    """Print everybody's line, or one."""
    if words:
        sheet(table, words)
    else:
        table.who()


def log(table: Table, words: str) -> None:
    """Print all that happened."""
    table.told = 0
    table.tell()


def list_(table: Table, words: str) -> None:
    """Print every option of a verb, or all; squares on the map too."""
    options = table.fight.choice.options
    found = [one for one in options if words in ("", one.verb, one.ability, kind(one))]
    if not found:
        verbs = dict.fromkeys([option.verb for option in options])
        table.say(f"nothing of {words!r} is offered; there are {', '.join(verbs)}")
    if len(found) > FEW and table.fight.choice.cells:
        table.say(Text("  " + "   ".join([one.key for one in found])))
        table.map(legend=True)
        return
    for option in found:
        table.say(f"  {option.key}")


# -- sheets and abilities --------------------------------------------------------------------------


def sheet(table: Table, words: str) -> None:
    """Print what is known of somebody: state, numbers, what it has."""
    fight = table.fight
    combat = fight.combat
    unit = combat.units[fight.choice.choice.who] if not words and _asked(table) else None
    if unit is None:
        unit = table.unit(words)
    index = unit.index
    side = combat.side_ids[unit.side] if 0 <= unit.side < len(combat.side_ids) else ""
    place = combat.grid.name(unit.cell) if unit.cell >= 0 else "not on the map"
    table.say(
        Text.assemble(
            (table.name(index), f"bold {terminal.colour(unit.side)}"),
            (f"  {unit.name}, {side}, {place}", "dim"),
        )
    )
    table.say("  " + terminal.numbers(fight.ruleset.measures(combat, index)))
    marks = fight.ruleset.marks(combat, index)
    if marks:
        table.say("  " + ", ".join(marks), "italic yellow")
    totals = []
    for name in fight.ruleset.numbers():
        parts = fight.ruleset.explain(combat, index, name)
        totals.append(f"{name} {sum([amount for amount, _ in parts])}")
    if totals:
        table.say("  " + ", ".join(totals))
    own = getattr(unit, "sheet", None)
    for title, things in _lists(own):
        table.say(Text.assemble((f"  {title}: ", "bold"), ", ".join(things)))


def _asked(table: Table) -> bool:
    return table.fight.asking and table.fight.choice.choice.who >= 0


def _fields(thing: object) -> Iterator[tuple[str, Any]]:
    """Yield what somebody can read of an entry or a sheet."""
    for name in dir(thing):
        if not name.startswith("_"):
            try:
                value = getattr(thing, name)
            except AttributeError:
                continue
            if not callable(value):
                yield name, value


def _lists(own: object) -> Iterator[tuple[str, list[str]]]:
    """Yield the named lists of a sheet, each with the words for what is in it."""
    for name, value in _fields(own):
        if isinstance(value, list | tuple) and value:
            words = [_word(one) for one in value]
            if all(words):
                yield name.replace("_", " "), list(dict.fromkeys(words))


def _word(thing: object) -> str:
    if isinstance(thing, str):
        return thing
    if isinstance(thing, int | float | tuple | list | dict | None):
        return ""
    name = getattr(thing, "name", "") or getattr(thing, "id", "")
    return name if isinstance(name, str) else ""


def show(table: Table, words: str) -> None:
    """Print an ability, a weapon, a spell, a creature, as the content has it."""
    known = things(table)
    slug = words.lower().replace(" ", "-")
    found = [one for one in known.values() if slug in (one.entry.get("id"), _slug(one))]
    if not found:
        close = nearest(slug, known)
        hint = f"; did you mean {close}?" if close else ""
        raise InvalidError([f"{words or 'nothing'}: nothing is called so{hint}"])
    for one in found:
        name = str(one.entry.get("name", words))
        about = f"  {one.table.replace('_', ' ')} {one.entry['id']}"
        table.say(Text.assemble((name, "bold"), (about, "dim")))
        if one.entry.get("text"):
            table.say(f"  {one.entry['text']}")
        for field, value in in_words(one, known):
            table.say(Text.assemble((f"  {field}: ", "dim"), value))


def _slug(one: Found) -> str:
    return str(one.entry.get("name", "")).lower().replace(" ", "-")


def things(table: Table) -> dict[str, Found]:
    """Return everything in the content of this fight that has an id, its packs included."""
    if table.fight.ruleset.id not in games():
        return {}
    with TemporaryDirectory() as folder:
        paths = []
        for pack in table.fight.journal.header.get("packs", []):
            paths.append(Path(folder, Path(str(pack["name"])).name))
            paths[-1].write_text(str(pack["text"]), "utf-8")
        return by_id(entries(table.fight.ruleset.id, paths))


def rule(table: Table, words: str) -> None:
    """Print a rule of the rulebook: of the question that is asked, if none is named."""
    if not words and table.fight.asking:
        words = table.fight.choice.rule
    ruleset = "" if "/" in words else table.fight.ruleset.id
    try:
        found = [catalogue.lookup(words, ruleset)]
    except InvalidError:
        found = catalogue.find(ruleset or table.fight.ruleset.id, words)
        if not found:
            raise
    if len(found) > 1:
        for one in found[:20]:
            table.say(Text.assemble(one.title, (f"  [{one.name}]", "dim")))
        return
    table.say(Text.assemble((f"{found[0].title} ", "bold"), (f"[{found[0].name}]", "dim")))
    table.say(found[0].text)


# -- why, odds, hint -------------------------------------------------------------------------------


def why(table: Table, words: str) -> None:
    """Say why something is not offered: by which rule, or that its time has not come."""
    question = table.fight.choice
    if not words:
        table.say(f"{asking.sentence(question, table.fight.combat)}  [{question.rule}]")
        return
    if chosen(question.options, words) in question.keys:
        table.say("You can.")
        return
    forbidden, fact = question.why_not(words)
    if forbidden:
        table.say(fact)
        return
    later = comes_after(table, words)
    if later:
        table.say(later)
        return
    table.say(fact or "No rule speaks of that here.")


def comes_after(table: Table, words: str) -> str:
    """Return which step of the turn an answer belongs to, "" if to none that can be seen."""
    fight = table.fight
    if fight.choice.reaction or fight.choice.choice.who < 0:
        return ""
    timeline = fight.timeline
    now, who = _step(table), fight.choice.who
    mark, heard, stood = timeline.mark(), fight.on_entry, table.stood[:]
    fight.on_entry = None
    try:
        for _ in range(4):
            skipped = lines.nothing(fight.choice)
            if skipped is None:
                return ""
            fight.choose(skipped.key)
            if not fight.asking or fight.choice.who != who or fight.choice.reaction:
                return ""
            key = meant(fight.choice.options, words)
            if key:
                return f"It is the {now} step; {key} comes in the {_step(table)} step after it."
            refused, fact = fight.choice.why_not(words)
            if refused:
                return f"It is the {now} step; in the {_step(table)} step after it: {fact}"
        return ""
    except AffrayError:
        return ""
    finally:
        timeline.reset(mark)
        timeline.advance()
        fight.on_entry = heard
        table.stood = stood


def _step(table: Table) -> str:
    """Return the word for the part of a turn in which a question is asked."""
    kind = table.fight.choice.kind
    return {"menu": "present", "action": "action"}.get(kind, kind)


def odds(table: Table, words: str) -> None:
    """Print the chance of every result of an option, the likeliest first."""
    question = table.fight.choice
    if not words:
        table.say("odds OPTION: which option?")
        return
    first, *later = words.split(" / ")
    key = " / ".join([chosen(question.options, first), *later])
    print_odds(table.console, table.fight.odds(key), "affray odds --all prints all of them")


def print_odds(console: Console, found: Odds, how: str = "") -> None:
    """Print chances, the likeliest first, each line cut to the terminal.

    Args:
        console: where.
        found: the chances.
        how: where the lines are that are not printed, as they are more than there is room for;
            "" prints all.
    """
    most = max(console.height - 4, 8)
    rows = odds_rows(found)
    for row in rows[:most] if how else rows:
        row.truncate(console.width, overflow="ellipsis")
        console.print(row)
    if how and len(rows) > most:
        console.print(f"  {len(rows) - most} more lines: {how}", style="dim")


def odds_rows(found: Odds) -> list[Text]:
    """Return chances in lines: every result, the likeliest first; answers that matter alone."""
    rows: list[Text] = []
    alike = 0
    for line in found.lines:
        alone = line is not found.base and line.who == found.base.who
        if alone and line.chances == found.base.chances:
            alike += 1
            continue
        rows.append(Text.assemble((line.title(), "bold"), (f" ({line.how()})", "dim")))
        for name in line.who:
            ranked = sorted(line.marginal(name).items(), key=lambda one: (-one[1], one[0]))
            for result, chance in ranked:
                rows.append(_odds_row(found, line, name, result, chance))
        if not line.who:
            rows.append(Text("  nothing changes"))
    if alike:
        rows.append(Text(f"With {alike} other answers of anybody: the same", "dim"))
    return rows


def _odds_row(
    found: Odds, line: Line, name: str, result: tuple[int, ...], chance: Fraction
) -> Text:
    bar = "#" * round(float(chance) * 10)
    text = line.told(chance, 12)
    text = f"  {text}" if text else ""
    share = f"{float(chance):7.2%}"
    changed = found.changes(name, result)
    row = Text.assemble(f"  {share} ", (f"{bar:<10}", "green"), f" {name}: {changed}")
    row.append(text, "dim")
    return row


def hint(table: Table, words: str) -> None:
    """Print what the plain player would do, and what may come of it."""
    question = table.fight.choice
    key = bots.greedy(question).key
    chance = ""
    with suppress(AffrayError):
        chance = headline(quick(table.fight, key, SECONDS), table.fight.ruleset.id, table.names())
    beside = f"  ({chance})" if chance else ""
    table.say(Text.assemble("The plain player: ", (key, "bold"), beside))
