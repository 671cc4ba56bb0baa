"""What choices ask, as one would ask it at the table, and the deeds that windows answer."""

from __future__ import annotations

from typing import Final

from affray.core.window import Deed
from affray.rulesets.thrum.feature import Trigger, Use
from affray.rulesets.thrum.state import ThrumCombat
from affray.rulesets.thrum.terms import (
    ACTED,
    ACTS,
    AFFLICTED,
    DEFENDED,
    ENDS,
    ENTERS,
    FALLS,
    HARM,
    LEAVES,
    LOSES,
    MOVED,
    RESOLVED,
    ROLLED,
    ROUND_ENDS,
    SHIFTED,
    STANCED,
    STARTS,
    STATUS,
    TAKEN,
    TARGETED,
)

# By the rule of a choice, after a colon what it asks in short or the first word of an answer, where
# a rule asks several things; of windows the deed is told first.
QUESTIONS: Final[dict[str, str]] = {
    "setup.round-zero.placement": "{who}, where do you begin?",
    "setup.round-zero.stance": "{who}, in which Stance do you begin?",
    "setup.reinforcements": "Where does {who} arrive?",
    "delay.choose-a-point": "{who}, do you act now, or wait for another?",
    "move.budget": "{who}, where do you go? {prompt}",
    "turn.one-action": "{who}, which Action do you take?",
    "turn.stance-step": "{who}, which Stance do you take at the end of your turn?",
    "attack.physical-defences": "{who}, how do you defend? {prompt}",
    "attack.mental-defences": "{who}, how do you defend? {prompt}",
    "ability.text-wins: no": "{who}, how do you defend? {prompt}",
    "ability.text-wins: recover": "{who}, what takes effect?",
    "ability.text-wins: lower": "{who}, what takes effect?",
    "ability.text-wins: resist?": "{who}, do you drift along, or spend movement against it?",
    "area.aura: which Aura?": "{who}, which Aura do you take?",
    "area.square": "{who}, how large is the Area?",
    "attack.critical-adds: which Critical effect?": "{who}, what does your Critical do?",
    "attack.waive-defence: be moved?": "{who}, do you let yourself be moved?",
    "condition.dazed": "{who}, whom do you Daze?",
    "cover.origin": "{who}, from where do you act?",
    "incapacitated.fate": "Game master, what becomes of {who}?",
    "load.deal-n": "{who}, how much of it do you deal to {whom}?",
    "move.costs-add: pay or go back?": "{who}, do you pay 2 more movement, or go back?",
    "move.granted: how?": "{who}, how do you move?",
    "move.swap": "{who}, with whom do you swap places?",
    "status.burning": "{who}, whom do you set Burning?",
    "status.statuses-versus-conditions": "{who}, which of them is it?",
    "stance.none": "{who}, do you stay in that Stance?",
    "stance.persists: end": "{who}, do you pay to stay in your Stance, or end it?",
    "stance.persists": "{who}, do you stay in your Stance?",
    "target.character: second": "{who}, who is your second target?",
    "target.character: redirect": "{who}, to whom do you redirect it?",
    "target.enemy: mark": "{who}, whom do you Mark?",
    "target.enemy: chain": "{who}, to whom does it leap?",
    "target.enemy": "{who}, who is your target?",
    "terrain-effect.ongoing: which side or corner?": "{who}, which way does it drive people?",
    "trigger.optional: attack": "{who}, whom do you attack?",
    "trigger.optional: convert": "{who}, how much do you convert?",
    "trigger.optional: lower your Stress Load by 1?": "{who}, do you lower your Stress by 1?",
    "trigger.once-per-event: whom?": "{who}, whom do you attack?",
    "minion.defends": "{who}, do you defend your Minion?",
    "trigger.needs-condition": "{who}, do you respond?",
    "attack.entries-in-order": "{who}, which effect do you choose? {prompt}",
    "minion.position: place": "{who}, where do you place your Minion?",
    "minion.position: teleport minion": "{who}, where does your Minion go?",
    "minion.position": "{who}, do you position your Minion?",
    "move.forced.path: propel whom?": "{who}, whom do you propel?",
    "move.forced.path: turn": "{who}, whom do you turn next?",
    "move.forced.path": "{who}, which way do you move {whom}?",
    "overexert.voluntary": "{who}, do you Overexert, for more effect and at the price of Stress?",
    "area.placement": "{who}, where does it fall?",
    "turn.start.other-effects": "{who}, which effect comes first?",
    "turn.end.order-of-effects": "{who}, which effect comes first?",
    "buff.second-choice": "{who}, which Buff do you keep?",
    "move.drop.roll": "{who}, do you drop with END or with REF?",
    "nova.spend": "{who}, how much Potential do you spend?",
    "attack.compelled": "{who}, which Action do you make it take?",
}
ROWS: Final = (
    "delay.choose-a-point",
    "turn.stance-step",
    "attack.physical-defences",  # the best of them
    "attack.mental-defences",
    "attack.entries-in-order",
)

# What sets off responses, by its kind.
MOMENTS: Final[dict[int, str]] = {
    TARGETED: "{actor} aims {what} at {target}",
    LEAVES: "{actor} moves away from {cell} to {goal}",
    ENTERS: "{actor} comes to {goal}",
    DEFENDED: "{actor}'s {what} at {target} is rolled",
    RESOLVED: "{actor} has used {what} on {target}",
    HARM: "{target} is about to take {amount} {load}",
    STATUS: "{target} is about to be {status} {amount}",
    LOSES: "{target} has lost an effect",
    STARTS: "{actor}'s turn begins",
    ENDS: "{actor}'s turn ends",
    SHIFTED: "{target} is about to be moved from {cell} to {goal}",
    ACTS: "{actor} is about to take its Action",
    ACTED: "{actor} has taken its Action",
    ROUND_ENDS: "The round ends",
    FALLS: "{target} falls",
    TAKEN: "{target} has taken {amount} {load}",
    ROLLED: "{actor} has rolled",
    STANCED: "{actor} has taken a Stance",
    MOVED: "{target} has been moved by {actor}",
    AFFLICTED: "{actor} has given {target} {status}",
}
LOADS: Final = ("Fatigue", "Stress")


def deed_of(combat: ThrumCombat, deed: Deed, name: list[str]) -> str:
    """Return what sets off a response; ``name`` is what everybody is called."""
    if isinstance(deed, Use):
        aimed = deed.targets[deed.now : deed.now + 1] if deed.now >= 0 else deed.targets
        whom = " and ".join(dict.fromkeys([name[one] for one in aimed if one != deed.actor]))
        on = f" on {whom}" if whom else ""
        return f"{name[deed.actor]} uses {deed.ability.name}{on}"
    if not isinstance(deed, Trigger):
        return ""
    words = MOMENTS.get(deed.kind, "")
    cell = combat.grid.name(deed.cell) if deed.cell >= 0 else "its square"
    goal = combat.grid.name(deed.goal) if deed.goal >= 0 else "another square"
    parts = {
        "{actor}": name[deed.actor] if deed.actor >= 0 else "somebody",
        "{target}": name[deed.target] if deed.target >= 0 else "somebody",
        "{what}": deed.use.ability.name if deed.use is not None else "something",
        "{cell}": cell,
        "{goal}": goal,
        "{amount}": str(deed.amount),
        "{load}": LOADS[deed.load] if 0 <= deed.load < len(LOADS) else "harm",
        "{status}": deed.status.name if deed.status is not None else "afflicted",
    }
    for gap, part in parts.items():
        words = words.replace(gap, part)
    return words
