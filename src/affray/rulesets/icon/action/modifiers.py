"""What changes an ability: talents, what modifies the next one, triggers; its cost and its part."""

from __future__ import annotations

from affray.rulesets.icon import ledger
from affray.rulesets.icon.attack.use import Modifiers, Use
from affray.rulesets.icon.definitions import Ability, Mod, Op, Trigger
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ATTACKED, SPACES

# Conditions that need no target: they can change ranges, sizes and costs too.
ALONE = (
    "charge",
    "comeback",
    "overdrive-3",
    "user-stealth",
    "user-stance",
    "moved-3",
)


def number(
    combat: IconCombat, unit: IconCombatant, ability: Ability, word: str, *, slow: bool
) -> int:
    """Return what talents, what modifies the next ability, and triggers without a target add."""
    total = 0
    for mod in ability.mods:
        if mod.word == word:
            total += mod.n
    if unit.pending:
        for mod in next_mods(combat, unit, ability):
            if mod.word == word:
                total += mod.n
    for trigger in ability.triggers:
        for mod in trigger.mods:
            if mod.word == word and trigger.when in ALONE:
                if alone(combat, unit, trigger, slow=slow):
                    total += mod.n
    return total


def alone(combat: IconCombat, unit: IconCombatant, trigger: Trigger, *, slow: bool) -> bool:
    """Return whether a condition without a target is met.

    Rules: action.charge, action.triggers.
    """
    when = trigger.when
    if when == "charge":
        return slow
    if when == "comeback":
        return unit.bloodied()
    if when == "user-stealth":
        return unit.on("stealth")
    if when == "user-stance":
        return unit.stance() == f"stance-{trigger.word}"
    if when == "moved-3":
        return unit.used[SPACES] >= 3 and combat.active == unit.index
    return combat.round >= 3


def next_mods(combat: IconCombat, unit: IconCombatant, ability: Ability) -> list[Mod]:
    """Return what would modify an ability if it were used next.

    Rule: attack.next-ability-modifiers.
    """
    found: list[Mod] = []
    if ability.basic in ("", "attack"):
        for text in unit.pending:
            op = combat.library.nexts[text]
            if op.on != "attack" or ability.attack:
                found += op.mods
    return found


def slowly(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether it is in its own slow turn. Rule: action.charge."""
    return unit.slow_now and combat.active == unit.index


def cost_of(combat: IconCombat, unit: IconCombatant, whole: Ability) -> int:
    """Return the action cost of an ability, of its part if it is a combo. Rule: action.costs."""
    ability = part_of(unit, whole)
    cost = ability.cost
    for mod in ability.mods:
        if mod.word == "cost":
            cost = mod.n
    if unit.pending:
        for mod in next_mods(combat, unit, ability):
            if mod.word == "cost":
                cost = mod.n
    for trigger in ability.triggers:
        for mod in trigger.mods:
            if mod.word == "cost" and trigger.when in ALONE:
                if alone(combat, unit, trigger, slow=slowly(combat, unit)):
                    cost = mod.n
    return cost


def part_of(unit: IconCombatant, whole: Ability) -> Ability:
    """Return the part of a combo that is due, the ability itself if it is none.

    Rule: action.combo.
    """
    return whole.parts[unit.combo % len(whole.parts)] if whole.parts else whole


def may_attack(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether somebody may attack once more in this round.

    An elite may once for each of its two turns: out of turn it uses up that of a turn to come.
    Rules: action.one-attack-per-round, foe.elite, foe.legend, interrupt.attack-limit.
    """
    if not unit.sheet.elite:
        return not unit.used[ATTACKED]
    begun = 2 - unit.turns if combat.active == unit.index else 2
    return unit.used[ATTACKED] < begun


def is_attack(whole: Ability, ability: Ability) -> bool:
    """Return whether it attacks: of a combo the part that is due says so.

    Rule: action.one-attack-per-round.
    """
    return ability.attack != "" if whole.parts else ability.has("attack")


def met(combat: IconCombat, use: Use, trigger: Trigger) -> bool:
    """Return whether a trigger's condition is met when targets are chosen.

    Rules: action.triggers, action.charge, blight.enhances-abilities.
    """
    user = combat.units[use.actor]
    when = trigger.when
    if when in ALONE:
        return alone(combat, user, trigger, slow=use.slow)
    if use.target < 0 or when in ("collide", "slay", "critical"):
        return False
    target = combat.units[use.target]
    if when in ("finishing-blow", "target-bloodied"):
        return target.bloodied()
    if when == "blightboost":
        return target.blights() > 0
    if when == "target-status":
        return target.has_state(trigger.word)
    if when == "user-higher":
        if combat.has(user, "flying"):
            return True
        return combat.elevation(user) > combat.elevation(target)
    if when == "target-alone":
        return not beside(combat, target, target.side)
    return beside(combat, target, user.side, but=user.index)  # target-crowded


def beside(combat: IconCombat, unit: IconCombatant, side: int, but: int = -1) -> bool:
    """Return whether somebody of a side stands next to a character. Rule: geometry.adjacent."""
    for other in combat.units:
        if other.side == side and other is not unit and other.index != but and other.able():
            if combat.apart(other, unit) <= 1:
                return True
    return False


def gather(combat: IconCombat, use: Use) -> None:
    """Work out mods and added lines, when targets are chosen. Rule: action.triggers."""
    for number_, trigger in enumerate(use.ability.triggers):
        if met(combat, use, trigger):
            use.mods.met = [*use.mods.met, str(number_)]
    user = combat.units[use.actor]
    if use.ability.basic in ("", "attack"):
        use.mods.met = [*use.mods.met, *spent(combat, use, user)]


def spent(combat: IconCombat, use: Use, user: IconCombatant) -> list[str]:
    """Spend what modifies the next ability or attack. Rule: attack.next-ability-modifiers."""
    now: list[str] = []
    left: list[str] = []
    for text in user.pending:
        if combat.library.nexts[text].on == "attack" and not use.ability.attack:
            left.append(text)
        else:
            now.append(text)
    ledger.set_pending(combat, user, left, "attack.next-ability-modifiers")
    return now


def prepare(use: Use) -> None:
    """Add up the mods that always apply, and note the flags."""
    for mod in use.ability.mods:
        use.mods.all.add(mod)
    use.mods.flags = use.ability.flags
    if use.whole is not use.ability:
        use.mods.flags = [*use.mods.flags, *use.whole.flags]


def take_stock(combat: IconCombat, use: Use) -> None:
    """Add up the mods of the triggers that are met, and of what is spent."""
    ability = use.ability
    for word in use.mods.met:
        if not word.isdecimal():
            op = combat.library.nexts[word]
            use.mods.farther += sum(mod.n for mod in op.mods if mod.word == "range")
            tally = use.mods.line if op.on == "attack" else use.mods.all
            for mod in op.mods:
                tally.add(mod)
            if op.on != "attack":
                whole = use.mods.next or Modifiers()
                for mod in op.mods:
                    whole.add(mod)
                use.mods.next = whole
            continue
        trigger = ability.triggers[int(word)]
        for mod in trigger.mods:
            use.mods.all.add(mod)
        use.mods.late = [*use.mods.late, *trigger.area, *trigger.ops]
        if trigger.flag:
            use.mods.flags = [*use.mods.flags, trigger.flag]


def added(use: Use) -> list[Op]:
    """Return lines that met triggers add to the hit or the miss. Rule: action.triggers."""
    found: list[Op] = []
    for word in use.mods.met:
        if word.isdecimal():
            trigger = use.ability.triggers[int(word)]
            found += trigger.hit if use.attack.result > 0 else trigger.miss
    return found
