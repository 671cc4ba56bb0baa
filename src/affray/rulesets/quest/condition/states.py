"""States of units: what they are, how they begin and end, and the spells that keep them up."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, NEXT_TURN_END, ROUND_END, TURN_END, TURN_START, Effect, Held
from affray.core.event import Told
from affray.rulesets.quest.condition.modifiers import channeling
from affray.rulesets.quest.definitions import FULL, NONE, Library, Status
from affray.rulesets.quest.resource import free_hits
from affray.rulesets.quest.state import Kept, QuestCombat, QuestCombatant


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
    """Return a state of the rules with what it does."""
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
BREAK_FREE: Final = 14
# States that are fields of a unit, not effects: what a spell can bring about besides.
FIELDS: Final = ("prone", "disarmed", "disengaged", "undetected")


def named(id: str, library: Library) -> Status | None:
    """Return a state of the rules or of a pack."""
    for status in STATUSES:
        if status.id == id:
            return status
    return library.statuses.get(id)


def effects() -> dict[str, Effect]:
    """Return the states of the rules by id."""
    return {status.id: status for status in STATUSES}


# ---- beginning and ending ------------------------------------------------------------------------

# Ends of a state from the earliest to the latest: for one whose turn of the round has begun, and
# for one whose turn is to come.
AFTER_TURN: Final = (TURN_END, ROUND_END, TURN_START, NEXT_TURN_END, NEVER)
BEFORE_TURN: Final = (TURN_START, TURN_END, NEXT_TURN_END, ROUND_END, NEVER)


def later(unit: QuestCombatant, new: int, old: int) -> bool:
    """Return whether a state of a unit would end later. Rule: condition.same-state-once."""
    order = AFTER_TURN if unit.acted else BEFORE_TURN
    return order.index(new) > order.index(old)


def gain(
    combat: QuestCombat,
    target: QuestCombatant,
    status: Status,
    source: int,
    ends: int = NEVER,
    n: int = 1,
) -> None:
    """Put a state on somebody, or lengthen it.

    Frozen, paralysed and bound units no longer channel.
    Rules: condition.same-state-once, channel.not-broken-by-damage.
    """
    have = target.held(status)
    left = free_hits.left(target) if combat.watched else 0
    if have is None:
        target.effects = [*target.effects, Held(status, n, source, ends, target.index)]
        combat.tell_condition(target.index, status.id, 0, 1, status.rule, source)
    elif later(target, ends, have.ends):
        have.ends = ends
        have.source = source
    elif status is BOUND and to_break_free(n) > to_break_free(have.n):
        have.n = n
    combat.mark_changed()
    if combat.watched:
        if have is not None:
            combat.tell(Told("again", target.index, source, status.id, rule=status.rule))
        free_hits.tell_change(combat, target, left, status.rule)
    if status.helpless or status.tied:
        stop_channeling(combat, target)


def to_break_free(n: int) -> int:
    """Return what breaking free takes: the number that the cause states, or 14.

    Rule: condition.bound.
    """
    return n if n > 1 else BREAK_FREE


def lose(combat: QuestCombat, unit: QuestCombatant, status: Status) -> None:
    """End a state."""
    if unit.has(status):
        left = free_hits.left(unit) if combat.watched else 0
        unit.effects = [effect for effect in unit.effects if effect.effect is not status]
        combat.mark_changed()
        tell_end(combat, unit, status)
        free_hits.tell_change(combat, unit, left, status.rule)


def run_out(combat: QuestCombat, moment: int, who: int) -> None:
    """End the states that last until this moment of somebody's turn. Rule: turn.round-expiry."""
    unit = combat.units[who]
    left = free_hits.left(unit) if combat.watched else 0
    for held in combat.expire(moment, who):
        if isinstance(held.effect, Status):
            tell_end(combat, combat.units[held.anchor], held.effect)
    free_hits.tell_change(combat, unit, left, "turn.round-expiry")


def end_all(combat: QuestCombat, unit: QuestCombatant, rule: str) -> None:
    """End every state of a unit, and all that it channels, without more ado."""
    left = free_hits.left(unit) if combat.watched else 0
    was = combat.watched and channeling(unit)
    if combat.watched:
        for held in unit.effects:
            combat.tell_condition(unit.index, held.effect.id, 1, 0, rule)
    unit.effects = []
    unit.kept = []
    forget(unit)
    tell_channeling(combat, unit, was, rule)
    free_hits.tell_change(combat, unit, left, rule)


def tell_end(combat: QuestCombat, unit: QuestCombatant, status: Status) -> None:
    """Tell that a state has ended; of those out of the battle nobody hears."""
    rule = status.rule if unit.present else "death.out-of-battle"
    combat.tell_condition(unit.index, status.id, 1, 0, rule)


# ---- channeling ----------------------------------------------------------------------------------


def lapse(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Break off at the end of a turn a cast for which nothing was paid in it; others go on.

    Whoever the game master has frozen, paralysed or bound since it paid cannot go on either.
    Rules: channel.lapse, channel.split-by-choice, channel.not-broken-by-damage.
    """
    if unit.casting >= 0:
        if not unit.paid_now or not unit.free_handed():
            cancel(combat, unit)
        was = combat.watched and channeling(unit)
        unit.split = unit.casting >= 0
        unit.paid_now = False
        tell_channeling(combat, unit, was, "channel.split-by-choice")


def tell_channeling(combat: QuestCombat, unit: QuestCombatant, was: bool, rule: str) -> None:
    """Tell that a unit has begun or ceased to channel, if it has."""
    if combat.watched:
        combat.tell_condition(unit.index, "channeling", int(was), int(channeling(unit)), rule)


def forget(unit: QuestCombatant) -> None:
    """Let a cast under way be none: it is complete or broken off."""
    unit.casting = -1
    unit.paid_aa = unit.paid_ma = 0
    unit.paid_now = unit.split = False


def cancel(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Break off a cast under way. It costs no MP. Rules: channel.cancel, spell.mp-cost."""
    if unit.casting >= 0:
        if combat.watched:
            spell = unit.sheet.spells[unit.casting]
            combat.tell(Told("cancels", unit.index, -1, spell.id, 0, "channel.cancel"))
        was = combat.watched and channeling(unit)
        forget(unit)
        combat.mark_changed()
        tell_channeling(combat, unit, was, "channel.cancel")


def stop_channeling(combat: QuestCombat, unit: QuestCombatant) -> None:
    """End a cast and every spell that is kept up; one toggled off is not channeled and stays.

    Rules: channel.not-broken-by-damage, action.ba-toggle.
    """
    cancel(combat, unit)
    for one in list(unit.kept):
        if one.on:
            end_kept(combat, unit, one)


def end_kept(combat: QuestCombat, unit: QuestCombatant, one: Kept) -> None:
    """End a spell that was kept up. Rules: channel.cancel, channel.upkeep."""
    was = combat.watched and channeling(unit)
    unit.kept.remove(one)
    combat.mark_changed()
    if combat.watched:
        spell = unit.sheet.spells[one.spell].id
        combat.tell(Told("lets end", unit.index, one.target, spell, 0, "channel.cancel"))
        tell_channeling(combat, unit, was, "channel.cancel")
    lift(combat, unit, one)


def lift(combat: QuestCombat, unit: QuestCombatant, one: Kept) -> None:
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


# ---- summoning sickness --------------------------------------------------------------------------


def fall_sick(combat: QuestCombat, unit: QuestCombatant, sickness: int) -> None:
    """Let a unit just summoned be unable to act until its summoner's place in the next round.

    ``sickness`` is the least that its spell and it itself state: none at all, or to the end of
    the round. Those summoned before the battle never come here.
    Rules: summon.sickness-no-actions, summon.sickness-exceptions,
    summon.sickness-not-for-old-thralls.
    """
    if sickness == NONE:
        return
    unit.sick = combat.round if sickness == FULL else -1
    combat.tell_condition(unit.index, "summoning-sick", 0, 1, "summon.sickness-no-actions")


def recover(combat: QuestCombat, summoner: int) -> None:
    """End the sickness of what was summoned in an earlier round: its summoner's place comes up.

    Rule: summon.sickness-length.
    """
    for unit in combat.units:
        if unit.summoner == summoner and 0 < unit.sick < combat.round:
            be_well(combat, unit, "summon.sickness-length")


def be_well(combat: QuestCombat, unit: QuestCombatant, rule: str) -> None:
    """End a unit's summoning sickness."""
    unit.sick = 0
    combat.mark_changed()
    combat.tell_condition(unit.index, "summoning-sick", 1, 0, rule)
