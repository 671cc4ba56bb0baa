"""Using an ability: components in order, triggers, and what each operation does."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.dice import ATTACK as ATTACK_ROLL
from affray.core.dice import OTHER, Dice, Throw
from affray.core.effect import NEVER
from affray.core.grid import CHEBYSHEV
from affray.core.walk import walk
from affray.rulesets.icon import area, condition, damage, geometry, movement, reaction
from affray.rulesets.icon.state import (
    ATTACKED,
    SHOVED,
    SPACES,
    STATES,
    Ability,
    IconCombat,
    Mod,
    Op,
    Patch,
    Trigger,
    Unit,
    Use,
    blocked,
)

MISS = 0
HIT = 1
CRITICAL = 2


class AttackRoll(Throw):
    """d20, bonus, the best boon or curse die: 0 a miss, 1 a hit, 2 a critical hit.

    Rules: roll.attack-formula, roll.attack-hit, roll.boon-highest, roll.curse-highest,
    roll.natural-faces-mean-nothing, attack.critical, attack.critical-always-hits.
    """

    def __init__(self, bonus: int, boons: int, defense: int) -> None:
        self.bonus = bonus
        self.boons = boons
        self.defense = defense

    def made(self, dice: Dice) -> int:
        total = dice.roll(20) + self.bonus
        best = 0
        for _ in range(abs(self.boons)):
            best = max(best, dice.roll(6))
        total += best if self.boons > 0 else -best
        if total >= 20:
            return CRITICAL
        return HIT if total >= self.defense else MISS

    def key(self) -> tuple[int, ...]:
        return (self.bonus, self.boons, self.defense)


# ---- numbers of an ability ---------------------------------------------------------------------


def number(combat: IconCombat, unit: Unit, ability: Ability, word: str, slow: bool) -> int:
    """Return what talents and triggers that need no target add to a number."""
    total = sum([mod.n for mod in ability.mods if mod.word == word])
    for trigger in ability.triggers:
        if trigger.when in ("charge", "comeback", "overdrive-3") and met_alone(
            combat, unit, trigger, slow
        ):
            total += sum([mod.n for mod in trigger.mods if mod.word == word])
    return total


def met_alone(combat: IconCombat, unit: Unit, trigger: Trigger, slow: bool) -> bool:
    """Rules: action.charge, action.triggers."""
    if trigger.when == "charge":
        return slow
    if trigger.when == "comeback":
        return unit.bloodied()
    return combat.round >= 3


def cost_of(ability: Ability) -> int:
    """Rule: action.costs."""
    for mod in ability.mods:
        if mod.word == "cost":
            return mod.n
    return ability.cost


def part_of(unit: Unit, ability: Ability) -> Ability:
    """Rule: action.combo."""
    return ability.parts[unit.combo % len(ability.parts)] if ability.parts else ability


# ---- triggers ----------------------------------------------------------------------------------


def met(combat: IconCombat, use: Use, trigger: Trigger) -> bool:
    """Return whether a trigger's condition is met when targets are chosen.

    Rules: action.triggers, action.charge, blight.enhances-abilities.
    """
    user = combat.units[use.actor]
    when = trigger.when
    if when in ("charge", "comeback", "overdrive-3"):
        return met_alone(combat, user, trigger, use.slow)
    if when == "user-stealth":
        return use.stealthy
    if when == "user-stance":
        return user.stance() == f"stance-{trigger.word}"
    if when == "moved-3":
        return user.used[SPACES] >= 3 and combat.active == user.index
    if use.target < 0 or when in ("collide", "slay", "critical"):
        return False
    target = combat.units[use.target]
    if when in ("finishing-blow", "target-bloodied"):
        return target.bloodied()
    if when == "blightboost":
        return target.blights() > 0
    if when == "target-status":
        return target.has(STATES[trigger.word])
    if when == "user-higher":
        return user.on("flying") or combat.elevation(user) > combat.elevation(target)
    if when == "target-alone":
        return not geometry.ally_adjacent(combat, target)
    crowd = [one for one in combat.units if one.side == user.side and one is not user]
    return any([one.able() and geometry.adjacent(combat, one, target) for one in crowd])


def gather(combat: IconCombat, use: Use) -> None:
    """Work out mods and added lines, when targets are chosen. Rule: action.triggers."""
    for mod in use.ability.mods:
        apply_mod(use, mod)
    use.flags = use.ability.flags[:]
    for trigger in use.ability.triggers:
        if met(combat, use, trigger):
            for mod in trigger.mods:
                apply_mod(use, mod)
            use.late += trigger.ops
            if trigger.flag:
                use.flags.append(trigger.flag)


def apply_mod(use: Use, mod: Mod) -> None:
    word = mod.word
    if word == "boon":
        use.boons += mod.n
    elif word == "curse":
        use.boons -= mod.n
    elif word == "bonus":
        use.bonus += mod.n
    elif word == "boost":
        use.boost += mod.n
    elif word == "pierce":
        use.pierce = True
    elif word == "true-strike":
        use.true_strike = True
    elif word == "no-save":
        use.no_save = True
    elif word == "foes-only":
        use.foes_only = True
    elif word == "area-level":
        use.area_level = mod.level
    elif word == "spaces":
        use.more_spaces += mod.n
        use.spaces_only = mod.only
    elif word == "vigor":
        use.more_vigor += mod.n
    elif word == "duration":
        use.until = mod.until


def next_mods(combat: IconCombat, use: Use) -> None:
    """Spend what modifies the next ability or attack. Rule: attack.next-ability-modifiers."""
    user = combat.units[use.actor]
    if use.ability.basic not in ("", "attack"):
        return
    left: list[int] = []
    for one in user.pending:
        op = combat.library.nexts[one]
        if op.on == "attack" and not use.ability.attack:
            left.append(one)
            continue
        for mod in op.mods:
            apply_mod(use, mod)
    user.pending = left


# ---- components --------------------------------------------------------------------------------


def perform(combat: IconCombat, use: Use) -> None:
    """Resolve an ability whose cost is paid.

    Rules: action.order-of-components, attack.components, effect.stealth, action.end-turn.
    """
    user = combat.units[use.actor]
    ability = use.ability
    use.stealthy = user.has(STATES["stealth"])
    if ability.basic not in ("run", "dash"):
        condition.lose(combat, user, "stealth")
    if ability.attack:
        user.used[ATTACKED] += 1  # action.one-attack-per-round
    combat.using.append(use)
    if combat.watched:
        combat.say("uses", user.index, use.target, ability.id, rule="action.order-of-components")
    for op in ability.before:
        run(combat, use, op)
    if user.able() and area.aim(combat, use):
        gather(combat, use)
        next_mods(combat, use)
        if ability.has("delay"):
            user.delay = user.sheet.abilities.index(use.whole)
            user.delay_cells = use.cells
            user.delay_target = use.target
            user.must_slow = True  # action.delay
        else:
            resolve(combat, use)
    combat.using.pop()
    if ability.has("end-turn") and combat.active == user.index:
        user.ended = True


def resolve(combat: IconCombat, use: Use) -> None:
    """Attack, area, effect, then what triggers added."""
    user = combat.units[use.actor]
    ability = use.ability
    if ability.attack and (use.target >= 0 or use.cell >= 0 or use.cells):
        attack(combat, use)
    if use.void and not use.cells:
        return
    if user.able() or not ability.attack:
        area.cover_of(combat, use)
        for op in ability.area:
            run(combat, use, op)
    for op in ability.effect:
        run(combat, use, op)
    for op in use.late:
        run(combat, use, op)


def attack(combat: IconCombat, use: Use) -> None:
    """Make the attack part of an ability.

    Rules: attack.steps, attack.miss-results, attack.auto-hit, aoe.single-roll,
    aoe.attack-space-without-foe, terrain.destructible, interrupt.timing.
    """
    if use.target < 0:
        if use.cell >= 0 and combat.toughness[use.cell] > 0:
            batter(combat, use)
        return
    reaction.targeted(combat, use)
    if not reaction.can_go_on(combat, use):
        return
    user = combat.units[use.actor]
    target = combat.units[use.target]
    use.area = [one for one in use.area if one != use.target]
    if use.ability.ranged() and geometry.sees(combat, user, target) == geometry.COVERED:
        use.covered.append(use.target)  # attack.cover-halves, aoe.cover-from-origin
    if evades(combat, use, user, target):
        use.result = MISS
    elif use.ability.has("auto-hit"):
        use.result = HIT
    else:
        boons = attack_boons(combat, use, user, target)
        throw = AttackRoll(user.sheet.attack_bonus, boons, target.sheet.defense)
        use.result = combat.throw(throw, ATTACK_ROLL, user.index, "roll.attack-formula")
    if combat.watched:
        words = ("miss", "hit", "critical")
        combat.say("attack", user.index, target.index, words[use.result], rule="attack.steps")
    if use.result == MISS and target.on("dodge") and not strikes_true(use):
        use.immune.append(target.index)  # effect.dodge
    for op in use.ability.hit if use.result else use.ability.miss:
        run(combat, use, op)
    if use.result == CRITICAL:
        for trigger in use.ability.triggers:
            if trigger.when == "critical":
                for op in [*trigger.hit, *trigger.ops]:
                    run(combat, use, op)
    reaction.after_attack(combat, use)


def strikes_true(use: Use) -> bool:
    """Rule: effect.true-strike."""
    return use.true_strike or use.ability.has("true-strike")


def evades(combat: IconCombat, use: Use, user: Unit, target: Unit) -> bool:
    """Roll the evasion die.

    Rules: effect.evasion, move.fly, roll.special-rolls, attack.auto-hit.
    """
    if strikes_true(use) or use.ability.has("auto-hit"):
        return False
    flies = target.on("flying") and use.ability.attack == "melee"
    if not target.on("evasion") and not flies:
        return False
    return combat.roll(6, OTHER, target.index, "effect.evasion") >= 4


def attack_boons(combat: IconCombat, use: Use, user: Unit, target: Unit) -> int:
    """Return net boons of an attack.

    Rules: roll.boon-curse-cancel, attack.height-boon, attack.low-ground-curse,
    attack.ranged-next-to-foe, status.dazed, effect.aura, effect.mark.
    """
    boons = use.boons
    up = combat.elevation(user) - combat.elevation(target)
    boons += 1 if up > 0 else -1 if up < 0 else 0
    if use.ability.attack == "ranged" and geometry.foe_adjacent(combat, user):
        boons -= 1
    if user.status("dazed"):
        boons -= 1
    if target.has(STATES["tangled"]):
        boons += 1
    for other in combat.units:
        if other.side == user.side and other is not user and other.able():
            for trait in other.sheet.traits:
                if trait.aura_boons and geometry.apart(combat, other, user) <= trait.aura:
                    boons += trait.aura_boons
    if user.slow_now and combat.active == user.index:
        for trait in user.sheet.traits:
            if not trait.gambit_only or use.whole.gambit:
                boons += trait.slow_boons
    return boons


def batter(combat: IconCombat, use: Use) -> None:
    """Hit destructible terrain. Rule: terrain.destructible."""
    for op in use.ability.hit:
        if op.name == "damage":
            level = op.level
            amount = op.amount
            if level:
                amount, _ = damage.roll(combat, use.actor, level, use.boost, use.bonus)
            wreck(combat, use.cell, amount)


def wreck(combat: IconCombat, cell: int, amount: int) -> None:
    if combat.toughness[cell] <= 0 or amount <= 0:
        return
    combat.toughness[cell] = max(0, combat.toughness[cell] - amount)
    combat.touch()
    if combat.watched:
        combat.say("battered", -1, -1, "", amount, "terrain.destructible", cell=cell)
    if combat.toughness[cell] == 0:
        drop = combat.levels[cell]
        combat.levels[cell] = 0
        unit = combat.at(cell)
        if unit is not None and unit.able() and drop > 1 and not unit.on("flying"):
            if combat.elevation(unit) == 0:
                damage.hurt_by_terrain(combat, unit, drop, pierce=False)


# ---- operations --------------------------------------------------------------------------------


def subjects(combat: IconCombat, use: Use, op: Op) -> list[Unit]:
    """Return whom an operation concerns: a word of ``dsl.who``."""
    units = combat.units
    user = units[use.actor]
    who = op.who
    if who == "user":
        return [user]
    if who == "target":
        found = [units[use.target]] if use.target >= 0 else []
        if "self-too" in use.flags and found and found[0] is not user:
            found.append(user)
        return found
    if who == "triggerer":
        return [units[use.trigger_user]] if use.trigger_user >= 0 else []
    if who == "ally":
        return [units[use.ally]] if use.ally >= 0 else []
    if who == "collided":
        return [units[one] for one in use.collided]
    if who == "first-blocker":
        return [units[use.blocker]] if use.blocker >= 0 else []
    if who == "passed-foes":
        return [units[one] for one in use.passed]
    if who == "area-failed":
        return [units[one] for one in use.failed]
    if who == "area-adjacent-foes":
        return [
            one
            for one in units
            if one.able()
            and one.side != user.side
            and any([geometry.from_cell(combat, cell, one) == 1 for cell in use.cells])
        ]
    if who in ("area", "area-foes", "area-allies"):
        return in_area(combat, use, op)
    if who == "one-ally":
        return one_ally(combat, use, op)
    near = 1 if who == "adjacent-allies" else op.range
    foes = who == "foes-within"
    return [
        one
        for one in units
        if one.able()
        and one is not user
        and (one.side != user.side) == foes
        and geometry.apart(combat, one, user) <= near
    ]


def in_area(combat: IconCombat, use: Use, op: Op) -> list[Unit]:
    """Return those in the area; lines beyond attack and area reach the attack space too.

    Rules: aoe.additional-effects, aoe.friendly-fire, aoe.attack-and-area-spaces.
    """
    side = combat.units[use.actor].side
    ids = use.area[:]
    beyond = op not in use.ability.area
    if beyond and use.target >= 0 and use.ability.attack and use.target not in ids:
        ids.append(use.target)
    found: list[Unit] = []
    for one in ids:
        unit = combat.units[one]
        foe = unit.side != side
        if (op.who == "area-foes" or use.foes_only) and not foe:
            continue
        if op.who == "area-allies" and foe:
            continue
        if op.who == "area-allies" and one == use.actor:
            continue
        found.append(unit)
    return found


def one_ally(combat: IconCombat, use: Use, op: Op) -> list[Unit]:
    user = combat.units[use.actor]
    centre = user
    if op.origin == "target" and use.target >= 0:
        centre = combat.units[use.target]
    if centre.cell < 0:
        return []
    near = [
        one
        for one in combat.units
        if one.able()
        and one.side == user.side
        and one is not user
        and one is not centre
        and geometry.apart(combat, one, centre) <= op.within
    ]
    if not near:
        return []
    menu = [(PASS, "no ally")] + [(1 + one.index, f"ally {one.name}") for one in near]
    answer = combat.ask(
        Menu(user.seats, user.index, "action.order-of-components", menu, 1 + near[0].index)
    )
    return [combat.units[answer - 1]] if answer != PASS else []


def run(combat: IconCombat, use: Use, op: Op) -> None:
    """Carry out one operation: a word of ``dsl.op``."""
    if op.after:
        if use.answered is not None:
            use.answered.after.append(op)
            reaction.remember(use, op)
        return
    name = op.name
    if name == "damage":
        run_damage(combat, use, op)
        return
    if name == "terrain":
        run_terrain(combat, use, op)
        return
    if name == "swap":
        if use.ally >= 0:
            movement.swap(combat, combat.units[use.actor], combat.units[use.ally])
        return
    if name == "retarget":
        reaction.retarget(combat, use)
        return
    if name == "stop-move":
        use.ends_move = True
        return
    if name == "summon":
        run_summon(combat, use, op)
        return
    if name == "rescue":
        if use.target >= 0:
            damage.rescue(combat, combat.units[use.target])
        return
    for unit in subjects(combat, use, op):
        if unit.index not in use.immune:
            run_on(combat, use, op, unit)


def run_on(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Carry out an operation on one character."""
    user = combat.units[use.actor]
    name = op.name
    if name in ("status", "blight"):
        afflict(combat, use, op, unit)
    elif name == "grant":
        bestow(combat, use, op, unit)
    elif name == "immobile":
        condition.grant(combat, unit, "immobile", user.index, op.until)
    elif name == "vigor":
        damage.give_vigor(combat, unit, op.n + use.more_vigor, user.index)
    elif name in ("shove", "pull"):
        push(combat, use, op, unit)
    elif name == "move":
        run_move(combat, use, op, unit)
    elif name == "cleanse":
        condition.cleanse(combat, unit, use.flags)
    elif name == "cleanse-all":
        condition.cleanse_all(combat, unit)
    elif name == "save":
        run_save(combat, use, op, unit)
    elif name == "mark":
        condition.mark(combat, user, unit, op.id, use)
    elif name == "stance":
        condition.take_stance(combat, user, op.id)
    elif name == "strip":
        condition.strip(combat, unit, op.what)
    elif name == "modify-next":
        if not condition.untouched(combat, unit):
            again = 2 if "answer-2-boons" in use.flags else 1
            unit.pending += [op.number] if again == 1 else [op.number, op.number + 1]
            combat.touch()
    elif name == "remove-blight":
        if condition.lose(combat, unit, op.id):
            for one in op.then:
                on_other(combat, use, one, unit)
    elif name == "resolve":
        unit.resolve = min(6, unit.resolve + op.n)
        combat.touch()


def on_other(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Carry out a nested operation with one character as its target."""
    before = use.target
    use.target = unit.index
    run(combat, use, op)
    use.target = before


def run_save(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Let somebody save, and do what follows."""
    user = combat.units[use.actor]
    if condition.untouched(combat, unit):
        return
    if "allies-too" in use.flags and unit.side == user.side:
        on_other(combat, use, op.fail[0], unit)  # an ally is only pulled
        return
    if use.no_save or not condition.saves(combat, unit, "roll.save-ten"):
        for one in op.fail:
            on_other(combat, use, one, unit)
        return
    if unit.on("dodge"):
        use.immune.append(unit.index)
        return
    for one in op.success:
        on_other(combat, use, one, unit)
    if "pull-1-on-save" in use.flags:
        direction = opposite(movement.heading(combat, user, -1, unit))
        movement.shove(combat, user, unit, 1, direction, pull=True)


def afflict(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Inflict a status or blight, after a save if the line says so."""
    user = combat.units[use.actor]
    if condition.untouched(combat, unit):
        return
    if op.name == "status" and (unit.on("unstoppable") or user.status("sealed")):
        return
    if op.save and not use.no_save:
        if condition.saves(combat, unit, "roll.save-ten"):
            if unit.on("dodge"):
                use.immune.append(unit.index)  # effect.dodge
            return
        use.failed.append(unit.index)
    source = user.index
    if condition.inflict(combat, use, unit, op.id, source) and op.ongoing:
        condition.make_ongoing(combat, unit, op.id, source)


def bestow(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Grant an effect; what lasts for an attack belongs to the answered one."""
    if op.until == "attack":
        if use.answered is not None:
            if op.id in ("cover", "resistance"):
                use.answered.covered.append(unit.index)
            else:
                condition.grant(combat, unit, op.id, use.actor, "combat")
                reaction.brief(use.answered, unit, op.id)
        return
    condition.grant(combat, unit, op.id, use.actor, use.until or op.until)


def run_damage(combat: IconCombat, use: Use, op: Op) -> None:
    """Deal damage: rolled once for all it reaches.

    Rules: aoe.area-damage-once, attack.critical, damage.types, damage.flat-fixed, foe.mob.
    """
    targets = [one for one in subjects(combat, use, op) if one.able()]
    user = combat.units[use.actor]
    in_hit = op in use.ability.hit and use.ability.attack != ""
    in_line = in_hit or (op in use.ability.miss and use.ability.attack != "")
    area_op = op.who in ("area", "area-foes", "area-allies")
    if not targets and not area_op:
        return
    level = op.level
    if area_op and use.area_level and op in use.ability.area:
        level = use.area_level
    if "drawn-heavy" in use.flags and level == "light":
        level = "heavy"
    if "gallery-heavy" in use.flags and level == "light" and area_op:
        level = "heavy"
    amount = op.amount
    godly = False
    if level:
        boosts = use.boost + (1 if use.result == CRITICAL else 0) if in_hit else 0
        bonus = use.bonus if use.ability.attack else 0
        if in_line and targets:
            bonus += target_bonus(user, targets[0])
        amount, godly = damage.roll(combat, use.actor, level, boosts, bonus)
    for unit in targets:
        blow = damage.Blow(use.actor, unit.index, amount)
        blow.type = op.type or user.sheet.type
        blow.pierce = op.pierce or use.pierce or use.ability.has("pierce")
        blow.godly = godly or blow.type == "godly"
        blow.covered = unit.index in use.covered
        blow.attack = use.ability.attack != ""
        blow.ranged = use.ability.ranged()
        blow.area = area_op and unit.index != use.target
        damage.deal(combat, use, blow)
        if use.slain and not use.slay_done:
            slay(combat, use)
    if area_op and not any([one.who == "area-foes" for one in [op]]):
        for cell in use.cells:
            if cell != use.cell or use.target >= 0 or not use.ability.attack:
                wreck(combat, cell, amount)


def target_bonus(user: Unit, target: Unit) -> int:
    """Rules: action.triggers, damage.bonus."""
    bonus = 1 if user.on("finishing-blow") and target.bloodied() else 0
    for trait in user.sheet.traits:
        if trait.bonus_blight and target.has(STATES[trait.bonus_blight]):
            bonus += 1
    return bonus


def slay(combat: IconCombat, use: Use) -> None:
    """Rule: action.triggers."""
    use.slay_done = True
    for trigger in use.ability.triggers:
        if trigger.when == "slay":
            for op in trigger.ops:
                run(combat, use, op)


def opposite(direction: int) -> int:
    return (direction + 4) % 8


def push(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Shove or pull, and what a collision triggers.

    Rules: move.shove, move.shove-direction, move.collide, action.triggers.
    """
    user = combat.units[use.actor]
    if not movement.may_be_moved(combat, unit, user):
        return
    spaces = op.n
    if not use.spaces_only or use.spaces_only == op.name:
        spaces += use.more_spaces
    origin = -1
    if op.who in ("area", "area-foes") and use.cell >= 0 and use.whole.reach >= 0:
        origin = use.cell
    if op.who == "first-blocker" and use.heading >= 0:
        direction = use.heading
    else:
        direction = movement.heading(combat, user, origin, unit)
    pulls = op.name == "pull"
    if not pulls and combat.active == user.index:
        if not user.used[SHOVED]:
            spaces += sum([trait.first_shove for trait in user.sheet.traits])
        user.used[SHOVED] += 1
    if pulls:
        direction = opposite(direction)
    if movement.shove(combat, user, unit, spaces, direction, pull=pulls):
        if unit.index not in use.bumped:
            collide(combat, use, unit)
    if op.who == "first-blocker" and "continue-dash" in use.flags and use.heading >= 0:
        go_straight(combat, use, op, user, max(0, 3 + use.more_spaces - len(use.path)))


def collide(combat: IconCombat, use: Use, unit: Unit) -> None:
    use.bumped.append(unit.index)
    use.collided = [unit.index]
    for trigger in use.ability.triggers:
        if trigger.when == "collide":
            for op in trigger.ops:
                run(combat, use, op)


def run_move(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Let somebody move: always optional for the mover."""
    if condition.untouched(combat, unit) or unit.has(STATES["immobile"]):
        return
    spaces = op.n
    if not use.spaces_only or use.spaces_only == "move":
        spaces += use.more_spaces
    if op.kind == "speed":
        spaces = unit.sheet.speed
    elif op.kind == "half":
        spaces = damage.halved(unit.sheet.speed)  # action.run
    if op.to:
        fly_to(combat, use, op, unit)
    elif op.kind == "teleport":
        movement.teleport(combat, unit, spaces, unit.seats)
    elif op.straight:
        go_straight(combat, use, op, unit, spaces)
    else:
        kind = movement.DASH if op.id == "dash" else movement.KINDS.get(op.kind, movement.PLAIN)
        if "phasing" in use.flags:
            kind += movement.PHASE
        move = movement.Move(combat, unit, spaces, kind)
        walk(combat, move)
        use.path = move.path


def fly_to(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Move to a place that the ability's area names."""
    grid = combat.grid
    goals: list[int] = []
    if op.to == "adjacent-to-attack-space":
        goals = [
            cell
            for cell in grid.near[use.cell]
            if movement.free_to_stand(combat, unit, cell)
            and grid.distance(cell, unit.cell, CHEBYSHEV) <= op.n
        ]
    else:
        for cell in use.cells:
            if movement.free_to_stand(combat, unit, cell):
                goals = [cell]
    movement.place(combat, unit, goals, unit.seats, "move.dash-ignores")


def go_straight(combat: IconCombat, use: Use, op: Op, unit: Unit, spaces: int) -> None:
    """Dash in one straight line: over foes if it says so, else until one stops it.

    Rules: move.dash-ignores, move.obstruction.
    """
    menu = [(PASS, "stay")] + [(1 + d, f"dash {'nesw'[d // 2]}") for d in (0, 2, 4, 6)]
    if use.heading >= 0:
        menu = [(PASS, "stay"), (1 + use.heading, "dash on")]
    answer = combat.ask(Menu(unit.seats, unit.index, "move.dash-ignores", menu))
    if answer == PASS:
        return
    use.heading = answer - 1
    way = movement.Move(combat, unit, spaces, movement.DASH)
    way.phasing = op.through
    way.start = unit.cell
    for cell in combat.grid.ray(unit.cell, use.heading, spaces):
        other = combat.at(cell)
        if other is not None and other.able() and combat.hostile(other, unit):
            if not op.through:
                use.blocker = other.index
                break
            if other.index not in use.passed:
                use.passed.append(other.index)
        price = way.price(cell)
        if not 0 <= price <= way.left() or blocked(combat.grid, cell) or not unit.able():
            break
        way.spent += price
        came_from = unit.cell
        way.enter(cell)
        way.after(came_from)
    use.path += way.path
    way.finish()


def run_terrain(combat: IconCombat, use: Use, op: Op) -> None:
    """Create terrain. Rules: terrain.space-type, terrain.destructible, move.dash-pays-terrain."""
    cells = use.path if op.where == "path" else use.cells
    if op.where == "target-space":
        cells = [use.cell]
    ends, anchor = condition.moment(combat, use.until or op.until, use.actor)
    for cell in cells:
        if cell < 0 or blocked(combat.grid, cell):
            continue
        if op.kind:
            change(combat, cell, op.kind, ends, anchor)
        elif op.n:
            lift = "raise-allies" in use.flags
            unit = combat.at(cell)
            ally = unit is not None and unit.side == combat.units[use.actor].side and lift
            if (unit is None or ally) and combat.levels[cell] == 0:
                combat.levels[cell] = 2 if "height-2" in use.flags else op.n
                combat.toughness[cell] = 10 * combat.levels[cell]
                combat.touch()
    if combat.watched:
        combat.say("terrain", use.actor, -1, op.kind or f"height {op.n}", len(cells))


def change(combat: IconCombat, cell: int, kind: str, ends: int, anchor: int) -> None:
    bits = {"difficult": 1, "dangerous": 2, "ground": 0}[kind]
    was = combat.floor[cell]
    if was == bits:
        return
    combat.floor[cell] = bits
    if ends != NEVER:
        combat.patches.append(Patch(cell, was, ends, anchor, ""))
    combat.touch()


def run_summon(combat: IconCombat, use: Use, op: Op) -> None:
    """Rule: effect.summon."""
    user = combat.units[use.actor]
    cells = [
        cell
        for cell in combat.grid.around(user.cell, op.range)
        if combat.at(cell) is None
        and not blocked(combat.grid, cell)
        and not any([one.cell == cell and one.summon for one in combat.patches])
    ]
    if cells:
        from affray.rulesets.icon import choice

        asked = choice.Cells(combat, user.seats, user.index, "effect.summon", cells, "no summon")
        answer = combat.ask(asked)
        if answer != PASS:
            combat.patches.append(Patch(answer - 1, 0, NEVER, user.index, op.id))
            combat.touch()


def lamps(combat: IconCombat, unit: Unit) -> None:
    """Let summons act on a foe of their summoner that starts its turn beside them."""
    for one in combat.patches[:]:
        if one.summon and combat.units[one.anchor].side != unit.side and unit.able():
            if geometry.from_cell(combat, one.cell, unit) <= 1:
                use = Use(one.anchor, unit.index, Ability(one.summon, one.summon))
                use.trigger_user = unit.index
                for op in combat.library.summons[one.summon]:
                    run(combat, use, op)
