"""An attack as it is declared: who may be attacked with what, and at what it is aimed."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from affray.core.window import Deed
from affray.rulesets.quest import geometry
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.definitions import Spell, Thing
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import CRUSHING, LONG, NATURAL, THROWN, UNAIMED, WEAPON

# How an attack is paid for.
ORDINARY: Final = 0
ADDITIONAL: Final = 1
FREE_HIT: Final = 2
OPENING: Final = 3
CAST: Final = 4
# How a weapon is used.
IN_HAND: Final = 0  # melee, or shot
HURLED: Final = 1
DISARM: Final = 2
LONGEST: Final = 2  # distance of a long weapon
# Results of an attack roll.
MISS: Final = 0
HIT: Final = 1
CRITICAL: Final = 2
SUPER: Final = 3
DECISIVE: Final = 4
FUMBLE: Final = 5
TRAGEDY: Final = 6
DIRE: Final = 7
RESULTS: Final = (
    "miss",
    "hit",
    "critical",
    "super critical",
    "decisive victory",
    "auto fail",
    "tragedy",
    "dire fail",
)
RESULT_RULES: Final = (
    "attack.roll",
    "attack.roll",
    "crit.natural-20",
    "crit.super-d4",
    "crit.decisive-d6",
    "fail.natural-1-misses",
    "fail.tragedy-d4",
    "fail.dire-d6",
)


@mypyc_attr(free_list_len=1)
class Attack(Deed):
    """One attack. Declared whole before the d20. Rule: attack.declaration."""

    def __init__(self, actor: int, target: int, weapon: Thing | None, manner: int) -> None:
        super().__init__(actor, target)
        self.weapon = weapon  # None: a spell
        self.manner = manner
        self.spell: Spell | None = None
        self.aim = UNAIMED
        self.paid = ORDINARY
        self.critical = False  # a free critical hit: not rolled
        self.more_dice: list[tuple[int, int]] = []  # of a spell's notes
        self.accuracy = 0
        self.hit = False
        self.felled = False
        self.sneak = False
        self.result = MISS
        self.place = -1  # of the spell on its caster's sheet
        self.notes = 0  # which of its options were paid for, as ``Spell.paid`` reads it

    def feats(self) -> bool:
        """Return whether feats of the attacker count. Rule: action.extra-attack-no-feats."""
        return self.paid != ADDITIONAL

    def adds_strength(self) -> bool:
        """Return whether Strength adds to its damage. Rule: action.extra-attack-no-strength."""
        return self.paid != ADDITIONAL

    def means(self) -> str:
        """Return the id of its weapon or spell."""
        if self.spell is not None:
            return self.spell.id
        return self.weapon.id if self.weapon is not None else ""

    def type(self) -> int:
        """Return the type of its damage."""
        if self.weapon is not None:
            return self.weapon.type
        return self.spell.type if self.spell is not None else 0

    def hurts(self) -> bool:
        """Return whether a hit deals damage."""
        return self.weapon is not None or (self.spell is not None and self.spell.dice.count > 0)

    def times(self) -> int:
        """Return by how much its damage is multiplied."""
        return 4 if self.result == SUPER else 2 if self.result == CRITICAL else 1

    def crushing(self) -> bool:
        """Return whether its weapon goes through a point of worn armour."""
        return self.weapon is not None and self.weapon.has(CRUSHING)

    def melee(self) -> bool:
        """Return whether it is a melee attack."""
        weapon = self.weapon
        return weapon is not None and weapon.melee and self.manner != HURLED

    def disarming(self) -> bool:
        """Return whether a hit takes something from the target's hands. Rule: attack.disarm."""
        spell = self.spell
        return self.manner == DISARM or (spell is not None and spell.status == "disarmed")


def free_hit(striker: int, target: int, weapon: Thing, aim: int, critical: bool) -> Attack:
    """Return a free hit: a full attack that no action pays for. Rule: freehit.full-attack."""
    attack = Attack(striker, target, weapon, IN_HAND)
    attack.aim = aim
    attack.paid = FREE_HIT
    attack.critical = critical
    return attack


def of_spell(unit: QuestCombatant, place: int, notes: int, target: QuestCombatant) -> Attack:
    """Return the attack of a spell, with what its options add. Rule: spell.attack-roll."""
    spell = unit.sheet.spells[place]
    attack = Attack(unit.index, target.index, None, IN_HAND)
    attack.spell = spell
    attack.paid = CAST
    attack.place = place
    attack.notes = notes
    if notes:
        for note, times in spell.paid(notes):
            attack.accuracy += times * note.accuracy
            if note.dice.count:
                attack.more_dice.append((times * note.dice.count, note.dice.sides))
    return attack


# ---- what may be attacked with what --------------------------------------------------------------


def weapons(combat: QuestCombat, unit: QuestCombatant, melee: bool) -> list[Thing]:
    """Return what a unit can strike with: in its hands, natural, or its bare hands.

    Rules: attack.hands, attack.natural-weapons, attack.unarmed.
    """
    found: list[Thing] = []
    armed = False
    for piece in unit.held_things:
        thing = combat.thing(piece)
        if thing.kind == WEAPON and (thing.melee or not melee) and thing not in found:
            found.append(thing)
            armed = armed or thing.melee
    for thing in unit.sheet.weapons:
        if thing.has(NATURAL) and thing not in found:
            found.append(thing)
            armed = armed or thing.melee
    if not armed:
        found.append(combat.library.by_id["unarmed"])
    return found


def thrown_things(combat: QuestCombat, unit: QuestCombatant) -> list[Thing]:
    """Return what a unit could throw: thrown weapons in hand, and flasks carried.

    Rules: attack.hands, action.use-item.
    """
    found: list[Thing] = []
    for piece in unit.held_things:
        thing = combat.thing(piece)
        if thing.range > 0 and (thing.attack or (thing.kind == WEAPON and thing.melee)):
            if thing not in found:
                found.append(thing)
    for piece in unit.carried:
        thing = combat.thing(piece)
        if thing.attack and thing not in found:
            found.append(thing)
    return found


def farthest(unit: QuestCombatant, weapon: Thing, manner: int, paid: int) -> int:
    """Return at what distance a target may be at the most, -1 if the weapon cannot be used so.

    Rules: attack.ranged-range, attack.reload, attack.melee-range.
    """
    if manner == HURLED:
        return weapon.range if weapon.has(THROWN) or weapon.attack else -1
    if not weapon.melee:
        return weapon.range if ready_piece(unit, weapon) >= 0 else -1
    return max(zone(unit, paid), beyond(weapon, paid))


def zone(unit: QuestCombatant, paid: int) -> int:
    """Return how far a unit strikes around it in an attack that is paid for in a way."""
    return 1 if paid == ADDITIONAL else geometry.reach(unit)


def beyond(weapon: Thing, paid: int) -> int:
    """Return how far a weapon reaches beyond the zone of whoever holds it, 0 if it does not."""
    return LONGEST if weapon.has(LONG) and paid != FREE_HIT else 0


def cannot_attack(
    combat: QuestCombat,
    unit: QuestCombatant,
    target: QuestCombatant,
    weapon: Thing,
    manner: int,
    paid: int,
) -> str:
    """Return the rule that forbids an attack with a weapon on a target, "" if none does.

    Rules: attack.only-enemies, attack.melee-range, attack.ranged-range, sneak.no-target.
    """
    if target is unit or not target.present:
        return "death.out-of-battle" if target is not unit else "attack.only-enemies"
    if undetected(target, unit):
        return "sneak.no-target"
    if manner == HURLED or not weapon.melee:
        if manner == HURLED and not (weapon.has(THROWN) or weapon.attack):
            return "attack.ranged-range"
        if manner != HURLED and ready_piece(unit, weapon) < 0:
            return "attack.reload"
        return (
            "" if geometry.in_range(combat, unit, target, weapon.range) else "attack.ranged-range"
        )
    if manner == DISARM and not target.held_things:
        return "attack.disarm"
    reach = zone(unit, paid)
    far = beyond(weapon, paid)
    return "" if geometry.in_melee_range(combat, unit, target, reach, far) else "attack.melee-range"


def ready_piece(unit: QuestCombatant, weapon: Thing) -> int:
    """Return a loaded piece of a weapon in hand, -1 if there is none. Rule: attack.reload."""
    for piece in unit.held_things:
        if piece == weapon.number * 2:
            return piece
    return -1


def takes_aim(attack: Attack) -> bool:
    """Return whether an attack may declare an aim: any, or none.

    Rules: attack.aim-choice, attack.aim-no-penalty, attack.unaimed, attack.physical-or-spell.
    """
    return attack.weapon is not None and attack.manner != DISARM
