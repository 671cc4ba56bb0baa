"""What each thing is worth: what can be left out in each game, and what comes of it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from affray.cli.app import app
from affray.content.problems import InvalidError
from affray.lab.differences import diff
from affray.lab.variants import variant
from affray.lab.worths import Worths, pieces, worth

TOLL = "sovereign/pay-the-toll"


@pytest.fixture(scope="module")
def found() -> Worths:
    own = ["roof-skulk", "maud-verrin"]
    return worth(TOLL, whose=own, kinds=["member", "attacks"], count=4, watched=2)


@pytest.mark.parametrize(
    ("encounter", "expected"),
    [
        (
            "tollgate-ambush",
            {
                ("toll-brute", "member", "toll-brute"),
                ("toll-brute", "ability", "lean-in"),
                ("toll-brute", "traits", "toughness"),
                ("pell-ashby", "relics", "cracked-reliquary"),
                ("pell-ashby", "active", "ember-walk"),
            },
        ),
        (
            "ingenuity/toll-bridge",
            {
                ("boudica", "weapons", "spear"),
                ("boudica", "maneuvers", "advancing-strike"),
                ("boudica", "talents", "longevity"),
                ("boudica", "armour", "leather"),
            },
        ),
        (
            "quest/sunken-shrine",
            {
                ("sil-fenwick", "feats", "sneak-attack"),
                ("sil-fenwick", "items", "staunching-salve"),
                ("tide-caller", "spells", "kindle"),
                ("moor-pikeman", "weapons", "maul"),
            },
        ),
        (
            TOLL,
            {
                ("maud-verrin", "feats", "armsmaster:1"),
                ("maud-verrin", "attacks", "hand-axe"),
                ("ildric-sanne", "prepared", "sleep"),
                ("ildric-sanne", "arts", "counter-magic"),
                ("roof-skulk", "abilities", "vanish-in-shadow"),
            },
        ),
        (
            "thrum/broken-causeway",
            {
                ("ansa-brock", "abilities", "guardian"),
                ("biffer", "abilities", "biffer-thump"),
                ("bonesetter", "member", "bonesetter"),
            },
        ),
    ],
)
def test_members_abilities_items_and_feats_can_be_left_out(
    encounter: str, expected: set[tuple[str, str, str]]
) -> None:
    whose = {one[0] for one in expected}

    possible, _ = pieces(variant(encounter), sorted(whose))

    assert expected <= {(one.whose, one.kind, one.id) for one in possible}


def test_what_the_rules_refuse_is_told_with_the_reason() -> None:
    _, refused = pieces(variant("ingenuity/cinder-ledge"), ["cinder-drake"])

    piece, reason = refused[0]
    assert (piece.whose, piece.kind) == ("cinder-drake", "member")
    assert 'win[0].who[0]: found "cinder-drake"' in reason


def test_it_is_worth_what_a_diff_without_it_loses(found: Worths) -> None:
    skulk = next(one for one in found.found if one.piece.id == "roof-skulk")

    pairs = diff(TOLL, changes=skulk.piece.changes, count=4).pairs

    assert skulk.count == 4
    assert (skulk.gained, skulk.lost) == (pairs.worse, pairs.better)
    assert skulk.margin.total == -pairs.margins[2].total


def test_what_is_used_is_counted_and_what_never_is_is_told(found: Worths) -> None:
    by_id = {(one.piece.whose, one.piece.id): one for one in found.found}

    assert by_id["maud-verrin", "short-sword"].uses > 0
    idle = [one for one in found.found if one.idle]
    assert all([one.same == one.count and not one.uses for one in idle])


def test_only_what_is_asked_for_is_left_out() -> None:
    feats = worth(TOLL, kinds=["feats"], whose=["maud-verrin"], count=1, watched=0)

    assert {one.piece.kind for one in feats.found} == {"feats"}
    with pytest.raises(InvalidError, match="did you mean maud-verrin"):
        worth(TOLL, whose=["maud-verin"], count=1)
    with pytest.raises(InvalidError, match="did you mean feats"):
        worth(TOLL, kinds=["feat"], whose=["maud-verrin"], count=1)


def test_the_page_and_its_data_name_what_it_rests_on() -> None:
    words = [
        "worth",
        TOLL,
        "--of",
        "roof-skulk",
        "--kind",
        "abilities",
        "-n",
        "1",
        "--watched",
        "1",
    ]

    page = CliRunner().invoke(app, words)
    data = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)

    assert page.exit_code == 0
    assert "roof-skulk's vanish-in-shadow" in page.stdout
    assert "players greedy" in page.stdout
    assert (data["kind"], data["side"]) == ("worth", "lantern-company")
    assert [one["id"] for one in data["pieces"]] == ["vanish-in-shadow"]
    assert CliRunner().invoke(app, ["worth", TOLL, "--of", "nobody"]).exit_code == 2
