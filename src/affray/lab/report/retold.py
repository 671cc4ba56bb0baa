"""Single fights of a batch, retold from the beginning to the end."""

from __future__ import annotations

from affray.bots import LEVELS
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.render import board, terminal
from affray.session.fight import Fight
from affray.session.seats import Who
from affray.sim.batches import MOST_STEPS, Plan, players


def retold(ruleset: Ruleset, setup: Setup, plan: Plan, number: int) -> Fight:
    """Return a fight of a plan, played to its end with everything kept."""
    agents = plan.arena.agents(number)
    seats: dict[str, Who] = {
        seat: player if isinstance(player, str) and player in LEVELS else agent
        for seat, player, agent in zip(setup.seats, players(setup, plan.seats), agents, strict=True)
    }
    fight = Fight(ruleset, setup, plan.seed, fight=number, seats=seats, hold=True)
    fight.timeline.advance(min(plan.most_steps, MOST_STEPS))
    return fight


def text(fight: Fight) -> str:
    """Return a fight as text: who does what, every die, the board at the beginning and the end."""
    words = fight.ruleset.words()
    lines: list[str] = []
    drawn = False
    for done in fight.timeline.done:
        lines += [line.plain for line in terminal.log(words, done.after, done.events)]
        if not drawn and done.after.round:
            drawn = True
            lines += ["", board.text(done.after, fight.ruleset), ""]
    lines += ["", board.text(fight.combat, fight.ruleset), "", terminal.ending(fight.outcome).plain]
    return "\n".join(lines).strip("\n") + "\n"
