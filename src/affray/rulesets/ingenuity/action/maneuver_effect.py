"""What manoeuvres do to others: pushes, disarming, grapples, what is learned."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.effect import NEXT_TURN_END
from affray.core.event import ConditionGained, Part, Placed, Told
from affray.core.grid import ALTERNATING
from affray.rulesets.ingenuity import carrying, condition, damage
from affray.rulesets.ingenuity.action import maneuver, maneuver_use, test
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.choice.menu import Listed, Places
from affray.rulesets.ingenuity.definitions import Maneuver
from affray.rulesets.ingenuity.movement import ground, moving, paths
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import (
    ATHLETICS,
    BLUDGEONING,
    CONTESTED,
    CONTROLLING,
    HOLDS,
    STRENGTH,
    TYPELESS,
    TYPES,
)


def work(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Maneuver,
    over: int,
) -> None:
    """Let the effects of a manoeuvre take hold; ``over`` is by how much it succeeded."""
    if one.works == "cutting-words":
        amount = over if over > 0 else 0
        rule = "damage.unspecified"
        amount = damage.softened(target, amount, TYPELESS)
        damage.hurt(combat, target, amount, TYPELESS, rule, spares_health=True)
        return
    if one.works == "stupefy":
        condition.stop_concentrating(combat, target)
        if over >= 4:
            condition.gain(combat, target, "stunned", 1, unit.index)
        else:
            condition.gain(combat, target, "dazed", 1, unit.index)
        return
    if one.works == "provoke":
        condition.brief(combat, target, "provoked", 1, unit.index)
        condition.brief(combat, target, "bidden", 1, unit.index)
        return
    for word in one.effect:
        apply(combat, unit, target, word)
    if one.push:
        thrust(combat, unit, target, one)


def apply(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, word: str
) -> None:
    """Let one word of the vocabulary of effects take hold."""
    name, _, number = word.partition(" ")
    if word == "prone":
        condition.fall_prone(combat, target, "maneuver.attack")
    elif name in ("shaken", "taunted"):
        condition.brief(combat, target, name, 1, unit.index)
    elif word == "interrupt":
        condition.break_off(combat, target)
    elif word == "break concentration":
        condition.stop_concentrating(combat, target)
    elif word == "swap places":
        swap(combat, unit, target)
    elif word.startswith("advantage"):
        condition.gain(combat, unit, "feinted", 1, target.index, NEXT_TURN_END, unit.index)
    elif name == "wet":
        condition.for_rounds(combat, target, "wet", 1, unit.index, 3)
    elif name in condition.ALL or name in combat.library.conditions:
        condition.gain(combat, target, name, int(number or 1), unit.index)


def swap(combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant) -> None:
    """Trade places with somebody who is not bigger. Rule: movement.occupied."""
    if unit.size != target.size or unit.grappling >= 0 or target.grappling >= 0:
        return
    here, there = unit.cell, target.cell
    combat.leave(unit)
    combat.leave(target)
    combat.stand(unit, there)
    combat.stand(target, here)
    condition.lose_cover(combat, unit)
    condition.lose_cover(combat, target)
    if combat.watched:
        combat.tell(Placed(unit.index, here, there, "maneuver.attack", "swap", target.index))
        combat.tell(Placed(target.index, there, here, "maneuver.attack", "swap", unit.index))
    moving.arrive(combat, unit, -1, here)
    if target.present:
        moving.arrive(combat, target, -1, there)


def thrust(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, one: Maneuver
) -> None:
    """Push somebody; stopped short it is hurt. Rules: movement.forced, damage.other-sources."""
    before = target.cell
    along = goes_along(combat, unit) if one.works == "push" else 0
    if along:
        stopped = not march(combat, unit, target, along)
    else:
        stopped = not moving.push(combat, unit, target, one.push)
    if stopped and target.present:
        less = damage.deflection(target, BLUDGEONING, 0, 0) if one.works == "push" else 0
        amount = damage.reduced(target, 2, less, BLUDGEONING)
        parts: list[Part] = []
        if combat.watched:
            parts = [(2, "movement.forced")]
            damage.reckon(target, parts, less, BLUDGEONING, amount)
        damage.hurt(combat, target, amount, BLUDGEONING, "movement.forced", parts=parts)
    elif one.works == "shield-crush" and unit.able() and paths.room(combat, unit, before):
        if ground.standing(combat, before, unit.size):
            options = [(PASS, "stay"), (1, f"follow to {combat.grid.name(before)}")]
            cells = [-1, before]
            asked = Listed(unit.seats, unit.index, "maneuver.steps", options, PASS, None, cells)
            if combat.ask(asked) != PASS:
                moving.shift(combat, unit, before)


def goes_along(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Return how many metres a pusher goes along: 0 to stay, half its speed at most."""
    if unit.size != 1 or unit.prone or condition.speed(unit) < 1:
        return 0
    options = [(PASS, "push away")]
    for metres in range(1, (condition.speed(unit) + 1) // 2 + 1):
        options.append((metres, f"go along {metres} m"))
    return combat.ask(Listed(unit.seats, unit.index, "maneuver.steps", options))


def march(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, most: int
) -> bool:
    """Go along with who is pushed, straight ahead; return False if something stopped it short.

    Rules: movement.forced, movement.diagonals.scope.
    """
    dx, dy = moving.away(combat.grid, unit, target)
    for _ in range(moving.spaces(dx, dy, most)):
        before = target.cell
        if not moving.shove(combat, target, dx, dy):
            return False
        if not target.present or not unit.able():
            break
        if not ground.standing(combat, before, 1) or not paths.room(combat, unit, before):
            break
        moving.shift(combat, unit, before)
    return True


def name_item(combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant) -> int:
    """Let an item be named that somebody holds. Rule: maneuver.steps."""
    places = maneuver.disarmable(target)
    if not places:
        return -1
    options = [(1 + n, weapon.piece_word(combat, target, n)) for n in places]
    if len(options) == 1:
        return places[0]
    return combat.ask(Listed(unit.seats, unit.index, "maneuver.steps", options, options[0][0])) - 1


def handle(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Maneuver,
    result: int,
    place: int,
) -> None:
    """Let the manoeuvres that no reaction meets take effect: Grapple, Disarm, Anatomize."""
    if one.works == "grapple":
        seize(combat, unit, target, result)
    elif one.works == "anatomize":
        anatomize(combat, unit, target, result)
    elif result >= condition.evasion(target):
        disarm(combat, unit, target, target.pieces[place])


def disarm(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, piece: Piece
) -> None:
    """Strike an item useless, or the second time in a turn out of the hand.

    Rule: maneuver.steps.
    """
    now = combat.turns * 100 + 1 + unit.index
    if piece.struck == now:
        wrest(combat, unit, target, piece)
        return
    piece.struck = now
    piece.jarred = 1
    condition.brief(combat, target, "disarmed", 1, unit.index)


def wrest(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, piece: Piece
) -> None:
    """Take an item into one's free hand, or throw it up to 3 m away."""
    piece.jarred = piece.struck = 0
    options: list[tuple[int, str]] = []
    if weapon.free_hands(combat, unit) >= combat.thing(piece).hands:
        options.append((PASS, "take it"))
    for cell in combat.grid.around(target.cell, 3):
        if combat.grid.distance(cell, target.cell, ALTERNATING) <= 3 and ground.standing(
            combat, cell, 1
        ):
            options.append((1 + cell, f"throw to {combat.grid.name(cell)}"))
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Places(unit.seats, unit.index, "maneuver.steps", options, answer))
    carrying.part_with(combat, target, piece, answer - 1 if answer != PASS else -1)
    if answer == PASS:
        unit.pieces.append(piece)
        piece.held = True
        carrying.weigh(combat, unit)
    if combat.watched:
        thing = combat.thing(piece).id
        combat.tell(Told("disarms", unit.index, target.index, thing, 0, "maneuver.steps"))


LEARNT: Final = (
    "health",
    "endurance",
    "stamina",
    "focus",
    "constitution",
    "evasion",
    "willpower",
    "physical deflection",
    "elemental deflection",
    "conditions",
    "weaknesses",
)


def anatomize(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, result: int
) -> None:
    """Learn a value of somebody, and one more for every 4 above its constitution."""
    over = result - condition.constitution(target)
    if over < 0:
        return
    left = list(range(len(LEARNT)))
    for _ in range(1 + over // 4):
        options = [(1 + n, LEARNT[n]) for n in left]
        number = (
            combat.ask(Listed(unit.seats, unit.index, "maneuver.steps", options, 1 + left[0])) - 1
        )
        left.remove(number)
        if combat.watched:
            combat.tell(
                Told(
                    "learns",
                    unit.index,
                    target.index,
                    value_of(target, number),
                    0,
                    "maneuver.steps",
                )
            )
        if not left:
            return


def value_of(target: IngenuityCombatant, number: int) -> str:
    """Return a value of somebody in words."""
    sheet = target.sheet
    values = (
        target.health,
        target.endurance,
        target.stamina,
        target.focus,
        condition.constitution(target),
        condition.evasion(target),
        condition.willpower(target),
        sheet.physical,
        sheet.elemental,
    )
    if number < len(values):
        return f"{LEARNT[number]} {values[number]}"
    if number == len(values):
        held = ["prone"] if target.prone else []
        held += [] if target.awake else ["unconscious"]
        return "conditions: " + (", ".join(held + [h.effect.id for h in target.effects]) or "none")
    weak = [TYPES[type] for type in sheet.resists]
    return f"immune to: {some(sheet.immune)}; resists: {some(weak)}"


def some(words: list[str]) -> str:
    """Return words as a list in a sentence."""
    return ", ".join(words) or "nothing"


HELD_BY: Final = ("Unarmed", "Lifting", "Wrestling")


def seize(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, result: int
) -> None:
    """Begin a grapple in control, or contested on half the evasion.

    Rule: maneuver.grapple-control.
    """
    level = condition.evasion(target)
    if result >= level:
        hold(combat, unit, target, CONTROLLING)
    elif result >= (level + 1) // 2:
        hold(combat, unit, target, CONTESTED)


def hold(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, control: int
) -> None:
    """Let two grapple each other, the first with so much control. Rule: condition.grappled."""
    condition.let_go(combat, target)
    unit.grappling, target.grappling = target.index, unit.index
    unit.control, target.control = control, CONTROLLING - control
    combat.mark_changed()
    if combat.watched:
        combat.tell(
            Told("grapples", unit.index, target.index, HOLDS[control], 0, "condition.grappled")
        )
        for one, other in ((unit, target), (target, unit)):
            combat.tell(
                ConditionGained(one.index, "grappled", 0, 1, "condition.grappled", other.index)
            )


def wrestle(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Maneuver,
    more: int,
) -> None:
    """Contest for control, or to break free. Rules: maneuver.grapple-control, test.contest."""
    result = maneuver_use.tested(combat, unit, one, target, more, -1)
    answer = test.Test(target, STRENGTH, ATHLETICS, "test.contest")
    answer.proficiency = target.sheet.proficiency(list(HELD_BY))
    answer.target = unit.index
    other = test.make(combat, answer)
    if not test.opposed(result, other, alike=False):
        return
    word = "hold on" if unit.control == CONTROLLING else f"be {HOLDS[unit.control + 1]}"
    options = [(PASS, word), (1, "break free")]
    if combat.ask(Listed(unit.seats, unit.index, "maneuver.grapple-control", options)) != PASS:
        condition.let_go(combat, unit)
    elif unit.control != CONTROLLING:
        hold(combat, unit, target, unit.control + 1)
