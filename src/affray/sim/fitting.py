"""How much the features of a position count: weights fitted to noisy fights, as data of a game.

A row is one position of one fight: noisy players play to the beginning of some round, where players
that think look at it too, its features are noted, plain players finish the fight, and its winner is
the label. One fight in three is of a built-in encounter, with members left out at random; the
others are generated. Seeds and numbers are apart from those of every test and measurement.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from affray.bots import BotRandom, GreedyBot, NoisyBot
from affray.content import list_encounters
from affray.core.choice import Absent, Agent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.sim import generated
from affray.sim.batches import from_content
from affray.state.begin import begun

SEED: Final = 7_700_000  # of fights that weights are fitted to; nothing else uses it
NOISE: Final = 25  # percent of random answers before the position
ROUNDS: Final = (2, 2, 2, 3, 3, 4, 5, 6)  # at the beginning of which the position is taken
MOST_STEPS: Final = 5_000
BUILT_IN: Final = 3  # every so-many-th fight is of a built-in encounter
SHARED: Final = 12  # fights of one generated encounter, and those between them
FIRST: Final = 10_000  # number of the first generated encounter that weights are fitted to
HELD_OUT: Final = 4  # every so-many-th row is kept to judge by
BINS: Final = 10
HARDLY: Final = 0.02  # log-odds on average: a feature that adds or takes less counts nothing


@dataclass(frozen=True, slots=True)
class Position:
    """A position in numbers, and whether the side it was seen from has won."""

    features: list[float]
    won: bool


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted weights, and how well they foretell the fights that they were not fitted to."""

    names: list[str]
    weights: list[float]
    rows: int
    fights: int  # of which they are the positions
    loss: float  # log-loss; ``constant`` that of always saying the share of wins
    constant: float
    calibration: float  # mean distance between said and seen shares, over ten bins

    def module(self, rules: int) -> str:
        """Return the source of a game's ``play/weights.py``.

        Args:
            rules: the version of the rules that the fights were played by.
        """
        lines = [
            '"""What each feature of a position counts for: made by ``affray fit``.',
            "",
            f"Fitted to {self.rows:,} positions of {self.fights:,} noisy fights",
            f"by version {rules} of the rules.",
            f"Log-loss {self.loss:.3f} on fights held out (a constant: {self.constant:.3f}),",
            f"calibration error {self.calibration:.3f}.",
            '"""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import Final",
            "",
            f"RULES: Final = {rules}  # the version of the rules that they hold for",
            "WEIGHTS: Final[list[float]] = [",
        ]
        pairs = zip(self.names, self.weights, strict=True)
        lines += [f"    {weight:.4f},  # {name}" for name, weight in pairs]
        return "\n".join([*lines, "]", ""])


def positions(
    ruleset: str,
    count: int,
    *,
    first: int = 0,
    progress: Callable[[int], None] | None = None,
) -> tuple[list[str], int, list[Position]]:
    """Play noisy fights of all encounters of a game and return a position of each.

    Args:
        ruleset: the id of the game.
        count: how many fights.
        first: the number of the first fight.
        progress: called with the number of fights played so far.

    Returns:
        The names of the features, the version of the rules, and the positions; fights without a
        winner give none.
    """
    known = [from_content(encounter.key) for encounter in list_encounters(ruleset)]
    if not known:
        raise InvalidError([f"{ruleset}: it has no encounters to fit weights to"])
    built_in = [source() for source in known]
    rules = built_in[0][0]
    made: tuple[Ruleset, Setup] = built_in[0]
    number = -1
    found: list[Position] = []
    for fight in range(first, first + count):
        whim = BotRandom(SEED, fight, 99)
        if fight % BUILT_IN == 0:
            playing, setup = built_in[fight // BUILT_IN % len(built_in)]
            setup = thinned(setup, whim)
        else:
            if fight // SHARED != number:
                number = fight // SHARED
                made = generated.ready(ruleset, FIRST + number)
            playing, setup = made
        position = one_position(playing, setup, fight, whim)
        if position is not None:
            found.append(position)
        if progress is not None:
            progress(fight - first + 1)
    return rules.tactics().feature_names(), rules.version, found


def thinned(setup: Setup, whim: BotRandom) -> Setup:
    """Return a setup without some members; whoever an objective or another member names stays."""
    named = {who for objective in setup.objectives for who in objective.who}
    named |= {member.summoned_by for member in setup.members} | set(setup.instigators)
    members = []
    kept: dict[int, int] = {}
    for member in setup.members:
        left = [one for one in setup.members if one.side == member.side]
        stays = member.name in named or bool(member.summoned_by) or whim.below(4) > 0
        if stays or (kept.get(member.side, 0) == 0 and member is left[-1]):
            members.append(member)
            kept[member.side] = kept.get(member.side, 0) + 1
    return setup.of(members)


def one_position(ruleset: Ruleset, setup: Setup, fight: int, whim: BotRandom) -> Position | None:
    """Return a position of one fight and who won it; None if nobody did, or it was over before."""
    tactics = ruleset.tactics()
    gm = setup.gm()
    noisy: list[Agent] = [
        Absent() if seat == gm else NoisyBot(tactics, SEED, NOISE, fight, seat)
        for seat in range(len(setup.seats))
    ]
    combat = begun(ruleset, setup, SeededDice(SEED, fight), noisy)
    until = ROUNDS[whim.below(len(ROUNDS))]
    for _ in range(MOST_STEPS):
        if over(combat) or combat.round >= until:
            break
        combat.step()
    if over(combat) or combat.round < until:
        return None
    side = whim.below(len(setup.sides))
    features = tactics.features(combat, side)
    plain: Agent = GreedyBot(tactics)
    combat.agents = [Absent() if seat == gm else plain for seat in range(len(setup.seats))]
    for _ in range(MOST_STEPS):
        if over(combat):
            break
        combat.step()
    if combat.winner < 0:
        return None
    return Position(features, combat.winner == side)


def over(combat: Combat[Any]) -> bool:
    """Return whether a fight has ended."""
    return bool(combat.outcome)


def fit(names: Sequence[str], rows: Sequence[Position], fights: int) -> Fit:
    """Fit the weights of a logistic regression without a constant: features are differences.

    Of every feature more is better, by its definition. One whose weight comes out negative stands
    in for something else (whoever is about to lose has spells left): a player who could choose it
    would be misled, so it counts nothing, and the others are fitted again. So it is with one that
    hardly counts, which need not be worked out then.

    Raises:
        InvalidError: scikit-learn is not installed, or there are too few positions.
    """
    training = [row for number, row in enumerate(rows) if number % HELD_OUT]
    judging = [row for number, row in enumerate(rows) if not number % HELD_OUT]
    if len({row.won for row in training}) < 2 or not judging:
        raise InvalidError([f"found {len(rows)} positions, expected more, of wins and losses"])
    kept = list(range(len(names)))
    weights = [0.0] * len(names)
    while kept:
        found = regression(training, kept)
        means = [mean_of(training, place) for place in kept]
        counts = [
            weight * mean if weight >= 0 else weight
            for weight, mean in zip(found, means, strict=True)
        ]
        if min(counts) >= HARDLY:
            for place, weight in zip(kept, found, strict=True):
                weights[place] = weight
            break
        kept.pop(counts.index(min(counts)))
    said = [chance(weights, row.features) for row in judging]
    won = [row.won for row in judging]
    share = sum([row.won for row in training]) / len(training)
    return Fit(
        list(names),
        weights,
        len(rows),
        fights,
        log_loss(said, won),
        log_loss([share] * len(won), won),
        calibration(said, won),
    )


def mean_of(rows: Sequence[Position], place: int) -> float:
    """Return how far a feature is from 0 on average."""
    return sum([abs(row.features[place]) for row in rows]) / len(rows)


def check_installed() -> None:
    """Refuse to fit where that cannot be done, before any fight is played.

    Raises:
        InvalidError: scikit-learn is not installed.
    """
    try:
        import sklearn.linear_model  # noqa: F401
    except ImportError as fault:
        raise InvalidError(["fitting needs scikit-learn: pip install 'affray[fit]'"]) from fault


def regression(rows: Sequence[Position], kept: Sequence[int]) -> list[float]:
    """Return the weights of some features that explain best who won.

    Raises:
        InvalidError: scikit-learn is not installed.
    """
    check_installed()
    from sklearn.linear_model import LogisticRegression

    model: Any = LogisticRegression(fit_intercept=False, C=1.0, max_iter=1000)
    model.fit([[row.features[one] for one in kept] for row in rows], [row.won for row in rows])
    return [float(one) for one in model.coef_[0]]


def chance(weights: Sequence[float], features: Sequence[float]) -> float:
    """Return the chance to win that weights give a position."""
    total = sum([weight * feature for weight, feature in zip(weights, features, strict=True)])
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def log_loss(said: Sequence[float], won: Sequence[bool]) -> float:
    """Return the mean surprise, in nats, of chances that were said."""
    total = 0.0
    for one, true in zip(said, won, strict=True):
        likely = min(max(one if true else 1 - one, 1e-9), 1.0)
        total -= math.log(likely)
    return total / len(won)


def calibration(said: Sequence[float], won: Sequence[bool]) -> float:
    """Return how far said chances lie from seen shares: bins of equal width, weighed by number."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for one, true in zip(said, won, strict=True):
        bins[min(int(one * BINS), BINS - 1)].append((one, true))
    total = 0.0
    for members in bins:
        if members:
            mean = sum([one for one, _ in members]) / len(members)
            share = sum([true for _, true in members]) / len(members)
            total += abs(mean - share) * len(members)
    return total / len(won)
