"""Damage, Shock, and what takes hit points."""

from __future__ import annotations

from affray.core.dice import DAMAGE
from affray.rulesets.sovereign import death, gm, sheet
from affray.rulesets.sovereign.state import SHIELD, Body, Field, Strike


def rolled(field: Field, unit: Body, target: Body, strike: Strike, bonus: int) -> int:
    """Roll the damage of a hit.

    Rules: damage.roll, damage.minimum, swarm.damage-cap.
    """
    total = 0
    for _ in range(strike.count):
        total += field.roll(strike.sides, DAMAGE, unit.index, "damage.roll")
    if "brittle-bones" in target.sheet.abilities and not strike.blunt:
        total = strike.count
    total += strike.plus
    if bonus:
        total = min(total + bonus, max(strike.most(), total))
    return max(1, total)


def shock(field: Field, unit: Body, target: Body, strike: Strike, swarm: bool) -> int:
    """Return the Shock that a miss inflicts on this target at this moment; changes nothing.

    Rules: shock.on-miss, shock.immunity, swarm.shock-always, swarm.total-defense,
    total.shock, shock.shield.
    """
    if target.total:
        return 0
    if swarm:
        return strike.shock if strike.mode == 0 and strike.shock_ac >= 0 else 0
    if target.sheet.shock_proof():
        return 0
    found = sheet.shock_of(unit, strike, target, sheet.ac(field, target))
    return 0 if shielded(target) else found


def shielded(target: Body) -> bool:
    """Return whether a shield still stops Shock in this round. Rule: shock.shield."""
    return target.sheet.shield and target.used[SHIELD] == 0


def missed(field: Field, unit: Body, target: Body, strike: Strike, swarm: bool) -> int:
    """Return the Shock of a miss, and use up a shield that stops it.

    Rules: shock.shield, shock.shield-what-counts, swarm.shock-spares-shield.
    """
    found = shock(field, unit, target, strike, swarm)
    if found or swarm or target.total or target.sheet.shock_proof() or not shielded(target):
        return found
    if sheet.shock_of(unit, strike, target, sheet.ac(field, target)):
        target.used[SHIELD] = 1
        field.touch()
        if field.watched:
            field.say("shield", target.index, unit.index, strike.id, 0, "shock.shield")
    return 0


def hurt(field: Field, target: Body, amount: int, source: int, rule: str, *, spares: bool) -> None:
    """Take hit points. Rules: damage.hp, spell.disrupted-round, death.hit-while-down."""
    if amount <= 0 or not target.present:
        return
    field.touch()
    field.stir = True
    down = target.hp == 0
    target.hp = max(0, target.hp - amount)
    target.hurt = True
    target.asleep = False
    if field.watched:
        field.say("hurt", target.index, source, "", amount, rule)
    if down:
        death.die(field, target, "death.hit-while-down")
    elif target.hp == 0:
        death.drop(field, target, source, spares=spares)
    gm.check_morale(field, target)


def heal(field: Field, target: Body, amount: int, rule: str) -> None:
    """Rule: death.healed."""
    field.touch()
    target.hp = min(target.sheet.max_hp, target.hp + amount)
    if field.watched:
        field.say("healed", target.index, -1, "", amount, rule)
    death.wake(field, target)
