from tests.thrum.table import Table, npc, pc


def test_a_basic_attack_rolls_attack_then_defence_and_deals_two_fatigue() -> None:
    table = Table(
        """
        A . b
        """,
        A=pc(POW=2, training={"brawling": 3}),
        b=npc("biffer"),
    )

    table.act("A", "basic-attack b", "b: resilience", dice="4 5 3 2")

    assert table["b"].fatigue == 2
