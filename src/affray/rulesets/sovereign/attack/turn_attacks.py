"""The attacks of a turn: those of a stat block, a charge, a whirl, and thorns that are hewn."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.dice import DAMAGE
from affray.rulesets.sovereign import actions
from affray.rulesets.sovereign.action import legality
from affray.rulesets.sovereign.attack import resolved
from affray.rulesets.sovereign.attack.declared import Attack, cannot_attack
from affray.rulesets.sovereign.choice import menus
from affray.rulesets.sovereign.choice.menus import AskStrike, AskUnit
from affray.rulesets.sovereign.condition import SPEEDED, reveal
from affray.rulesets.sovereign.damage import dealing, shock
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.magic import thorns
from affray.rulesets.sovereign.movement import walking, ways
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    AIMS,
    CAPTURED,
    CHARGED,
    GRAPPLE,
    HARM,
    MELEE,
    ORDINARY,
    SHOT,
    SHOVE,
    THROWN,
    WHIRLED,
)
from affray.rulesets.sovereign.text import refusals


def attack_with(combat: SovereignCombat, unit: SovereignCombatant, place: int, target: int) -> None:
    """Attack; whoever lists several attacks makes them all, in the order of its stat block.

    The one that was chosen goes to its target, the others where one likes.
    Rules: sheet.npc, turn.dice-order.
    """
    strike = unit.sheet.strikes[place]
    if unit.sheet.one_attack or strike.usual or strike.art:
        resolved.make(combat, Attack(unit.index, target, strike, HARM, ORDINARY))
        return
    for number, one in enumerate(unit.sheet.strikes):
        if one.usual or one.art or not one.listed or not unit.able():
            continue
        whom = target if number == place else -1
        if whom < 0 or cannot_attack(combat, unit, one, combat.units[whom]):
            whom = victim(combat, unit, one)
        if whom >= 0:
            resolved.make(combat, Attack(unit.index, whom, one, HARM, ORDINARY))


def victim(combat: SovereignCombat, unit: SovereignCombatant, one: Strike) -> int:
    """Return at whom one of several attacks goes, -1 at nobody. Rule: sheet.npc."""
    options: list[tuple[int, str]] = []
    for foe in combat.units:
        if not cannot_attack(combat, unit, one, foe):
            options.append((1 + foe.index, f"{one.id} at {foe.name}"))
    if not options:
        return -1
    default = options[0][0]
    options.append((PASS, "hold back"))
    asked = AskUnit(unit.seats, unit.index, "sheet.npc", options, default, "attack", one.id)
    return combat.ask(asked) - 1


# ---- charges -------------------------------------------------------------------------------------


def charged(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> str:
    """Return the words for an attack at the end of a charge."""
    aim = actions.verb_of(code) - actions.ATTACK
    word = f"{AIMS[aim]} " if aim else ""
    strike = unit.sheet.strikes[actions.thing_of(code)]
    return f"{word}{combat.units[actions.target_of(code)].name} with {strike.id}"


class AskCharged(AskStrike):
    """The attack at the end of a charge. Rule: charge.attack."""

    def __init__(
        self,
        combat: SovereignCombat,
        unit: SovereignCombatant,
        options: list[tuple[int, str]],
        others: list[tuple[int, str]],
    ) -> None:
        first = options[0][0]
        super().__init__(unit.seats, unit.index, "charge.attack", options, others, first)
        self.state = combat
        self.unit = unit

    def why_not(self, key: str) -> tuple[str, str]:
        for code in self.thinkable():
            if charged(self.state, self.unit, code) == key:
                return self.forbids(code)
        return "", ""

    def thinkable(self) -> list[int]:
        """Return the code of every attack with what it has, at every foe."""
        codes: list[int] = []
        for place in range(len(self.unit.sheet.strikes)):
            for foe in self.state.units:
                if foe.side != self.unit.side:
                    for aim in (HARM, SHOVE, GRAPPLE):
                        codes.append(actions.coded(actions.ATTACK + aim, place, foe.index))
        return codes

    def forbids(self, code: int) -> tuple[str, str]:
        """Return the rule against an attack, and the fact; both "" if none is."""
        strike = self.unit.sheet.strikes[actions.thing_of(code)]
        if strike.mode == SHOT or strike.art:
            return "charge.attack", "one ends a charge with a melee attack or a throw"
        target = self.state.units[actions.target_of(code)]
        verb = actions.verb_of(code)
        rule = legality.aimed(self.state, self.unit, verb, actions.thing_of(code), target)
        if rule == "" and code not in self.answers() and code not in self.unlisted():
            return "shove.attack", "that attack can only harm"
        return rule, refusals.why(self.state, self.unit, code, rule) if rule else ""


def charge(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Run straight at somebody, and attack at the end.

    Rules: charge.minimum, charge.attack, attack.attribute-choice, aoo.charge-start.
    """
    if not unit.has(SPEEDED) and windows.halted(combat, unit):
        return
    way = walking.go(combat, unit, ways.CHARGE)
    if not way.made or not unit.able() or unit.prone:  # charge.not-prone
        return
    options: list[tuple[int, str]] = []
    more: list[tuple[int, str]] = []
    for place, strike in enumerate(unit.sheet.strikes):
        if strike.mode == SHOT or strike.art:
            continue
        for foe in combat.units:
            for aim in legality.aims(combat, unit, strike, foe):
                code = actions.coded(actions.ATTACK + aim, place, foe.index)
                one = (code, charged(combat, unit, code))
                if strike.listed:
                    options.append(one)
                else:
                    more.append(one)
    if not options:
        return
    options.append((PASS, "no attack"))
    code = combat.ask(AskCharged(combat, unit, options, more))
    if code != PASS:
        aim = actions.verb_of(code) - actions.ATTACK
        strike = unit.sheet.strikes[actions.thing_of(code)]
        resolved.make(combat, Attack(unit.index, actions.target_of(code), strike, aim, CHARGED))


# ---- thorns and whirls ---------------------------------------------------------------------------


def hew(combat: SovereignCombat, unit: SovereignCombatant, place: int, line: int) -> None:
    """Clear a square of thorns with an edge or fire. Content: wall-of-thorns."""
    strike = unit.sheet.strikes[place]
    if line >= len(combat.thorns):
        return
    resolved.spend(combat, unit, strike)
    if strike.mode == THROWN and strike.weapon >= 0:
        resolved.part_with(combat, unit, strike.weapon, combat.thorns[line] // 100 // 2)
    amount = strike.plus
    for _ in range(strike.count):
        amount += combat.roll(strike.sides, DAMAGE, unit.index, "damage.roll")
    thorns.hew(combat, line, max(1, amount))


def whirling(unit: SovereignCombatant) -> list[Strike]:
    """Return the attacks in hand that have Shock, the greatest first."""
    found = [
        strike
        for strike in unit.sheet.strikes
        if strike.mode == MELEE
        and strike.listed
        and strike.shock_ac >= 0
        and equipment.in_hand(unit, strike)
    ]
    best = max([one.shock for one in found], default=0)
    first = [one for one in found if one.shock == best]
    return first[:1] + [one for one in found if one is not first[0]]


def swept(combat: SovereignCombat, unit: SovereignCombatant) -> list[SovereignCombatant]:
    """Return the foes in range of a whirlwind, in the order of the dice. Rule: turn.dice-order."""
    ways = whirling(unit)
    foes = [combat.units[who] for who in combat.asked()]
    return [foe for foe in foes if any(within(combat, unit, way, foe) for way in ways)]


def within(
    combat: SovereignCombat, unit: SovereignCombatant, way: Strike, foe: SovereignCombatant
) -> bool:
    """Return whether a foe that stands can be struck so."""
    return foe.fate != CAPTURED and not cannot_attack(combat, unit, way, foe)


def whirl(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Deal Shock to every susceptible foe in melee range. Content: whirlwind-assault."""
    unit.set_count(WHIRLED, 1)
    combat.mark_changed()
    ways = whirling(unit)
    if not ways:
        return
    one = menus.which(combat, unit, ways)
    reveal(combat, unit)
    for foe in swept(combat, unit):
        if within(combat, unit, one, foe) and not equipment.blunted(unit, one):
            amount = shock.on_miss(combat, unit, foe, one, False)
            dealing.hurt(
                combat, foe, amount, unit.index, "shock.on-miss", spares=one.spares, harm=one.harm
            )
