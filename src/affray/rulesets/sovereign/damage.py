"""Damage, Shock, and what takes hit points."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.dice import DAMAGE
from affray.rulesets.sovereign import art, death, gm, sheet
from affray.rulesets.sovereign.card import BLUNT, BODILY
from affray.rulesets.sovereign.state import SHIELD, Body, Field, Strike


def rolled(
    field: Field, unit: Body, target: Body, strike: Strike, bonus: int, more: int = 0
) -> int:
    """Roll the damage of a hit; ``bonus`` is a swarm's, ``more`` what fighting with two adds.

    Rules: damage.roll, damage.minimum, swarm.damage-cap, damage.maximum.
    """
    total = 0
    for _ in range(strike.count):
        total += field.roll(strike.sides, DAMAGE, unit.index, "damage.roll")
    if brittle(target, strike.harm):
        total = strike.count
    total += strike.plus + more
    if bonus:
        total = min(total + bonus, max(strike.most() + more, total))
    return max(1, total)


def brittle(target: Body, harm: int) -> bool:
    """Return whether only blunt blows do more than the least. Content: brittle-bones."""
    return harm not in (BLUNT, BODILY) and "brittle-bones" in target.sheet.abilities


def shock(field: Field, unit: Body, target: Body, strike: Strike, swarm: bool) -> int:
    """Return the Shock that a miss inflicts on this target at this moment; changes nothing.

    Rules: shock.on-miss, shock.immunity, swarm.shock-always, swarm.total-defense,
    total.shock, shock.shield.
    """
    if target.total or strike.mode != 0:
        return 0
    if swarm:
        return strike.shock if strike.shock_ac >= 0 else 0
    if immune(target):
        return 0
    found = sheet.shock_of(unit, strike, target, sheet.ac(field, target))
    return 0 if found and shielded(target) else found


def immune(target: Body) -> bool:
    """Return whether it suffers no Shock: by its nature, or as a Close Combatant that never casts.

    Rule: shock.immunity.
    """
    own = target.sheet
    if own.abilities and own.shock_proof():
        return True
    return own.feat("close-combatant") > 0 and not own.spells and not own.arts


def shielded(target: Body) -> bool:
    """Return whether a shield still stops Shock in this round. Rule: shock.shield."""
    return target.sheet.shield and target.used[SHIELD] == 0


def missed(field: Field, unit: Body, target: Body, strike: Strike, swarm: bool) -> int:
    """Return the Shock of a miss, and use up a shield that stops it.

    Rules: shock.shield, shock.shield-what-counts, swarm.shock-spares-shield.
    """
    if swarm or target.total or immune(target):
        return shock(field, unit, target, strike, swarm)
    found = sheet.shock_of(unit, strike, target, sheet.ac(field, target))
    if not found:
        return 0
    if not shielded(target):
        return 0 if ignores(field, target) else found
    target.used[SHIELD] = 1
    field.mark_changed()
    if field.watched:
        field.say("shield", target.index, unit.index, strike.id, 0, "shock.shield")
    return 0


def fist(field: Field, unit: Body) -> int:
    """Roll what even a missed blow of a trained fist does. Content: unarmed-combatant."""
    return field.roll(6, DAMAGE, unit.index, "damage.unarmed")


def ignores(field: Field, target: Body) -> bool:
    """Return whether a Close Combatant ignores Shock, and casts no more this round."""
    if not target.sheet.feat("close-combatant"):
        return False
    options = [(PASS, "suffer the Shock"), (1, "ignore it and cast no more")]
    if field.ask(Menu(target.seats, target.index, "shock.immunity", options)) == PASS:
        return False
    target.hurt = True
    target.steeled = False
    return True


def hurt(
    field: Field,
    target: Body,
    amount: int,
    source: int,
    rule: str,
    *,
    spares: bool,
    harm: int = BODILY,
    magic: bool = False,
) -> int:
    """Take hit points; return how many.

    Rules: damage.hp, spell.disrupted-round, death.hit-while-down, grapple.damage.
    """
    if amount <= 0 or not target.present:
        return 0
    amount = art.lessened(field, target, amount, source, harm, magic=magic)
    if amount <= 0 or not target.present:
        return 0
    field.mark_changed()
    field.stir = True
    down = target.hp == 0
    target.hp = max(0, target.hp - amount)
    target.asleep = False
    if field.watched:
        field.say("hurt", target.index, source, "", amount, rule)
    if down:
        death.die(field, target, "death.hit-while-down")
        return amount
    if target.hp == 0:
        death.drop(field, target, source, spares=spares)
    jostled(field, target)
    if target.present:
        gm.check_morale(field, target)
    return amount


def jostled(field: Field, target: Body) -> None:
    """Disrupt a mage's casting for the round. Rule: spell.disrupted-round."""
    target.hurt = True
    if not target.steeled:
        art.steel(field, target)


def heal(field: Field, target: Body, amount: int, rule: str) -> None:
    """Rule: death.healed."""
    field.mark_changed()
    target.hp = min(target.sheet.max_hp, target.hp + amount)
    if field.watched:
        field.say("healed", target.index, -1, "", amount, rule)
    death.wake(field, target)
