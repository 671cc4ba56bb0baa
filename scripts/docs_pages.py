"""Gather the pages of the documentation in build/docs: those under docs/, and those made of code.

How the code of the games stands comes on one page. A page for each game is made of its README and
its catalogue: every rule with what was ruled, its example, and the modules and tests that hold it.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from affray.content.game import BUILTIN, game
from affray.rulebook import catalogue
from affray.rulebook.catalogue import Catalogue, Coverage, Places, Rule

ROOT = Path(__file__).parents[1]
GOAL = ROOT / "build" / "docs"
# What kinds of rules are called, in the order of a fight.
KINDS = {
    "setup": "Setting up",
    "turn": "Rounds and turns",
    "action": "Actions",
    "choice": "Choices",
    "reaction": "Reactions",
    "movement": "Movement",
    "geometry": "Distance, sight and cover",
    "attack": "Attacks",
    "damage": "Damage",
    "condition": "Conditions",
    "resource": "Resources",
    "death": "Falling and dying",
    "end": "The end of a fight",
    "sheet": "Sheets",
    "gm": "Left to the game master",
}


def game_page(id: str) -> str:
    """Return the page of a game."""
    book, found = catalogue.load(id), catalogue.coverage(id, ROOT)
    readme = game(id).file("README.md").read_text(encoding="utf-8")
    parts = [without_far_links(readme).rstrip(), *about(book), "## All its rules"]
    for kind, title in KINDS.items():
        rules = [rule for rule in book.rules.values() if rule.kind == kind]
        if rules:
            parts += [f"### {title}", *[entry(rule, found) for rule in rules]]
    return "\n\n".join(parts) + "\n"


def about(book: Catalogue) -> list[str]:
    """Return what a game is, in a table."""
    system = book.system
    rows = {
        "Dice": system.dice,
        "Grid": system.grid,
        "Turns": system.turns,
        "Economy": system.economy,
        "Damage": system.damage_model,
        "Rules": f"{len(book.rules)}, all enforced and tested",
    }
    table = [
        "| | |",
        "| --- | --- |",
        *[f"| {name} | {plain(text)} |" for name, text in rows.items()],
    ]
    return ["## The game in a table", "\n".join(table)]


def entry(rule: Rule, found: Coverage) -> str:
    """Return a rule as a section."""
    lines = [f"#### {plain(rule.title)} {{ #{rule.id} }}", f"`{rule.id}` {plain(rule.text)}"]
    if rule.ruling:
        lines.append(f"*Ruling:* {plain(rule.ruling)}")
    if rule.example:
        lines.append(f"*Example:* {plain(rule.example)}")
    lines.append(f"*{plain(rule.section)}* · {held(found.places[rule.id])}")
    return "\n\n".join(lines)


def held(places: Places) -> str:
    """Return which files enforce and test a rule."""
    parts = []
    for word, where in (("enforced", places.enforced), ("tested", places.tested)):
        files = dict.fromkeys(place.rpartition(":")[0] for place in where)
        names = [f"`{one.rpartition('rulesets/')[2]}`" for one in files]
        parts.append(f"{word} in {', '.join(names)}")
    return "; ".join(parts)


def plain(text: str) -> str:
    """Return a text in which nothing is taken for markup."""
    return re.sub(r"([*_<>|\[\]`])", r"\\\1", " ".join(text.split()))


def without_far_links(text: str) -> str:
    """Return a page without the links that lead out of the pages: their words stay."""
    return re.sub(r"\[([^\]]+)\]\((?!https?:|#)[^)]*\)", r"\1", text)


def gather(goal: Path) -> list[Path]:
    """Write all pages to a folder, afresh; return them."""
    shutil.rmtree(goal, ignore_errors=True)
    shutil.copytree(ROOT / "docs", goal)
    (goal / "games").mkdir()
    for id in BUILTIN:
        (goal / "games" / f"{id}.md").write_text(game_page(id), encoding="utf-8")
    inside = goal / "design" / "games"
    pages = [path.read_text(encoding="utf-8").rstrip() for path in sorted(inside.glob("*.md"))]
    (goal / "design" / "inside-the-games.md").write_text(
        "\n\n".join(["# Inside the games", *[f"#{page}" for page in pages]]) + "\n",
        encoding="utf-8",
    )
    shutil.rmtree(inside)
    core = (ROOT / "src" / "affray" / "core" / "README.md").read_text(encoding="utf-8")
    (goal / "design" / "core-and-games.md").write_text(without_far_links(core), encoding="utf-8")
    return sorted(goal.rglob("*.md"))


if __name__ == "__main__":
    sys.stdout.write(f"{len(gather(GOAL))} pages in {GOAL.relative_to(ROOT)}\n")
