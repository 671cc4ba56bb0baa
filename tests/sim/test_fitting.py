"""Weights of features: fitted to what they should find, judged by fights held out."""

from __future__ import annotations

import ast

import pytest

from affray.bots import BotRandom
from affray.content.game import game, game_ids
from affray.core.errors import InvalidError
from affray.core.setup import Setup
from affray.sim.batches import from_content
from affray.sim.fitting import (
    Fit,
    Position,
    calibration,
    chance,
    fit,
    log_loss,
    positions,
    thinned,
)


def made(count: int) -> list[Position]:
    """Positions whose first feature decides two in three fights, and whose second says nothing."""
    whim = BotRandom(4)
    rows = []
    for _ in range(count):
        first, noise = float(whim.below(2) * 2 - 1), float(whim.below(3) - 1)
        right = whim.below(3) < 2
        rows.append(Position([first, noise], (first > 0) == right))
    return rows


def test_what_decides_counts_and_what_does_not_does_not() -> None:
    found = fit(["lead", "noise"], made(3000), 3000)

    assert found.weights[0] == pytest.approx(0.693, abs=0.12)  # ln 2: odds of two to one
    assert found.weights[1] == pytest.approx(0, abs=0.12)
    assert found.loss < found.constant
    assert found.calibration < 0.05


def test_what_would_count_against_its_side_counts_nothing() -> None:
    """Here whoever loses has more left of what is spent: a player could be misled to keep it."""
    rows = [Position([*one.features, -one.features[0] / 2], one.won) for one in made(2000)]
    turned = [Position([-one.features[0], one.features[1]], one.won) for one in made(2000)]

    assert min(fit(["lead", "noise", "kept"], rows, 2000).weights) == 0
    assert fit(["lead", "noise"], turned, 2000).weights[0] == 0


def test_what_hardly_ever_says_anything_counts_nothing() -> None:
    """It is right whenever it speaks, but that is in one fight of two hundred."""
    rows = [
        Position([*one.features, (1.0 if one.won else -1.0) if number % 200 == 1 else 0.0], one.won)
        for number, one in enumerate(made(2000))
    ]
    often = [Position([*one.features, 1.0 if one.won else -1.0], one.won) for one in made(400)]

    assert fit(["lead", "noise", "rare"], rows, 2000).weights[2] == 0
    assert fit(["lead", "noise", "often"], often, 400).weights[2] > 1


@pytest.mark.parametrize("game_id", game_ids())
def test_shipped_weights_are_of_these_rules_and_foretell_fights(game_id: str) -> None:
    """A sample of its own, fitted anew, agrees with what is shipped about who will win."""
    rules = game(game_id).rules()
    tactics = rules.tactics()
    weights = tactics.weights()
    names, version, rows = positions(game_id, 144, first=900_000)

    assert tactics.fitted_for() == version == rules.version, f"affray fit {game_id} --source"
    assert len(weights) == len(names)
    assert min(weights) >= 0

    again = fit(names, rows, 144)
    shipped = [chance(weights, row.features) for row in rows]
    agree = [
        (chance(again.weights, row.features) > 0.5) == (one > 0.5)
        for row, one in zip(rows, shipped, strict=True)
    ]
    assert log_loss(shipped, [row.won for row in rows]) < 0.5
    assert sum(agree) / len(agree) > 0.8


def test_too_few_positions_are_refused() -> None:
    with pytest.raises(InvalidError, match="found 2 positions"):
        fit(["lead"], [Position([1.0], True), Position([1.0], True)], 2)


def test_a_fair_coin_surprises_by_ln_2_and_is_calibrated() -> None:
    assert log_loss([0.5, 0.5], [True, False]) == pytest.approx(0.6931, abs=1e-3)
    assert calibration([0.5] * 4, [True, False, True, False]) == 0
    assert chance([1.0], [0.0]) == 0.5


def test_the_same_fights_give_the_same_positions() -> None:
    names, version, rows = positions("quest", 6)
    again = positions("quest", 3)[2] + positions("quest", 3, first=3)[2]

    assert rows == again
    assert version >= 1
    assert all(len(row.features) == len(names) for row in rows)


def test_the_module_that_is_written_is_read_back() -> None:
    source = Fit(["lead", "noise"], [0.69314, -0.1], 3000, 4000, 0.6, 0.69, 0.01).module(3)
    values: dict[str, object] = {}
    exec(compile(ast.parse(source), "weights.py", "exec"), values)

    assert "3,000 positions of 4,000 noisy fights by version 3 of the rules" in " ".join(
        source.split()
    )
    assert values["WEIGHTS"] == [0.6931, -0.1]
    assert values["RULES"] == 3


def test_members_are_left_out_and_all_else_stays() -> None:
    _, setup = from_content("quest/cairn-gate")()
    plain = {name for name, value in vars(Setup).items() if callable(value)}
    names = [one for one in dir(setup) if not one.startswith("_") and one not in plain]
    thin = [thinned(setup, BotRandom(seed)) for seed in range(40)]

    assert len({len(one.members) for one in thin}) > 2
    assert [one.origin for one in thin] == [None] * len(thin)  # no file holds those members alone
    assert all({m.side for m in one.members} == {0, 1} for one in thin)
    for name in names:
        if name not in ("members", "origin"):
            assert all(getattr(one, name) is getattr(setup, name) for one in thin), name
