"""Every number of a unit that events account for, by the names that they use."""

from __future__ import annotations

from affray.rulesets.quest import carrying
from affray.rulesets.quest.actions import BOOSTERS
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.resource import free_hits, spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import AIMS, KINDS, WOUNDS


def ledger(combat: QuestCombat, unit: QuestCombatant) -> dict[str, int]:
    """Return hit points, actions, MP, conditions with their levels, and things by name."""
    found = {
        "hp": unit.hp,
        "max hp": unit.max_hp,
        "mp": unit.mp,
        "aa": unit.aa,
        "ma": unit.ma,
        "ba": unit.ba,
        "free-hits": free_hits.left(unit),
        "disrupting-fresh": unit.fresh,
        "prone": int(unit.prone),
        "disengaged": int(unit.disengaged),
        "channeling": int(states.channeling(unit)),
        "undetected": int(unit.unseen > 0),
        "summoning-sick": int(unit.sick != 0),
        "thralled": int(unit.thrall > 0),
        "fleeing": int(unit.fleeing),
    }
    for kind in range(len(unit.owed)):
        found[f"owed-{KINDS[kind]}"] = unit.owed[kind]
    for kind in range(WOUNDS):
        found[f"wound-{AIMS[kind]}"] = unit.wounds[kind]
    for which, level in enumerate(spending.boosts_of(unit)):
        found[BOOSTERS[which]] = level
    for held in unit.effects:
        found[held.effect.id] = 1
    for piece in unit.held_things:
        name = carrying.held_name(combat, piece)
        found[name] = found.get(name, 0) + 1
    for piece in unit.carried:
        name = carrying.carried_name(combat, piece)
        found[name] = found.get(name, 0) + 1
    return found
