"""From fight to fight: what everybody carries on, and what time between fights makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from affray.content.problems import InvalidError
from affray.core.combat import Combat
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup, Value

Carried: TypeAlias = dict[str, dict[str, int]]  # by name, as values for a member of the next fight


def carried(ruleset: Ruleset, combat: Combat[Any], setup: Setup) -> Carried:
    """Return everybody as they leave a fight, members that were summoned into it excepted.

    Who joined it by a word of the game master comes after those of the encounter.
    """
    brought = {who: member.values for who, member in enumerate(setup.members)}
    for one in combat.newcomers:
        own = one.member.get("with")
        brought[one.index] = own if isinstance(own, dict) else {}
    found: Carried = {}
    for who, values in brought.items():
        kept = {name: int(values[name]) for name in ruleset.kept if name in values}
        found[combat.units[who].name] = kept | ruleset.aftermath(combat, who)
    return found


def rested(
    ruleset: Ruleset,
    setup: Setup,
    values: Carried,
    downtime: Mapping[str, Value],
    joined: Sequence[object] = (),
) -> Carried:
    """Return everybody after time between fights, as the ruleset words it.

    ``values`` are as :func:`carried` gives them and stay as they are; the options of the encounter
    hold where ``downtime`` says nothing. ``joined`` are the sheets of those who joined the fight.

    Raises:
        InvalidError: the ruleset knows no such word, or no such value of it; nothing is changed.
    """
    faults = ruleset.downtime_faults(dict(downtime))
    if faults:
        raise InvalidError([f"downtime.{fault}" for fault in faults])
    options = {**setup.options, **downtime}
    sheets = [*[member.sheet for member in setup.members], *joined]
    return {
        name: ruleset.downtime(sheet, one, options)
        for (name, one), sheet in zip(values.items(), sheets, strict=True)
    }
