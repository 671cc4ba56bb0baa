"""What an audience is shown: never what its seat cannot know."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import affray
from affray.core.event import Moved
from affray.session.asking import called
from affray.session.fight import Fight
from affray.session.view import CHANGES
from affray.web.forecast import forecast, rounded, written
from affray.web.views import (
    BANDS,
    EXACT,
    MASTER,
    NUMBERLESS,
    PUBLIC,
    Audience,
    Lens,
    Made,
    checksum,
    encode,
    question,
)
from tests.web.serving import example

CLIENT = example("web_client")
ENCOUNTERS = (
    "icon/tollgate-ambush",
    "ingenuity/ash-chapel",
    "quest/cairn-gate",
    "sovereign/what-guards-below",
    "thrum/broken-causeway",
)


def begun(encounter: str, seed: int = 5) -> Fight:
    seats = {"players": "human", "foes": "human", "gm": "default"}
    return affray.start(encounter, seed=seed, seats=seats)


def steps(fight: Fight, most: int = 30) -> Any:
    """Let greedy programs answer, one question after the other."""
    for _ in range(most):
        if fight.over:
            return
        yield
        fight.choose(affray.bots.greedy(fight.choice))


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_view_is_plain_patched_and_checked_at_every_step(encounter: str) -> None:
    fight = begun(encounter)
    audiences = [
        Audience(Lens(fight, name, numbers))
        for name in ("players", "foes", MASTER, PUBLIC)
        for numbers in ("exact", "bands")
    ]
    copies = [json.loads(encode(one.view)) for one in audiences]
    for _ in steps(fight):
        made = Made()
        for audience, copy in zip(audiences, copies, strict=True):
            step = json.loads(encode(audience.step(made)))
            assert audience.view == audience.lens.view()  # also if it was made for others
            for path, value in step["set"].items():
                CLIENT.put(copy, path.split("\t"), value)
            assert copy == json.loads(encode(audience.view))
            assert CLIENT.digest(copy) == step["digest"] == checksum(copy)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_nobody_is_shown_who_is_unknown_or_where_they_are(encounter: str) -> None:
    fight = begun(encounter)
    for _ in steps(fight):
        combat = fight.combat
        for name in ("players", "foes", PUBLIC):
            lens = Lens(fight, name)
            told = json.dumps(lens.view())
            log = json.dumps(lens.lines(fight.events))
            for unit in combat.units:
                if not lens.takes_part(combat, unit.index):
                    assert f'"{unit.name}"' not in told
                    assert unit.name not in log
                elif not lens.sees(combat, unit.index):
                    assert "at" not in lens.view()["units"].get(unit.name, {})


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_what_is_made_for_all_at_once_is_what_each_is_told_alone(encounter: str) -> None:
    fight = begun(encounter)
    lenses = [
        Lens(fight, name, numbers)
        for name in ("players", "foes", MASTER, PUBLIC)
        for numbers in ("exact", "bands")
    ]
    for number, _ in enumerate(steps(fight, 16)):
        if number == 8:
            fight.edit(f"{fight.combat.units[0].name}.at", [1, 1], "It stands there")
        combat, events = fight.combat, fight.events
        made = Made()
        for lens in lenses:
            alone = Lens(fight, lens.audience, lens.numbers)
            lines = alone.lines(events)
            lens.view(made)
            assert lens.lines(events, made) == lines
            assert lens.last_lines(events, 7) == lines[-7:]
            for unit in combat.units:
                assert lens.takes_part(combat, unit.index) == alone.takes_part(combat, unit.index)
                assert lens.sees(combat, unit.index) == alone.sees(combat, unit.index)


def test_where_an_undetected_foe_stands_changes_nothing_for_the_others() -> None:
    fight = begun("quest/cairn-gate")
    before = encode(Lens(fight, "players").view()), encode(Lens(fight, PUBLIC).view())
    assert "gloam-stalker" in Lens(fight, "foes").view()["units"]
    assert b"gloam-stalker" not in before[0]
    for place in ([11, 5], [13, 8], [12, 7]):
        fight.edit("gloam-stalker.at", place, "It sneaks about")
        after = encode(Lens(fight, "players").view()), encode(Lens(fight, PUBLIC).view())
        assert after == before
        assert "gloam-stalker" not in json.dumps(Lens(fight, "players").lines(fight.events))


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_numbers_of_foes_are_shown_as_the_table_wants(encounter: str) -> None:
    fight = begun(encounter)
    for _ in steps(fight, 25):
        for policy in (BANDS, NUMBERLESS):
            view = Lens(fight, "players", policy).view()
            for unit in view["units"].values():
                foe = fight.setup.sides[unit["side"]].seat != 0
                assert ("numbers" in unit) is not foe
                if foe and policy == NUMBERLESS:
                    assert not unit.get("bars")
                elif foe:
                    assert unit.get("quarters", 0) == bool(unit.get("bars"))
                    assert all([bar[3] == 4 and 0 <= bar[2] <= 4 for bar in unit.get("bars", [])])


@pytest.mark.parametrize(
    ("encounter", "path", "quarters"),
    [  # up to a quarter, a half, three quarters, the whole; beyond it no more is told
        ("thrum/broken-causeway", "hookwarden.fatigue", {0: 0, 1: 1, 3: 3, 4: 4, 40: 4}),
        ("icon/tollgate-ambush", "toll-brute.hp", {1: 1, 5: 1, 6: 2, 10: 2, 15: 3, 16: 4, 20: 4}),
    ],
)
def test_a_number_in_quarters_is_said_to_be_one(
    encounter: str, path: str, quarters: dict[int, int]
) -> None:
    fight = begun(encounter)
    for number, quarter in quarters.items():
        fight.edit(path, number)
        foe = Lens(fight, "players", BANDS).view()["units"][path.partition(".")[0]]
        assert foe["bars"][0][2:] == [quarter, 4]
        assert foe["quarters"] == 1
        assert "quarters" not in Lens(fight, "players").view()["units"][path.partition(".")[0]]


def test_of_what_has_no_bound_it_is_told_only_that_there_is_some() -> None:
    fight = begun("icon/tollgate-ambush")
    fight.edit("ditch-piker.vigor", 7)
    foe = Lens(fight, "players", BANDS).view()["units"]["ditch-piker"]
    assert ["vigor", "extra", 1, 1] in foe["bars"]


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_log_without_numbers_says_no_more_than_one_with_them(encounter: str) -> None:
    fight = begun(encounter)
    for _ in steps(fight, 120):
        pass
    exact, quarters = Lens(fight, "players"), Lens(fight, "players", BANDS)
    told = 0
    for event in fight.events:
        if exact.knows(event) and event.kind in CHANGES:
            whole, rough = [
                "".join([part[1] for part in one.parts(event)]) for one in (exact, quarters)
            ]
            assert bool(whole) == bool(rough)  # what has no words has none here
            names = {str(unit.name) for unit in fight.combat.units} - set(whole.split())
            assert not names & set(rough.split())
            if not quarters.own(fight.combat, event.who) and rough:
                told += 1
                assert re.findall(
                    r"\d+", rough.removeprefix(called(fight.ruleset, fight.combat, event.who))
                ) == [str(event.amount)]
    assert told


RULED = {
    "icon/tollgate-ambush": ("toll-brute.hp", 3, "Toll Brute: HP 20 to 3"),
    "quest/cairn-gate": ("cairn-brute.hp", 1, "Cairn brute: HP 58 to 1"),
    "sovereign/pay-the-toll": ("toll-cutter-1.hp", 3, "Toll cutter 1: HP 5 to 3"),
    "thrum/broken-causeway": ("plinker-1.fatigue", 1, "Plinker 1: fatigue 0 to 1"),
}


@pytest.mark.parametrize("encounter", RULED)
def test_a_ruling_tells_what_it_changed_to_whom_that_is_shown(encounter: str) -> None:
    path, value, told = RULED[encounter]
    fight = begun(encounter)
    fight.edit(path, value, "It is late")
    for audience, policy, heard in (
        ("players", EXACT, f"The game master rules: {told}. It is late"),
        (PUBLIC, EXACT, f"The game master rules: {told}. It is late"),
        ("foes", BANDS, f"The game master rules: {told}. It is late"),
        ("players", BANDS, "The game master rules. It is late"),
        ("players", NUMBERLESS, "The game master rules. It is late"),
    ):
        lines = Lens(fight, audience, policy).lines(fight.events)
        words = ["".join([text for _, text in one["p"]]) for one in lines if one.get("gm")]
        assert words == [heard]


def test_what_cannot_be_done_is_called_without_the_signs_of_what_pays_for_it() -> None:
    fight = begun("quest/ford-of-reeds", 1)
    labels: set[str] = set()
    for _ in steps(fight, 80):
        told = question(Lens(fight, MASTER), fight.choice)
        labels |= {one["label"] for one in told["refused"]}
    assert "Stand up" in labels
    assert not [one for one in labels if one.endswith((" aa", " ma", " ba"))]


def test_what_no_program_is_tempted_by_is_marked() -> None:
    fight = begun("ingenuity/toll-bridge")
    for _ in steps(fight, 60):
        if fight.choice.kind == "action" and fight.choice.choice.unlisted():
            break
    told = question(Lens(fight, MASTER), fight.choice)
    others = {fight.choice.choice.key(one) for one in fight.choice.choice.unlisted()}
    marked = [one for one in told["groups"] if one.get("seldom")]
    assert marked
    for group in told["groups"]:
        every = {*CLIENT.keys(group)} <= others
        assert every == bool(group.get("seldom")), group


def test_what_becomes_of_who_goes_down_is_said_once() -> None:
    fight = begun("sovereign/pay-the-toll")
    for _ in steps(fight, 200):
        told = forecast(Lens(fight, MASTER), fight.odds(fight.choice.keys[0], budget=200), [], "")
        rows = [row[1] for person in told["people"] for row in person["rows"]]
        if any(["dead" in row for row in rows]):
            break
    assert [row for row in rows if row.startswith("HP") and row.endswith(" to 0, dead")]
    assert not [row for row in rows if "fate" in row or "gone" in row]


def test_what_falls_from_hands_is_said_and_not_counted() -> None:
    lens = Lens(begun("quest/cairn-gate"), MASTER)
    assert lens.words.outcome("held", 2, 0) == "drops what it holds"
    assert lens.words.outcome("held", 2, 1) == "drops 1 thing"
    assert lens.words.outcome("held", 1, 2) == "holds 2 things"
    fight = begun("quest/cairn-gate")
    rows: list[str] = []
    for _ in steps(fight, 60):
        if fight.choice.kind == "action":
            told = forecast(
                Lens(fight, MASTER), fight.odds(fight.choice.keys[1], budget=60), [], ""
            )
            rows += [row[1] for person in told["people"] for row in person["rows"]]
        if any(["drops what it holds" in row for row in rows]):
            break
    assert [row for row in rows if "drops what it holds" in row]
    assert not [row for row in rows if "held" in row]


@pytest.mark.parametrize(
    ("encounter", "wanted"),
    [
        ("ingenuity/toll-bridge", ("Set luck to its highest face", "Alleviate Agnessa")),
        ("sovereign/pay-the-toll", ("Snap at Toll cutter 2 with small bow",)),
    ],
)
def test_what_else_may_be_answered_is_called_as_where_it_is_asked(
    encounter: str, wanted: tuple[str, ...]
) -> None:
    fight = begun(encounter, 3)
    chance = random.Random(3)
    found: set[str] = set()
    for _ in range(60):
        if fight.over or {*wanted} <= found:
            break
        for option in fight.choice.options[:12]:
            odds = fight.odds(option.key, budget=60)
            told = forecast(Lens(fight, MASTER), odds, [], fight.choice.who)
            found |= {one["text"] for one in told["answers"]}
        fight.choose(chance.choice(fight.choice.options).key)
    assert {*wanted} <= found


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_line_of_a_move_tells_who_went_and_every_cell(encounter: str) -> None:
    fight = begun(encounter)
    for _ in steps(fight, 80):
        pass
    lens = Lens(fight, MASTER)
    moves = [event for event in fight.events if isinstance(event, Moved)]
    assert moves
    for event in moves:
        line = lens.line(event)
        assert line["who"] == fight.combat.units[event.who].name
        assert line["way"][-1] == event.after


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_every_option_stands_in_one_group_with_what_its_key_names(encounter: str) -> None:
    fight = begun(encounter)
    for _ in steps(fight):
        asked = question(Lens(fight, MASTER), fight.choice)
        keys = [key for group in asked["groups"] for key in CLIENT.keys(group)]
        assert sorted(keys) == sorted({*fight.choice.keys})
        assert asked["default"] in keys
        labels = [(one["label"], one.get("ability", "")) for one in asked["groups"]]
        assert len(labels) == len({*labels})
        for group in asked["groups"]:
            for one in group.get("options", []):
                words = one["key"].split()
                for target in one.get("targets", []):
                    assert target in [unit.name for unit in fight.combat.units]
                if "cell" in one and ",".join(map(str, one["cell"])) not in words:
                    assert group["verb"] in ("move", "space", "place")
        for refused in asked["refused"]:
            assert refused["key"] not in keys
            assert refused["why"]


@pytest.mark.parametrize("encounter", ENCOUNTERS[2:])
def test_many_places_that_are_alike_come_in_rows(encounter: str) -> None:
    fight = begun(encounter)
    found = 0
    for _ in steps(fight):
        told = {one.key: one for one in fight.choice.options}
        for group in question(Lens(fight, MASTER), fight.choice)["groups"]:
            assert ("rows" in group) is not ("options" in group)
            if "rows" not in group:
                continue
            found += 1
            keys = CLIENT.keys(group)
            assert len({*keys}) == len(keys) >= 12
            assert keys == [key for key in told if key in keys]  # in the order of the options
            cells = [
                fight.combat.grid.at(column + right, row)
                for column, row, many in group["rows"]
                for right in range(many)
            ]
            assert cells == [told[key].cells[-1] for key in keys]
    assert found


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_every_forecast_adds_up(encounter: str) -> None:
    fight = begun(encounter)
    chance = random.Random(3)
    found = 0
    tried = 0
    for _ in steps(fight, 150):
        aimed = [one.key for one in fight.choice.options if one.targets]
        if not aimed or fight.choice.reaction:
            continue
        key = chance.choice(aimed)
        tried += 1
        if tried > 8:
            break
        told = forecast(Lens(fight, MASTER), fight.odds(key, budget=60), [], fight.choice.who)
        for one in told["people"]:
            found += 1
            # As shown, in tenths of a percent: whatever comes to less than half of one is none.
            stack = {kind: round(part / 10) for kind, part in one["stack"]}
            assert sum(stack.values()) == 1000
            assert sum([round(row[2] / 10) for row in one["rows"]]) == 1000
            assert 0 <= one["down"] <= one["share"] <= 10_000 or one["event"] == "other"
            counted = ("hurt", "down") if one["event"] == "hurt" else ("other",)
            assert round(one["share"] / 10) == sum([stack.get(kind, 0) for kind in counted])
            assert round(one["down"] / 10) == stack.get("down", 0)
            for kind, part in stack.items():
                listed = [round(row[2] / 10) for row in one["rows"] if row[0] == kind]
                if not any([row[0] == "more" for row in one["rows"]]):
                    assert sum(listed) == part
            if one["after"]:
                bars = [
                    (round(fine / 10), round(down / 10)) for _, fine, down in one["after"]["bars"]
                ]
                assert sum([fine + down for fine, down in bars]) == 1000
                assert sum([down for _, down in bars]) == stack.get("down", 0)
    assert found


def test_the_bars_of_a_forecast_are_of_what_changes_most_often() -> None:
    fight = begun("ingenuity/toll-bridge", 1)
    told_apart = 0
    for _ in steps(fight, 150):
        aimed = [one.key for one in fight.choice.options if one.targets]
        if not aimed or fight.choice.kind != "action":
            continue
        told = forecast(Lens(fight, MASTER), fight.odds(aimed[0], budget=60), [], fight.choice.who)
        for one in told["people"]:
            often = {
                name: sum([row[2] for row in one["rows"] if f"{name} " in row[1]])
                for name in ("health", "endurance")
            }
            if one["after"] and abs(often["health"] - often["endurance"]) > 100:
                assert one["after"]["name"] == max(often, key=lambda name: often[name])
                told_apart += bool(often["health"] and one["after"]["name"] == "endurance")
        if told_apart:
            break
    assert told_apart


def test_a_forecast_counts_from_now_and_not_from_before_the_step() -> None:
    fight = begun("ingenuity/toll-bridge", 1)
    found = 0
    for _ in steps(fight, 150):
        if not fight.choice.reaction:
            continue
        found_odds = fight.odds(fight.choice.fallback.key, budget=60)
        told = forecast(Lens(fight, MASTER), found_odds, [], fight.choice.who)
        people = {one["who"]: one for one in told["people"]}
        for unit in fight.combat.units:
            name = str(unit.name)
            now = fight.ruleset.result(fight.combat, unit.index)
            if name in found_odds.base.who and now != found_odds.result_before(name):
                found += 1
                same = all([one == now for one in found_odds.base.marginal(name)])
                assert (name not in people) == same
    assert found


def test_a_sampled_forecast_says_between_what_each_chance_lies() -> None:
    fight = begun("thrum/broken-causeway")
    for _ in steps(fight, 150):
        aimed = [one.key for one in fight.choice.options if one.targets]
        if aimed and fight.choice.kind == "action" and not fight.choice.reaction:
            break
    told = {
        runs: forecast(Lens(fight, MASTER), fight.odds(aimed[0], budget=runs), [], fight.choice.who)
        for runs in (2, 5_000)
    }
    assert not told[2]["exact"]
    assert told[2]["runs"] >= 200
    for one in told[2]["people"]:
        assert one["fraction"] == ""  # nothing that looks exact
        low, high = one["bounds"]
        assert low <= one["share"] <= high
        assert high - low > 100
        for _, _, share, (low, high) in one["rows"]:
            assert low <= share <= high
    assert told[5_000]["exact"]
    assert told[5_000]["people"]
    for one in told[5_000]["people"]:
        assert one["fraction"]
        assert one["bounds"] == one["falls"] == []


def test_what_may_happen_is_never_sent_as_nothing_and_what_may_fail_never_as_sure() -> None:
    from fractions import Fraction

    from affray.web.forecast import sent

    assert [sent(0, Fraction(1, 7776)), sent(1000, Fraction(7775, 7776))] == [1, 9_999]
    assert [sent(0, Fraction(0)), sent(1000, Fraction(1)), sent(496, Fraction(143, 288))] == [
        0,
        10_000,
        4_960,
    ]


def test_odds_are_worked_out_from_what_the_seat_knows() -> None:
    fight = begun("quest/cairn-gate")
    lens = Lens(fight, "players")
    places = []
    for place in ([11, 5], [13, 8]):
        fight.edit("gloam-stalker.at", place, "It sneaks about")
        seen = lens.observer.seen(fight.timeline.combat)
        places.append([one.cell for one in seen.units])
        stalker = next(one for one in fight.combat.units if one.name == "gloam-stalker")
        assert not lens.sees(fight.combat, stalker.index)
        assert Lens(fight, MASTER).sees(fight.combat, stalker.index)
    assert places[0] == places[1]


def test_shares_are_rounded_so_that_they_add_up() -> None:
    from fractions import Fraction

    thirds = [Fraction(1, 3)] * 3
    assert sorted(rounded(thirds, 100)) == [33, 33, 34]
    assert sum(rounded([Fraction(n, 28) for n in range(8)])) == 10_000


def test_values_are_called_as_one_says_them() -> None:
    assert written("mp") == "MP"
    assert written("stance-hearth-ring") == "hearth ring stance"
    assert written("fatigue") == "fatigue"
