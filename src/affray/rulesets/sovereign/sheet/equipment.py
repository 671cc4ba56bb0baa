"""What is Readied, Stowed, worn and in hand, and what can be done with it."""

from __future__ import annotations

from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.state import SovereignCombatant
from affray.rulesets.sovereign.terms import MELEE, NATURAL, SHOT, THROWN

FIFTHS = 5


def name_of(unit: SovereignCombatant, thing: int) -> str:
    """Return a thing by its place: the weapons, then the gear."""
    own = unit.sheet
    if thing < len(own.weapons):
        return own.weapons[thing]
    return own.gear[thing - len(own.weapons)]


def thing_of(unit: SovereignCombatant, strike: Strike) -> str:
    """Return with what an attack is made: its weapon, an art, or what needs no hand, as a claw."""
    return unit.sheet.weapons[strike.weapon] if strike.weapon >= 0 else strike.art or strike.id


def place_of(unit: SovereignCombatant, name: str) -> int:
    """Return the place of a thing, -1 if its sheet has no use for it."""
    own = unit.sheet
    if name in own.weapons:
        return own.weapons.index(name)
    return len(own.weapons) + own.gear.index(name) if name in own.gear else -1


def readied(unit: SovereignCombatant, thing: int) -> int:
    """Return how many of a thing are Readied."""
    count = len(unit.sheet.weapons)
    return unit.stock[thing] if thing < count else unit.carried[thing - count]


def add(unit: SovereignCombatant, thing: int, amount: int) -> None:
    """Add to what is Readied of a thing."""
    count = len(unit.sheet.weapons)
    if thing < count:
        unit.stock = with_more(unit.stock, thing, amount)
    else:
        unit.carried = with_more(unit.carried, thing - count, amount)


def stow(unit: SovereignCombatant, thing: int, amount: int) -> None:
    """Add to what is Stowed of a thing."""
    unit.stowed = with_more(unit.stowed, thing, amount)


def with_more(counts: tuple[int, ...], thing: int, amount: int) -> tuple[int, ...]:
    """Return how many there are of each thing with more (or less) of one."""
    return (*counts[:thing], counts[thing] + amount, *counts[thing + 1 :])


def too_much(unit: SovereignCombatant, thing: int) -> bool:
    """Return whether one thing more would be more than may be Readied. Rule: sheet.readied."""
    own = unit.sheet
    if not own.room or thing >= len(own.weights):
        return False
    load = own.load
    for one, weight in enumerate(own.weights):
        load += weight * (readied(unit, one) + (1 if one == thing else 0))
    return load > own.room


def burdened(unit: SovereignCombatant, thing: int) -> bool:
    """Return whether one thing more would be more than may be Stowed. Rule: sheet.stowed."""
    own = unit.sheet
    if not own.sack or thing >= len(own.weights):
        return False
    load = sum(weight * unit.stowed[one] for one, weight in enumerate(own.weights))
    return load + own.weights[thing] > own.sack


def quick(unit: SovereignCombatant, weapon: int) -> bool:
    """Return whether a feat Readies a stowed weapon as an Instant. Content: armsmaster, deadeye."""
    own = unit.sheet
    if not own.feats or not own.stowed or unit.stowed[weapon] < 1:
        return False
    return own.feat("deadeye" if own.shot[weapon] else "armsmaster") > 0


def at_once(unit: SovereignCombatant) -> list[int]:
    """Return what can be Readied as an Instant. Rules: economy.instant-source, sheet.readied."""
    found: list[int] = []
    if not unit.sheet.readies_at_once():
        return found
    for place in range(len(unit.sheet.weapons) if unit.stowed else 0):
        if unit.stowed[place] > 0 and quick(unit, place) and not too_much(unit, place):
            found.append(place)
    return found


def take_in_hand(unit: SovereignCombatant, weapon: int) -> None:
    """Take a weapon in a hand that is free, the better one if it is. Rule: sheet.hands."""
    if unit.hand == NATURAL:
        unit.hand = weapon
    elif unit.off == NATURAL and free_hands(unit):
        unit.off = weapon


def empty_hands(unit: SovereignCombatant) -> None:
    """Forget what is held of which nothing is left."""
    if unit.hand >= 0 and unit.stock[unit.hand] < 1:
        unit.hand = NATURAL
    if unit.off >= 0 and unit.stock[unit.off] < (2 if unit.off == unit.hand else 1):
        unit.off = NATURAL


# ---- in hand -------------------------------------------------------------------------------------


def holds(unit: SovereignCombatant, weapon: int) -> bool:
    """Return whether a weapon is in either hand."""
    return weapon >= 0 and weapon in (unit.hand, unit.off) and unit.stock[weapon] > 0


def in_hand(unit: SovereignCombatant, strike: Strike) -> bool:
    """Return whether an attack is made with what is held now. Rules: sheet.hands, dual.choice."""
    weapon = strike.weapon
    if weapon == NATURAL:
        return not strike.oil or has_gear(unit, "military-oil")
    if (weapon != unit.hand and weapon != unit.off) or unit.stock[weapon] < 1:
        return False
    return strike.hands < 2 or not (unit.sheet.shield or unit.off >= 0)


def blunted(unit: SovereignCombatant, strike: Strike) -> bool:
    """Return whether a spell lets a weapon do no harm. Content: blunt-contact."""
    return strike.weapon >= 0 and bool(unit.harmless >> strike.weapon & 1)


def has_gear(unit: SovereignCombatant, name: str) -> bool:
    """Return whether a piece of gear is Readied."""
    gear = unit.sheet.gear
    return name in gear and unit.carried[gear.index(name)] > 0


def free_hands(unit: SovereignCombatant) -> int:
    """Return how many hands hold nothing; a bow is carried in one. Rule: sheet.hands."""
    own = unit.sheet
    found = 1 if own.shield else 2
    if unit.hand >= 0 and unit.stock[unit.hand] > 0:
        found -= 2 if own.both[unit.hand] and not own.shot[unit.hand] else 1
    if unit.off >= 0 and unit.stock[unit.off] > 0:
        found -= 1
    return max(found, 0)


def second_hand(unit: SovereignCombatant) -> bool:
    """Return whether it could hold a second weapon beside the first. Rule: sheet.hands."""
    own = unit.sheet
    return not own.shield and unit.hand >= 0 and not own.both[unit.hand]


def dual(unit: SovereignCombatant) -> bool:
    """Return whether it fights with two weapons. Rule: dual.requirement."""
    if unit.off < 0 or not holds(unit, unit.hand) or not holds(unit, unit.off):
        return False
    if unit.hand == unit.off and unit.stock[unit.hand] < 2:
        return False
    if unit.sheet.both[unit.hand] or unit.sheet.both[unit.off]:
        return False  # two one-handed weapons
    return trained(unit, unit.hand) and trained(unit, unit.off)


def trained(unit: SovereignCombatant, weapon: int) -> bool:
    """Return whether it has skill with a weapon: as a blade, if it is one. Rule: melee.skill."""
    ways = [strike for strike in unit.sheet.strikes if strike.weapon == weapon and strike.listed]
    blades = [way for way in ways if way.mode == MELEE]
    return any(blade.level >= 1 for blade in blades or ways)


def covers(unit: SovereignCombatant, weapon: int, far: int) -> bool:
    """Return whether a target is in range of a weapon, used or not. Rule: dual.damage."""
    for strike in unit.sheet.strikes:
        if strike.weapon == weapon:
            if far <= (strike.reach if strike.mode == MELEE else strike.range_max):
                return True
    return False


def take(unit: SovereignCombatant, one: Strike) -> None:
    """Take a Readied weapon in hand if it is not held. Rule: ready.sheathing-free."""
    if one.weapon >= 0 and unit.stock[one.weapon] > 0 and not holds(unit, one.weapon):
        unit.hand = one.weapon
        unit.off = NATURAL


def armed(unit: SovereignCombatant) -> bool:
    """Return whether it holds a weapon for melee.

    Rules: aoo.natural-weapons, ranged.engaged.
    """
    return reach(unit) > 0


def reach(unit: SovereignCombatant) -> int:
    """Return how far it threatens, 0 if it holds no weapon for melee. Rule: melee.range."""
    best = 0
    for strike in unit.sheet.strikes:
        if (
            strike.mode == MELEE
            and strike.reach > best
            and in_hand(unit, strike)
            and counts(unit, strike)
        ):
            best = strike.reach
    return best


def counts(unit: SovereignCombatant, strike: Strike) -> bool:
    """Return whether an attack makes one armed for melee. Rule: aoo.natural-weapons."""
    if not strike.unarmed or unit.sheet.natural:
        return True
    return unit.sheet.feat("unarmed-combatant") > 0 and free_hands(unit) > 0


def loaded(unit: SovereignCombatant, strike: Strike) -> bool:
    """Return whether an attack needs no reloading first. Rule: reload.starts-loaded."""
    return strike.weapon == NATURAL or not unit.unloaded >> strike.weapon & 1


def ranged(strike: Strike) -> bool:
    """Return whether an attack is shot or thrown."""
    return strike.mode in (SHOT, THROWN)


# ---- armour and magic ----------------------------------------------------------------------------


def works(unit: SovereignCombatant, name: str) -> bool:
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


def unarmoured(unit: SovereignCombatant) -> bool:
    """Return whether armour and shield allow magic. Rule: spell.armour."""
    own = unit.sheet
    if not own.pc:
        return True
    level = own.feat("armored-magic")
    if level > 1:
        return True
    if own.armour == "none" and not own.shield:
        return True
    return level == 1 and own.bulk <= 2 and (not own.shield or free_hands(unit) > 0)
