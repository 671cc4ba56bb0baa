"""Execution attacks, the unseen, ways off the map, giants, and what the GM may say."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from affray.content.library import encounter_from
from affray.content.problems import InvalidError
from affray.core.dice import ScriptedDice
from affray.encounters.prepare import prepare
from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.choice.moving import MoveTo
from affray.rulesets.sovereign.condition import INVISIBLE, give
from affray.rulesets.sovereign.movement import walking, ways
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat
from affray.rulesets.sovereign.terms import ACTIVE, ESCAPED, MORTAL, STABLE, SURPRISE_PHASE
from tests.rules import rule
from tests.sovereign.table import Answers, Table, body, faces, library, strike
from tests.sovereign.test_resolved import total

HIT = "attack b with sword"
KNIFE = {"weapon": "dagger", "mode": "melee", "skill": "stab", "attribute": "DEX", "bonus": 0,
         "damage": "1d4+1", "shock": 1, "shock_ac": 15, "reach": 5}  # fmt: skip
CLUB = {"weapon": "club", "mode": "melee", "skill": "stab", "attribute": "STR", "bonus": 0,
        "damage": "1d4+1", "reach": 5}  # fmt: skip


# ---- executions


def executed(
    dice: str,
    *answers: str,
    victim: Mapping[str, object] | None = None,
    weapon: Mapping[str, object] = CLUB,
    level: int = 0,
    distance: int = 1,
    **options: object,
) -> SovereignCombat:
    """Ana creeps up to Bob; the fight begins."""
    worn = ["leather", str(weapon["weapon"])]
    own = {"feats": [], "skills": {"stab": level}, "attacks": [weapon], "readied": worn}
    ana = {"id": "tilda-reyes", "name": "Ana", "at": [0, 0], "with": own}
    bob = {
        "id": "gate-pike",
        "name": "Bob",
        "at": [distance, 0],
        "with": {"hp": 9, **(victim or {})},
    }
    name = str(weapon["weapon"])
    encounter = encounter_from(
        {
            "ruleset": "sovereign",
            "id": "dark",
            "name": "Dark",
            "options": {"executions": f"ana {name} bob", **options},
            "map": {"rows": ["...."]},
            "side": [{"id": "party", "members": [ana]}, {"id": "foes", "members": [bob]}],
        },
        "dark.toml",
    )
    ruleset, made = prepare(encounter)
    rolled = ScriptedDice(faces(dice))
    combat = ruleset.begin(made, rolled, [])
    assert isinstance(combat, SovereignCombat)
    agent = Answers(combat, list(answers))
    combat.agents = [agent] * 3
    turn.step(combat)
    assert rolled.used == len(rolled.faces)
    assert agent.used == len(answers)
    return combat


@rule("sovereign/execution.melee-hit", "sovereign/execution.save", "sovereign/execution.fail")
@pytest.mark.parametrize(
    ("level", "face", "hp"), [(0, 13, 0), (0, 14, 4), (1, 14, 0), (1, 15, 4), (-1, 13, 0)]
)
def test_an_execution_hits_by_itself_and_skill_lowers_the_save(
    level: int, face: int, hp: int
) -> None:
    """Save 14; a level below 0 does not raise it; a save leaves the maximum of 5."""
    answers = ["do not spare"] if hp == 0 else []

    combat = executed(f"d20 {face}", *answers, level=level)

    assert combat.units[1].hp == hp


@rule("sovereign/execution.fail", "sovereign/death.npc")
def test_even_the_nameless_are_only_mortally_injured() -> None:
    combat = executed("d20 2", "do not spare")

    assert combat.units[1].fate == MORTAL


@rule("sovereign/execution.fail", "sovereign/death.less-lethal")
def test_a_less_lethal_weapon_leaves_its_victim_unconscious_if_one_wants() -> None:
    combat = executed("d20 2", "spare")

    assert combat.units[1].fate == STABLE


@rule("sovereign/execution.success", "sovereign/damage.maximum")
def test_a_saved_victim_suffers_the_maximum_and_a_knife_twice_that() -> None:
    assert executed("d20 20").units[1].hp == 4
    named = {"named": True, "max_hp": 40, "hp": 40}

    assert executed("d20 20", weapon=KNIFE, victim=named).units[1].hp == 30


@rule("sovereign/execution.save")
def test_a_knife_takes_one_more_from_the_save() -> None:
    for face, hp in ((14, 0), (15, 30)):
        named = {"named": True, "max_hp": 40, "hp": 40}
        assert executed(f"d20 {face}", weapon=KNIFE, victim=named).units[1].hp == hp


@rule("sovereign/execution.unsuspecting", "sovereign/execution.minute")
def test_one_who_expects_danger_is_not_executed() -> None:
    combat = executed("", wary="foes")

    assert (combat.units[1].hp, combat.units[1].fate) == (9, ACTIVE)


@rule("sovereign/execution.minute")
def test_an_execution_names_a_member_its_attack_and_a_victim() -> None:
    for words in ("ana sword bob", "ana club", "eve club bob"):
        with pytest.raises(InvalidError, match=r"execution\.minute"):
            executed("", executions=words)


# ---- the unseen


@rule("sovereign/attack.mod.unseen-unknown", "sovereign/attack.mod.unseen-known")
def test_the_unseen_are_attacked_only_where_they_are_known_to_be() -> None:
    for sword in (strike(), strike(far=(9, 9))):
        table = Table("A b", A=body(sword), b=body())
        table["b"].unseen = True
        assert table.refused("A", HIT) == "attack.mod.unseen-unknown"

        table["b"].located = 1 << table["A"].side

        assert table.refused("A", HIT) == ""
        assert total(table) == -4


@rule("sovereign/skill.action", "sovereign/check.opposed")
@pytest.mark.parametrize(("second", "found"), [(4, True), (3, False)])
def test_a_search_locates_the_unseen(second: int, found: bool) -> None:
    """Notice 0 against DEX 0 and Sneak 0: 8."""
    table = Table(
        "A . b", A=body(strike(far=(9, 9)), skills={"notice": 0}), b=body(skills={"sneak": 0})
    )
    table["b"].unseen = True

    table.act("A", "search for b", dice=f"d6 4 {second}")

    assert bool(table["b"].located & 1) is found
    assert not table["A"].main


# ---- ways off the map


def gated(rows: str = "A . . b", **more: object) -> Table:
    table = Table(rows, A=body(), b=body(), **more)  # type: ignore[arg-type]
    table.combat.gates = [0]
    table["b"].main = False
    return table


@rule("sovereign/grid.map-edge", "sovereign/end.escaped")
def test_from_an_open_edge_five_feet_lead_out_of_the_fight() -> None:
    table = gated()

    table.act("A", "run", "leave 0,0")

    assert (table["A"].fate, table["A"].present) == (ESCAPED, False)


@rule("sovereign/grid.map-edge")
@pytest.mark.parametrize(("rate", "offered"), [(3, True), (2, False)])
def test_leaving_costs_five_feet_more_than_the_way_to_the_edge(rate: int, offered: bool) -> None:
    table = gated(". . A b")
    table["A"].sheet.rate = rate
    asked = MoveTo(walking.Move(table.combat, table["A"], ways.RUN))

    assert ("leave 0,0" in [asked.key(one) for one in asked.answers()]) is offered


@rule("sovereign/grid.map-edge")
def test_a_closed_edge_is_no_way_out() -> None:
    table = gated(". A . b")
    table.combat.gates = []

    table.act("A", "run", "stay")

    assert not any(key.startswith("leave") for _, _, keys in table.asked for key in keys)


@rule("sovereign/grid.map-edge", "sovereign/aoo.run-leaving")
def test_leaving_provokes_like_a_step() -> None:
    table = Table("A b .", A=body(hp=40), b=body(strike()))
    table.combat.gates = [0]
    table["b"].main = False

    table.act("A", "run", "leave 0,0", "b strikes with sword", dice="d20 1")

    assert table["A"].fate == ESCAPED


@rule("sovereign/grid.map-edge", "sovereign/aoo.resolves-first")
def test_one_felled_at_the_edge_stays_there() -> None:
    table = Table("A b .", A=body(hp=3), b=body(strike(bonus=20)))
    table.combat.gates = [0]
    table["b"].main = False

    table.act("A", "run", "leave 0,0", "b strikes with sword", dice="d20 1 d8 5")

    assert (table["A"].fate, table.at("A")) == (MORTAL, "0,0")


# ---- giants


@rule("sovereign/grid.giants-wade")
@pytest.mark.parametrize(("feet", "price"), [(40, 3), (39, -1)])
def test_one_eight_times_larger_wades_through_a_foe(feet: int, price: int) -> None:
    table = Table("A b .\n# # #", A=body(), b=body())
    table["A"].sheet.feet = feet

    reach = walking.Move(table.combat, table["A"], ways.RUN).reach()

    assert reach.cost(2) == price


# ---- surprise that does not come


@rule("sovereign/surprise.anticipation")
def test_a_group_that_expects_a_fight_is_not_surprised() -> None:
    for wary, taken in (([], True), ([1], False)):
        table = Table("A . b", A=body(), b=body())
        table.combat.phase = SURPRISE_PHASE
        table.combat.surprise = "given 1"
        table.combat.wary = wary

        table.steps(1)

        assert table["b"].surprised is taken


@rule("sovereign/surprise.careful-party")
@pytest.mark.parametrize(
    ("careful", "hidden", "taken"), [(False, False, True), (True, False, False), (True, True, True)]
)
def test_a_careful_party_fears_only_the_hidden(careful: bool, hidden: bool, taken: bool) -> None:
    table = Table("A . b", A=body(), b=body())
    table.combat.phase = SURPRISE_PHASE
    table.combat.surprise = "given 0"
    table.combat.careful = careful
    table["b"].unseen = hidden

    table.steps(1)

    assert table["A"].surprised is taken


@rule("sovereign/surprise.careful-party")
def test_only_the_party_is_careful() -> None:
    table = Table("A . b", A=body(), b=body())
    table.combat.phase = SURPRISE_PHASE
    table.combat.surprise = "given 1"
    table.combat.careful = True

    table.steps(1)

    assert table["b"].surprised


# ---- the GM


@rule("sovereign/economy.other-actions")
@pytest.mark.parametrize(
    ("key", "left"), [("other deed", (False, True)), ("other brief deed", (True, False))]
)
def test_other_deeds_cost_a_main_or_a_move_and_provoke_only_if_the_gm_says(
    key: str, left: tuple[bool, bool]
) -> None:
    for word, attacks in (("it provokes nothing", 0), ("it provokes", 1)):
        table = Table("A b", A=body(), b=body(strike()))
        table["b"].main = False
        assert key not in table.offers("A")
        table.combat.topics = ["deeds"]

        table.act("A", key, word, dice="")

        assert (table["A"].main, table["A"].step) == left
        assert [rule_id for _, rule_id, _ in table.asked].count("aoo.who") == attacks


@rule("sovereign/attack.mod.gm")
def test_the_gm_may_add_a_modifier() -> None:
    for words, hp in (("+4", 15), ("+0", 20)):
        table = Table("A b", A=body(strike()), b=body(ac=12))
        table["b"].main = False
        table.combat.topics = ["modifiers"]

        table.act("A", HIT, words, dice="d20 8" + (" d8 5" if hp < 20 else ""))

        assert table["b"].hp == hp


@rule("sovereign/screen.feasible")
def test_the_gm_may_find_a_screening_impossible() -> None:
    table = Table(
        "A b .\n. c .", A=body(strike(bonus=9)), b=body(), c=body(skills={"stab": 1}, screens=1)
    )
    table.guard("c", "b")
    table["b"].main = table["c"].main = False
    table.combat.topics = ["screening"]

    table.act("A", HIT, "no", dice="d20 10 d8 5")

    assert table["b"].hp == 15


@rule("sovereign/economy.instant-count", "sovereign/economy.free", "sovereign/ready.swap-veto")
def test_the_gm_may_find_instants_and_free_actions_implausible() -> None:
    table = Table("A b", A=body(strike()), b=body(npc=True))
    table.combat.topics = ["instants", "free"]

    table.act("A", HIT, "b total defense", "no", dice="d20 1")
    assert (table["b"].total, table["b"].main) == (False, True)
    table.act("A", "go prone", "no")

    assert not table["A"].prone


@rule("sovereign/surprise.gm-decides")
@pytest.mark.parametrize(("words", "taken"), [("yes", True), ("no", False)])
def test_the_gm_says_who_is_surprised(words: str, taken: bool) -> None:
    table = Table("A . b", A=body(), b=body())
    table.combat.phase = SURPRISE_PHASE
    table.combat.topics = ["surprise"]
    table.steps(1, "no", words)

    assert table["b"].surprised is taken
    assert not table["A"].surprised


@rule("sovereign/morale.clearly-winning", "sovereign/maneuver.size")
def test_the_gm_may_say_who_is_winning_and_what_size_takes() -> None:
    table = Table("A b c", A=body(level=9), b=body(npc=True), c=body(npc=True))
    table.combat.topics = ["morale", "size"]
    agent = table.script(["yes", "-4 for size"], "")

    assert table.winning("b")
    assert table.manhandling("A", "b") == -4
    table.done(agent)


@rule("sovereign/fall.controlled", "sovereign/fall.damage")
@pytest.mark.parametrize(("high", "answers", "dice", "hp"), [
    (9, [], "", 20),
    (10, ["roll to land well"], "d6 4 4", 20),
    (10, ["roll to land well"], "d6 4 3 4", 16),
    (10, ["just fall"], "d6 4", 16),
])  # fmt: skip
def test_a_leap_of_ten_feet_may_be_landed_well(
    high: int, answers: list[str], dice: str, hp: int
) -> None:
    """7 and 1 for each 10 ft: 8; half of 10 ft hurts nobody."""
    table = Table("A . b", heights=f"{high} 0 0", A=body(), b=body())
    table["b"].main = False

    table.act(
        "A", "run", "leap 1,0", *answers, *(["stay"] if answers and hp == 20 else []), dice=dice
    )

    assert (table["A"].hp, table.at("A")) == (hp, "1,0")


@rule("sovereign/attack.mod.gm")
def test_the_gm_s_modifiers_go_by_twos_and_none_is_the_default() -> None:
    table = Table("A b", A=body(strike()), b=body())
    table["b"].main = False
    table.combat.topics = ["modifiers"]

    table.act("A", HIT, "+0", dice="d20 1")

    asked = next(keys for _, word, keys in table.asked if word == "attack.mod.gm")
    assert asked == ["+0", "+2", "+4", "-2", "-4"]


@rule("sovereign/fall.controlled")
def test_one_leaps_into_the_first_square_of_the_map_too() -> None:
    table = Table(". A b", heights="0 9 9", A=body(), b=body())
    table["b"].main = False

    table.act("A", "run", "leap 0,0")

    assert table.at("A") == "0,0"


@rule("sovereign/check.npc")
@pytest.mark.parametrize(
    ("id", "name", "level"),
    [
        ("gate-pike", "brawl", 1),
        ("gate-pike", "exert", 1),
        ("gate-pike", "stab", 1),
        ("gate-pike", "notice", 0),
        ("gate-pike", "heal", 0),
        ("gate-pike", "sneak", 0),
        ("roof-skulk", "sneak", 1),
        ("cinder-adept", "magic", 2),
        ("gate-serjeant", "magic", 0),
    ],
)
def test_an_npc_is_good_at_wrestling_and_at_what_its_entry_names(
    id: str, name: str, level: int
) -> None:
    assert numbers.skill(library().sheets[id], name) == level


@rule("sovereign/check.npc")
@pytest.mark.parametrize(("words", "found"), [("as its entry says", True), ("bad at it", False)])
def test_the_gm_may_find_an_npc_bad_at_something(words: str, found: bool) -> None:
    """A search: 8 against a number of 8."""
    table = Table("A . b", A=body(skills={"sneak": 0}), b=body(npc=True))
    table["A"].unseen = True
    table.combat.topics = ["checks"]

    table.act("b", "search for A", words, dice="d6 4 4")

    assert bool(table["A"].located >> 1 & 1) is found


@rule("sovereign/execution.minute", "sovereign/melee.range")
def test_a_blade_executes_only_in_reach() -> None:
    combat = executed("", distance=2)

    assert (combat.units[1].hp, combat.units[1].fate) == (9, ACTIVE)


@rule("sovereign/attack.mod.unseen-known", "sovereign/attack.mod.unseen-unknown")
@pytest.mark.parametrize(("goal", "unseen"), [("1,1", True), ("2,2", False)])
def test_one_in_the_shadow_is_seen_when_it_steps_into_the_open(goal: str, unseen: bool) -> None:
    table = Table("# # . .\nb . . .\n. . . A", A=body(), b=body())
    table["b"].unseen = True
    table["A"].main = False

    table.act("b", "run", f"move {goal}")

    assert table["b"].unseen is unseen


@rule("sovereign/attack.mod.unseen-unknown")
def test_the_invisible_stay_unseen_in_the_open_and_are_noticed_by_those_beside() -> None:
    table = Table("b . . . .\n. . . . A", A=body(), b=body())
    table["A"].main = False
    give(table.combat, table["b"], INVISIBLE, 1, 1)
    table["b"].unseen = True
    table.combat.move(table["b"], 2)
    walking.noticed(table.combat, table["b"])
    assert (table["b"].unseen, table["b"].located) == (True, 0)

    table.combat.move(table["b"], 3)
    walking.noticed(table.combat, table["b"])

    assert (table["b"].unseen, table["b"].located) == (True, 1)
