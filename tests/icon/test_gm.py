"""What is left to the GM, and its defaults."""

from __future__ import annotations

import pytest

from affray.rulesets.icon import death, end, gm
from affray.rulesets.icon.terms import (
    ACTIVE,
    DEAD,
    DEFEATED,
    FLED,
)
from tests.icon.table import (
    Table,
    against,
    begun_told,
    cliff,
    sheet,
)
from tests.rules import rule


@rule("icon/defeat.foe-fate")
@pytest.mark.parametrize(("key", "fate"), [("b is dead", DEAD), ("b is alive", DEFEATED)])
def test_the_gm_decides_what_became_of_a_defeated_foe(key: str, fate: int) -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    table.fell("b")

    table.end("A", "", key)

    assert (table.combat.outcome, table["b"].fate) == ("end.side-out", fate)


@rule("icon/defeat.foe-fate")
@pytest.mark.parametrize(("monster", "fate"), [(True, DEAD), (False, DEFEATED)])
def test_by_default_a_foe_is_alive_unless_it_is_a_monster(monster: bool, fate: int) -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    table["b"].sheet.monster = monster
    table.fell("b")

    table.end("A")

    assert table["b"].fate == fate


@rule("icon/end.total-defeat")
@pytest.mark.parametrize(
    ("key", "fate", "hp"), [("the party is spared", 0, 1), ("the party is killed", DEAD, 0)]
)
def test_the_gm_decides_what_becomes_of_a_beaten_party(key: str, fate: int, hp: int) -> None:
    table = Table("A B . c", A=sheet(), B=sheet(pc=False), c=sheet(pc=False))
    table["B"].npc = True
    table.fell("A")

    table.end("c", "", key)

    assert (table.combat.outcome, table.combat.winner) == ("end.total-defeat", 1)
    assert (table["A"].fate, table["A"].hp) == (fate, hp)


@rule("icon/defeat.foe-fate")
def test_the_gm_decides_what_became_of_the_beaten() -> None:
    """By default monsters are dead and others alive."""
    foes: list[dict[str, object]] = [
        {"id": "toll-brute", "at": [7, 0]},
        {"id": "glasswing", "at": [7, 2]},
    ]
    combat, agent = begun_told(side=against(*foes))
    for unit in combat.units[1:]:
        death.defeat(combat, unit)
    end.check(combat)

    assert agent.asked == ["defeat.foe-fate", "defeat.foe-fate"]
    assert [unit.fate for unit in combat.units[1:]] == [DEFEATED, DEAD]
    other, _ = begun_told("toll-brute is dead", "glasswing is alive", side=against(*foes))
    for unit in other.units[1:]:
        death.defeat(other, unit)
    gm.decide_fates(other)
    assert [unit.fate for unit in other.units[1:]] == [DEAD, DEFEATED]


@rule("icon/end.total-defeat")
@pytest.mark.parametrize(("key", "hp"), [("", 1), ("the party is killed", 0)])
def test_the_gm_decides_what_the_foes_do_with_a_beaten_party(key: str, hp: int) -> None:
    combat, agent = begun_told(key)
    death.defeat(combat, combat.units[0])

    end.check(combat)

    assert combat.outcome == "end.total-defeat"
    assert agent.asked == ["end.total-defeat"]
    assert (combat.units[0].hp, combat.units[0].fate == DEAD) == (hp, hp == 0)


@rule("icon/end.total-defeat")
def test_total_defeat_is_the_foes_victory_though_an_npc_stands() -> None:
    table = Table("A B . c", A=sheet(), B=sheet(pc=False), c=sheet(pc=False))
    table["B"].npc = True
    table.fell("A")

    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.total-defeat", 1)
    assert (table["A"].hp, table["A"].fate) == (1, ACTIVE), "spared"


@rule("icon/end.total-defeat")
def test_a_player_character_that_fled_is_not_defeated() -> None:
    table = Table("A B N . c", A=sheet(), B=sheet(), N=sheet(pc=False), c=sheet(pc=False))
    table["N"].npc = True
    table.fell("A")
    table["B"].fate = FLED
    death.leave(table.combat, table["B"], "defeat.foe")

    end.check(table.combat)

    assert table.combat.outcome == ""


@rule("icon/end.total-defeat")
def test_when_a_beaten_party_is_killed_its_victors_live() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table.fell("A")
    table.script(["the party is killed"], "")

    end.check(table.combat)

    assert (table["A"].fate, table["b"].fate, table["b"].hp) == (DEAD, ACTIVE, 28)


@rule("icon/terrain.edge-foe-return")
@pytest.mark.parametrize("key", ["return", "stay away"])
def test_the_gm_decides_whether_a_foe_returns_and_the_default_is_that_it_does(key: str) -> None:
    table = cliff("A . . ~ .\n. . . . .\n. . . . b")
    table.combat.move(table["b"], 3)
    table.end("A", "d20 1")

    table.begin("b", "", key, *(["space 2,0"] if key == "return" else []))

    if key == "return":
        assert (table.at("b"), table["b"].actions) == ("2,0", 2)
    else:
        assert (table["b"].fate, table["b"].present) == (FLED, False)
        assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)
