"""Numbers of a unit told when they change; each is named as in the ``ledger``."""

from __future__ import annotations

from affray.core.event import ConditionGained, ConditionLost, ResourceGained, ResourceSpent
from affray.rulesets.quest.state import QuestCombat


def resource(
    combat: QuestCombat,
    who: int,
    what: str,
    before: int,
    after: int,
    rule: str,
    other: int = -1,
    ability: str = "",
) -> None:
    """Tell that a unit has more or less of something, if it has and anybody watches."""
    if not combat.watched or before == after:
        return
    if after < before:
        combat.tell(ResourceSpent(who, what, before, after, rule, other, ability))
    else:
        combat.tell(ResourceGained(who, what, before, after, rule, other, ability))


def condition(
    combat: QuestCombat,
    who: int,
    what: str,
    before: int,
    after: int,
    rule: str,
    other: int = -1,
    ability: str = "",
) -> None:
    """Tell that a condition of a unit began, ended or changed its level, if anybody watches."""
    if not combat.watched or before == after:
        return
    if after < before:
        combat.tell(ConditionLost(who, what, before, after, rule, other, ability))
    else:
        combat.tell(ConditionGained(who, what, before, after, rule, other, ability))
