"""Damage in its order, vigor, healing, defeat, surrender."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.dice import DAMAGE, Pool
from affray.core.effect import TURN_END, Held
from affray.rulesets.icon import condition, geometry, reaction
from affray.rulesets.icon.deed import Use
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.terms import ACTIVE, COUNTERED, DEAD, DEFEATED, JUMPS, ONCE, SURRENDERED
from affray.rulesets.icon.vocabulary import MARK, UNHARMED, Sheet

LEVELS: Final = ("fray", "light", "heavy", "critical")
MOST_RESOLVE: Final = 6  # resource.resolve-gain
MOST_WOUNDS: Final = 4  # defeat.pc-dies


class Blow:
    """One instance of damage."""

    def __init__(self, dealer: int, target: int, amount: int) -> None:
        self.dealer = dealer  # -1: terrain, a fall, blights
        self.target = target
        self.amount = amount
        self.type = "physical"  # "": of no type, past armor and resistances
        self.pierce = False
        self.godly = False
        self.covered = False  # resistance from cover
        self.ranged = False  # of a ranged attack
        self.attack = False  # of an attack, its area included
        self.area = False  # outside the attack space
        self.floor = 0  # hit points it cannot go below: blight.floor


class DamageRoll(Pool):
    """Equal dice of which the highest count. Rule: roll.damage-dice."""

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("roll", faces, sum(sorted(faces)[len(faces) - self.kept :]))]


def roll(combat: IconCombat, who: int, level: str, boosts: int, bonus: int) -> tuple[int, bool]:
    """Roll damage of a level; return the sum and whether it is godly.

    Rules: damage.levels, damage.bonus, damage.boost, damage.boost-past-critical, damage.fray-fixed,
    roll.damage-dice, foe.mob, sheet.fray-and-die.
    """
    sheet: Sheet = combat.units[who].sheet
    if level == "fray":
        return sheet.fray, False
    if sheet.mob:
        return sheet.flat, False
    number = LEVELS.index(level) + boosts
    godly = number > 3
    bonus += max(0, number - 3)
    number = min(number, 3)
    pool = DamageRoll(number + bonus, sheet.die, number, True)
    return combat.throw(pool, DAMAGE, who, "roll.damage-dice"), godly


# ---- what reaches a character ------------------------------------------------------------------


def resisted(combat: IconCombat, blow: Blow) -> bool:
    """Return whether some resistance covers the damage.

    Rules: damage.resistance, damage.resistance-once, attack.cover-halves, effect.dodge,
    effect.true-strike.
    """
    unit = combat.units[blow.target]
    if blow.covered or combat.has(unit, "resistance") or combat.has(unit, "cover"):
        return True
    if blow.area and combat.has(unit, "dodge"):
        return True
    if blow.ranged and combat.has(unit, "resistance-ranged"):
        return True
    for trait in unit.sheet.traits:
        if blow.type in trait.resistance and not (trait.resistance_fresh and unit.bloodied()):
            return True
    return False


def halved(number: int) -> int:
    """Rule: golden.round-up."""
    return (number + 1) // 2


def dealt(combat: IconCombat, blow: Blow, unit: Unit) -> int:
    """Return damage as its dealer deals it.

    Rules: damage.order, status.weakened, status.pacified, status.hatred.
    """
    amount = blow.amount
    if blow.dealer < 0:
        return amount
    dealer = combat.units[blow.dealer]
    statuses = dealer.statuses()
    if not statuses:
        return amount
    if not blow.pierce:
        amount = max(0, amount - sum([one.dealt_minus for one in statuses]))
    halves = any([one.halves for one in statuses])
    for one in statuses:
        if one.halves_others and combat.hostile(dealer, unit):
            held = dealer.held(one)
            halves = halves or held is None or held.source != unit.index
    return halved(amount) if halves else amount


def reduced(combat: IconCombat, use: Use | None, blow: Blow) -> int:
    """Return what reaches a character, before vigor.

    Rules: damage.order, damage.armor, damage.armor-highest, damage.pierce, damage.godly,
    damage.minimum-zero, status.vulnerable, terrain.fall-reducible, blight.ignores-armor.
    """
    unit = combat.units[blow.target]
    amount = dealt(combat, blow, unit)
    if use is not None:
        amount += sum([one.taken_plus for one in unit.statuses()])
    if blow.godly or not blow.type:
        return amount
    if not blow.pierce:
        amount -= unit.sheet.whole_armor()
    if amount > 0 and resisted(combat, blow):
        amount = halved(amount)
    return max(0, amount)


def deal(combat: IconCombat, use: Use | None, blow: Blow) -> bool:
    """Deal damage, of a use of an ability or (None) of something else; return whether it hurt.

    Rules: damage.order, damage.immune, surrender.when, vigor.absorbs-first, status.shattered,
    effect.defiance, blight.floor, defeat.at-zero, status.pacified.
    """
    unit = combat.units[blow.target]
    if condition.untouched(combat, unit) or unit.holds(UNHARMED) or unit.sheet.immune(blow.type):
        return False
    if use is not None and unit.index in use.immune:
        return False
    if use is not None and use.target == unit.index:
        use.stood = unit.cell
    amount = reduced(combat, use, blow)
    if amount <= 0:
        return False
    absorbs = 0 if blow.godly or unit.dry() else min(unit.vigor, amount)
    if use is not None and surrenders(combat, use, unit, amount - absorbs):
        return False
    take(combat, unit, blow, absorbs, amount - absorbs)
    if use is None or blow.dealer < 0:
        if unit.hp <= 0:
            defeat(combat, unit)
        return True
    dealer = combat.units[blow.dealer]
    hostile = combat.hostile(dealer, unit)
    if hostile:
        for one in unit.statuses():
            if one.until_hurt:
                condition.lose(combat, unit, one.id)
    if unit.hp <= 0:
        use.slain = use.slain or (hostile and dealer.index == use.actor and not unit.sheet.mob)
        defeat(combat, unit)
    elif hostile:
        counter(combat, unit, dealer)
    if hostile and blow.attack:
        reaction.damaged(combat, use, unit)
    return True


def take(combat: IconCombat, unit: Unit, blow: Blow, absorbed: int, loss: int) -> None:
    """Take damage from vigor, then from hit points."""
    unit.vigor -= absorbed
    before = unit.hp
    if unit.hp > blow.floor:
        unit.hp = max(blow.floor, unit.hp - loss)
    if unit.hp < 1 and unit.holds("defiance"):
        unit.hp = combat.library.states["defiance"].number
        condition.lose(combat, unit, "defiance")
        held = Held(combat.library.states[UNHARMED], ONCE, -1, TURN_END, combat.active)
        unit.effects.append(held)
    combat.mark_changed()
    if combat.watched:
        if absorbed:
            rule = "vigor.absorbs-first"
            combat.say("absorbed", unit.index, blow.dealer, blow.type, absorbed, rule)
        if before > unit.hp or not absorbed:
            combat.say("hurt", unit.index, blow.dealer, blow.type, before - unit.hp, "damage.order")


def counter(combat: IconCombat, unit: Unit, foe: Unit) -> None:
    """Rule: effect.counter."""
    if not unit.used[COUNTERED] and combat.has(unit, "counter"):
        unit.used[COUNTERED] += 1
        number = combat.library.states["counter"].number
        deal(combat, None, Blow(unit.index, foe.index, number))


# ---- surrender ---------------------------------------------------------------------------------


def surrenders(combat: IconCombat, use: Use, unit: Unit, loss: int) -> bool:
    """Ask whether a character gives up before damage that is known and not yet applied.

    Rules: surrender.when, surrender.immunity, surrender.out.
    """
    fells = loss >= unit.hp and not unit.holds("defiance")
    if unit.sheet.monster or not (fells or combat.ask_surrender):
        return False
    menu = [(PASS, "take it"), (1, "surrender")]
    if combat.ask(Menu(unit.seats, unit.index, "surrender.when", menu)) == PASS:
        return False
    use.immune.append(unit.index)
    markers = jumping(unit)
    cell = unit.cell
    condition.clear_effects(combat, unit)
    unit.fate = SURRENDERED
    unit.actions = 0
    leave(combat, unit)
    if combat.watched:
        combat.say("surrenders", unit.index, use.actor, rule="surrender.out")
    jump_marks(combat, markers, unit, cell)
    return True


# ---- defeat ------------------------------------------------------------------------------------


def leave(combat: IconCombat, unit: Unit) -> None:
    """Take somebody off the map for good. Rule: defeat.foe."""
    combat.leave(unit)
    unit.present = False
    out(combat, unit)


def out(combat: IconCombat, unit: Unit) -> None:
    """End what goes with somebody that is out. Rules: effect.summon, action.delay, effect.mark."""
    unit.delays = []
    for use in combat.using:
        use.felled = True
    combat.patches = [one for one in combat.patches if not one.summon or one.anchor != unit.index]
    condition.gone(combat, unit)
    combat.mark_changed()


def defeat(combat: IconCombat, unit: Unit) -> None:
    """Defeat a character at 0 HP.

    Rules: defeat.at-zero, defeat.pc, defeat.foe, defeat.allied-npc, effect.summon.
    """
    markers = jumping(unit)
    cell = unit.cell
    condition.clear_effects(combat, unit)
    unit.hp = 0
    unit.actions = 0
    unit.fate = DEFEATED
    out(combat, unit)
    if combat.watched:
        combat.say("defeated", unit.index, rule="defeat.at-zero")
    if unit.sheet.pc:
        wound(combat, unit)
    elif not unit.npc:
        leave(combat, unit)
    combat.mark_changed()
    jump_marks(combat, markers, unit, cell)


def wound(combat: IconCombat, unit: Unit) -> None:
    """Give a wound; the fourth kills.

    Rules: defeat.pc-dies, resource.wound-lowers-maxima, resource.wound-clamps.
    """
    unit.wounds = min(MOST_WOUNDS, unit.wounds + 1)
    combat.mark_changed()
    clamp(unit)
    if unit.wounds == MOST_WOUNDS:
        condition.clear_effects(combat, unit)
        unit.hp = 0
        unit.fate = DEAD
        leave(combat, unit)
        if combat.watched:
            combat.say("dies", unit.index, rule="defeat.pc-dies")


def clamp(unit: Unit) -> None:
    """Rule: resource.wound-clamps."""
    unit.hp = min(unit.hp, unit.max_hp())
    unit.vigor = min(unit.vigor, unit.max_hp())


def jumping(unit: Unit) -> list[tuple[int, str]]:
    """Return whose marks on a falling character may jump on: a master talent."""
    return [
        (held.source, held.effect.id)
        for held in unit.effects
        if condition.is_of(held, MARK) and held.n == JUMPS
    ]


def jump_marks(combat: IconCombat, markers: list[tuple[int, str]], fallen: Unit, cell: int) -> None:
    """Let every mark that may do so go on to another."""
    for marker, mark in markers:
        jump_mark(combat, combat.units[marker], mark, fallen, cell)


def jump_mark(combat: IconCombat, marker: Unit, id: str, fallen: Unit, cell: int) -> None:
    """Let a marker mark another foe within 4 of the one that fell. Rule: effect.stealth."""
    near = [
        one
        for one in geometry.in_rows(combat)
        if combat.hostile(one, marker)
        and one.able()
        and one is not fallen
        and not (combat.has(one, "stealth") and combat.apart(one, marker) > 1)
        and geometry.from_cell(combat, cell, one) <= 4
    ]
    if near and marker.able():
        menu = [(PASS, "no mark")] + [(1 + one.index, f"mark {one.name}") for one in near]
        answer = combat.ask(Menu(marker.seats, marker.index, "effect.mark", menu))
        if answer != PASS:
            condition.mark(combat, marker, combat.units[answer - 1], id, ["mark-jumps"])


# ---- vigor, healing, rescue --------------------------------------------------------------------


def give_vigor(combat: IconCombat, unit: Unit, multiple: int) -> bool:
    """Grant vigor; return whether there was any to grant.

    Rules: vigor.multiples-of-health, vigor.stacks-to-maximum, status.shattered, foe.mob.
    """
    if condition.untouched(combat, unit) or unit.dry():
        return False
    gained = min(multiple * unit.sheet.health, unit.max_hp() - unit.vigor)
    if gained <= 0:
        return False
    unit.vigor += gained
    combat.mark_changed()
    if combat.watched:
        combat.say("vigor", unit.index, -1, "", gained, "vigor.multiples-of-health")
    return True


def give_resolve(combat: IconCombat, unit: Unit, amount: int) -> None:
    """Rule: resource.resolve-gain."""
    if unit.sheet.pc and unit.able():
        unit.resolve = min(MOST_RESOLVE, unit.resolve + amount)
        combat.mark_changed()


def heal(unit: Unit, multiple: int, number: int = 0) -> int:
    """Heal a multiple of Health, or a number that the text gives; return how much it was.

    Rules: resource.healing-multiples, vigor.no-healing.
    """
    before = unit.hp
    unit.hp = min(unit.max_hp(), unit.hp + (number or multiple * unit.sheet.health))
    return unit.hp - before


def can_be_rescued(unit: Unit) -> bool:
    """Rules: action.rescue-limits, defeat.incapacity-ends."""
    return unit.fate == DEFEATED and unit.present and unit.hp <= 0 and unit.cell >= 0


def rescue(combat: IconCombat, unit: Unit) -> None:
    """Rules: action.rescue, turn.rescued-acts, resource.healing-multiples."""
    if not can_be_rescued(unit):
        return
    unit.fate = ACTIVE
    heal(unit, 0, unit.max_hp())
    combat.mark_changed()
    if combat.watched:
        combat.say("rescued", unit.index, rule="action.rescue")


def drink(unit: Unit) -> int:
    """Drink an elixir out of combat; return how much it healed. Rule: resource.elixir."""
    if unit.elixirs <= 0 or unit.hp <= 0 or unit.hp >= unit.max_hp():
        return 0
    unit.elixirs -= 1
    return heal(unit, 0, halved(unit.max_hp()))


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
