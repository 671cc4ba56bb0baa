"""What is given up for a deed, in the words of the rules."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Choice, Option
from affray.core.window import CODES, Reply
from affray.rulesets.sovereign import actions, resource
from affray.rulesets.sovereign.choice.acting import Act
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.reaction.windows import COUNTER, Instants
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import FOR_NOTHING

MAIN: Final = "Main Action"
MOVE: Final = "Move Action"
EFFORT: Final = "1 Effort"
CASTING: Final = "1 casting"
STRAIN: Final = "1 System Strain"
# The arts by which verbs work.
ARTS: Final[dict[int, str]] = {
    actions.FLY: "steps-of-air",
    actions.PIERCE: "piercing-strike",
    actions.STUN: "stunning-shock",
    actions.WITHDRAW: "gentlemans-withdrawal",
    actions.TOUCH: "healing-touch",
    actions.PAVIS: "pavis-of-elements",
    actions.SLIP: "unbindable",
    actions.SWIFT: "swift-casting",
}
# What is given up for a yes, by the rule that asks.
ASKED: Final[dict[str, str]] = {
    "effort.pool": EFFORT,
    "fall.damage": EFFORT,  # Steps of Air
    "spell.disrupted-round": EFFORT,  # Iron Resolution
    "check.group": MAIN,
}
IGNORED: Final = "ignore"  # what Forced Engagement asks


def price(choice: Choice, option: Option) -> str:
    """Return what an option takes from who chooses it: ``Main Action``; "" if it is free.

    Rules: economy.main, economy.move, economy.main-as-move, snap.cost, total.cost, spell.slots,
    effort.pool, strain.limit.
    """
    if option.answer == PASS:
        return ""
    if isinstance(choice, Act):
        return of_turn(choice.state, choice.unit, option.answer)
    if isinstance(choice, Ask):
        return EFFORT if choice.verb == IGNORED else ASKED.get(choice.rule, "")
    if isinstance(choice, Reply) and isinstance(choice.window, Instants):
        code = option.answer % CODES
        if code == COUNTER:
            return EFFORT
        return MAIN if choice.window.takes_main(code) else ""
    return ""


def of_turn(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> str:
    """Return what an action of a turn takes away, in words."""
    verb, place, _ = actions.parts_of(code)
    main, step = resource.takes(unit, code)
    found = [MAIN] if main else []
    if main and not unit.main:
        found.append(STRAIN)  # for the Main that Haste gives
    if step:
        found.append(MOVE)
    if verb in (actions.CAST, actions.SWIFT):
        found.append(CASTING)
    art = unit.sheet.strikes[place].art if verb in actions.AIMED else ARTS.get(verb, "")
    if art and combat.library.arts[art].commit != FOR_NOTHING:
        found.append(EFFORT)
    return listed(found)


def listed(parts: list[str]) -> str:
    """Return parts of a price in words: ``Main Action and Move Action``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
