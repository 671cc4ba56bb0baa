"""Exact odds, and the same attack imagined four hundred times.

Odds come from running the rules over every roll: they are fractions, and they sum to 1. A sample of
the same attack must agree with them. The file is a notebook in percent format: editors that know
the format show its cells.

    python examples/what_are_the_chances.py
"""

# %% A fight, up to the first attack that somebody may make
from __future__ import annotations

from math import sqrt

import affray
from affray.core.choice import Absent, Option
from affray.core.dice import SeededDice
from affray.core.scene import scene_of

fight = affray.start("quest/toll-bridge", seed=1)
units = fight.combat.units
attacks: list[Option] = []
while not attacks:
    attacks = [
        one
        for one in fight.choice.options
        if one.verb == "attack" and units[one.who].side != units[one.targets[0]].side
    ]
    if not attacks:
        fight.choose(affray.bots.greedy(fight.choice))
        units = fight.combat.units
attack = attacks[0]
print(f"{fight.choice.who}: {attack.key}")

# %% The chances of everything that can come of it, if everybody answers by default
odds = fight.odds(attack.key)
print(odds.table().partition("If ")[0])
target = fight.combat.units[attack.targets[0]]
chances = odds.base.marginal(target.name)
assert sum(chances.values()) == 1

# %% The same attack with other dice, again and again: the past stays as it was
TRIES = 400
choice = fight.choice.choice
scene = scene_of(choice)
unharmed = 0
for number in range(TRIES):
    after = scene.imagine(attack.answer, SeededDice(number), Absent())
    unharmed += fight.ruleset.result(after, target.index) == odds.before[target.name]

# %% Both must agree, but for luck
exact = float(chances[odds.before[target.name]])
share = unharmed / TRIES
print(f"{target.name} is unharmed: exactly {exact:.1%}, in {TRIES} tries {share:.1%}")
assert abs(share - exact) < 5 * sqrt(exact * (1 - exact) / TRIES) + 1e-9
