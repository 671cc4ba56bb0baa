"""What a way may provoke is known before it is gone, and who wins from here."""

from __future__ import annotations

from pathlib import Path

import pytest

import affray
from affray import bots
from affray.content.problems import InvalidError
from affray.session.fight import Fight
from affray.web.asks import walked
from affray.web.chances import moment, winners
from affray.web.views import Lens, Plain


def all_ways(fight: Fight) -> list[Plain]:
    """Return all risks of all ways of the open question."""
    lens = Lens(fight, fight.choice.seats[0])
    keys = [one.key for one in fight.choice.options]
    return [risk for key in keys for risk in walked(fight, lens, key)["risks"]]


def risky(encounter: str, rule: str, seed: int = 1, most: int = 300) -> Plain:
    """Play until a way may be answered by a rule; return that risk."""
    fight = affray.start(encounter, seed=seed)
    for _ in range(most):
        if fight.choice.kind == "move":
            for one in all_ways(fight):
                if one["rule"] == rule:
                    return one
        fight.choose(bots.greedy(fight.choice))
    raise AssertionError(f"no way of {encounter} is answered by {rule}")


def test_leaving_a_zone_names_who_may_strike_and_where() -> None:
    found = risky("quest/ford-of-reeds", "freehit.leaving-zone")
    assert found["text"] == "may strike"
    assert found["who"]


def test_an_opportunity_of_sovereign_is_told() -> None:
    assert risky("sovereign/fire-in-the-yard", "aoo.who")["text"] == "may strike"


def test_an_interrupt_of_icon_is_told() -> None:
    assert risky("icon/tollgate-ambush", "interrupt.off-turn")["text"] == "may interrupt"


def test_the_fence_of_a_hookwarden_is_told() -> None:
    assert risky("thrum/broken-causeway", "trigger.needs-condition")["who"] == "hookwarden"


def leap(encounter: str, verb: str) -> list[Plain]:
    """Play until one may go down in a way that it is asked about; return the risks of that."""
    fight = affray.start(encounter, seed=1)
    for _ in range(200):
        for one in fight.choice.options if fight.choice.kind == "move" else []:
            lens = Lens(fight, fight.choice.seats[0])
            risks = walked(fight, lens, one.key)["risks"] if one.verb == verb else []
            if any([risk["text"].startswith("is asked") for risk in risks]):
                assert {risk["who"] for risk in risks} == {fight.choice.who}
                assert {tuple(risk["at"]) for risk in risks} == {
                    (fight.combat.grid.column(cell), fight.combat.grid.row(cell))
                    for cell in one.cells or []
                }
                return risks
        fight.choose(bots.greedy(fight.choice))
    raise AssertionError(f"nobody in {encounter} may {verb}")


def test_who_leaps_down_knows_what_it_will_be_asked_and_what_it_may_roll_for() -> None:
    told = [(one["text"], one["rule"]) for one in leap("sovereign/fire-in-the-yard", "leap")]
    assert told == [
        ("is asked: do you roll to land well?", "fall.controlled"),
        ("rolls to land well on “roll to land well”", "fall.controlled"),
        ("rolls for the fall on “just fall”", "fall.damage"),
    ]


def test_what_follows_on_every_answer_is_told_once() -> None:
    asked, *rolls = leap("thrum/broken-causeway", "drop")
    assert asked["text"] == "is asked: do you drop with END or with REF?"
    assert [one["rule"] for one in rolls] == ["move.drop.roll"]
    assert " on " not in rolls[0]["text"]


def test_a_question_after_a_way_is_no_risk_of_it() -> None:
    """Whom one strikes after a charge, or who acts next, is asked when the way is over."""
    fight = affray.start("sovereign/fire-in-the-yard", seed=1)
    texts: list[str] = []
    ways = 0
    for _ in range(60):
        for one in fight.choice.options if fight.choice.kind == "move" else []:
            if one.verb == "move":
                ways += 1
                lens = Lens(fight, fight.choice.seats[0])
                texts += [risk["text"] for risk in walked(fight, lens, one.key)["risks"]]
        fight.choose(bots.greedy(fight.choice))
    assert ways > 200
    assert not [text for text in texts if text.startswith("is asked")]


def test_a_way_off_the_map_costs_the_step_that_leaves_it_too() -> None:
    fight = affray.start("quest/ford-of-reeds", seed=1)
    while not any([one.verb == "flee" for one in fight.choice.options]):
        fight.choose(bots.greedy(fight.choice))
    lens = Lens(fight, fight.choice.seats[0])
    verbs = set()
    for option in fight.choice.options:
        told = walked(fight, lens, option.key) if option.cost >= 0 else {"risks": [""]}
        if not told["risks"]:  # else it ends where it is answered
            assert told["cost"] == option.cost, option.key
            verbs.add(option.verb)
    assert {"move", "flee"} <= verbs


def test_asking_what_a_way_may_provoke_changes_nothing() -> None:
    fight = affray.start("quest/ford-of-reeds", seed=1)
    while fight.choice.kind != "move":
        fight.choose(bots.greedy(fight.choice))
    before = (fight.digest, [one.key for one in fight.choice.options])
    all_ways(fight)
    assert (fight.digest, [one.key for one in fight.choice.options]) == before


def test_a_way_that_is_spelled_out_is_priced_to_its_end_though_it_may_be_answered() -> None:
    fight = affray.start("quest/ford-of-reeds", seed=1)
    for _ in range(200):
        if fight.choice.kind == "move":
            lens = Lens(fight, fight.choice.seats[0])
            for one in fight.choice.options:
                told = walked(fight, lens, one.key)
                names = " ".join([f"{x},{y}" for x, y in told["way"]])
                if len(told["way"]) > 2 and any([risk["who"] for risk in told["risks"]]):
                    again = walked(fight, lens, f"move {names}")
                    assert again == told
                    assert told["cost"] == one.cost
                    assert told["left"] >= 0
                    return
        fight.choose(bots.greedy(fight.choice))
    raise AssertionError("no such way")


def test_who_wins_from_here_adds_up_and_knows_a_won_fight() -> None:
    fight = affray.start("broken-causeway", seed=1)
    for one in fight.combat.units:
        if one.side == 1 and one.name != "plinker-1":
            fight.edit(f"{one.name}.fatigue", 30, "a test")
    header, lines = moment(fight)
    found = winners(header, lines, [], [])
    shares = [share for _, share in found["sides"]]
    assert sum(shares) + found["none"] == 10_000
    assert found["low"] <= shares[0] <= found["high"]
    assert found["runs"] >= 12
    falls = dict(found["fallen"])
    assert set(falls) <= {one.name for one in fight.combat.units}
    assert all([0 < share <= 10_000 for share in falls.values()])
    assert falls["hookwarden"] > 9_000  # worn out already
    assert list(falls.values()) == sorted(falls.values(), reverse=True)


def test_what_the_game_master_supposes_is_played_on_and_not_set() -> None:
    """Without all but one of them the foes of a fight that they win lose it."""
    fight = affray.start("broken-causeway", seed=1)
    before = fight.digest
    header, lines = moment(fight)
    [as_it_is, supposed] = [
        winners(header, lines, [], [], *change)["sides"][1][1]
        for change in ((), ("add", {"id": "biffer", "side": "foes", "at": "8,3"}))
    ]
    alone = winners(header, lines, [], [], "remove", "hookwarden")["sides"][1][1]
    assert alone < as_it_is < supposed
    assert fight.digest == before
    with pytest.raises(InvalidError, match="nobody"):
        winners(header, lines, [], [], "nobody.fatigue", 3)


def test_what_has_happened_on_the_way_is_no_risk_of_going_on() -> None:
    fight = affray.start("ingenuity/winch-house", seed=1)
    trap = fight.combat.grid.at(6, 4)
    for _ in range(200):
        choice = fight.choice
        if choice.kind == "move" and fight.timeline.half is not None:
            name = [str(unit.name) for unit in fight.combat.units].index(choice.who)
            before = fight.ruleset.measures(fight.timeline.combat, name)["endurance"]
            if fight.ruleset.measures(fight.combat, name)["endurance"] < before:
                break
        sprung = [one.key for one in choice.options if one.cells and one.cells[-1] == trap]
        moves = choice.kind == "move" and sprung
        fight.choose(sprung[0] if moves else bots.greedy(choice))
    assert choice.kind == "move"
    assert not [one for one in all_ways(fight) if one["who"] == choice.who and not one["rule"]]


def test_a_trap_does_its_harm_where_it_lies_and_not_where_the_way_ends() -> None:
    fight = affray.start("ingenuity/winch-house", seed=1)
    trap = [6, 4]
    for _ in range(300):
        if fight.choice.kind == "move":
            lens = Lens(fight, fight.choice.seats[0])
            for one in fight.choice.options:
                told = walked(fight, lens, one.key)
                if trap in told["way"][:-1]:
                    harm = [risk for risk in told["risks"] if not risk["rule"]]
                    if harm:
                        assert [risk["at"] for risk in harm] == [trap] * len(harm)
                        assert {risk["who"] for risk in harm} == {fight.choice.who}
                        return
        fight.choose(bots.greedy(fight.choice))
    raise AssertionError("no way leads over the trap")


def jumping(tmp_path: Path, seed: int) -> Fight:
    """Return a fight in which somebody stands before a ditch of 3 m and is asked where to go."""
    built_in = Path(affray.__file__).parent / "rulesets/ingenuity/encounters/toll-bridge.toml"
    text = built_in.read_text(encoding="utf-8").replace("_____%", ".___.%")
    file = tmp_path / "a-ditch.toml"
    file.write_text(text.replace('id = "toll-bridge"', 'id = "a-ditch"'), encoding="utf-8")
    fight = affray.start(file, seed=seed)
    while fight.choice.kind != "move":
        fight.choose("move" if "move" in fight.choice else bots.greedy(fight.choice))
    fight.edit(f"{fight.choice.who}.at", [6, 2])
    return fight


def test_a_jump_that_takes_a_test_is_foretold_as_what_it_costs(tmp_path: Path) -> None:
    landed = 0
    for seed in range(1, 5):
        fight = jumping(tmp_path, seed)
        who, speed = fight.choice.who, int(fight.choice.prompt.split()[1])
        told = walked(fight, Lens(fight, fight.choice.seats[0]), "jump 11,2")
        assert (told["cost"], told["left"]) == (5, speed - 5)
        assert [risk["rule"] for risk in told["risks"]] == ["movement.jump"]
        fight.choose("jump 11,2")
        while fight.choice.kind == "menu" and fight.timeline.open.answers:
            fight.choose(fight.choice.fallback)  # fate is not asked to help
        if fight.value(f"{who}.at") == "11,2" and fight.choice.kind == "move":
            landed += 1
            assert fight.choice.prompt == f"move, {told['left']} m left"
    assert landed


def test_a_jump_after_some_steps_costs_both(tmp_path: Path) -> None:
    fight = jumping(tmp_path, 1)
    lens = Lens(fight, fight.choice.seats[0])
    jumps = [one for one in fight.choice.options if one.verb == "jump"]
    assert len({one.cost for one in jumps}) > 1
    for one in jumps:
        told = walked(fight, lens, one.key)
        assert told["cost"] == one.cost, one.key
        assert told["left"] == int(fight.choice.prompt.split()[1]) - one.cost
