"""Casting: who can cast what at whom, and what may come between."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import PASS, Choice, Menu, Option
from affray.rulesets.sovereign import art, geometry, magic, reaction, screening, sheet, thorns
from affray.rulesets.sovereign.condition import reveal
from affray.rulesets.sovereign.state import (
    CAST,
    ONCE,
    SPELLED,
    SPENT_SWIFT,
    Body,
    Field,
    Spell,
)

# What a spell is aimed at.
FOE: Final = 0  # any visible creature
FRIEND: Final = 1  # one willing creature
FRIENDS: Final = 2  # several of them, one by one
SQUARE: Final = 3  # a square of ground
AROUND: Final = 4  # everybody about the caster
LINE: Final = 5  # a line between squares
OTHERS: Final = 6  # any creature but the caster
AIMS: Final = {
    "blunt-contact": OTHERS,
    "shield-of-daggers": FRIEND,
    "speed": FRIENDS,
    "invisibility": FRIENDS,
    "haste": FRIENDS,
    "elemental-shield": FRIENDS,
    "sleep": SQUARE,
    "magic-bomb": SQUARE,
    "arctic-circle": SQUARE,
    "fear": AROUND,
    "wall-of-thorns": LINE,
}
SWIFTLY: Final = 2  # what the counter of spells cast says after a swift one


def aim_of(spell: Spell) -> int:
    return AIMS.get(spell.id, SQUARE if spell.radius else FOE)


def range_of(unit: Body, spell: Spell) -> int:
    """Return the range in squares. Rule: spell.creatures."""
    return spell.range * (unit.sheet.caster if spell.by_level else 1)


def cannot_cast(
    field: Field, unit: Body, spell: Spell, target: Body, *, swift: bool = False
) -> str:
    """Return the rule that forbids casting, "" if none does.

    Rules: spell.slots, spell.disrupted-round, grapple.no-casting, spell.creatures, spell.armour,
    spell.action.
    """
    if unit.casting < 1 or unit.hung >= 0:
        return "spell.slots"
    if unit.hurt and (swift or not unit.steeled):
        return "spell.disrupted-round"
    if sheet.held_fast(field, unit):
        return "grapple.no-casting"
    if not art.unarmoured(unit):
        return "spell.armour"
    if not sheet.free_hands(unit) and unit.sheet.feat("armored-magic") < 2:
        return "spell.action"
    if unit.used[CAST] >= SWIFTLY or (swift and unit.used[CAST]):
        return "effort.pool"
    if swift and (unit.used[ONCE] & SPENT_SWIFT or spell.free):
        return "turn.fight-is-a-turn"
    if swift and not art.ready(field, unit, "swift-casting"):
        return "effort.pool"
    return cannot_aim(field, unit, spell, target)


def cannot_aim(field: Field, unit: Body, spell: Spell, target: Body) -> str:
    """Return the rule that forbids a spell's target.

    Rules: spell.creatures, los.needed-to-attack.
    """
    aim = aim_of(spell)
    if aim in (FOE, FRIEND, OTHERS):
        friend = target.side == unit.side
        if not target.present or (aim == FOE and friend) or (aim == FRIEND and not friend):
            return "spell.creatures"
        if aim == OTHERS and target is unit:
            return "spell.creatures"
        if aim == OTHERS and not magic.bluntings(target):
            return "turn.fight-is-a-turn"
        if geometry.apart(field, unit, target) > range_of(unit, spell):
            return "spell.creatures"
        if target is unit:
            return ""
        if not friend and geometry.unseen(field, unit, target):
            return "attack.mod.unseen-known"
        return "" if geometry.sighted(field, unit, target) else "los.needed-to-attack"
    if aim == SQUARE:
        return "" if some_centre(field, unit, spell) else "grid.area-square"
    if aim == LINE:
        return "" if thorns.lines(field, unit, range_of(unit, spell)) else "los.solids"
    return ""


def cast(field: Field, unit: Body, place: int, target: Body, *, swift: bool) -> None:
    """Cast a spell, if nothing interrupts it.

    Rules: spell.action, snap.interrupts-casting, economy.broken-action, spell.slots,
    aoo.casting-safe.
    """
    spell = unit.sheet.spells[place]
    unit.used[CAST] = SWIFTLY if swift else unit.used[CAST] + 1
    if swift:
        art.commit(field, unit, "swift-casting")
        unit.used[ONCE] |= SPENT_SWIFT
    before = unit.hurt
    deed = reaction.Casting(unit.index, target.index)
    reaction.answered(field, deed, rolled=False)
    if unit.able() and field.topics:
        reaction.ruled(field, unit)
    jolted = unit.hurt and not before and not unit.steeled
    if not unit.able() or jolted or sheet.held_fast(field, unit):
        if field.watched:
            field.say("interrupted", unit.index, -1, spell.id, 0, "snap.interrupts-casting")
        return
    unit.casting -= 1
    reveal(field, unit)
    field.mark_changed()
    if deed.void:
        if field.watched:
            field.say("wasted", unit.index, -1, spell.id, 0, deed.void)
        return
    if field.watched:
        word = "invokes" if target is unit else "casts"
        field.say(word, unit.index, target.index, spell.id, 0, "spell.action")
    if art.ready(field, unit, "hang-sorcery"):
        if art.may(field, unit, "effort.pool", "hang the spell", usual=False):
            art.commit(field, unit, "hang-sorcery")
            unit.hung = place
            return
    release(field, unit, spell, target)


def release(field: Field, unit: Body, spell: Spell, target: Body) -> None:
    """Let a spell do what it does, where its caster aims it."""
    aim = aim_of(spell)
    if aim in (FOE, FRIEND, OTHERS):
        if target.side != unit.side:
            if not target.present:
                return
            target = guarded(field, unit, target)
        magic.one(field, unit, spell, target)
    elif aim == FRIENDS:
        magic.many(field, unit, spell)
    elif aim == AROUND:
        magic.fear(field, unit, spell)
    elif aim == LINE:
        thorns.grow(field, unit, range_of(unit, spell))
    else:
        radius = magic.radius_of(field, unit, spell)
        centre = Centre(field, unit, spell, radius)
        if centre.answers():
            spot = field.ask(centre) - 1 if len(centre.answers()) > 1 else centre.answers()[0] - 1
            magic.area(field, unit, spell, spot, radius)


def guarded(field: Field, unit: Body, target: Body) -> Body:
    """Return who takes a spell, if a defender screens against it. Content: valiant-defender."""
    for who in field.asked():
        one = field.units[who]
        if not one.guards(target) or not one.able() or one.used[SPELLED]:
            continue
        if not one.sheet.feat("valiant-defender") or not geometry.sighted(field, one, unit):
            continue
        options = [(1, "screen against the spell"), (PASS, "do not screen")]
        if field.ask(Menu(one.seats, who, "screen.optional", options, 1)) == 1:
            sure = screening.certain(one)
            one.used[SPELLED] = 1
            if sure:
                return one
            total = sheet.check_total(field, unit.index, art.magery(unit), "screen.opposed-check")
            if total < screening.number_of(one):
                return one
    return target


# ---- areas ---------------------------------------------------------------------------------------


def some_centre(field: Field, unit: Body, spell: Spell) -> bool:
    """Return whether a spell's square can be laid on any enemy, the nearest centres first."""
    grid = field.grid
    far = range_of(unit, spell)
    foes = [one for one in field.units if one.present and one.side != unit.side]
    for other in foes:
        if geometry.apart(field, unit, other) <= far:
            x, y = grid.column(other.cell), grid.row(other.cell)
            for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
                if geometry.sees_spot(field, unit, geometry.spot_of(grid, x + dx, y + dy)):
                    return True
    radius = magic.widest(unit, spell)
    centre = Centre(field, unit, spell, radius)
    for other in foes:
        x, y = grid.column(other.cell), grid.row(other.cell)
        for row in range(max(0, y - radius + 1), min(grid.height + 1, y + other.size + radius)):
            for column in range(
                max(0, x - radius + 1), min(grid.width + 1, x + other.size + radius)
            ):
                if centre.fits(column, row, far):
                    return True
    return False


class Centre(Choice):
    """The grid intersection on which a spell is centred. Rule: grid.area-square."""

    kind: ClassVar[str] = "centre"

    def __init__(self, field: Field, unit: Body, spell: Spell, radius: int) -> None:
        super().__init__(unit.seats, unit.index, "grid.area-square", PASS)
        self.field = field
        self.unit = unit
        self.spell = spell
        self.radius = radius
        self.listed: list[int] | None = None
        self.crowd: list[tuple[int, int]] | None = None  # the squares that somebody holds

    def answers(self) -> list[int]:
        """Return every intersection in range and sight about which somebody stands."""
        if self.listed is None:
            grid = self.field.grid
            found: list[int] = []
            far = range_of(self.unit, self.spell)
            for row in range(grid.height + 1):
                for column in range(grid.width + 1):
                    if self.fits(column, row, far):
                        found.append(1 + row * (grid.width + 1) + column)
            self.listed = found
        return self.listed

    def fits(self, column: int, row: int, far: int) -> bool:
        grid = self.field.grid
        x, y = grid.column(self.unit.cell), grid.row(self.unit.cell)
        wide = self.unit.size
        if max(x - column, column - x - wide, y - row, row - y - wide) > far:
            return False
        if not self.catches(column, row):
            return False
        return geometry.sees_spot(self.field, self.unit, geometry.spot_of(grid, column, row))

    def catches(self, column: int, row: int) -> bool:
        """Return whether anybody stands in the area about an intersection."""
        if self.crowd is None:
            grid = self.field.grid
            board = self.field.board
            held = [cell for cell in range(grid.size) if board[cell] >= 0]
            self.crowd = [(grid.xs[cell], grid.ys[cell]) for cell in held]
        left = column - self.radius
        right = column + self.radius
        top = row - self.radius
        low = row + self.radius
        for x, y in self.crowd:
            if left <= x < right and top <= y < low:
                return True
        return False

    def fallback(self) -> int:
        return self.answers()[0]

    def option(self, answer: int) -> Option:
        wide = self.field.grid.width + 1
        column, row = (answer - 1) % wide, (answer - 1) // wide
        cells = geometry.area(self.field.grid, column, row, self.radius)
        return Option(answer, f"centre {column},{row}", "centre", self.unit.index, None, cells)

    def prompt(self) -> str:
        return f"where is {self.spell.name} centred?"
