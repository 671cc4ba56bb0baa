"""What there is to play, printed: what ``affray list`` does when nothing but a game is named.

Apart from the command, so that it can be had without the machinery of options, which takes longer
to load than the list to make.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray.cli.output import out
from affray.content.game import game_ids
from affray.content.library import list_encounters
from affray.content.roster import CHARACTER, CREATURE
from affray.encounters.listing import list_members
from affray.rulebook.headings import heading


def quick(words: Sequence[str]) -> bool:
    """Print the list if the words of the command are no more than a game, or nothing.

    Args:
        words: that stand behind ``list``.

    Returns:
        Whether that is so; all else is for the command itself.
    """
    if len(words) > 1 or (words and words[0] not in game_ids()):
        return False
    put_lists(lists(words[0] if words else "", []))
    return True


def lists(ruleset: str, packs: list[Path]) -> list[dict[str, object]]:
    """Return what each game holds, or one if it is named, as plain data.

    Args:
        ruleset: the id of the game, "" for all.
        packs: to add.

    Raises:
        InvalidError: a pack cannot be read or is none.
    """
    return [_list(one, packs) for one in game_ids() if ruleset in ("", one)]


def _list(ruleset: str, packs: list[Path]) -> dict[str, object]:
    members = [
        {
            "id": member.id,
            "name": member.name,
            "text": member.text,
            "pack": member.source,
            "kind": member.kind,
        }
        for member in list_members(ruleset, packs)
    ]
    return {
        "id": ruleset,
        "name": heading(ruleset).name,
        "rules": heading(ruleset).rules,
        "encounters": [
            {
                "id": encounter.id,
                "name": encounter.name,
                "text": encounter.text,
                "difficulty": encounter.difficulty,
                "objective": encounter.objective,
                "label": encounter.label,
            }
            for encounter in list_encounters(ruleset)
        ],
        "characters": [member for member in members if member["kind"] == CHARACTER],
        "creatures": [member for member in members if member["kind"] == CREATURE],
    }


def put_lists(data: list[dict[str, object]]) -> None:
    """Print lists for people.

    Args:
        data: as ``lists`` returns it.
    """
    for number, one in enumerate(data):
        if number:
            out().print()
        _show(out(), one)


def _show(console: Console, data: dict[str, object]) -> None:
    console.print(Text.assemble((f"{data['id']}", "bold"), f"  {data['name']}"))
    encounters = data["encounters"]
    assert isinstance(encounters, list)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for encounter in encounters:
        line = Text.assemble(
            encounter["name"],
            f" ({encounter['label'].lower()})" if encounter["label"] else "",
            (f": {encounter['text']}" if encounter["text"] else "", "dim"),
        )
        table.add_row(Text(f"  {encounter['id']}", "cyan"), line)
    console.print(table)
    for title in ("characters", "creatures"):
        names = data[title]
        assert isinstance(names, list)
        if names:
            ids = [
                f"{name['id']} ({name['pack']})" if name["pack"] else name["id"] for name in names
            ]
            line = Text.assemble((f"{title}: ", "dim"), ", ".join(ids))
            console.print(Padding(line, (0, 0, 0, 2)))
