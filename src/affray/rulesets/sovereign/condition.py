"""States that others lay on a combatant, and when they end."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, TURN_START, Effect, Held
from affray.rulesets.sovereign.state import Body, Field


class Written(Effect):
    """A state of a pack, in numbers."""

    def __init__(self, id: str, ac: int, attack: int, against: int, tenths: int) -> None:
        super().__init__(id)
        self.ac = ac
        self.attack = attack
        self.against = against
        self.tenths = tenths  # of the movement rate


CHILLED: Final = Effect("chilled")  # no attacks of opportunity: Grave Chill
MARKED: Final = Effect("marked-prey")  # the pack strikes it at +1
HASTED: Final = Effect("hasted")  # n: rounds left
SPEEDED: Final = Effect("speeded")
BLADED: Final = Effect("bladed")
BLUNTED: Final = Effect("blunted")  # n: rounds left
NUMBED: Final = Effect("numbed")  # n: rounds left
STUNNED: Final = Effect("stunned-main")
SHAKEN: Final = Effect("stunned-move")
AFRAID: Final = Effect("afraid")
BOILS: Final = Effect("boils")  # n: 1, or 2 when no save ends it any more
WARDED: Final = Effect("warded")  # against magical fire, frost, acid and lightning
INVISIBLE: Final = Effect("invisible")
FLYING: Final = Effect("flying")  # n: rounds left
PAVIS: Final = Effect("pavis")
TOUCH: Final = Effect("healing-touch")  # the Effort for it is committed
PIERCED: Final = Effect("pierced")  # counts as AC 10 against the favored weapon of the source
BURNING: Final = Effect("burning")  # n: the round at whose end the oil burns on
ALL: Final = (
    CHILLED,
    MARKED,
    HASTED,
    SPEEDED,
    BLADED,
    BLUNTED,
    NUMBED,
    STUNNED,
    SHAKEN,
    AFRAID,
    BOILS,
    WARDED,
    INVISIBLE,
    FLYING,
    PAVIS,
    TOUCH,
    PIERCED,
    BURNING,
)
NAMED: Final = {one.id: one for one in ALL}
ROUNDS: Final = (HASTED, BLUNTED, NUMBED, FLYING)  # counted down at the end of a round


def lay(field: Field, target: Body, effect: Effect, source: int) -> None:
    """Let somebody have a state until the start of the source's next turn, whoever else laid it.

    Rule: turn.start-of-next-turn.
    """
    if held_from(target, effect, source) is None:
        put(field, target, Held(effect, 1, source, TURN_START, source))


def held_from(target: Body, effect: Effect, source: int) -> Held | None:
    """Return a state that one source has laid."""
    for held in target.effects:
        if held.effect is effect and held.source == source:
            return held
    return None


def put(field: Field, target: Body, held: Held) -> None:
    """Lay a state on somebody beside all that it has."""
    if field.watched and not target.has(held.effect):
        field.say("gains", target.index, held.source, held.effect.id)
    target.effects.append(held)
    field.mark_changed()


def last(field: Field, target: Body, effect: Effect, n: int, source: int) -> None:
    """Let somebody have a state for the rest of the fight that every source lays by itself."""
    put(field, target, Held(effect, n, source, NEVER, -1))


def give(field: Field, target: Body, effect: Effect, n: int, source: int) -> None:
    """Let somebody have a state for ``n`` rounds, or for the rest of the fight."""
    have = target.held(effect)
    if have is not None:
        have.n = max(have.n, n)
        field.mark_changed()
        return
    field.give(target.index, effect, n, source, NEVER, -1)
    if field.watched:
        field.say("gains", target.index, source, effect.id)


def lose(field: Field, target: Body, effect: Effect) -> None:
    if target.has(effect):
        target.effects = [one for one in target.effects if one.effect is not effect]
        field.mark_changed()
        if field.watched:
            field.say("loses", target.index, -1, effect.id)


def count_down(field: Field) -> None:
    """End at the end of a round what lasts for so many. Rule: turn.end-of-round-order."""
    for unit in field.units:
        if unit.effects:
            for effect in ROUNDS:
                have = unit.held(effect)
                if have is not None:
                    have.n -= 1
                    if have.n <= 0:
                        lose(field, unit, effect)


def routed(unit: Body) -> bool:
    """Return whether it retreats: its morale broken, or in flight from magic.

    Rules: morale.when-checked, morale.retreat.
    """
    fleeing = unit.retreating or (bool(unit.effects) and unit.has(AFRAID))
    return fleeing and not unit.fighting


def reveal(field: Field, unit: Body) -> None:
    """End being unseen: it attacks, casts, or moves into the open; Invisibility ends for all."""
    if not unit.unseen:
        return
    unit.unseen = False
    unit.located = 0
    field.mark_changed()
    have = unit.held(INVISIBLE)
    if have is None:
        return
    source = have.source
    for other in field.units:
        held = other.held(INVISIBLE)
        if held is not None and held.source == source:
            lose(field, other, INVISIBLE)
            other.unseen = False
            other.located = 0


def number(unit: Body, what: int) -> int:
    """Return what states of packs add: 0 AC, 1 own attacks, 2 attacks against their bearer."""
    return sum([(one.ac, one.attack, one.against)[what] for one in written(unit)])


def written(unit: Body) -> list[Written]:
    """Return the states of packs that somebody has, each once. Rule: attack.mods-stack."""
    found: list[Written] = []
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Written) and effect not in found:
            found.append(effect)
    return found


def paced(unit: Body, rate: int) -> int:
    """Return a movement rate as states of packs change it."""
    for one in written(unit):
        rate = rate * one.tenths // 10
    return rate
