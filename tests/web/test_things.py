"""What something is, in words: also what a pack has brought."""

from __future__ import annotations

import pytest

import affray
from affray.web import things, uploads
from affray.web.views import MASTER, Lens
from affray.web.wire import RefusedError
from tests.web.serving import ROOT

NAMED = {
    "icon": "acid-lob",
    "ingenuity": "spear",
    "quest": "halberd",
    "sovereign": "hand-axe",
    "thrum": "brace",
}
PACK = (ROOT / "examples" / "tougher_biffers.toml").read_text("utf-8")


def test_what_a_pack_brings_has_its_text_at_the_table() -> None:
    own = uploads.Brought("thrum/broken-causeway").fight(1)
    brought = uploads.Brought("thrum/broken-causeway", packs={"more.toml": PACK}).fight(1)
    id = next(iter({*things.known("thrum", things.brought(brought))} - {*things.known("thrum")}))
    found = things.thing(brought, id)
    assert found["name"]
    assert found["text"] or found["facts"]
    with pytest.raises(RefusedError):
        things.thing(own, id)
    assert things.thing(own, "brace") == things.thing(brought, "brace")
    names = dict(things.recruits(brought)["recruits"])
    assert found["name"] == names.get(id, found["name"])


@pytest.mark.parametrize(
    ("encounter", "who", "name", "text"),
    [
        ("thrum/hold-the-gate", "biffer-1", "Dig In", "+1 Boon on Resilience rolls."),
        ("thrum/hold-the-gate", "orrin-tal", "Precision Slash", "Success: 2 Fatigue."),
        ("icon/tollgate-ambush", "vial-flinger", "Acid Lob", "Ranged attack"),
        ("ingenuity/toll-bridge", "boudica", "Spear", "damage 4"),
        ("quest/cairn-gate", "korl-hatch", "Halberd", "dice 1d10"),
        ("sovereign/pay-the-toll", "maud-verrin", "Hand axe, thrown", "range max 30"),
    ],
)
def test_a_combatant_comes_with_what_it_can_do(
    encounter: str, who: str, name: str, text: str
) -> None:
    fight = affray.start(encounter, seed=1)
    lens = Lens(fight, MASTER)
    found = things.thing(fight, who, things.sheet_of(lens, who))
    deeds = dict(found["deeds"])
    assert text in deeds[name]
    assert all(deeds.values())
    assert things.sheet_of(lens, "nobody") == ""
    assert "deeds" not in things.thing(fight, NAMED[fight.ruleset.id])


def test_by_its_name_in_a_fight_one_finds_ones_own_alone() -> None:
    fight = affray.start("thrum/hold-the-gate", seed=1)
    assert things.sheet_of(Lens(fight, "players"), "biffer-1") == ""
    assert things.sheet_of(Lens(fight, "foes"), "biffer-1") == "biffer"
