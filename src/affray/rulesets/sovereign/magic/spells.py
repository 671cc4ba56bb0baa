"""What spells do."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.dice import DAMAGE, OTHER
from affray.core.event import Part
from affray.rulesets.sovereign import changes, condition, geometry, resource
from affray.rulesets.sovereign.choice import aiming, menus, morale
from affray.rulesets.sovereign.choice.menus import Ask, AskUnit
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
    let_go,
)
from affray.rulesets.sovereign.damage import dealing, wound
from affray.rulesets.sovereign.death import die, resist_again
from affray.rulesets.sovereign.definitions import Spell
from affray.rulesets.sovereign.magic import arts
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.sight import FOOT
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    BLUNTED_ONCE,
    BOILED,
    CAST,
    MAGIC,
    ONCE,
    SPENT_SWIFT,
)

SLEEPERS: Final = 4  # HD or levels
BURST: Final = 8  # squares: Fear
SPARED: Final = 6
LONG: Final = 1000  # marks boils that no save ends any more
SWIFTLY: Final = 2  # what the counter of spells cast says after a swift one


def cannot_cast(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    spell: Spell,
    target: SovereignCombatant,
    *,
    swift: bool = False,
) -> str:
    """Return the rule that forbids casting, "" if none does.

    Rules: spell.slots, spell.armour, spell.action.
    """
    no = resource.no_slot(unit) or condition.distracted(combat, unit, swift=swift)
    if no:
        return no
    if not equipment.unarmoured(unit):
        return "spell.armour"
    if not equipment.free_hands(unit) and unit.sheet.feat("armored-magic") < 2:
        return "spell.action"
    if unit.used[CAST] >= SWIFTLY or (swift and unit.used[CAST]):
        return "effort.pool"
    if swift and spell.free:
        return "turn.fight-is-a-turn"
    if swift and resource.spent(unit, SPENT_SWIFT):
        return resource.spent(unit, SPENT_SWIFT)
    if swift and not resource.ready(combat, unit, "swift-casting"):
        return "effort.pool"
    return aiming.cannot_aim(combat, unit, spell, target)


# ---- dice ----------------------------------------------------------------------------------------


def rolled(
    combat: SovereignCombat, unit: SovereignCombatant, count: int, sides: int, purpose: int
) -> int:
    """Roll a spell's dice; Empowered Sorcery rolls them once more and keeps the better."""
    total = 0
    for _ in range(count):
        total += combat.roll(sides, purpose, unit.index, "damage.roll")
    if resource.ready(combat, unit, "empowered-sorcery"):
        usual = 2 * total < count * (sides + 1)
        if menus.may(combat, unit, "effort.pool", "roll the spell again", usual=usual):
            resource.commit(combat, unit, "empowered-sorcery")
            again = 0
            for _ in range(count):
                again += combat.roll(sides, purpose, unit.index, "damage.roll")
            total = max(total, again)
    return total


def dice_of(unit: SovereignCombatant, spell: Spell) -> int:
    """Return how many dice a spell of this caster rolls."""
    return max(1, unit.sheet.caster // spell.every)


def harm(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    target: SovereignCombatant,
    spell: Spell,
    total: int,
) -> bool:
    """Inflict a spell's damage, half of it on a save; return whether the save failed."""
    saved = spell.save >= 0 and arts.resists(combat, unit, target, spell.save)
    parts: list[Part] | None = [(total, "damage.roll")] if combat.watched else None
    if wound.brittle(target, spell.harm):
        wound.note(parts, dice_of(unit, spell) - total, "brittle-bones")
        total = dice_of(unit, spell)
    if saved:
        wound.note(parts, total // 2 - total, "save.roll")
        total //= 2
    dealing.hurt(
        combat,
        target,
        total,
        unit.index,
        "damage.roll",
        spares=False,
        harm=spell.harm,
        magic=True,
        ability=spell.id,
        parts=parts,
    )
    return not saved


# ---- one target ----------------------------------------------------------------------------------


def one(
    combat: SovereignCombat, unit: SovereignCombatant, spell: Spell, target: SovereignCombatant
) -> None:
    """Let a spell take effect on one creature; against an enemy it is an attack.

    Rules: spell.creatures, morale.surrender.
    """
    if target.side != unit.side:
        resist_again(combat, target)
        if arts.nullifies(combat, target):
            return
    name = spell.works
    if name == "arcane-spark" and target.sheet.npc and target.sheet.level <= 1:
        die(combat, target, "death.npc")
    elif name == "blunt-contact":
        blunt(combat, unit, target)
    elif name == "shield-of-daggers":
        give(combat, target, BLADED, unit.sheet.caster, unit.index)
    elif name == "curse-of-boils":
        if target.sheet.living():
            give(combat, target, BOILS, unit.sheet.caster, unit.index)
    elif spell.sides:
        if name == "grave-chill" and not target.sheet.living():
            return
        total = rolled(combat, unit, dice_of(unit, spell), spell.sides, DAMAGE)
        failed = harm(combat, unit, target, spell, total)
        if failed and target.present:
            strike_with(combat, unit, target, spell)
    elif spell.save < 0 or not arts.resists(combat, unit, target, spell.save):
        strike_with(combat, unit, target, spell)


def strike_with(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, spell: Spell
) -> None:
    """Lay a spell's state on one who failed its save."""
    if spell.status == "prone":
        if target.fate == ACTIVE and not target.has(FLYING):
            changes.set_prone(combat, target, True, "spell.creatures", unit.index)
            dealing.jostled(combat, target)
            combat.mark_changed()
    elif spell.status == "asleep":
        doze(combat, target)
    elif spell.status:
        effect = NAMED.get(spell.status) or combat.library.statuses[spell.status]
        lay(combat, target, effect, unit.index)
    elif spell.works == "grave-chill":
        lay(combat, target, CHILLED, unit.index)


def blunt(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Blunt weapons against a creature, or a weapon that it holds: blunt-contact."""
    options = aiming.bluntings(target)
    if not options:
        return
    default = options[0][0] if target.side == unit.side else options[-1][0]
    asks = "what is blunted?"
    seats, rule = unit.seats, "spell.creatures"
    asked = Ask(
        seats, unit.index, rule, options, default, "cast", "blunt-contact", target.index, asks
    )
    answer = combat.ask(asked) if len(options) > 1 else default
    if answer == 1:
        target.add_bits(ONCE, BLUNTED_ONCE)
        give(combat, target, BLUNTED, (unit.sheet.caster + 1) // 2, unit.index)
    else:
        changes.set_harmless(combat, target, answer - 2, "spell.creatures", unit.index)
        combat.mark_changed()


# ---- several friends -----------------------------------------------------------------------------


def many(combat: SovereignCombat, unit: SovereignCombatant, spell: Spell) -> None:
    """Let a spell take effect on willing creatures, chosen one by one."""
    left = unit.sheet.caster
    chosen: list[SovereignCombatant] = []
    if spell.works == "elemental-shield":
        give(combat, unit, WARDED, 1, unit.index)
        chosen.append(unit)
        left *= 3
    rounds = rolled(combat, unit, 1, 4, OTHER) + 1 if spell.works == "haste" else 0
    last = -1
    while left > 0:
        options = [
            (1 + one.index, f"{spell.id} on {one.name}")
            for one in combat.units
            if one.index > last and aiming.willing(combat, unit, spell, one, chosen)
        ]
        if not options:
            return
        options.append((PASS, "done"))
        asks = f"whom does {spell.name} take?"
        default = options[0][0]
        seats, rule = unit.seats, "spell.creatures"
        asked = AskUnit(seats, unit.index, rule, options, default, "cast", spell.id, -1, asks)
        answer = combat.ask(asked)
        if answer == PASS:
            return
        target = combat.units[answer - 1]
        chosen.append(target)
        last = target.index
        left -= 1
        favour(combat, unit, spell, target, rounds)


def favour(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    spell: Spell,
    target: SovereignCombatant,
    rounds: int,
) -> None:
    """Lay a spell on a willing creature, for so many rounds."""
    if spell.works == "speed":
        changes.strain(combat, target, "strain.limit", unit.index)
        give(combat, target, SPEEDED, 1, unit.index)
    elif spell.works == "invisibility":
        give(combat, target, INVISIBLE, 1, unit.index)
        changes.set_unseen(combat, target, True, "spell.creatures", unit.index)
        target.located = (1 << len(combat.side_ids)) - 1  # where it vanished, they know
    elif spell.works == "haste":
        give(combat, target, HASTED, rounds, unit.index)
        changes.set_extra(combat, target, True, "spell.creatures", unit.index)
    else:
        give(combat, target, WARDED, 1, unit.index)
    combat.mark_changed()


# ---- areas ---------------------------------------------------------------------------------------


def radius_of(combat: SovereignCombat, unit: SovereignCombatant, spell: Spell) -> int:
    """Return the radius in squares; that of the Arctic Circle is its caster's to choose."""
    if spell.works != "arctic-circle":
        return spell.radius
    most = aiming.widest(unit, spell)
    options = [(1 + one, f"radius {5 * one} ft") for one in range(1, most + 1)]
    asks = "how wide is the circle?"
    seats, rule, default = unit.seats, "grid.area-square", options[-1][0]
    asked = Ask(seats, unit.index, rule, options, default, "choose", spell.id, -1, asks)
    return combat.ask(asked) - 1


def caught(combat: SovereignCombat, spot: int, radius: int, tall: int) -> list[SovereignCombatant]:
    """Return everybody whom a square about an intersection holds. Rule: grid.area-square."""
    grid = combat.grid
    column, row = spot % (grid.width + 1), spot // (grid.width + 1)
    cells = geometry.area(grid, column, row, radius)
    base = geometry.spot_of(grid, column, row)[2] // FOOT - 1
    low = base if tall else base - 5 * radius
    high = base + (tall or 5 * radius)
    found: list[SovereignCombatant] = []
    for who in combat.asked():
        one = combat.units[who]
        if one.present and any(c in cells for c in grid.footprint(one.cell, one.size)):
            foot = geometry.elevation(combat, one)
            if foot < high and foot + 5 * one.size > low:
                found.append(one)
    return found


def area(
    combat: SovereignCombat, unit: SovereignCombatant, spell: Spell, spot: int, radius: int
) -> None:
    """Let a spell take effect on everybody in its square.

    Rules: spell.creatures, turn.dice-order.
    """
    found = spared(combat, unit, caught(combat, spot, radius, spell.tall))
    if spell.works == "sleep":
        for target in found:
            if sleeps(target) and not arts.nullifies(combat, target):
                doze(combat, target)
        return
    total = rolled(combat, unit, dice_of(unit, spell), spell.sides, DAMAGE) if spell.sides else 0
    failed: list[SovereignCombatant] = []
    for target in found:
        if arts.nullifies(combat, target):
            continue
        if spell.sides:
            if harm(combat, unit, target, spell, total) and target.present:
                failed.append(target)
        elif spell.save < 0 or not arts.resists(combat, unit, target, spell.save):
            failed.append(target)
    for target in failed:
        if spell.works == "arctic-circle":
            rounds = rolled(combat, unit, 1, 4, OTHER)
            give(combat, target, NUMBED, rounds, unit.index)
            changes.set_move(combat, target, False, "spell.creatures", unit.index)
        else:
            strike_with(combat, unit, target, spell)


def spared(
    combat: SovereignCombat, unit: SovereignCombatant, found: list[SovereignCombatant]
) -> list[SovereignCombatant]:
    """Leave up to six allies out. Content: ward-allies."""
    allies = [one for one in found if one.side == unit.side][:SPARED]
    if not allies or not resource.ready(combat, unit, "ward-allies"):
        return found
    if not menus.may(combat, unit, "effort.pool", "leave allies out"):
        return found
    resource.commit(combat, unit, "ward-allies")
    return [one for one in found if one not in allies]


def sleeps(target: SovereignCombatant) -> bool:
    """Return whether sleep can take somebody: the living of few HD or levels."""
    return target.sheet.level <= SLEEPERS and drowsy(target)


def drowsy(target: SovereignCombatant) -> bool:
    """Return whether somebody is awake, alive, and has a mind to be put to sleep."""
    own = target.sheet
    awake = target.fate == ACTIVE and not target.asleep
    return awake and own.living() and not own.mindless()


def doze(combat: SovereignCombat, target: SovereignCombatant) -> None:
    """Put the living to sleep."""
    if not drowsy(target):
        return
    changes.set_asleep(combat, target, True, "spell.creatures")
    let_go(combat, target)
    combat.mark_changed()


def fear(combat: SovereignCombat, unit: SovereignCombatant, spell: Spell) -> None:
    """Let enemies flee, or be shaken. Content: fear."""
    for who in combat.asked():
        target = combat.units[who]
        if target.side == unit.side or target.fate != ACTIVE or not target.present:
            continue
        if geometry.apart(combat, unit, target) > BURST:
            continue
        if target.sheet.fearless() or target.sheet.mindless() or arts.nullifies(combat, target):
            continue
        if arts.resists(combat, unit, target, spell.save) and not shaken(combat, unit, target):
            continue
        give(combat, target, AFRAID, 1, unit.index)
        changes.set_wards(combat, target, 0, "spell.creatures")
        morale.check_morale(combat, target)


def shaken(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> bool:
    """Hurt one who has saved against fear; return whether that would have felled it: it flees."""
    most = unit.sheet.caster
    flees = target.hp <= most
    amount = min(most, target.hp - 1)
    source, rule = unit.index, "damage.roll"
    dealing.hurt(combat, target, amount, source, rule, spares=False, harm=MAGIC, magic=True)
    return flees and target.present


# ---- what lasts ----------------------------------------------------------------------------------


def blades(
    combat: SovereignCombat, target: SovereignCombatant, attacker: SovereignCombatant
) -> None:
    """Let the blades about somebody strike who strikes at it: shield-of-daggers."""
    held = target.held(BLADED)
    assert held is not None
    if arts.resists(combat, combat.units[held.source], attacker, numbers.EVASION):
        return
    face = combat.roll(6, DAMAGE, target.index, "damage.roll")
    parts: list[Part] | None = None
    if combat.watched:
        parts = [(face, "damage.roll"), (held.n, "shield-of-daggers")]
    dealing.hurt(
        combat,
        attacker,
        face + held.n,
        held.source,
        "damage.roll",
        spares=False,
        magic=True,
        ability="shield-of-daggers",
        parts=parts,
    )


def grazed(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> bool:
    """Let blades strike at one who touches somebody; return whether it can go on."""
    if target is not unit and target.effects and target.has(BLADED):
        blades(combat, target, unit)
    return unit.able()


def fester(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Let boils hurt one who does anything vigorous: curse-of-boils."""
    held = unit.held(BOILS) if unit.effects else None
    if held is None or unit.used[BOILED]:
        return
    unit.set_count(BOILED, 1)
    amount = 2 * (held.n % LONG)
    dealing.hurt(combat, unit, amount, held.source, "damage.roll", spares=False, magic=True)


def curable(unit: SovereignCombatant) -> bool:
    """Return whether a save can still end boils: curse-of-boils."""
    held = unit.held(BOILS)
    return held is not None and held.n < LONG
