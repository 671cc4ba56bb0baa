"""Using an ability: its numbers, its triggers, its components in order."""

from __future__ import annotations

from affray.rulesets.icon import area, attack, condition, operation
from affray.rulesets.icon.deed import AREA, EFFECT, Delay, Use
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.terms import ATTACKED, SPACES
from affray.rulesets.icon.vocabulary import Ability, Mod, Op, Trigger

# Conditions that need no target: they can change ranges, sizes and costs too.
ALONE = (
    "charge",
    "comeback",
    "overdrive-3",
    "user-stealth",
    "user-stance",
    "moved-3",
)

# ---- numbers of an ability ---------------------------------------------------------------------


def number(combat: IconCombat, unit: Unit, ability: Ability, word: str, *, slow: bool) -> int:
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


def alone(combat: IconCombat, unit: Unit, trigger: Trigger, *, slow: bool) -> bool:
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


def next_mods(combat: IconCombat, unit: Unit, ability: Ability) -> list[Mod]:
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


def slowly(combat: IconCombat, unit: Unit) -> bool:
    """Return whether it is in its own slow turn. Rule: action.charge."""
    return unit.slow_now and combat.active == unit.index


def cost_of(combat: IconCombat, unit: Unit, whole: Ability) -> int:
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


def part_of(unit: Unit, whole: Ability) -> Ability:
    """Rule: action.combo."""
    return whole.parts[unit.combo % len(whole.parts)] if whole.parts else whole


def is_attack(whole: Ability, ability: Ability) -> bool:
    """Return whether it attacks: of a combo the part that is due says so.

    Rule: action.one-attack-per-round.
    """
    return ability.attack != "" if whole.parts else ability.has("attack")


# ---- triggers ----------------------------------------------------------------------------------


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
        return target.bears(trigger.word)
    if when == "user-higher":
        if combat.has(user, "flying"):
            return True
        return combat.elevation(user) > combat.elevation(target)
    if when == "target-alone":
        return not beside(combat, target, target.side)
    return beside(combat, target, user.side, but=user.index)  # target-crowded


def beside(combat: IconCombat, unit: Unit, side: int, but: int = -1) -> bool:
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
            use.met.append(str(number_))
    user = combat.units[use.actor]
    if use.ability.basic in ("", "attack"):
        use.met += spent(combat, use, user)


def spent(combat: IconCombat, use: Use, user: Unit) -> list[str]:
    """Spend what modifies the next ability or attack. Rule: attack.next-ability-modifiers."""
    now: list[str] = []
    left: list[str] = []
    for text in user.pending:
        if combat.library.nexts[text].on == "attack" and not use.ability.attack:
            left.append(text)
        else:
            now.append(text)
    user.pending = left
    return now


def prepare(use: Use) -> None:
    """Add up the mods that always apply, and note the flags."""
    for mod in use.ability.mods:
        use.all.add(mod)
    use.flags = use.ability.flags[:]
    if use.whole is not use.ability:
        use.flags += use.whole.flags


def take_stock(combat: IconCombat, use: Use) -> None:
    """Add up the mods of the triggers that are met, and of what is spent."""
    ability = use.ability
    for word in use.met:
        if not word.isdecimal():
            op = combat.library.nexts[word]
            use.farther += sum([mod.n for mod in op.mods if mod.word == "range"])
            tally = use.line if op.on == "attack" else use.all
            for mod in op.mods:
                tally.add(mod)
            continue
        trigger = ability.triggers[int(word)]
        for mod in trigger.mods:
            use.all.add(mod)
        use.late += trigger.area + trigger.ops
        if trigger.flag:
            use.flags.append(trigger.flag)


def added(use: Use) -> list[Op]:
    """Return lines that met triggers add to the hit or the miss. Rule: action.triggers."""
    found: list[Op] = []
    for word in use.met:
        if word.isdecimal():
            trigger = use.ability.triggers[int(word)]
            found += trigger.hit if use.result > 0 else trigger.miss
    return found


# ---- components --------------------------------------------------------------------------------


def perform(combat: IconCombat, use: Use) -> None:
    """Resolve an ability whose cost is paid.

    Rules: action.order-of-components, attack.components, effect.stealth, action.end-turn.
    """
    user = combat.units[use.actor]
    ability = use.ability
    hidden = user.bearing("stealth")
    if is_attack(use.whole, ability):
        user.used[ATTACKED] += 1  # action.one-attack-per-round
    combat.using.append(use)
    if combat.watched:
        combat.say("uses", user.index, use.target, ability.id, rule="action.order-of-components")
    prepare(use)
    for op in ability.before:
        operation.run(combat, use, op)
    if user.able() and area.aim(combat, use):
        gather(combat, use)
        if ability.has("delay"):
            announce(combat, use, user)
        else:
            take_stock(combat, use)
            resolve(combat, use)
    close(combat, use)
    if hidden is not None and hidden in user.effects and "stealth" not in use.kept:
        if ability.basic not in ("run", "dash"):
            condition.lose(combat, user, "stealth")
    if ability.has("end-turn") and combat.active == user.index:
        user.ended = True


def close(combat: IconCombat, use: Use) -> None:
    """End what lasted as long as the ability."""
    attack.end_brief(combat, use)
    combat.using.pop()


def announce(combat: IconCombat, use: Use, user: Unit) -> None:
    """Keep a delayed ability as it was chosen. Rule: action.delay."""
    whole = use.whole
    part = whole.parts.index(use.ability) if use.ability in whole.parts else -1
    one = Delay(user.sheet.abilities.index(whole), part)
    one.cell = use.cell
    one.cells = use.cells
    one.target = use.target
    one.slow = use.slow
    one.met = use.met
    user.delays.append(one)
    user.must_slow = True
    combat.mark_changed()


def delayed(combat: IconCombat, user: Unit) -> None:
    """Resolve what was announced, for the area or target chosen then. Rule: action.delay."""
    due = user.delays
    user.delays = []
    for one in due:
        if not user.able():
            return
        whole = user.sheet.abilities[one.place]
        ability = whole.parts[one.part] if one.part >= 0 else whole
        use = Use(user.index, one.target, ability)
        use.whole = whole
        use.cell = one.cell
        use.cells = one.cells
        use.slow = one.slow
        use.met = one.met
        use.exempt = ability.own or ability.reach < 0
        combat.using.append(use)
        if combat.watched:
            combat.say("delayed", user.index, use.target, ability.id, rule="action.delay")
        prepare(use)
        if use.cells:
            area.aim_again(combat, use)
        take_stock(combat, use)
        resolve(combat, use)
        close(combat, use)


def resolve(combat: IconCombat, use: Use) -> None:
    """Attack, area, effect, then what triggers added, as long as its user can.

    Rules: action.order-of-components, attack.components, interrupt.timing, action.triggers,
    end.side-out.
    """
    ability = use.ability
    if ability.attack:
        attack.make(combat, use)
        if use.void and not use.cells:
            return
    use.phase = AREA
    for op in ability.area:
        if operation.goes_on(combat, use):
            operation.run(combat, use, op)
    use.phase = EFFECT
    for op in [*ability.effect, *use.late]:
        if operation.goes_on(combat, use):
            operation.run(combat, use, op)
