"""The end of a fight. Rules: end.last-side, end.stalemate, end.agreement."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.rulesets.sovereign.gm import Ruling
from affray.rulesets.sovereign.state import ACTIVE, Body, Field

STILL = 3  # rounds. Rule: end.stalemate


def sides_left(field: Field) -> list[int]:
    found: list[int] = []
    for unit in field.units:
        if unit.present and unit.fate == ACTIVE and unit.side not in found:
            found.append(unit.side)
    return found


def check(field: Field) -> None:
    """Rule: end.last-side."""
    if field.outcome:
        return
    left = sides_left(field)
    if len(left) <= 1:
        close(field, left[0] if left else -1, "end.last-side")


def close(field: Field, winner: int, rule: str) -> None:
    field.outcome = rule
    field.winner = winner
    field.active = -1
    field.mark_changed()
    if field.watched:
        field.say("ends", -1, winner, "", field.round, rule)


def stall(field: Field) -> None:
    """Ask the GM to end a fight in which nothing happens. Rule: end.stalemate."""
    field.idle = 0 if field.stir else field.idle + 1
    field.stir = False
    if field.idle >= STILL:
        options = [(PASS, "a draw"), (1, "go on")]
        asked = Ruling(field, -1, "end.stalemate", options, "nothing happens: end the fight?")
        if field.ask(asked) == PASS:
            close(field, -1, "end.stalemate")
        else:
            field.idle = 0
    elif field.round >= field.round_limit:
        close(field, -1, "end.stalemate")


def parley(field: Field, unit: Body) -> None:
    """Appeal to parley: all sides must agree, the GM for NPCs. Rule: end.agreement."""
    if field.watched:
        field.say("parleys", unit.index, rule="end.agreement")
    for side in sides_left(field):
        if side != unit.side and not accepts(field, side):
            return
    close(field, -1, "end.agreement")


def accepts(field: Field, side: int) -> bool:
    members = [one for one in field.units if one.side == side and one.fate == ACTIVE]
    players = [one for one in members if not one.sheet.npc]
    if players:
        options = [(PASS, "fight on"), (1, "make peace")]
        return field.ask(Menu(players[0].seats, -1, "end.agreement", options)) == 1
    yes, no = (1, "they make peace"), (2, "they fight on")
    broken = all([one.broken for one in members])
    options = [yes, no] if broken else [no, yes]
    asks = f"does {field.side_ids[side]} accept?"
    return field.ask(Ruling(field, -1, "end.agreement", options, asks)) == 1
