"""What choices ask, as one would ask it at the table, and the deeds that windows answer."""

from __future__ import annotations

from typing import Final

from affray.core.window import Deed
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.state import IngenuityCombat

# By the rule of a choice, after a colon the first word of an answer, where a rule asks several
# things; of windows the deed is told first.
QUESTIONS: Final[dict[str, str]] = {
    "turn.team-picks": "Who acts?",
    "turn.three-actions": "{who}, what do you do? {prompt}",
    "action.move": "{who}, where do you go? {prompt}",
    "setup.deployment": "{who}, where do you begin?",
    "setup.free-brandish": "{who}, what do you take in hand for free? {prompt}.",
    "reaction.dodge.after": "{who}, where do you go after dodging?",
    "test.one-proficiency": "{who}, with which proficiency?",
    "reaction.resist": "{who}, do you resist?",
    "test.advantage": "{who}, which die do you roll again?",
    "reaction.window": "{who}, how do you answer? Each answer takes 1 stamina, a riposte more.",
    "reaction.free": "{who}, do you use your free answer?",
    "reaction.intercept": "{who}, do you step in for {target}?"
    " You would trade places and be attacked instead, for 1 stamina.",
    "reaction.intercept.reach": "{who}, where do you step to make room?",
    "reaction.block": "{who}, do you block?",
    "reaction.fortify": "{who}, do you fortify yourself?",
    "fate.halve": "{who}, do you take {prompt}, or spend a point of fate on it?",
    "fate.maximize": "{who}, do you spend a point of fate to set a die to its highest face?"
    " Rolled: {prompt}.",
    "maneuver.reaction": "{who}, do you answer with a manoeuvre?",
    "damage.ko-choice": "{who}, do you fall, or fortify yourself?",
    "end.surrender: accept": "{side}, an enemy surrenders: do you accept?",
    "end.surrender": "{who}, do you take up arms again?",
    "attack.ally": "{who}, do you let your ally's attack strike you?",
    "attack.choices": "{who}, with which attribute and which damage do you attack?",
    "action.ready.what": "{who}, what do you make ready?",
    "action.ready": "{who}, for which moment do you make it ready?",
    "action.command": "{who}, what do you do on command? {prompt}",
    "action.spanning.abandon": "{who}, do you go on with what you have begun?",
    "maneuver.attack: with": "{who}, with what do you strike?",
    "maneuver.attack: sweep": "{who}, where do you strike next?",
    "maneuver.attack": "{who}, whom do you strike next?",
    "maneuver.grapple-control": "{who}, do you hold on, or break free?",
    "maneuver.improvise": "{who}, which manoeuvre do you improvise?",
    "power.area": "{who}, {prompt}",
    "power.steps: missile": "{who}, at whom does the next missile fly?",
    "power.steps: willing": "{who}, do you let the power take hold of you?",
    "power.steps: endurance": "{who}, what do you restore?",
    "power.steps: grow": "{who}, do you let it grow, or shrink?",
    "power.steps": "{who}, how does the power go on?",
    "maneuver.steps: weaknesses": "{who}, what do you find out?",
    "maneuver.steps: step": "{who}, where do you step?",
    "maneuver.steps: to": "{who}, where do you go?",
    "maneuver.steps: go": "{who}, do you push it away, or go along?",
    "maneuver.steps: follow": "{who}, do you follow?",
    "maneuver.steps": "{who}, how does the manoeuvre go on?",
    "resource.rest": "{who}, what do you have with you?",
    "setup.initiative.no-instigator": "{side}, who has brought the fight about?",
    "setup.initiative.others": "{side}, which of the others comes next?",
}
ROWS: Final = (
    "fate.maximize",
    "attack.choices",  # the best attribute
    "reaction.dodge.after",
    "test.one-proficiency",
)


def deed_of(combat: IngenuityCombat, deed: Deed, name: list[str]) -> str:
    """Return what is answered; ``name`` is what everybody is called."""
    if not isinstance(deed, Attack):
        return f"{name[deed.actor]} acts" if deed.actor >= 0 else ""
    what = deed.weapon.id if deed.power is None else deed.power.id
    how = what.replace("-", " ")
    if deed.maneuver is not None:
        how = f"{deed.maneuver.id.replace('-', ' ')} ({how})"
    whom = name[deed.target] if deed.target >= 0 else "a thing"
    if not deed.rolled.made:
        return f"{name[deed.actor]} attacks {whom} with {how}"
    return f"{name[deed.actor]}'s attack on {whom} with {how} comes to {deed.rolled.total}"
