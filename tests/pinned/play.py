"""What is pinned of every encounter: a golden fight, and counts of its choices (perft).

``python -m tests.pinned.play [RULESET...]`` plays and counts anew, for a change of the rules
that is meant.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from affray.bots import GreedyBot, seated
from affray.content import encounter_data, list_encounters, load_encounter
from affray.content.game import BUILTIN
from affray.core.choice import Pending, Script
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.scene import resume
from affray.encounters.prepare import prepare
from affray.session.fight import Fight

HERE = Path(__file__).parent
SEED = 20
STARTS = (0, 60, 150)  # steps of greedy play before counting
DEPTH = 3
ENCOUNTERS = [one.key for ruleset in BUILTIN for one in list_encounters(ruleset)]


def journal_of(key: str) -> Path:
    return HERE / f"{key}.jsonl"


def golden(key: str) -> Fight:
    """Play an encounter to its end by noisy players, who find what no plan would."""
    encounter = load_encounter(key)
    ruleset, setup = prepare(encounter)
    tactics = ruleset.tactics()
    seats = {
        seat: seated("default" if seat == "gm" else "noisy", tactics, SEED, 0, place)
        for place, seat in enumerate(setup.seats)
    }
    source = {"encounter": encounter_data(encounter), "packs": []}
    fight = Fight(ruleset, setup, SEED, seats=seats, source=source)
    fight.auto()
    return fight


def perft(key: str) -> list[list[int]]:
    """Count the choices to a depth from several places of a greedy fight, dice seeded."""
    ruleset, setup = prepare(load_encounter(key))
    greedy = GreedyBot(ruleset.tactics())
    combat = ruleset.begin(setup, SeededDice(SEED), [greedy] * len(setup.seats))
    counts: list[list[int]] = []
    made = 0
    for start in STARTS:
        while made < start and not combat.outcome:
            combat.step()
            made += 1
        counts.append([count(combat, [], depth) for depth in range(1, DEPTH + 1)])
    return counts


def count(combat: Combat[Any], answers: list[int], depth: int) -> int:
    """Count the sequences of answers of a length from a state; a finished fight counts once."""
    while not combat.outcome:
        try:
            combat = resume(combat, [Script(answers)] * len(combat.agents))
            answers = []
        except Pending as pending:
            offered = pending.choice.answers()
            if depth == 1:
                return len(offered)
            return sum(count(combat, [*answers, answer], depth - 1) for answer in offered)
    return 1


def pinned(ruleset: str) -> dict[str, list[list[int]]]:
    """Return the counts that are pinned, by the name of the encounter."""
    return tomllib.loads((HERE / ruleset / "perft.toml").read_text(encoding="utf-8"))


def pin(ruleset: str) -> None:
    """Write the golden fights and the counts of a ruleset anew."""
    lines = ["# Sequences of 1, 2 and 3 answers from several places of a greedy fight.\n"]
    (HERE / ruleset).mkdir(exist_ok=True)
    for key in [one for one in ENCOUNTERS if one.startswith(f"{ruleset}/")]:
        golden(key).save(journal_of(key))
        lines.append(f"{key.partition('/')[2]} = {perft(key)}\n")
    (HERE / ruleset / "perft.toml").write_text("".join(lines), encoding="utf-8")


def main(names: list[str]) -> None:
    for ruleset in names or BUILTIN:
        pin(ruleset)


if __name__ == "__main__":
    main(sys.argv[1:])
