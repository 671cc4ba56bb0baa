"""Arts, and what feats let one do as an Instant or against harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.choice import PASS, Menu
from affray.core.window import Deed
from affray.rulesets.sovereign import geometry, sheet
from affray.rulesets.sovereign.card import FIRE, FOR_DAY, FOR_DURATION, FOR_NOTHING, FROST
from affray.rulesets.sovereign.condition import PAVIS, WARDED, lose
from affray.rulesets.sovereign.state import (
    COUNTERED,
    LENT,
    LENT_SECOND,
    ONCE,
    SPENT_DEFENSE,
    SPENT_NULL,
    Body,
    Field,
)

if TYPE_CHECKING:
    from affray.rulesets.sovereign.blow import Blow


def may(field: Field, unit: Body, rule: str, yes: str, *, usual: bool = True) -> bool:
    """Ask somebody whether it does something that nobody else can decide."""
    options = [(1, yes), (PASS, f"do not {yes}")]
    return field.ask(Menu(unit.seats, unit.index, rule, options, 1 if usual else PASS)) == 1


def works(unit: Body, name: str) -> bool:
    """Return whether an art works in what is worn. Rule: spell.armour.

    Healers' arts work in armour; duelists' in leather, without a shield.
    """
    own = unit.sheet
    if name not in own.arts:
        return False
    if own.npc and not own.pc:
        return True
    if name in HEALING:
        return True
    if name in DUELLING:
        return own.armour not in ("chain", "plate") and not own.shield
    return unarmoured(unit)


HEALING = ("healing-touch", "far-healer", "swift-healer", "empowered-healer", "vital-furnace")
DUELLING = (
    "favored-weapon",
    "forced-engagement",
    "gentlemans-withdrawal",
    "unbindable",
    "piercing-strike",
)


def unarmoured(unit: Body) -> bool:
    """Return whether armour and shield allow magic. Rule: spell.armour."""
    own = unit.sheet
    if not own.pc:
        return True
    level = own.feat("armored-magic")
    if level > 1:
        return True
    if own.armour == "none" and not own.shield:
        return True
    return level == 1 and own.bulk <= 2 and (not own.shield or sheet.free_hands(unit) > 0)


def ready(field: Field, unit: Body, name: str) -> bool:
    """Return whether an art can be powered now. Rule: effort.pool."""
    if not works(unit, name):
        return False
    return field.library.arts[name].commit == FOR_NOTHING or points(field, unit, name) > 0


def elsewhere(field: Field, unit: Body, name: str) -> bool:
    """Return whether an art is of one's second tradition, whose pool is its own."""
    names = unit.sheet.traditions
    return len(names) > 1 and field.library.arts[name].tradition == names[1]


def points(field: Field, unit: Body, name: str) -> int:
    """Return the Effort that an art can draw on. Rule: effort.pool."""
    return unit.second if elsewhere(field, unit, name) else unit.effort


def charge(field: Field, unit: Body, name: str, amount: int) -> None:
    """Take Effort from the pool of an art's tradition, for the day or until it returns."""
    other = elsewhere(field, unit, name)
    if other:
        unit.second -= amount
    else:
        unit.effort -= amount
    if field.library.arts[name].commit != FOR_DAY:
        unit.used[LENT_SECOND if other else LENT] += amount


def commit(field: Field, unit: Body, name: str) -> None:
    """Commit a point of Effort for as long as the art says. Rule: effort.pool."""
    if field.library.arts[name].commit != FOR_NOTHING:
        charge(field, unit, name, 1)
    field.mark_changed()
    if field.watched:
        field.say("art", unit.index, -1, name, 0, "effort.pool")


def can_take_back(unit: Body) -> bool:
    return unit.has(PAVIS)


def take_back(field: Field, unit: Body) -> None:
    """Take back Effort committed for a duration, ending the art. Rule: effort.pool."""
    assert field.library.arts["pavis-of-elements"].commit == FOR_DURATION
    lose(field, unit, PAVIS)
    charge(field, unit, "pavis-of-elements", -1)
    field.mark_changed()


# ---- against magic -------------------------------------------------------------------------------


def can_counter(field: Field, unit: Body, caster: Body) -> bool:
    """Content: counter-magic."""
    if unit.side == caster.side or unit.used[COUNTERED]:
        return False
    if not ready(field, unit, "counter-magic"):
        return False
    return geometry.sighted(field, unit, caster) and not geometry.unseen(field, unit, caster)


def counter(field: Field, unit: Body, deed: Deed) -> None:
    """Waste a spell by an opposed INT/Magic check. Content: counter-magic."""
    caster = field.units[deed.actor]
    commit(field, unit, "counter-magic")
    unit.used[COUNTERED] = 1
    number = sheet.OPPOSED + magery(caster)
    if sheet.check(field, unit.index, magery(unit), number, "check.opposed"):
        deed.void = "check.opposed"


def magery(unit: Body) -> int:
    """Return INT/Magic."""
    return sheet.mod(unit.sheet, sheet.INT) + sheet.skill(unit.sheet, "magic")


def nullifies(field: Field, target: Body) -> bool:
    """Return whether a great Nullifier is not affected by one magical effect."""
    if target.sheet.feat("nullifier") < 2 or target.used[ONCE] & SPENT_NULL or not target.able():
        return False
    if not may(field, target, "save.roll", "shrug the magic off"):
        return False
    target.used[ONCE] |= SPENT_NULL
    return True


# ---- against harm --------------------------------------------------------------------------------


def lessened(
    field: Field, target: Body, amount: int, source: int, harm: int, *, magic: bool
) -> int:
    """Return what is left of harm after arts and feats.

    Content: elemental-resilience, elemental-shield, thermal-shield, impervious-defense,
    vital-furnace.
    """
    own = target.sheet
    if harm in (FIRE, FROST):
        if magic and works(target, "elemental-resilience"):
            amount //= 2
        if magic and target.has(WARDED):
            amount = 0 if warded(field, target, source) else amount // 2
        if amount and shielded_from_heat(field, target):
            return 0
    if not amount or not target.able():
        return amount
    if own.feat("impervious-defense") > 1 and source >= 0 and not magic:
        if not target.used[ONCE] & SPENT_DEFENSE:
            if may(field, target, "economy.instant-after-dice", "shrug it off"):
                target.used[ONCE] |= SPENT_DEFENSE
                return 0
    if amount < target.hp and ready(field, target, "vital-furnace"):
        usual = 2 * amount >= target.hp
        if may(field, target, "effort.pool", "burn the wound away", usual=usual):
            commit(field, target, "vital-furnace")
            return 0
    return amount


def warded(field: Field, target: Body, source: int) -> bool:
    """Save behind an Elemental Shield, against magic. Content: elemental-shield."""
    from affray.rulesets.sovereign import magic

    if source < 0:
        return sheet.save(field, target, sheet.PHYSICAL, 0, "save.roll")
    return magic.resists(field, field.units[source], target, sheet.PHYSICAL)


def shielded_from_heat(field: Field, target: Body) -> bool:
    """Content: thermal-shield."""
    for who in field.asked():
        unit = field.units[who]
        if unit.side == target.side and unit.able() and ready(field, unit, "thermal-shield"):
            if unit is target or geometry.sighted(field, unit, target):
                if may(field, unit, "effort.pool", f"shield {target.name}"):
                    commit(field, unit, "thermal-shield")
                    return True
    return False


def soft_landing(field: Field, target: Body) -> bool:
    """Return whether a fall is made harmless. Content: steps-of-air."""
    for who in field.asked():
        unit = field.units[who]
        if unit.side == target.side and unit.able() and ready(field, unit, "steps-of-air"):
            if unit is target or geometry.sighted(field, unit, target):
                if may(field, unit, "fall.damage", f"let {target.name} land softly"):
                    commit(field, unit, "steps-of-air")
                    return True
    return False


def steel(field: Field, target: Body) -> None:
    """Let a mage that was hurt cast this round regardless. Content: iron-resolution."""
    if not target.able() or not target.sheet.spells or target.casting < 1:
        return
    if not ready(field, target, "iron-resolution"):
        return
    if may(field, target, "spell.disrupted-round", "keep the mind on the spell", usual=False):
        commit(field, target, "iron-resolution")
        target.steeled = sheet.save(field, target, sheet.PHYSICAL, 0, "save.roll")


# ---- weapons -------------------------------------------------------------------------------------


def engage(field: Field, blow: Blow, holders: list[Body]) -> list[Body]:
    """Let a duelist ignore one foe's screening. Content: forced-engagement."""
    unit = field.units[blow.actor]
    if not holders or not blow.strike.favoured or not ready(field, unit, "forced-engagement"):
        return holders
    options = [(1 + one.index, f"ignore {one.name}") for one in holders]
    options.append((PASS, "ignore nobody"))
    default = options[0][0]
    asked = Menu(unit.seats, unit.index, "screen.opposed-check", options, default)
    answer = field.ask(asked)
    if answer == PASS:
        return holders
    commit(field, unit, "forced-engagement")
    return [one for one in holders if one.index != answer - 1]
