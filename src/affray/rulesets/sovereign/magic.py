"""What spells do."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.dice import DAMAGE, OTHER
from affray.rulesets.sovereign import art, damage, geometry, gm, sheet
from affray.rulesets.sovereign.card import MAGIC
from affray.rulesets.sovereign.condition import (
    AFRAID,
    BLADED,
    BLUNTED,
    BOILS,
    CHILLED,
    FLYING,
    HASTED,
    INVISIBLE,
    NAMED,
    NUMBED,
    SPEEDED,
    WARDED,
    give,
    lay,
)
from affray.rulesets.sovereign.death import die, let_go, resist_again
from affray.rulesets.sovereign.gm import Question
from affray.rulesets.sovereign.sight import FOOT
from affray.rulesets.sovereign.state import (
    ACTIVE,
    BLUNTED_ONCE,
    BOILED,
    ONCE,
    SPENT_INEXORABLE,
    SPENT_SAVE,
    Body,
    Field,
    Spell,
)

SLEEPERS: Final = 4  # HD or levels
NEAR: Final = 4  # squares: a Nullifier's 20 ft
BURST: Final = 8  # squares: Fear
SPARED: Final = 6
LONG: Final = 1000  # marks boils that no save ends any more


# ---- dice and saves ------------------------------------------------------------------------------


def rolled(field: Field, unit: Body, count: int, sides: int, purpose: int) -> int:
    """Roll a spell's dice; Empowered Sorcery rolls them once more and keeps the better."""
    total = 0
    for _ in range(count):
        total += field.roll(sides, purpose, unit.index, "damage.roll")
    if art.ready(field, unit, "empowered-sorcery"):
        usual = 2 * total < count * (sides + 1)
        if art.may(field, unit, "effort.pool", "roll the spell again", usual=usual):
            art.commit(field, unit, "empowered-sorcery")
            again = 0
            for _ in range(count):
                again += field.roll(sides, purpose, unit.index, "damage.roll")
            total = max(total, again)
    return total


def resists(field: Field, unit: Body, target: Body, kind: int) -> bool:
    """Save against magic. Content: nullifier, inexorable-effect.

    Rules: save.roll, save.naturals.
    """
    bonus = 2 if nullified(field, target) else 0
    saved = sheet.save(field, target, kind, bonus, "save.roll")
    if saved and target.side != unit.side and not unit.used[ONCE] & SPENT_INEXORABLE:
        if unit.able() and art.ready(field, unit, "inexorable-effect"):
            if art.may(field, unit, "effort.pool", "make it save again"):
                art.commit(field, unit, "inexorable-effect")
                unit.used[ONCE] |= SPENT_INEXORABLE
                saved = sheet.save(field, target, kind, bonus, "save.roll")
    return saved or unfailing(target)


def unfailing(target: Body) -> bool:
    """Return whether a failed save succeeds instead, the first of a day. Content: nullifier."""
    if not target.sheet.feat("nullifier") or target.used[ONCE] & SPENT_SAVE:
        return False
    target.used[ONCE] |= SPENT_SAVE
    return True


def nullified(field: Field, target: Body) -> bool:
    """Return whether a Nullifier of its side is within 20 ft, itself included."""
    for one in field.units:
        if one.side == target.side and one.present and one.sheet.feat("nullifier"):
            if one.fate == ACTIVE and (one is target or geometry.apart(field, one, target) <= NEAR):
                return True
    return False


def dice_of(unit: Body, spell: Spell) -> int:
    return max(1, unit.sheet.caster // spell.every)


def harm(field: Field, unit: Body, target: Body, spell: Spell, total: int) -> bool:
    """Inflict a spell's damage, half of it on a save; return whether the save failed."""
    saved = spell.save >= 0 and resists(field, unit, target, spell.save)
    if damage.brittle(target, spell.harm):
        total = dice_of(unit, spell)
    if saved:
        total //= 2
    damage.hurt(
        field,
        target,
        total,
        unit.index,
        "damage.roll",
        spares=False,
        harm=spell.harm,
        magic=True,
    )
    return not saved


# ---- one target ----------------------------------------------------------------------------------


def one(field: Field, unit: Body, spell: Spell, target: Body) -> None:
    """Let a spell take effect on one creature; against an enemy it is an attack.

    Rules: spell.creatures, morale.surrender.
    """
    if target.side != unit.side:
        resist_again(field, target)
        if art.nullifies(field, target):
            return
    name = spell.id
    if name == "arcane-spark" and target.sheet.npc and target.sheet.level <= 1:
        die(field, target, "death.npc")
    elif name == "blunt-contact":
        blunt(field, unit, target)
    elif name == "shield-of-daggers":
        give(field, target, BLADED, unit.sheet.caster, unit.index)
    elif name == "curse-of-boils":
        if target.sheet.living():
            give(field, target, BOILS, unit.sheet.caster, unit.index)
    elif spell.sides:
        if name == "grave-chill" and not target.sheet.living():
            return
        total = rolled(field, unit, dice_of(unit, spell), spell.sides, DAMAGE)
        failed = harm(field, unit, target, spell, total)
        if failed and target.present:
            strike_with(field, unit, target, spell)
    elif spell.save < 0 or not resists(field, unit, target, spell.save):
        strike_with(field, unit, target, spell)


def strike_with(field: Field, unit: Body, target: Body, spell: Spell) -> None:
    """Lay a spell's state on one who failed its save."""
    if spell.status == "prone":
        if target.fate == ACTIVE and not target.has(FLYING):
            target.prone = True
            damage.jostled(field, target)
            field.mark_changed()
    elif spell.status == "asleep":
        doze(field, target)
    elif spell.status:
        effect = NAMED.get(spell.status) or field.library.statuses[spell.status]
        lay(field, target, effect, unit.index)
    elif spell.id == "grave-chill":
        lay(field, target, CHILLED, unit.index)


def blunt(field: Field, unit: Body, target: Body) -> None:
    """Blunt weapons against a creature, or a weapon that it holds: blunt-contact."""
    options = bluntings(target)
    if not options:
        return
    default = options[0][0] if target.side == unit.side else options[-1][0]
    asks = "what is blunted?"
    asked = Question(unit.seats, unit.index, "spell.creatures", options, default, asks)
    answer = field.ask(asked) if len(options) > 1 else default
    if answer == 1:
        target.used[ONCE] |= BLUNTED_ONCE
        give(field, target, BLUNTED, (unit.sheet.caster + 1) // 2, unit.index)
    else:
        target.harmless |= 1 << (answer - 2)
        field.mark_changed()


def bluntings(target: Body) -> list[tuple[int, str]]:
    """Return what can still be blunted: contact with a creature once in a fight, its weapons."""
    options: list[tuple[int, str]] = []
    if not target.used[ONCE] & BLUNTED_ONCE:
        options.append((1, f"shield {target.name} from weapons"))
    for weapon in sorted({target.off, target.hand}, reverse=True):
        if sheet.holds(target, weapon) and not target.harmless >> weapon & 1:
            options.append((2 + weapon, f"blunt {target.sheet.weapons[weapon]} of {target.name}"))
    return options


# ---- several friends -----------------------------------------------------------------------------


def many(field: Field, unit: Body, spell: Spell) -> None:
    """Let a spell take effect on willing creatures, chosen one by one."""
    left = unit.sheet.caster
    chosen: list[Body] = []
    if spell.id == "elemental-shield":
        give(field, unit, WARDED, 1, unit.index)
        chosen.append(unit)
        left *= 3
    rounds = rolled(field, unit, 1, 4, OTHER) + 1 if spell.id == "haste" else 0
    last = -1
    while left > 0:
        options = [
            (1 + one.index, f"{spell.id} on {one.name}")
            for one in field.units
            if one.index > last and willing(field, unit, spell, one, chosen)
        ]
        if not options:
            return
        options.append((PASS, "done"))
        asks = f"whom does {spell.name} take?"
        default = options[0][0]
        asked = Question(unit.seats, unit.index, "spell.creatures", options, default, asks)
        answer = field.ask(asked)
        if answer == PASS:
            return
        target = field.units[answer - 1]
        chosen.append(target)
        last = target.index
        left -= 1
        favour(field, unit, spell, target, rounds)


def willing(field: Field, unit: Body, spell: Spell, one: Body, chosen: list[Body]) -> bool:
    """Rules: spell.creatures, strain.limit."""
    if one.side != unit.side or not one.present or one in chosen or one.fate != ACTIVE:
        return False
    if spell.id == "speed" and one.strain >= one.sheet.strain_max:
        return False
    if one is unit:
        return True
    far = geometry.apart(field, unit, one)
    return far <= spell.range and geometry.sighted(field, unit, one)


def favour(field: Field, unit: Body, spell: Spell, target: Body, rounds: int) -> None:
    if spell.id == "speed":
        target.strain += 1
        give(field, target, SPEEDED, 1, unit.index)
    elif spell.id == "invisibility":
        give(field, target, INVISIBLE, 1, unit.index)
        target.unseen = True
        target.located = (1 << len(field.side_ids)) - 1  # where it vanished, they know
    elif spell.id == "haste":
        give(field, target, HASTED, rounds, unit.index)
        target.extra = True
    else:
        give(field, target, WARDED, 1, unit.index)
    field.mark_changed()


# ---- areas ---------------------------------------------------------------------------------------


def widest(unit: Body, spell: Spell) -> int:
    """Return the greatest radius in squares that a spell may have."""
    return 2 * unit.sheet.caster if spell.id == "arctic-circle" else spell.radius


def radius_of(field: Field, unit: Body, spell: Spell) -> int:
    """Return the radius in squares; that of the Arctic Circle is its caster's to choose."""
    if spell.id != "arctic-circle":
        return spell.radius
    most = widest(unit, spell)
    options = [(1 + one, f"radius {5 * one} ft") for one in range(1, most + 1)]
    asks = "how wide is the circle?"
    asked = Question(unit.seats, unit.index, "grid.area-square", options, options[-1][0], asks)
    return field.ask(asked) - 1


def caught(field: Field, spot: int, radius: int, tall: int) -> list[Body]:
    """Return everybody whom a square about an intersection holds. Rule: grid.area-square."""
    grid = field.grid
    column, row = spot % (grid.width + 1), spot // (grid.width + 1)
    cells = geometry.area(grid, column, row, radius)
    base = geometry.spot_of(grid, column, row)[2] // FOOT - 1
    low = base if tall else base - 5 * radius
    high = base + (tall or 5 * radius)
    found: list[Body] = []
    for who in field.asked():
        one = field.units[who]
        if one.present and any([c in cells for c in grid.footprint(one.cell, one.size)]):
            foot = geometry.elevation(field, one)
            if foot < high and foot + 5 * one.size > low:
                found.append(one)
    return found


def area(field: Field, unit: Body, spell: Spell, spot: int, radius: int) -> None:
    """Let a spell take effect on everybody in its square.

    Rules: spell.creatures, turn.dice-order.
    """
    found = spared(field, unit, caught(field, spot, radius, spell.tall))
    if spell.id == "sleep":
        for target in found:
            if sleeps(target) and not art.nullifies(field, target):
                doze(field, target)
        return
    total = rolled(field, unit, dice_of(unit, spell), spell.sides, DAMAGE) if spell.sides else 0
    failed: list[Body] = []
    for target in found:
        if art.nullifies(field, target):
            continue
        if spell.sides:
            if harm(field, unit, target, spell, total) and target.present:
                failed.append(target)
        elif spell.save < 0 or not resists(field, unit, target, spell.save):
            failed.append(target)
    for target in failed:
        if spell.id == "arctic-circle":
            rounds = rolled(field, unit, 1, 4, OTHER)
            give(field, target, NUMBED, rounds, unit.index)
            target.step = False
        else:
            strike_with(field, unit, target, spell)


def spared(field: Field, unit: Body, found: list[Body]) -> list[Body]:
    """Leave up to six allies out. Content: ward-allies."""
    allies = [one for one in found if one.side == unit.side][:SPARED]
    if not allies or not art.ready(field, unit, "ward-allies"):
        return found
    if not art.may(field, unit, "effort.pool", "leave allies out"):
        return found
    art.commit(field, unit, "ward-allies")
    return [one for one in found if one not in allies]


def sleeps(target: Body) -> bool:
    """Return whether sleep can take somebody: the living of few HD or levels."""
    return target.sheet.level <= SLEEPERS and drowsy(target)


def drowsy(target: Body) -> bool:
    own = target.sheet
    awake = target.fate == ACTIVE and not target.asleep
    return awake and own.living() and not own.mindless()


def doze(field: Field, target: Body) -> None:
    """Put the living to sleep."""
    if not drowsy(target):
        return
    target.asleep = True
    let_go(field, target)
    field.mark_changed()
    if field.watched:
        field.say("falls asleep", target.index, rule="spell.creatures")


def fear(field: Field, unit: Body, spell: Spell) -> None:
    """Let enemies flee, or be shaken. Content: fear."""
    for who in field.asked():
        target = field.units[who]
        if target.side == unit.side or target.fate != ACTIVE or not target.present:
            continue
        if geometry.apart(field, unit, target) > BURST:
            continue
        if target.sheet.fearless() or target.sheet.mindless() or art.nullifies(field, target):
            continue
        if resists(field, unit, target, spell.save) and not shaken(field, unit, target):
            continue
        give(field, target, AFRAID, 1, unit.index)
        target.wards = 0
        gm.check_morale(field, target)


def shaken(field: Field, unit: Body, target: Body) -> bool:
    """Hurt one who has saved against fear; return whether that would have felled it: it flees."""
    most = unit.sheet.caster
    flees = target.hp <= most
    amount = min(most, target.hp - 1)
    source, rule = unit.index, "damage.roll"
    damage.hurt(field, target, amount, source, rule, spares=False, harm=MAGIC, magic=True)
    return flees and target.present


# ---- what lasts ----------------------------------------------------------------------------------


def blades(field: Field, target: Body, attacker: Body) -> None:
    """Let the blades about somebody strike who strikes at it: shield-of-daggers."""
    held = target.held(BLADED)
    assert held is not None
    if resists(field, field.units[held.source], attacker, sheet.EVASION):
        return
    amount = field.roll(6, DAMAGE, target.index, "damage.roll") + held.n
    damage.hurt(field, attacker, amount, held.source, "damage.roll", spares=False, magic=True)


def grazed(field: Field, unit: Body, target: Body) -> bool:
    """Let blades strike at one who touches somebody; return whether it can go on."""
    if target is not unit and target.effects and target.has(BLADED):
        blades(field, target, unit)
    return unit.able()


def fester(field: Field, unit: Body) -> None:
    """Let boils hurt one who does anything vigorous: curse-of-boils."""
    held = unit.held(BOILS) if unit.effects else None
    if held is None or unit.used[BOILED]:
        return
    unit.used[BOILED] = 1
    amount = 2 * (held.n % LONG)
    damage.hurt(field, unit, amount, held.source, "damage.roll", spares=False, magic=True)


def curable(unit: Body) -> bool:
    """Return whether a save can still end boils: curse-of-boils."""
    held = unit.held(BOILS)
    return held is not None and held.n < LONG
