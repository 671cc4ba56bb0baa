"""Numbers of a combatant: what its sheet and its state add up to."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.combat import Combat
from affray.core.dice import CHECK, SAVE
from affray.rulesets.sovereign import geometry, gm
from affray.rulesets.sovereign.condition import CHILLED, PAVIS, PIERCED, held_from, number, routed
from affray.rulesets.sovereign.state import (
    ACTIVE,
    MELEE,
    NATURAL,
    NO_AC,
    ONCE,
    SHOT,
    SPENT_MASTERY,
    THROWN,
    Body,
    Field,
    Sheet,
    Strike,
)

GUARD: Final = 2  # what Total Defense adds to an AC. Rule: total.ac

STR: Final = 0
DEX: Final = 1
CON: Final = 2
INT: Final = 3
WIS: Final = 4
PHYSICAL: Final = 0
EVASION: Final = 1
MENTAL: Final = 2
NEEDED: Final = 10  # check.roll
OPPOSED: Final = 8  # check.opposed
PENALTY: Final = {"chain": {"sneak": -2}, "plate": {"sneak": -3, "exert": -3}}  # check.armour
ARMOUR_AC: Final = {"none": 10, "leather": 12, "chain": 14, "plate": 16}


def modifier(score: int) -> int:
    """Rule: sheet.modifiers."""
    if score <= 3:
        return -2
    if score <= 7:
        return -1
    if score <= 13:
        return 0
    return 1 if score <= 17 else 2


def save_targets(level: int, mods: list[int]) -> list[int]:
    """Rule: save.targets."""
    return [
        16 - level - max(mods[STR], mods[CON]),
        16 - level - max(mods[DEX], mods[INT]),
        16 - level - max(mods[INT], mods[WIS]),
    ]


def npc_save(hd: int) -> int:
    """Rule: save.npc."""
    return 15 - hd // 2


def armour_class(armour: str, shield: bool, dex: int) -> int:
    """Rule: sheet.ac."""
    return ARMOUR_AC[armour] + dex + (1 if shield else 0)


def ac(field: Field, unit: Body) -> int:
    """Return the AC at this moment.

    Rules: shock.current-ac, total.ac, charge.ac-penalty, total.not-twice.
    """
    own = unit.sheet
    found = own.ac
    if unit.effects:
        if unit.has(PAVIS):
            found = max(found, min(found + 4, 18))  # never above 18 by this
        found += number(unit, 0)
    if unit.total:
        found += GUARD
    if unit.charging:
        found -= 2
    if unit.wards and own.feat("valiant-defender") > 1:
        found += 2
    if own.abilities and walled(field, unit):
        found += 1
    return found


def walled(field: Field, unit: Body) -> bool:
    """Return whether a comrade's shield stands beside its own. Content: shield-wall."""
    if not unit.sheet.shield or "shield-wall" not in unit.sheet.abilities:
        return False
    for other in field.units:
        if other.side != unit.side or other is unit or not other.sheet.shield:
            continue
        if other.fate == ACTIVE and not other.asleep:
            if "shield-wall" in other.sheet.abilities and geometry.adjacent(field, unit, other):
                return True
    return False


def skill(sheet: Sheet, name: str) -> int:
    """Return a skill with what armour takes from it. Rules: check.npc, check.armour."""
    if sheet.pc:
        return sheet.skills.get(name, -1) + PENALTY.get(sheet.armour, {}).get(name, 0)
    return sheet.skill if good_at(sheet, name) else 0


def good_at(sheet: Sheet, name: str) -> bool:
    """Return whether an NPC ought to be good at something. Rule: check.npc."""
    if name in ("brawl", "exert", "stab") or name in sheet.tags:
        return True
    if name == "sneak":
        return "vanish-in-shadow" in sheet.abilities
    return name == "magic" and bool(sheet.spells)


def mod(sheet: Sheet, attribute: int) -> int:
    return sheet.mods[attribute] if sheet.pc else 0


def wrestle(sheet: Sheet) -> int:
    """Return STR/Brawl. Rule: grapple.check."""
    return mod(sheet, STR) + skill(sheet, "brawl")


def brace(sheet: Sheet) -> int:
    """Return the better of STR/Brawl and STR/Exert. Rule: shove.check."""
    return max(wrestle(sheet), mod(sheet, STR) + skill(sheet, "exert"))


def combat_skill(sheet: Sheet) -> int:
    """Return the highest combat skill, an NPC's skill modifier. Rule: screen.needs-skill."""
    if not sheet.pc:
        return sheet.skill
    return max([sheet.skills.get(name, -1) for name in ("brawl", "shoot", "stab")])


def manhandling(field: Field, actor: Body, target: Body) -> int:
    """Return what size takes from shoving and grappling. Rule: maneuver.size."""
    usual = 0
    if target.size > 1 and actor.size < target.size:
        usual = -2 if target.size == 2 and target.sheet.humanoid else -4
    return gm.sized(field, actor, target, gm.TOO_BIG if too_big(actor, target) else usual)


def too_big(actor: Body, target: Body) -> bool:
    """Return whether somebody cannot be manhandled at all. Rule: maneuver.size."""
    if actor.size >= target.size or target.size <= 2:
        return False
    return not (target.size == 3 and target.sheet.humanoid)


def check(field: Combat[Body], who: int, bonus: int, number: int, rule: str) -> bool:
    """Roll 2d6. Rules: check.roll, check.opposed."""
    total = check_total(field, who, bonus, rule)
    return total >= number


def check_total(field: Combat[Body], who: int, bonus: int, rule: str) -> int:
    first = field.roll(6, CHECK, who, rule)
    return first + field.roll(6, CHECK, who, rule) + bonus


def skill_check(field: Field, unit: Body, name: str, bonus: int, number: int, rule: str) -> bool:
    """Roll a check of a skill that no fight is fought with.

    A Specialist drops the lowest of more dice; a full Expert may roll once more in a fight.
    Rule: check.roll. Content: specialist, gifted-chirurgeon, masterful-expertise.
    """
    bonus += gm.judged(field, unit, name)
    total = best_of(field, unit, name, rule) + bonus
    if total >= number or not unit.sheet.expert or unit.used[ONCE] & SPENT_MASTERY:
        return total >= number
    options = [(1, "roll again"), (PASS, "let it be")]
    if field.ask(Menu(unit.seats, unit.index, "check.roll", options, 1)) == PASS:
        return False
    unit.used[ONCE] |= SPENT_MASTERY
    return max(total, best_of(field, unit, name, rule) + bonus) >= number


def best_of(field: Field, unit: Body, name: str, rule: str) -> int:
    """Roll 2d6, or more of which the best two count."""
    own = unit.sheet
    count = 2
    if own.special == name:
        count += own.feat("specialist")
    if name == "heal" and own.feat("gifted-chirurgeon"):
        count = max(count, 3)
    faces = sorted([field.roll(6, CHECK, unit.index, rule) for _ in range(count)])
    return faces[-1] + faces[-2]


def save(field: Combat[Body], unit: Body, kind: int, change: int, rule: str) -> bool:
    """Rules: save.roll, save.naturals."""
    face = field.roll(20, SAVE, unit.index, rule)
    if face in (1, 20):
        return face == 20
    return face + change >= unit.sheet.saves[kind]


# ---- what is in hand -----------------------------------------------------------------------------


def holds(unit: Body, weapon: int) -> bool:
    return weapon >= 0 and weapon in (unit.hand, unit.off) and unit.stock[weapon] > 0


def in_hand(unit: Body, strike: Strike) -> bool:
    """Return whether an attack is made with what is held now. Rules: sheet.hands, dual.choice."""
    if strike.weapon == NATURAL:
        return not strike.oil or has_gear(unit, "military-oil")
    if not holds(unit, strike.weapon):
        return False
    return strike.hands < 2 or not (unit.sheet.shield or unit.off >= 0)


def killing(unit: Body) -> int:
    """Return what a full Warrior adds to all its damage. Rule: class.killing-blow."""
    return (unit.sheet.level + 1) // 2 if unit.sheet.warrior else 0


def blunted(unit: Body, strike: Strike) -> bool:
    """Return whether a spell lets a weapon do no harm. Content: blunt-contact."""
    return strike.weapon >= 0 and bool(unit.harmless >> strike.weapon & 1)


def has_gear(unit: Body, name: str) -> bool:
    gear = unit.sheet.gear
    return name in gear and unit.carried[gear.index(name)] > 0


def quivered(unit: Body) -> bool:
    """Rule: reload.quiver; an NPC has one."""
    own = unit.sheet
    return (own.npc and not own.henchman) or has_gear(unit, "quiver")


def free_hands(unit: Body) -> int:
    """Return how many hands hold nothing; a bow is carried in one. Rule: sheet.hands."""
    own = unit.sheet
    found = 1 if own.shield else 2
    if unit.hand >= 0 and unit.stock[unit.hand] > 0:
        found -= 2 if own.both[unit.hand] and not own.shot[unit.hand] else 1
    if unit.off >= 0 and unit.stock[unit.off] > 0:
        found -= 1
    return max(found, 0)


def second_hand(unit: Body) -> bool:
    """Return whether it could hold a second weapon beside the first. Rule: sheet.hands."""
    own = unit.sheet
    return not own.shield and unit.hand >= 0 and not own.both[unit.hand]


def dual(unit: Body) -> bool:
    """Return whether it fights with two weapons. Rule: dual.requirement."""
    if unit.off < 0 or not holds(unit, unit.hand) or not holds(unit, unit.off):
        return False
    if unit.hand == unit.off and unit.stock[unit.hand] < 2:
        return False
    if unit.sheet.both[unit.hand] or unit.sheet.both[unit.off]:
        return False  # two one-handed weapons
    return trained(unit, unit.hand) and trained(unit, unit.off)


def trained(unit: Body, weapon: int) -> bool:
    """Return whether it has skill with a weapon: as a blade, if it is one. Rule: melee.skill."""
    ways = [one for one in unit.sheet.strikes if one.weapon == weapon and one.listed]
    blades = [one for one in ways if one.mode == MELEE]
    return any([one.level >= 1 for one in blades or ways])


def covers(unit: Body, weapon: int, far: int) -> bool:
    """Return whether a target is in range of a weapon, used or not. Rule: dual.damage."""
    for one in unit.sheet.strikes:
        if one.weapon == weapon:
            if far <= (one.reach if one.mode == MELEE else one.range_max):
                return True
    return False


def armed(unit: Body) -> bool:
    """Return whether it holds a weapon for melee.

    Rules: aoo.natural-weapons, ranged.engaged.
    """
    return reach(unit) > 0


def reach(unit: Body) -> int:
    """Return how far it threatens, 0 if it holds no weapon for melee. Rule: melee.range."""
    best = 0
    for one in unit.sheet.strikes:
        if one.mode == MELEE and one.reach > best and in_hand(unit, one) and counts(unit, one):
            best = one.reach
    return best


def counts(unit: Body, strike: Strike) -> bool:
    """Return whether an attack makes one armed for melee. Rule: aoo.natural-weapons."""
    if not strike.unarmed or unit.sheet.natural:
        return True
    return unit.sheet.feat("unarmed-combatant") > 0 and free_hands(unit) > 0


def threatens(field: Field, unit: Body) -> bool:
    """Return whether it may make attacks of opportunity at all. Rule: aoo.able-foes."""
    if not unit.able() or unit.grappling >= 0 or grappled(field, unit):
        return False
    if unit.effects and unit.has(CHILLED):
        return False
    return not routed(unit) and reach(unit) > 0


def grapplers(field: Field, unit: Body) -> list[Body]:
    """Rule: grapple.one-each."""
    return [one for one in field.units if one.grappling == unit.index and one.able()]


def grappled(field: Field, unit: Body) -> bool:
    for one in field.units:
        if one.grappling == unit.index and one.able():
            return True
    return False


def held_fast(field: Field, unit: Body) -> bool:
    """Rule: grapple.restraint."""
    return unit.grappling >= 0 or grappled(field, unit)


def engaged(field: Field, unit: Body) -> bool:
    """Return whether it is in melee. Rule: ranged.engaged."""
    for other in field.units:
        if other.side != unit.side and other.able():
            if geometry.adjacent(field, unit, other) and armed(other):
                return True
    return False


def shock_of(unit: Body, strike: Strike, target: Body, target_ac: int) -> int:
    """Return the Shock that a miss would inflict by AC alone.

    Rules: shock.on-miss, shock.dash, shock.melee-only, shock.modifiers.
    """
    if strike.mode != MELEE or strike.shock_ac == NO_AC:
        return 0
    if target_ac > 10 and treats_as_ten(unit, strike, target):
        target_ac = 10
    return strike.shock if target_ac <= strike.shock_ac else 0


def treats_as_ten(unit: Body, strike: Strike, target: Body) -> bool:
    """Return whether an attacker's Shock takes the target's AC for 10."""
    own = unit.sheet
    if own.feats:
        if own.feat("shocking-assault"):
            return True
        if own.feat("close-combatant") > 1 or own.feat("armsmaster") > 1:
            return True
    return strike.favoured and held_from(target, PIERCED, unit.index) is not None


def loaded(unit: Body, strike: Strike) -> bool:
    """Rule: reload.starts-loaded."""
    return strike.weapon == NATURAL or not unit.unloaded >> strike.weapon & 1


def ranged(strike: Strike) -> bool:
    return strike.mode in (SHOT, THROWN)
