"""States of units: what they are, how they begin and end, and what they do at their moments."""

from __future__ import annotations

from typing import Final

from affray.core.dice import CHECK, Dice, Throw
from affray.core.effect import NEVER, NEXT_TURN_END, ROUND_END, TURN_END, TURN_START, Effect, Held
from affray.rulesets.quest.state import Kept, QuestCombat, Unit
from affray.rulesets.quest.terms import BATTLE_CASTER, GENERAL_LADDER
from affray.rulesets.quest.written import Library, Status

BREAK_FREE: Final = 14
SHAKE_OFF: Final = 12


def state(
    id: str,
    rule: str,
    *,
    flat: bool = False,
    helpless: bool = False,
    tied: bool = False,
    agility: int = 0,
    reduction: int = 0,
    bonus_actions: int = 0,
    movement: int = 0,
) -> Status:
    one = Status(id, rule)
    one.flat = flat
    one.helpless = helpless
    one.tied = tied
    one.agility = agility
    one.reduction = reduction
    one.bonus_actions = bonus_actions
    one.movement = movement
    return one


FLAT_FOOTED: Final = state("flat-footed", "gm.other-flat-footed", flat=True)
BOUND: Final = state("bound", "condition.bound", flat=True, tied=True)
FROZEN: Final = state("frozen", "condition.frozen", flat=True, helpless=True)
PARALYSED: Final = state("paralysed", "condition.paralysed", flat=True, helpless=True)
BURNING: Final = state("burning", "turn.start-sequence")
LEADEN: Final = state("leaden", "freehit.slots-current-agility", agility=-2)
STONE_SKINNED: Final = state("stone-skinned", "damage.reductions", reduction=3)
QUICKENED: Final = state("quickened", "turn.allowance", bonus_actions=1, movement=2)
STATUSES: Final = (
    FLAT_FOOTED,
    BOUND,
    FROZEN,
    PARALYSED,
    BURNING,
    LEADEN,
    STONE_SKINNED,
    QUICKENED,
)
# States that are fields of a unit, not effects: what a spell can bring about besides.
FIELDS: Final = ("prone", "disarmed", "disengaged", "undetected")


def named(id: str, library: Library) -> Status | None:
    """Return a state of the rules or of a pack."""
    for one in STATUSES:
        if one.id == id:
            return one
    return library.statuses.get(id)


def effects() -> dict[str, Effect]:
    return {one.id: one for one in STATUSES}


# Ends of a state from the earliest to the latest: for one whose turn of the round has begun, and
# for one whose turn is to come.
AFTER_TURN: Final = (TURN_END, ROUND_END, TURN_START, NEXT_TURN_END, NEVER)
BEFORE_TURN: Final = (TURN_START, TURN_END, NEXT_TURN_END, ROUND_END, NEVER)


def later(unit: Unit, new: int, old: int) -> bool:
    """Return whether a state of a unit would end later. Rule: condition.same-state-once."""
    order = AFTER_TURN if unit.acted else BEFORE_TURN
    return order.index(new) > order.index(old)


def gain(
    combat: QuestCombat, target: Unit, status: Status, source: int, ends: int = NEVER, n: int = 1
) -> None:
    """Put a state on somebody, or lengthen it.

    Frozen, paralysed and bound units no longer channel.
    Rules: condition.same-state-once, channel.not-broken-by-damage.
    """
    have = target.held(status)
    if have is None:
        target.effects.append(Held(status, n, source, ends, target.index))
    elif later(target, ends, have.ends):
        have.ends = ends
        have.source = source
    elif status is BOUND and to_break_free(n) > to_break_free(have.n):
        have.n = n
    combat.mark_changed()
    if combat.watched:
        combat.say("gains", target.index, source, status.id, 0, status.rule)
    if status.helpless or status.tied:
        stop_channeling(combat, target)


def to_break_free(n: int) -> int:
    """Return what breaking free takes: the number that the cause states, or 14.

    Rule: condition.bound.
    """
    return n if n > 1 else BREAK_FREE


def lose(combat: QuestCombat, unit: Unit, status: Status) -> None:
    """End a state."""
    if unit.has(status):
        unit.effects = [one for one in unit.effects if one.effect is not status]
        combat.mark_changed()
        if combat.watched:
            combat.say("loses", unit.index, -1, status.id, 0, status.rule)


def run_out(combat: QuestCombat, moment: int, who: int) -> None:
    """End the states that last until this moment of somebody's turn. Rule: turn.round-expiry."""
    for held in combat.expire(moment, who):
        effect = held.effect
        told = combat.watched and combat.units[held.anchor].present
        if told and isinstance(effect, Status):
            combat.say("loses", held.anchor, -1, effect.id, 0, effect.rule)


def flat_footed(combat: QuestCombat, unit: Unit, attacker: Unit | None) -> str:
    """Return the rule by which a unit is flat-footed against somebody, "" if it is not.

    Rules: condition.flat-footed-causes, condition.flat-footed-toward-sneaker, feat.battle-caster,
    summon.sickness-no-dodge.
    """
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status) and effect.flat:
            return effect.rule
    if unit.sick:
        return "summon.sickness-no-dodge"
    if not unit.has_feat(BATTLE_CASTER) and unit.channeling():
        return "channel.flat-footed"
    if attacker is not None and undetected(attacker, unit):
        return "sneak.flat-footed"
    return ""


def undetected(unit: Unit, by: Unit) -> bool:
    return unit.unseen >> by.index & 1 == 1


class Check(Throw):
    """A d20 roll that is no attack: its total; a natural 20 succeeds, a natural 1 fails.

    With the GM's option the ladder of dice follows a 20 or a 1. Rule: crit.general-ladder.
    """

    def __init__(self, bonus: int, ladder: bool) -> None:
        self.bonus = bonus
        self.ladder = ladder

    def made(self, dice: Dice) -> int:
        face = dice.roll(20)
        if face not in (1, 20):
            return face + self.bonus
        if self.ladder:
            for sides in (4, 6, 8, 10, 12, 20):
                if dice.roll(sides) < sides:
                    break
        return ALWAYS if face == 20 else -ALWAYS

    def key(self) -> tuple[int, ...]:
        return (self.bonus, int(self.ladder))

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        found: list[tuple[str, list[int], int]] = [("check", faces[:1], faces[0] + self.bonus)]
        return found + [("then", [face], face) for face in faces[1:]]


ALWAYS: Final = 1000


def check(combat: QuestCombat, unit: Unit, bonus: int, rule: str) -> int:
    """Roll a check and return its total, ALWAYS or -ALWAYS for a natural 20 or 1."""
    return combat.throw(Check(bonus, combat.options[GENERAL_LADDER]), CHECK, unit.index, rule)


# ---- channeling --------------------------------------------------------------------------------


def forget(unit: Unit) -> None:
    unit.casting = -1
    unit.paid_aa = unit.paid_ma = 0
    unit.paid_now = unit.split = False


def cancel(combat: QuestCombat, unit: Unit) -> None:
    """Break off a cast under way. It costs no MP. Rules: channel.cancel, spell.mp-cost."""
    if unit.casting >= 0:
        if combat.watched:
            spell = unit.sheet.spells[unit.casting]
            combat.say("cancels", unit.index, -1, spell.id, 0, "channel.cancel")
        forget(unit)
        combat.mark_changed()


def stop_channeling(combat: QuestCombat, unit: Unit) -> None:
    """End a cast and every spell that is kept up; one toggled off is not channeled and stays.

    Rules: channel.not-broken-by-damage, action.ba-toggle.
    """
    cancel(combat, unit)
    for one in list(unit.kept):
        if one.on:
            end_kept(combat, unit, one)


def end_kept(combat: QuestCombat, unit: Unit, one: Kept) -> None:
    """End a spell that was kept up. Rules: channel.cancel, channel.upkeep."""
    unit.kept.remove(one)
    combat.mark_changed()
    if combat.watched:
        combat.say(
            "lets end", unit.index, one.target, unit.sheet.spells[one.spell].id, 0, "channel.cancel"
        )
    lift(combat, unit, one)


def lift(combat: QuestCombat, unit: Unit, one: Kept) -> None:
    """Take the state of a kept spell off its target, unless another keeps it there."""
    status = named(unit.sheet.spells[one.spell].status, combat.library)
    if status is None:
        return
    for caster in combat.units:
        for other in caster.kept:
            same = caster.sheet.spells[other.spell].status == status.id
            if other is not one and other.on and other.target == one.target and same:
                return
    lose(combat, combat.units[one.target], status)
