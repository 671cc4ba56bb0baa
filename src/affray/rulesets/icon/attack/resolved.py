"""The attack part of an ability, in its steps, and what follows it."""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.icon import ledger, reaction
from affray.rulesets.icon.action import modifiers, operation
from affray.rulesets.icon.attack import rolled
from affray.rulesets.icon.attack.rolled import CRITICAL, MISS
from affray.rulesets.icon.attack.use import EFFECT, LINE, NO_HELD, NO_LINES, Use
from affray.rulesets.icon.condition import effects
from affray.rulesets.icon.damage import dealing
from affray.rulesets.icon.geometry import areas
from affray.rulesets.icon.state import IconCombat


def make(combat: IconCombat, use: Use) -> None:
    """Make the attack part of an ability.

    Rules: attack.steps, attack.miss-results, attack.auto-hit, aoe.single-roll,
    aoe.attack-space-without-foe, terrain.destructible, interrupt.timing.
    """
    use.phase = LINE
    if use.target < 0:
        if use.cell >= 0 and combat.toughness[use.cell] > 0:
            dealing.batter(combat, use)
        return
    stamp = combat.changes
    reaction.targeted(combat, use)
    goes_on = reaction.can_go_on(combat, use)
    if use.area.cells and (combat.changes != stamp or not goes_on):
        areas.look_again(combat, use)
    if not goes_on:
        use.target = -1
        return
    user = combat.units[use.actor]
    target = combat.units[use.target]
    use.attack.attacked = target.index
    rolled.note_cover(combat, use, user, target)
    use.attack.result = rolled.outcome(combat, use, user, target)
    if combat.watched:
        words = ("miss", "hit", "critical")
        word = words[use.attack.result]
        combat.tell(Told("attack", user.index, target.index, word, 0, "attack.steps"))
    if use.attack.result == MISS and effects.dodges_miss(combat, use, target):
        use.results.immune = [*use.results.immune, target.index]
    use.mods.late = [*modifiers.added(use), *use.mods.late]
    if use.attack.result == CRITICAL:
        for trigger in use.ability.triggers:
            if trigger.when == "critical":
                for mod in trigger.mods:
                    use.mods.all.add(mod)
                use.mods.late = [*use.mods.late, *trigger.hit, *trigger.ops]
    for op in use.ability.hit if use.attack.result else use.ability.miss:
        if operation.goes_on(combat, use):
            operation.run(combat, use, op)
    use.phase = EFFECT
    after(combat, use)


def end_brief(combat: IconCombat, use: Use) -> None:
    """End effects that last for this attack or ability only."""
    for who, held in use.attack.brief:
        if held in combat.units[who].effects:
            ledger.drop(combat, combat.units[who], held)
    use.attack.brief = NO_HELD


def after(combat: IconCombat, use: Use) -> None:
    """Do what follows an attack: lines that waited for it, and interrupts of who was missed.

    Rule: interrupt.timing.
    """
    end_brief(combat, use)
    for op, theirs in use.attack.waiting:
        owner = combat.units[theirs.actor]
        if (op.after == "miss") == (use.attack.result == MISS) and owner.able():
            theirs.phase = EFFECT
            operation.carry_out(combat, theirs, op)
    use.attack.waiting = NO_LINES
    if use.attack.result == MISS:
        reaction.missed(combat, use)
