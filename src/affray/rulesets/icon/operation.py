"""What each word of the effect vocabulary does: ``dsl.op``."""

from __future__ import annotations

from affray.core.choice import Menu
from affray.core.effect import NEVER, Held
from affray.core.walk import walk
from affray.rulesets.icon import (
    condition,
    damage,
    end,
    forced,
    geometry,
    movement,
    reaction,
    straight,
    subject,
    terrain,
    trait,
)
from affray.rulesets.icon.deed import AREA, EFFECT, LINE, Use
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.terms import ONCE, SHOVED
from affray.rulesets.icon.vocabulary import IMMOBILE, Op

# ---- what it does ------------------------------------------------------------------------------


def goes_on(combat: IconCombat, use: Use) -> bool:
    """Return whether the next line of an ability happens: its user can, and the fight is not over.

    Rules: interrupt.timing, end.side-out.
    """
    return combat.units[use.actor].able() and not (use.felled and end.over(combat))


def run(combat: IconCombat, use: Use, op: Op) -> None:
    """Carry out one operation, or keep it until the answered attack is over."""
    if op.after and use.answered is not None:
        use.answered.waiting.append((op, use))
        return
    carry_out(combat, use, op)


def carry_out(combat: IconCombat, use: Use, op: Op) -> None:
    """Do what a word of ``dsl.op`` says."""
    name = op.name
    user = combat.units[use.actor]
    if name == "damage":
        run_damage(combat, use, op)
    elif name == "terrain":
        terrain.create(combat, use, op)
    elif name == "summon":
        terrain.summon(combat, use, op)
    elif name == "swap":
        other = use.ally if op.who == "ally" else use.target
        use.traded = other >= 0 and forced.swap(combat, user, combat.units[other])
    elif name == "retarget" and use.traded:
        reaction.retarget(combat, use)
    elif name == "stop-move":
        use.ends_move = True
    elif name == "stance":
        condition.take_stance(combat, user, op.id, use.flags)
    else:
        for unit in subject.subjects(combat, use, op):
            if unit.index not in use.immune:
                run_on(combat, use, op, unit)
        if name == "shove" and op.who == "first-blocker" and "continue-dash" in use.flags:
            straight.dash_on(combat, use, op, user)


def run_on(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Carry out an operation on one character."""
    name = op.name
    if name in ("status", "blight"):
        afflict(combat, use, op, unit)
    elif name in ("grant", "immobile"):
        bestow(combat, use, op, unit)
    elif name == "vigor":
        run_vigor(combat, use, op, unit)
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
        condition.mark(combat, combat.units[use.actor], unit, op.id, use.flags)
    elif name == "strip":
        condition.strip(combat, unit, op.what)
    elif name == "rescue":
        damage.rescue(combat, unit)
    elif name == "modify-next":
        if not condition.untouched(combat, unit):
            unit.pending.append(op.text())
            combat.mark_changed()
    elif name == "remove-blight":
        if not condition.untouched(combat, unit) and condition.lose(combat, unit, op.id):
            if not use.all.foes_only or combat.hostile(unit, combat.units[use.actor]):
                on_other(combat, use, op, op.then, unit)
    elif name == "resolve":
        damage.give_resolve(combat, unit, op.n)


def on_other(combat: IconCombat, use: Use, op: Op, nested: list[Op], unit: Unit) -> None:
    """Carry out what is nested in an operation with one character as its target."""
    before = use.target
    others = use.targets
    use.target = unit.index
    use.targets = []
    spread = use.spread
    use.spread = spread or op.who in subject.OF_AREA
    for one in nested:
        run(combat, use, one)
    use.spread = spread
    use.target = before
    use.targets = others


def run_vigor(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Grant vigor: vigor 1 is what texts call being cured.

    Rules: vigor.multiples-of-health, effect.cure.
    """
    user = combat.units[use.actor]
    if damage.give_vigor(combat, unit, op.n + use.all.vigor) and unit.bloodied():
        trait.answered(combat, user, unit, "you grant vigor to a bloodied ally")


def run_save(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Let somebody save, and do what follows. Rules: roll.save-ten, effect.dodge."""
    if condition.untouched(combat, unit):
        return
    if "allies-too" in use.flags and combat.units[use.actor].side == unit.side:
        for one in op.fail:
            if one.name == "pull":
                pull_up_to(combat, use, one, unit)  # an ally is only pulled
        return
    if use.saveless() or not condition.saves(combat, unit, "roll.save-ten"):
        if unit.index not in use.failed:
            use.failed.append(unit.index)
        on_other(combat, use, op, op.fail, unit)
        return
    if dodges(combat, use, unit):
        use.immune.append(unit.index)
        return
    on_other(combat, use, op, op.success, unit)
    if "pull-1-on-save" in use.flags:
        user = combat.units[use.actor]
        direction = forced.opposite(forced.heading(combat, user, -1, unit))
        forced.shove(combat, user, unit, 1, direction, pull=True)


def pull_up_to(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Pull an ally as far as the user likes."""
    user = combat.units[use.actor]
    most = use.spaces("pull", op.n)
    menu = [(n, f"pull {n}") for n in range(most, -1, -1)]
    spaces = combat.ask(Menu(user.seats, user.index, "move.shove", menu, most))
    if spaces:
        direction = forced.opposite(forced.heading(combat, user, -1, unit))
        forced.shove(combat, user, unit, spaces, direction, pull=True)


def afflict(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Inflict a status or blight, after a save if the line says so.

    Rules: status.sealed, effect.unstoppable, roll.save-ten, effect.dodge.
    """
    source = combat.units[use.actor]
    if not condition.can_be(combat, unit, op.id, source.index):
        return
    if op.save and not use.saveless():
        if condition.saves(combat, unit, "roll.save-ten"):
            if dodges(combat, use, unit):
                use.immune.append(unit.index)
            return
    if op.save and unit.index not in use.failed:
        use.failed.append(unit.index)
    condition.inflict(combat, use, unit, op.id, source.index, ongoing=op.ongoing)


def dodges(combat: IconCombat, use: Use, unit: Unit) -> bool:
    """Return whether nothing reaches who has saved. Rules: effect.dodge, effect.true-strike."""
    if use.strikes_true() and unit.index == use.attacked:
        return False
    return combat.has(unit, "dodge")


def bestow(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Grant an effect, or make immobile; what lasts for an attack belongs to the answered one."""
    id = IMMOBILE if op.name == "immobile" else op.id
    until = use.all.until or op.until
    if until != "attack":
        condition.grant(combat, unit, id, use.actor, until)
        if unit.index == use.actor:
            use.kept.append(id)
        return
    deed = use.answered if use.answered is not None else use
    if condition.untouched(combat, unit):
        return
    if id in ("cover", "resistance"):
        deed.shielded.append(unit.index)
    else:
        held = Held(combat.library.states[id], ONCE, use.actor, NEVER, -1)
        unit.effects.append(held)
        deed.brief.append((unit.index, held))
    combat.mark_changed()


# ---- damage ------------------------------------------------------------------------------------


def run_damage(combat: IconCombat, use: Use, op: Op) -> None:
    """Deal damage: rolled once for all it reaches; what traits and summons deal is no ability's.

    Rules: aoe.area-damage-once, damage.types, damage.flat-fixed, terrain.destructible,
    effect.dodge, surrender.when.
    """
    targets = [one for one in subject.subjects(combat, use, op) if one.able()]
    walls = walls_hit(combat, use, op)
    if not targets and not walls:
        return
    user = combat.units[use.actor]
    amount = op.amount
    godly = op.type == "godly"
    if op.level:
        amount, past = rolled(combat, use, op, targets)
        godly = godly or past
    spread = use.spread or op.who in subject.OF_AREA
    for unit in targets:
        blow = damage.Blow(use.actor, unit.index, amount)
        blow.type = "godly" if godly else op.type or user.sheet.type
        blow.pierce = op.pierce or use.piercing() or use.ability.has("pierce")
        blow.godly = godly
        blow.covered = shielded(use, unit)
        blow.ranged = use.ability.attack == "ranged" and use.phase in (LINE, AREA)
        blow.area = spread and unit.index != use.attacked
        blow.attack = bool(use.ability.attack) and use.phase in (LINE, AREA)
        damage.deal(combat, None if use.passive else use, blow)
        if use.slain and not use.slay_done:
            slay(combat, use)
    for cell in walls:
        terrain.wreck(combat, cell, amount)


def shielded(use: Use, unit: Unit) -> bool:
    """Return whether somebody has cover from damage, or was given cover or resistance against it.

    Cover from what is no area is cover from its attack alone.
    Rules: attack.cover-halves, aoe.cover-from-origin.
    """
    if unit.index in use.shielded:
        return True
    return unit.index in use.covered and (bool(use.cells) or use.phase == LINE)


def rolled(combat: IconCombat, use: Use, op: Op, targets: list[Unit]) -> tuple[int, bool]:
    """Return rolled damage and whether it is godly; for all in an area it is rolled once.

    Rules: aoe.area-damage-once, attack.critical, foe.mob.
    """
    for known, amount, godly in use.rolled:
        if known is op and use.spread:
            return amount, godly
    boosts = 0
    bonus = 0
    if use.phase == LINE:
        bonus = use.bonus()
        if targets:
            bonus += target_bonus(combat, combat.units[use.actor], targets[0])
        if use.result > 0:
            boosts = use.all.boost + use.line.boost + (1 if use.result == 2 else 0)
    found = damage.roll(combat, use.actor, level_of(use, op), boosts, bonus)
    if use.spread:
        use.rolled.append((op, found[0], found[1]))
    return found


def walls_hit(combat: IconCombat, use: Use, op: Op) -> list[int]:
    """Return the terrain that damage of an area reaches. Rule: terrain.destructible."""
    if op.who != "area" or use.all.foes_only:
        return []
    own = use.cell if use.phase == AREA and use.ability.attack else -1  # that of the attack
    return [cell for cell in use.cells if cell != own and combat.toughness[cell] > 0]


def level_of(use: Use, op: Op) -> str:
    """Return the level of damage, as mods and talents replace it. Rule: damage.fray-fixed."""
    if op.who in subject.OF_AREA and use.all.area_level and use.phase == AREA:
        return use.all.area_level
    if op.level == "light" and ("drawn-heavy" in use.flags or "gallery-heavy" in use.flags):
        return "heavy"
    return op.level


def target_bonus(combat: IconCombat, user: Unit, target: Unit) -> int:
    """Rules: action.triggers, damage.bonus."""
    bonus = 1 if combat.has(user, "finishing-blow") and target.bloodied() else 0
    for one in user.sheet.traits:
        if one.bonus_blight and target.holds(one.bonus_blight):
            bonus += 1
    return bonus


def slay(combat: IconCombat, use: Use) -> None:
    """Do what slaying brings, at once. Rule: action.triggers."""
    use.slay_done = True
    triggered(combat, use, "slay")


def triggered(combat: IconCombat, use: Use, when: str) -> None:
    """Carry out the lines of a trigger that resolve right when it happens."""
    phase = use.phase
    use.phase = EFFECT
    for trigger in use.ability.triggers:
        if trigger.when == when:
            for op in [*trigger.hit, *trigger.ops]:
                run(combat, use, op)
    use.phase = phase


# ---- movement ----------------------------------------------------------------------------------


def push(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Shove or pull, and what a collision triggers.

    Rules: move.shove, move.shove-direction, move.collide, action.triggers.
    """
    user = combat.units[use.actor]
    if not forced.may_be_moved(combat, unit, user):
        return
    spaces = use.spaces(op.name, op.n)
    origin = -1
    if op.who in subject.OF_AREA and use.cells:
        origin = use.cell if use.reach >= 0 else use.origin
    if op.who == "first-blocker" and use.heading >= 0:
        direction = use.heading
    else:
        direction = forced.heading(combat, user, origin, unit)
    pulls = op.name == "pull"
    if not pulls and combat.active == user.index:
        if not user.used[SHOVED]:
            spaces += sum([one.first_shove for one in user.sheet.traits])
        user.used[SHOVED] += 1
    if pulls:
        direction = forced.opposite(direction)
    use.stood = unit.cell if unit.index == use.target else use.stood
    if forced.shove(combat, user, unit, spaces, direction, pull=pulls):
        collide(combat, use, unit)


def collide(combat: IconCombat, use: Use, unit: Unit) -> None:
    """Do what a collision brings, once for each character. Rule: move.collide."""
    if unit.index in use.bumped:
        return
    use.bumped.append(unit.index)
    use.collided = unit.index
    triggered(combat, use, "collide")
    use.collided = -1


def run_move(combat: IconCombat, use: Use, op: Op, unit: Unit) -> None:
    """Let somebody move: always optional for the mover.

    Rules: action.run, action.dash, golden.specific-beats-general.
    """
    if condition.untouched(combat, unit) or unit.holds(IMMOBILE):
        return
    if op.kind == "dash" and condition.forbidden(unit, "dash"):
        return  # by its stance
    spaces = use.spaces("move", op.n)
    if op.kind == "speed":
        spaces = unit.sheet.speed
    elif op.kind == "half":
        spaces = damage.halved(unit.sheet.speed)  # action.run
    if op.to:
        move_to(combat, use, op, unit, spaces)
    elif op.kind == "teleport":
        forced.teleport(combat, unit, spaces)
    elif op.straight:
        straight.dash(combat, use, op, unit, spaces)
    else:
        kind = movement.DASH if op.id == "dash" else movement.KINDS.get(op.kind, movement.PLAIN)
        if "phasing" in use.flags:
            kind += movement.PHASE
        move = movement.Move(combat, unit, spaces, kind)
        move.over_foes = op.through
        walk(combat, move)
        use.path = move.path


def move_to(combat: IconCombat, use: Use, op: Op, unit: Unit, spaces: int) -> None:
    """Move to a place that the ability's area names.

    The way is searched as for every movement of that kind, but through those on a line.
    Rules: move.dash-ignores, move.fly, aoe.line.
    """
    move = movement.Move(combat, unit, spaces, movement.KINDS.get(op.kind, movement.PLAIN))
    if op.to == "last-free-space-of-line":
        straight.along(move, use.cells, use.origin)
    else:
        move.goals = [
            cell
            for cell in range(combat.grid.size)
            if use.cell >= 0 and geometry.place_next_to(combat, unit, cell, use.cell)
        ]
    walk(combat, move)
    use.path = move.path
