"""What choices ask, as one would ask it at the table, and the deeds that windows answer."""

from __future__ import annotations

from typing import Final

from affray.core.window import Deed
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.state import IngenuityCombat

# By the rule of a choice; of windows the deed is told first.
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
    "reaction.window": "{who}, how do you answer?",
    "reaction.free": "{who}, do you use your free answer?",
    "reaction.intercept": "{who}, do you step in?",
    "reaction.intercept.reach": "{who}, where do you step to make room?",
    "reaction.block": "{who}, do you block?",
    "reaction.fortify": "{who}, do you fortify yourself?",
    "fate.halve": "{who}, do you take {prompt}, or spend fate?",
    "fate.maximize": "{who}, do you spend fate to set a die to its highest face? Rolled: {prompt}.",
    "maneuver.reaction": "{who}, do you answer with a manoeuvre?",
    "damage.ko-choice": "{who}, do you spare your foe?",
    "end.surrender": "Do you surrender?",
    "attack.ally": "{who}, do you let your ally's attack strike you?",
    "attack.choices": "{who}, how do you attack?",
    "action.ready.what": "{who}, what do you make ready?",
    "action.ready": "{who}, for which moment do you make it ready?",
    "power.steps": "{who}, how does the power go on?",
    "maneuver.steps": "{who}, how does the manoeuvre go on?",
    "resource.rest": "{who}, what do you recover?",
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
