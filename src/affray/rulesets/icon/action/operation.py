"""What each word of the effect vocabulary does: ``dsl.op``."""

from __future__ import annotations

from affray.core.effect import NEVER, Held
from affray.core.walk import walk
from affray.rulesets.icon import choice, end, ledger, reaction, resource
from affray.rulesets.icon.action import basic
from affray.rulesets.icon.attack import subjects
from affray.rulesets.icon.attack.use import EFFECT, Use
from affray.rulesets.icon.condition import cleansing, effects, saves, states, traits
from affray.rulesets.icon.damage import dealing, levels
from affray.rulesets.icon.definitions import IMMOBILE, Op
from affray.rulesets.icon.geometry import distance, terrain
from affray.rulesets.icon.movement import forced, moving, straight
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ONCE, SHOVED


def goes_on(combat: IconCombat, use: Use) -> bool:
    """Return whether the next line of an ability happens: its user can, and the fight is not over.

    Rules: interrupt.timing, end.side-out.
    """
    return combat.units[use.actor].able() and not (use.results.felled and end.over(combat))


def run(combat: IconCombat, use: Use, op: Op) -> None:
    """Carry out one operation, or keep it until the answered attack is over."""
    if op.after and use.answered is not None:
        use.answered.attack.waiting = [*use.answered.attack.waiting, (op, use)]
        return
    carry_out(combat, use, op)


def carry_out(combat: IconCombat, use: Use, op: Op) -> None:
    """Do what a word of ``dsl.op`` says."""
    name = op.name
    user = combat.units[use.actor]
    if name == "damage":
        dealing.run_damage(combat, use, op)
    elif name == "terrain":
        terrain.create(combat, use, op)
    elif name == "summon":
        traits.summon(combat, use, op)
    elif name == "swap":
        other = use.ally if op.who == "ally" else use.target
        use.results.traded = other >= 0 and forced.swap(combat, user, combat.units[other])
    elif name == "retarget" and use.results.traded:
        reaction.retarget(combat, use)
    elif name == "stop-move":
        use.way.ends = True
    elif name == "stance":
        states.take_stance(combat, user, op.id, use.mods.flags)
    else:
        for unit in subjects.concerned(combat, use, op):
            if unit.index not in use.results.immune:
                run_on(combat, use, op, unit)
        if name == "shove" and op.who == "first-blocker" and "continue-dash" in use.mods.flags:
            straight.dash_on(combat, use, op, user)


def run_on(combat: IconCombat, use: Use, op: Op, unit: IconCombatant) -> None:
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
        cleansing.cleanse(combat, unit, use.mods.flags)
    elif name == "cleanse-all":
        cleansing.cleanse_all(combat, unit)
    elif name == "save":
        run_save(combat, use, op, unit)
    elif name == "mark":
        states.mark(combat, combat.units[use.actor], unit, op.id, use.mods.flags)
    elif name == "strip":
        states.strip(combat, unit, op.what)
    elif name == "rescue":
        basic.rescue(combat, unit, use.actor)
    elif name == "modify-next":
        if not states.untouched(combat, unit):
            pending = [*unit.pending, op.text()]
            ledger.set_pending(combat, unit, pending, "attack.next-ability-modifiers")
            combat.mark_changed()
    elif name == "remove-blight":
        if not states.untouched(combat, unit) and states.lose(combat, unit, op.id):
            if not use.mods.all.foes_only or combat.hostile(unit, combat.units[use.actor]):
                on_other(combat, use, op, op.then, unit)
    elif name == "resolve":
        resource.give_resolve(combat, unit, op.n)


def on_other(combat: IconCombat, use: Use, op: Op, nested: list[Op], unit: IconCombatant) -> None:
    """Carry out what is nested in an operation with one character as its target."""
    before = use.target
    others = use.targets
    use.target = unit.index
    use.targets = []
    spread = use.results.spread
    use.results.spread = spread or op.who in subjects.OF_AREA
    for one in nested:
        run(combat, use, one)
    use.results.spread = spread
    use.target = before
    use.targets = others


def run_vigor(combat: IconCombat, use: Use, op: Op, unit: IconCombatant) -> None:
    """Grant vigor: vigor 1 is what texts call being cured.

    Rules: vigor.multiples-of-health, effect.cure.
    """
    user = combat.units[use.actor]
    if resource.give_vigor(combat, unit, op.n + use.mods.all.vigor, user.index) and unit.bloodied():
        traits.answered(combat, user, unit, "you grant vigor to a bloodied ally")


def run_save(combat: IconCombat, use: Use, op: Op, unit: IconCombatant) -> None:
    """Let somebody save, and do what follows. Rules: roll.save-ten, effect.dodge."""
    if states.untouched(combat, unit):
        return
    if "allies-too" in use.mods.flags and combat.units[use.actor].side == unit.side:
        for one in op.fail:
            if one.name == "pull":
                pull_up_to(combat, use, one, unit)  # an ally is only pulled
        return
    if use.saveless() or not saves.succeeds(combat, unit, "roll.save-ten", use.whole.id):
        if unit.index not in use.results.failed:
            use.results.failed = [*use.results.failed, unit.index]
        on_other(combat, use, op, op.fail, unit)
        return
    if effects.dodges_save(combat, use, unit):
        use.results.immune = [*use.results.immune, unit.index]
        return
    on_other(combat, use, op, op.success, unit)
    if "pull-1-on-save" in use.mods.flags:
        user = combat.units[use.actor]
        direction = forced.opposite(forced.heading(combat, user, -1, unit))
        forced.shove(combat, user, unit, 1, direction, pull=True)


def pull_up_to(combat: IconCombat, use: Use, op: Op, unit: IconCombatant) -> None:
    """Pull an ally as far as the user likes."""
    user = combat.units[use.actor]
    most = use.spaces("pull", op.n)
    menu = [(n, f"pull {n}") for n in range(most, -1, -1)]
    asked = choice.Pick(user.seats, user.index, "move.shove", menu, "pull", most, passes=False)
    spaces = combat.ask(asked)
    if spaces:
        direction = forced.opposite(forced.heading(combat, user, -1, unit))
        forced.shove(combat, user, unit, spaces, direction, pull=True)


def afflict(combat: IconCombat, use: Use, op: Op, unit: IconCombatant) -> None:
    """Inflict a status or blight, after a save if the line says so.

    Rules: status.sealed, effect.unstoppable, roll.save-ten, effect.dodge.
    """
    source = combat.units[use.actor]
    if not states.can_have(combat, unit, op.id, source.index):
        return
    if op.save and not use.saveless():
        if saves.succeeds(combat, unit, "roll.save-ten", op.id):
            if effects.dodges_save(combat, use, unit):
                use.results.immune = [*use.results.immune, unit.index]
            return
    if op.save and unit.index not in use.results.failed:
        use.results.failed = [*use.results.failed, unit.index]
    states.inflict(combat, use, unit, op.id, source.index, ongoing=op.ongoing)


def bestow(combat: IconCombat, use: Use, op: Op, unit: IconCombatant) -> None:
    """Grant an effect, or make immobile; what lasts for an attack belongs to the answered one."""
    id = IMMOBILE if op.name == "immobile" else op.id
    until = use.mods.all.until or op.until
    if until != "attack":
        states.grant(combat, unit, id, use.actor, until)
        if unit.index == use.actor:
            use.results.kept = [*use.results.kept, id]
        return
    deed = use.answered if use.answered is not None else use
    if states.untouched(combat, unit):
        return
    if id in ("cover", "resistance"):
        deed.attack.shielded = [*deed.attack.shielded, unit.index]
    else:
        held = Held(combat.library.states[id], ONCE, use.actor, NEVER, -1)
        ledger.hold(combat, unit, held)
        deed.attack.brief = [*deed.attack.brief, (unit.index, held)]
    combat.mark_changed()


def slay(combat: IconCombat, use: Use) -> None:
    """Do what slaying brings, at once. Rule: action.triggers."""
    use.results.slay_done = True
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


def push(combat: IconCombat, use: Use, op: Op, unit: IconCombatant) -> None:
    """Shove or pull, and what a collision triggers.

    Rules: move.shove, move.shove-direction, move.collide, action.triggers.
    """
    user = combat.units[use.actor]
    if not effects.may_be_moved(combat, unit, user):
        return
    spaces = use.spaces(op.name, op.n)
    origin = -1
    if op.who in subjects.OF_AREA and use.area.cells:
        origin = use.cell if use.area.reach >= 0 else use.area.origin
    if op.who == "first-blocker" and use.way.heading >= 0:
        direction = use.way.heading
    else:
        direction = forced.heading(combat, user, origin, unit)
    pulls = op.name == "pull"
    if not pulls and combat.active == user.index:
        if not user.used[SHOVED]:
            spaces += sum(trait.first_shove for trait in user.sheet.traits)
        user.count(SHOVED)
    if pulls:
        direction = forced.opposite(direction)
    use.results.stood = unit.cell if unit.index == use.target else use.results.stood
    if forced.shove(combat, user, unit, spaces, direction, pull=pulls):
        collide(combat, use, unit)


def collide(combat: IconCombat, use: Use, unit: IconCombatant) -> None:
    """Do what a collision brings, once for each character. Rule: move.collide."""
    if unit.index in use.results.bumped:
        return
    use.results.bumped = [*use.results.bumped, unit.index]
    use.results.collided = unit.index
    triggered(combat, use, "collide")
    use.results.collided = -1


def run_move(combat: IconCombat, use: Use, op: Op, unit: IconCombatant) -> None:
    """Let somebody move: always optional for the mover.

    Rules: action.run, action.dash, golden.specific-beats-general.
    """
    if states.untouched(combat, unit) or effects.immobile(unit):
        return
    if op.kind == "dash" and states.forbidden(unit, "dash"):
        return  # by its stance
    spaces = use.spaces("move", op.n)
    if op.kind == "speed":
        spaces = unit.sheet.speed
    elif op.kind == "half":
        spaces = levels.halved(unit.sheet.speed)  # action.run
    if op.to:
        move_to(combat, use, op, unit, spaces)
    elif op.kind == "teleport":
        forced.teleport(combat, unit, spaces)
    elif op.straight:
        straight.dash(combat, use, op, unit, spaces)
    else:
        kind = moving.DASH if op.id == "dash" else moving.KINDS.get(op.kind, moving.PLAIN)
        if "phasing" in use.mods.flags:
            kind += moving.PHASE
        move = moving.Move(combat, unit, spaces, kind)
        move.over_foes = op.through
        walk(combat, move)
        use.way.path = move.path


def move_to(combat: IconCombat, use: Use, op: Op, unit: IconCombatant, spaces: int) -> None:
    """Move to a place that the ability's area names.

    The way is searched as for every movement of that kind, but through those on a line.
    Rules: move.dash-ignores, move.fly, aoe.line.
    """
    move = moving.Move(combat, unit, spaces, moving.KINDS.get(op.kind, moving.PLAIN))
    if op.to == "last-free-space-of-line":
        straight.along(move, use.area.cells, use.area.origin)
    else:
        move.goals = [
            cell
            for cell in range(combat.grid.size)
            if use.cell >= 0 and distance.place_next_to(combat, unit, cell, use.cell)
        ]
    walk(combat, move)
    use.way.path = move.path
