"""Statuses, blights, marks, stances and effects: gaining, saving, ending."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.combat import Combat
from affray.core.dice import SAVE, Dice, Throw
from affray.core.effect import NEVER, NEXT_TURN_END, TURN_END, TURN_START, Held
from affray.rulesets.icon import geometry
from affray.rulesets.icon.state import (
    BLIGHT,
    BLIGHTS,
    MARK,
    ONCE,
    ONGOING,
    STANCE,
    STATES,
    STATUS,
    TRAIT,
    IconCombat,
    State,
    Unit,
    Use,
)

PASSED: Final = 10  # roll.save-ten


class Save(Throw):
    """A d20 with the best boon or curse die: 1 if 10 or more.

    Rules: roll.save-ten, roll.save-no-bonus, roll.boon-highest, roll.curse-highest.
    """

    def __init__(self, boons: int) -> None:
        self.boons = boons

    def made(self, dice: Dice) -> int:
        total = dice.roll(20)
        best = 0
        for _ in range(abs(self.boons)):
            best = max(best, dice.roll(6))
        return 1 if total + (best if self.boons > 0 else -best) >= PASSED else 0

    def key(self) -> tuple[int, ...]:
        return (self.boons,)


def save_boons(combat: IconCombat, unit: Unit) -> int:
    """Return the boons of a character's saves. Rules: roll.boon-curse-cancel, effect.aura."""
    boons = 1 if unit.on("calm") else 0
    boons += sum([trait.save_boons for trait in unit.sheet.traits])
    calm = False
    for other in combat.units:
        if other.side != unit.side or not other.able():
            continue
        for trait in other.sheet.traits:
            if trait.aura_grants == "calm" and geometry.apart(combat, unit, other) <= trait.aura:
                calm = calm or trait.aura_self or other is not unit
        if other is not unit and other.stance() == "stance-hearth-ring":
            one = ability_of(other, "hearth-ring")
            if "aura-save-boon" in one and in_ring(combat, other, unit):
                boons += 1
    return boons + (1 if calm and not unit.on("calm") else 0)


def ability_of(unit: Unit, id: str) -> list[str]:
    """Return the flags of somebody's ability."""
    for ability in unit.sheet.abilities:
        if ability.id == id:
            return ability.flags
    return []


def in_ring(combat: IconCombat, source: Unit, unit: Unit) -> bool:
    """Return whether a character is in the aura of the stance. Rule: effect.aura."""
    wide = 3 if "aura-plus-1" in ability_of(source, "hearth-ring") else 2
    return geometry.apart(combat, source, unit) <= wide


def saves(combat: IconCombat, unit: Unit, rule: str, more: int = 0) -> bool:
    """Roll one save."""
    return combat.throw(Save(save_boons(combat, unit) + more), SAVE, unit.index, rule) == 1


def untouched(combat: IconCombat, unit: Unit) -> bool:
    """Return whether no effect reaches a character.

    Rules: effect.intangible, defeat.foe, defeat.incapacitated-pc-space, damage.immune.
    """
    return not unit.able() or unit.on("intangible")


def inflict(combat: IconCombat, use: Use | None, unit: Unit, id: str, source: int) -> bool:
    """Put a status or blight on somebody; return whether it could be.

    Rules: status.no-stacking, status.sealed, effect.unstoppable, blight.four-kinds, status.hatred.
    """
    state = STATES[id]
    if untouched(combat, unit) or (use is not None and unit.index in use.immune):
        return False
    if any([id in trait.immune for trait in unit.sheet.traits]):
        return False
    if state.kind == STATUS:
        if unit.on("unstoppable"):
            return False
        if source >= 0 and combat.units[source].status("sealed"):
            return False
    have = unit.held(state)
    if have is not None:
        if id == "hatred":
            have.source = source
            hate_until_next_turn(have, unit)
        return True
    unit.effects.append(Held(state, ONCE, source, NEVER, -1))
    if id == "hatred":
        hate_until_next_turn(unit.effects[-1], unit)
    combat.touch()
    if combat.watched:
        combat.say("gains", unit.index, source, id)
    if id == "stunned" and unit.stance() == "stance-shield-lane":
        end_stance(combat, unit)
    return True


def hate_until_next_turn(held: Held, unit: Unit) -> None:
    """Let hatred end with the next turn that its bearer begins. Rule: status.hatred."""
    if held.n != ONGOING:
        held.ends = NEXT_TURN_END
        held.anchor = unit.index


def grant(combat: IconCombat, unit: Unit, id: str, source: int, until: str) -> None:
    """Give an effect until a word of ``dsl.until``."""
    if untouched(combat, unit):
        return
    if id == "stealth" and unit.has(STATES["tangled"]):
        return  # the mark: no stealth
    state = STATES[id]
    have = unit.held(state)
    ends, anchor = moment(combat, until, source)
    if have is None:
        unit.effects.append(Held(state, ONCE, source, ends, anchor))
    elif ends == NEVER:
        have.ends = NEVER
    combat.touch()
    if combat.watched:
        combat.say("gains", unit.index, source, id)


def moment(combat: IconCombat, until: str, source: int) -> tuple[int, int]:
    """Return when a word of ``dsl.until`` is, and whose turn it speaks of."""
    if until == "end-of-turn":
        return TURN_END, combat.active
    if until == "start-of-user-next-turn":
        return TURN_START, source
    if until == "end-of-user-next-turn":
        return NEXT_TURN_END, source
    return NEVER, -1


def lose(combat: IconCombat, unit: Unit, id: str) -> bool:
    """End an effect; return whether it was there. Rule: status.ongoing."""
    state = STATES[id]
    have = unit.held(state)
    if have is None or have.n == ONGOING:
        return False
    unit.effects.remove(have)
    combat.touch()
    if combat.watched:
        combat.say("loses", unit.index, -1, id)
    return True


def end_stance(combat: IconCombat, unit: Unit) -> None:
    """Rule: effect.stance."""
    stance = unit.stance()
    if stance:
        lose(combat, unit, stance)


def take_stance(combat: IconCombat, unit: Unit, id: str) -> None:
    """Rule: effect.stance."""
    end_stance(combat, unit)
    unit.effects.append(Held(STATES[f"stance-{id}"], ONCE, unit.index, NEVER, -1))
    combat.touch()
    if combat.watched:
        combat.say("stance", unit.index, -1, id)


def mark(combat: IconCombat, marker: Unit, unit: Unit, id: str, use: Use | None = None) -> None:
    """Place a mark: one of each ability, one from each marker on a character.

    Rule: effect.mark.
    """
    if untouched(combat, unit) or (use is not None and unit.index in use.immune):
        return
    state = STATES[id]
    for held in of_kind(unit, MARK):
        if held.source == marker.index and held.effect is not state:
            menu = [(PASS, f"keep {held.effect.id}"), (1, f"mark {id}")]
            if combat.ask(Menu(marker.seats, marker.index, "effect.mark", menu, 1)) == PASS:
                return
            end_mark(combat, unit, held)
    for other in combat.units:
        for held in other.effects[:]:
            if held.source == marker.index and held.effect is state:
                end_mark(combat, other, held)
    unit.effects.append(Held(state, ONCE, marker.index, NEVER, -1))
    combat.touch()
    if combat.watched:
        combat.say("marked", unit.index, marker.index, id)
    if id == "tangled":
        lose(combat, unit, "stealth")
    if id == "called-shot":
        make_ongoing(combat, unit, "vulnerable", marker.index)


def end_mark(combat: IconCombat, unit: Unit, held: Held) -> None:
    if held not in unit.effects:
        return
    unit.effects.remove(held)
    combat.touch()
    if held.effect.id == "called-shot" and not unit.has(held.effect):
        have = unit.held(STATES["vulnerable"])
        if have is not None and have.n == ONGOING:
            unit.effects.remove(have)
    if combat.watched:
        combat.say("loses", unit.index, held.source, held.effect.id)


def make_ongoing(combat: IconCombat, unit: Unit, id: str, source: int) -> None:
    """Rules: status.ongoing, status.no-stacking."""
    if unit.on("unstoppable"):
        return
    have = unit.held(STATES[id])
    if have is None:
        unit.effects.append(Held(STATES[id], ONGOING, source, NEVER, -1))
    else:
        have.n = ONGOING
        have.ends = NEVER
    combat.touch()


def of_kind(unit: Unit, kind: int) -> list[Held]:
    found: list[Held] = []
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, State) and effect.kind == kind:
            found.append(held)
    return found


def end_turn_saves(combat: IconCombat, unit: Unit) -> None:
    """Save against every status, and marks whose text allows it, one by one.

    Rules: status.end-turn-saves, status.separate-saves, status.ongoing, effect.unstoppable.
    """
    hatred = unit.held(STATES["hatred"])
    if hatred is not None and hatred.ends == TURN_END:
        lose(combat, unit, "hatred")  # status.hatred: before saves
    for held in of_kind(unit, STATUS):
        if held.n == ONGOING or held not in unit.effects or not unit.able():
            continue
        if saves(combat, unit, "status.end-turn-saves"):
            lose(combat, unit, held.effect.id)
            loose_ends(combat, unit)
    for held in of_kind(unit, MARK):
        if unit.able() and saves(combat, unit, "effect.mark"):
            end_mark(combat, unit, held)


def loose_ends(combat: IconCombat, unit: Unit) -> None:
    """Let traits answer a status that a save ended."""
    from affray.rulesets.icon import damage

    for other in combat.units:
        if not other.able() or other.side == unit.side or other.used[TRAIT]:
            continue
        for trait in other.sheet.traits:
            if trait.on == "a foe within 4 ends a status by a save":
                if geometry.apart(combat, unit, other) <= 4 and unit.able():
                    other.used[TRAIT] += 1
                    blow = damage.Blow(other.index, unit.index, other.sheet.fray)
                    blow.type = other.sheet.type
                    damage.deal(combat, None, blow)


def expire(combat: Combat[Unit], moment_: int, anchor: int) -> None:
    combat.expire(moment_, anchor)


# ---- cleansing ---------------------------------------------------------------------------------

BLIGHTS_GO: Final = 1
MARK_GOES: Final = 2
SAVE_ALL: Final = 3


def cleanse(combat: IconCombat, unit: Unit, flags: list[str]) -> None:
    """Let a cleansed character choose. Rule: effect.cleanse."""
    if untouched(combat, unit):
        return
    done: list[int] = []
    for _ in range(2 if "cleanse-two" in flags else 1):
        menu = [one for one in cleansings(unit) if one[0] not in done]
        if not menu:
            return
        answer = menu[0][0]
        if len(menu) > 1:
            asked = Menu(unit.seats, unit.index, "effect.cleanse", menu, answer)
            answer = combat.ask(asked)
        done.append(answer)
        apply_cleanse(combat, unit, answer, 1 if "cleanse-boon" in flags else 0)


def cleansings(unit: Unit) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    if any([held.n != ONGOING for held in of_kind(unit, STATUS)]):
        found.append((SAVE_ALL, "save against statuses"))
    if of_kind(unit, BLIGHT):
        found.append((BLIGHTS_GO, "remove blights"))
    if of_kind(unit, MARK):
        found.append((MARK_GOES, "end a mark"))
    return found


def apply_cleanse(combat: IconCombat, unit: Unit, answer: int, boons: int) -> None:
    if answer == BLIGHTS_GO:
        for id in BLIGHTS:
            lose(combat, unit, id)
    elif answer == MARK_GOES:
        marks = of_kind(unit, MARK)
        number = 0
        if len(marks) > 1:
            menu = [
                (n, f"{held.effect.id} of {combat.units[held.source].name}")
                for n, held in enumerate(marks)
            ]
            number = combat.ask(Menu(unit.seats, unit.index, "effect.cleanse", menu, PASS))
        end_mark(combat, unit, marks[number])
    else:
        for held in of_kind(unit, STATUS):
            if held.n != ONGOING and saves(combat, unit, "effect.cleanse", boons):
                lose(combat, unit, held.effect.id)
                loose_ends(combat, unit)


def cleanse_all(combat: IconCombat, unit: Unit) -> None:
    """End all blights, marks and statuses that are not ongoing."""
    if untouched(combat, unit):
        return
    for held in of_kind(unit, MARK):
        end_mark(combat, unit, held)
    for id in [held.effect.id for held in of_kind(unit, BLIGHT) + of_kind(unit, STATUS)]:
        lose(combat, unit, id)


def strip(combat: IconCombat, unit: Unit, what: list[str]) -> None:
    if untouched(combat, unit):
        return
    for word in what:
        if word == "vigor":
            unit.vigor = 0
            combat.touch()
        elif word == "stance":
            end_stance(combat, unit)
        elif word == "stealth":
            lose(combat, unit, "stealth")
        else:
            for held in of_kind(unit, MARK):
                end_mark(combat, unit, held)


def clear_effects(combat: IconCombat, unit: Unit) -> None:
    """End everything on a defeated character, and the marks it has placed.

    Rules: defeat.pc, effect.mark, effect.stance, blight.persist, status.hatred.
    """
    unit.effects = []
    unit.vigor = 0
    unit.pending = []
    unit.combo = 0
    for other in combat.units:
        for held in other.effects[:]:
            one = held.effect
            if held.source == unit.index and isinstance(one, State):
                if one.kind == MARK:
                    end_mark(combat, other, held)
                elif one.id == "hatred":
                    other.effects.remove(held)
    combat.touch()


KINDS: Final = (STATUS, BLIGHT, MARK, STANCE)
