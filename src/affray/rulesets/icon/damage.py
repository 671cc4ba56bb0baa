"""Damage in its order, vigor, defeat, surrender."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.dice import DAMAGE, Pool
from affray.core.effect import NEVER, TURN_END, Held
from affray.rulesets.icon import condition, geometry
from affray.rulesets.icon.state import (
    ACTIVE,
    COUNTERED,
    DEAD,
    DEFEATED,
    ONCE,
    STATES,
    SURRENDERED,
    TRAIT,
    IconCombat,
    Sheet,
    Unit,
    Use,
)

LEVELS = ("fray", "light", "heavy", "critical")


class Blow:
    """One instance of damage."""

    def __init__(self, dealer: int, target: int, amount: int) -> None:
        self.dealer = dealer  # -1: terrain, a fall, blights
        self.target = target
        self.amount = amount
        self.type = "physical"
        self.pierce = False
        self.godly = False
        self.covered = False  # resistance from cover
        self.ranged = False
        self.area = False  # outside the attack space
        self.attack = False
        self.floor = 0  # hit points it cannot go below: blight.floor


def roll(combat: IconCombat, who: int, level: str, boosts: int, bonus: int) -> tuple[int, bool]:
    """Roll damage of a level; return the sum and whether it is godly.

    Rules: damage.levels, damage.bonus, damage.boost, damage.boost-past-critical, damage.fray-fixed,
    roll.damage-dice, foe.mob, sheet.fray-and-die.
    """
    sheet: Sheet = combat.units[who].sheet
    if sheet.mob:
        return sheet.flat, False
    if level == "fray":
        return sheet.fray, False
    number = LEVELS.index(level) + boosts
    godly = number > 3
    bonus += max(0, number - 3)
    number = min(number, 3)
    pool = Pool(number + bonus, sheet.die, number, True)
    return combat.throw(pool, DAMAGE, who, "roll.damage-dice"), godly


def resisted(combat: IconCombat, blow: Blow) -> bool:
    """Return whether some resistance covers the damage.

    Rules: damage.resistance, damage.resistance-once, attack.cover-halves, effect.dodge.
    """
    unit = combat.units[blow.target]
    if blow.covered or unit.on("resistance"):
        return True
    if blow.area and unit.on("dodge"):
        return True
    if blow.ranged and blow.attack:
        if unit.on("resistance-ranged"):
            return True
        for other in combat.units:
            if other.side == unit.side and other is not unit and other.able():
                if other.stance() == "stance-shield-lane":
                    if geometry.adjacent(combat, unit, other):
                        return True
    for trait in unit.sheet.traits:
        if blow.type in trait.resistance and not (trait.resistance_fresh and unit.bloodied()):
            return True
    return False


def halved(number: int) -> int:
    """Rule: golden.round-up."""
    return (number + 1) // 2


def reduced(combat: IconCombat, use: Use | None, blow: Blow) -> int:
    """Return what reaches a character, before vigor.

    Rules: damage.order, damage.armor, damage.pierce, damage.godly, damage.minimum-zero,
    status.weakened, status.pacified, status.hatred, status.vulnerable, terrain.fall-reducible.
    """
    unit = combat.units[blow.target]
    amount = blow.amount
    if blow.dealer >= 0:
        dealer = combat.units[blow.dealer]
        if dealer.status("weakened") and not blow.pierce:
            amount = max(0, amount - 2)
        hatred = dealer.held(STATES["hatred"])
        hates = hatred is not None and dealer.status("hatred") and hatred.source != unit.index
        if dealer.status("pacified") or (hates and combat.hostile(dealer, unit)):
            amount = halved(amount)
        if unit.status("vulnerable") and use is not None:
            amount += 1
    if blow.godly or not blow.type:
        return amount
    if not blow.pierce:
        amount -= unit.sheet.armor
    if amount > 0 and resisted(combat, blow):
        amount = halved(amount)
    return max(0, amount)


def deal(combat: IconCombat, use: Use | None, blow: Blow) -> bool:
    """Deal damage; return whether it damaged the character.

    Rules: damage.order, damage.immune, surrender.when, vigor.absorbs-first, status.shattered,
    effect.defiance, blight.floor, defeat.at-zero.
    """
    unit = combat.units[blow.target]
    if condition.untouched(combat, unit) or unit.has(STATES["unharmed"]):
        return False
    if use is not None and unit.index in use.immune:
        return False
    amount = reduced(combat, use, blow)
    if amount <= 0:
        return False
    absorbs = 0 if blow.godly or unit.status("shattered") else min(unit.vigor, amount)
    if use is not None and surrenders(combat, use, unit, amount - absorbs):
        return False
    unit.vigor -= absorbs
    before = unit.hp
    unit.hp = max(blow.floor, unit.hp - (amount - absorbs)) if unit.hp > blow.floor else unit.hp
    if unit.hp < 1 and unit.on("defiance"):
        unit.hp = 1
        condition.lose(combat, unit, "defiance")
        unit.effects.append(Held(STATES["unharmed"], ONCE, -1, TURN_END, combat.active))
    combat.touch()
    if combat.watched:
        combat.say("hurt", unit.index, blow.dealer, blow.type, before - unit.hp, "damage.order")
    if use is not None:
        use.damaged.append(unit.index)
    if use is not None and combat.hostile(combat.units[blow.dealer], unit):
        condition.lose(combat, unit, "pacified")  # status.pacified
    if unit.hp <= 0:
        if use is not None and blow.dealer == use.actor and not unit.sheet.mob:
            use.slain = use.slain or combat.hostile(combat.units[use.actor], unit)
        defeat(combat, unit)
    elif use is not None and blow.dealer >= 0:
        counter(combat, unit, combat.units[blow.dealer])
    return True


def counter(combat: IconCombat, unit: Unit, foe: Unit) -> None:
    """Rule: effect.counter."""
    if unit.on("counter") and combat.hostile(unit, foe) and not unit.used[COUNTERED]:
        unit.used[COUNTERED] += 1
        deal(combat, None, Blow(unit.index, foe.index, 1))


def surrenders(combat: IconCombat, use: Use, unit: Unit, loss: int) -> bool:
    """Ask whether a character gives up before damage that would fell it.

    Rules: surrender.when, surrender.immunity, surrender.out.
    """
    if loss < unit.hp or unit.sheet.monster or unit.on("defiance"):
        return False
    menu = [(PASS, "take it"), (1, "surrender")]
    if combat.ask(Menu(unit.seats, unit.index, "surrender.when", menu)) == PASS:
        return False
    use.immune.append(unit.index)
    condition.clear_effects(combat, unit)
    unit.fate = SURRENDERED
    leave(combat, unit)
    if combat.watched:
        combat.say("surrenders", unit.index, use.actor, rule="surrender.out")
    return True


def leave(combat: IconCombat, unit: Unit) -> None:
    """Take somebody out of the fight for good. Rules: defeat.foe, effect.summon."""
    combat.leave(unit)
    unit.present = False
    unit.delay = -1
    combat.patches = [one for one in combat.patches if not one.summon or one.anchor != unit.index]
    combat.touch()


def defeat(combat: IconCombat, unit: Unit) -> None:
    """Defeat a character at 0 HP.

    Rules: defeat.at-zero, defeat.pc, defeat.pc-dies, defeat.foe, defeat.allied-npc,
    resource.wound-clamps.
    """
    mourners = mark_jumps(combat, unit)
    cell = unit.cell
    condition.clear_effects(combat, unit)
    unit.hp = 0
    unit.actions = 0
    unit.delay = -1
    unit.must_slow = False
    if unit.sheet.pc:
        if unit.wounds >= 3:
            unit.wounds = 4
            unit.fate = DEAD
            leave(combat, unit)
        else:
            unit.wounds += 1
            unit.fate = DEFEATED
            combat.patches = [
                one for one in combat.patches if not one.summon or one.anchor != unit.index
            ]
    else:
        unit.fate = DEFEATED
        if not unit.npc or unit.side != 0:
            leave(combat, unit)
    combat.touch()
    if combat.watched:
        combat.say("defeated", unit.index, rule="defeat.at-zero")
    for marker in mourners:
        jump_mark(combat, combat.units[marker], unit, cell)


def mark_jumps(combat: IconCombat, unit: Unit) -> list[int]:
    """Return whose mark on a falling character may jump on: a master talent."""
    return [
        held.source
        for held in unit.effects
        if held.effect.id == "tangled"
        and "mark-jumps" in condition.ability_of(combat.units[held.source], "tangle")
    ]


def jump_mark(combat: IconCombat, marker: Unit, fallen: Unit, cell: int) -> None:
    near = [
        one
        for one in combat.units
        if combat.hostile(one, marker)
        and one.able()
        and one is not fallen
        and geometry.from_cell(combat, cell, one) <= 4
    ]
    if near and marker.able():
        menu = [(PASS, "no mark")] + [(1 + one.index, f"mark {one.name}") for one in near]
        answer = combat.ask(Menu(marker.seats, marker.index, "effect.mark", menu))
        if answer != PASS:
            condition.mark(combat, marker, combat.units[answer - 1], "tangled")


# ---- vigor, healing, rescue --------------------------------------------------------------------


def give_vigor(combat: IconCombat, unit: Unit, multiple: int, giver: int = -1) -> None:
    """Rules: vigor.multiples-of-health, vigor.stacks-to-maximum, status.shattered, foe.mob."""
    if condition.untouched(combat, unit) or unit.status("shattered"):
        return
    most = unit.max_hp()
    gained = min(multiple * unit.sheet.health, most - unit.vigor)
    if gained <= 0:
        return
    unit.vigor += gained
    combat.touch()
    if combat.watched:
        combat.say("vigor", unit.index, giver, "", gained, "vigor.multiples-of-health")
    if giver >= 0 and giver != unit.index:
        second_verse(combat, combat.units[giver], unit)


def second_verse(combat: IconCombat, giver: Unit, unit: Unit) -> None:
    """Let a trait cleanse a bloodied ally that was given vigor."""
    for trait in giver.sheet.traits:
        if trait.on == "you grant vigor to a bloodied ally" and not giver.used[TRAIT]:
            if unit.bloodied() and unit.side == giver.side:
                giver.used[TRAIT] += 1
                condition.cleanse(combat, unit, [])


def can_be_rescued(unit: Unit) -> bool:
    """Rules: action.rescue-limits, defeat.incapacity-ends."""
    return unit.fate == DEFEATED and unit.present and unit.hp <= 0 and unit.cell >= 0


def rescue(combat: IconCombat, unit: Unit) -> None:
    """Rules: action.rescue, turn.rescued-acts."""
    if not can_be_rescued(unit):
        return
    unit.fate = ACTIVE
    unit.hp = unit.max_hp()
    combat.touch()
    restore_ongoing(combat, unit)
    if combat.watched:
        combat.say("rescued", unit.index, rule="action.rescue")


def restore_ongoing(combat: IconCombat, unit: Unit) -> None:
    """Impose what traits make ongoing. Rule: status.ongoing."""
    for trait in unit.sheet.traits:
        if trait.ongoing:
            condition.make_ongoing(combat, unit, trait.ongoing, unit.index)


def blights_hurt(combat: IconCombat, unit: Unit) -> None:
    """Rules: blight.damage, blight.ignores-armor, blight.floor."""
    count = unit.blights()
    if count:
        blow = Blow(-1, unit.index, count)
        blow.type = ""
        blow.floor = 1
        deal(combat, None, blow)


def hurt_by_terrain(combat: IconCombat, unit: Unit, amount: int, *, pierce: bool) -> None:
    """Rules: terrain.dangerous, terrain.fall, damage.flat-fixed."""
    blow = Blow(-1, unit.index, amount)
    blow.pierce = pierce
    deal(combat, None, blow)


FOREVER = NEVER
