"""Is tonight's fight fair? Fights between plain players, as the page shows what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from affray.encounters.prepare import prepare
from affray.lab.fairness import Fairness, Pair, fair, spoken
from affray.lab.seen import title_of
from affray.lab.sequences import Interval
from affray.lab.swings import Swings
from affray.web.uploads import Brought
from affray.web.views import Plain

LEAST: Final = 200  # fights: enough for who falls how often
MOST: Final = 1500
CPU: Final = 240  # seconds of the processor
WATCHED: Final = 20  # fights that are watched for what moves the chance to win
TELLING: Final = 3
# How swingy a fight is, for who has never heard the word.
SWINGS: Final = {
    "steady": "hardly; who leads clearly goes on to win",
    "open": "somewhat; who is far behind may still turn it",
    "swingy": "widely; who is far behind often turns it",
}


def judged(encounter: str, name: str, packs: Mapping[str, str], most: int) -> Plain:
    """Return a verdict on an encounter between plain players, and what belongs to it.

    Args:
        encounter: the id of an encounter, or the text of a file.
        name: of that file; "" if it is an id.
        packs: the texts of packs by name.
        most: fights after which what is not known stays unknown.

    Raises:
        InvalidError: something is at fault; each fault in one line.
    """
    with Brought(encounter, name, packs).read() as (found, paths):
        return shown(fair(lambda: prepare(found, paths), most=most, watched=WATCHED))


def shown(found: Fairness) -> Plain:
    """Return a verdict as the page needs it: chances in ten thousandths."""
    pair = found.first
    batch = pair.batch
    zones = pair.zones(found.thresholds)
    telling = found.swings.most(TELLING) if found.swings is not None else []
    return {
        "words": [spoken(zone, found.titles, found.side) for zone in zones],
        "fights": batch.count,
        "most": MOST,
        "sides": [
            {"name": title, "wins": chance(pair.wins(side))}
            for side, title in enumerate(found.titles)
        ],
        "draws": chance(pair.draws()),
        "unfinished": len(batch.unfinished),
        "rounds": [batch.rounds_at(0.5), batch.rounds_at(0.9)],
        "fallen": fallen(pair),
        "telling": [one.cause.text() for one in telling],
        "swings": swinging(found.swings) if found.swings is not None else "",
    }


def swinging(swings: Swings) -> str:
    """Return how far a fight swings, with the fights by which that is judged; "" of none."""
    if not swings.won:
        return ""
    were = "was" if swings.comebacks == 1 else "were"
    turned = f"of {swings.won} fights that were watched {swings.comebacks} {were} turned"
    return f"how it swings: {SWINGS[swings.word()]} ({turned})"


def fallen(pair: Pair) -> list[Plain]:
    """Return who falls how often, side by side, those who fall most first."""
    batch = pair.batch
    order = sorted(
        range(len(batch.names)), key=lambda who: (batch.side_of[who], -batch.fallen[who], who)
    )
    return [
        {
            "name": title_of(batch.names[who]),
            "side": batch.side_of[who],
            "falls": chance(pair.fallen(who)),
        }
        for who in order
    ]


def chance(interval: Interval) -> list[int]:
    """Return a share with the bounds that hold whenever one stops, in ten thousandths."""
    return [round(10_000 * one) for one in (interval.share, interval.low, interval.high)]
