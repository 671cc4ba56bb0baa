"""Encounters are found by id or path; what cannot be read says so with its place."""

from pathlib import Path

import pytest

from affray.content import (
    ContentRoster,
    InvalidError,
    builtin_roster,
    encounter_from,
    list_encounters,
    load_encounter,
    parse_toml,
    read_encounter,
    read_toml,
)
from affray.content.game import BUILTIN
from affray.encounters.prepare import prepare

FORD = (
    'ruleset = "thrum"\nid = "ford"\nname = "The Ford"\n'
    "[map]\nwidth = 6\nheight = 3\n"
    '[[side]]\nid = "foes"\nmembers = [{ id = "biffer", at = [5, 1] }]\n'
)


def refusal(word: str) -> str:
    with pytest.raises(InvalidError) as caught:
        load_encounter(word)
    (line,) = caught.value.problems
    return line


def test_an_encounter_is_found_by_its_id_alone() -> None:
    assert load_encounter("broken-causeway") == load_encounter("thrum/broken-causeway")


def test_an_id_of_two_rulesets_is_ambiguous_and_says_so() -> None:
    assert refusal("toll-bridge") == (
        'found "toll-bridge", which is ingenuity/toll-bridge or quest/toll-bridge: say which'
    )


def test_a_misspelt_id_names_the_nearest() -> None:
    assert refusal("brokn-causeway") == (
        'found "brokn-causeway", expected an encounter; did you mean thrum/broken-causeway?'
    )
    assert refusal("thrum/hold-gate").endswith("did you mean thrum/hold-the-gate?")


def test_an_id_like_none_lists_what_there_is() -> None:
    assert refusal("thrum/zzzz") == (
        'found "thrum/zzzz", expected an encounter or a file (thrum/broken-causeway, '
        "thrum/choir-in-the-mire, thrum/hold-the-gate, thrum/tide-stair)"
    )


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("thrm/broken-causeway", "did you mean thrum/broken-causeway?"),
        ("quest/tol-bridge", "did you mean quest/toll-bridge?"),
        ("zzzz", 'found "zzzz", expected an encounter or a file (affray list names them)'),
        ("thrum", 'found the ruleset "thrum", expected an encounter (thrum/broken-causeway, '),
    ],
)
def test_a_word_that_is_no_encounter_names_what_could_be_meant(word: str, said: str) -> None:
    assert said in refusal(word)


def test_a_fault_that_only_the_rules_find_names_the_file_too(tmp_path: Path) -> None:
    path = tmp_path / "yard.toml"
    path.write_text(
        'ruleset = "thrum"\nid = "elsewhere"\nname = "x"\nmap.rows = ["..~"]\n'
        '[[side]]\nid = "a"\nmembers = [{ id = "ansa-brock", at = [0, 0] }]\n',
        encoding="utf-8",
    )

    with pytest.raises(InvalidError, match=r"^yard\.toml: "):
        prepare(read_encounter(path))


def test_listing_names_ruleset_id_and_name() -> None:
    first = list_encounters("thrum")[0]

    assert (first.key, first.name) == ("thrum/broken-causeway", "The Broken Causeway")
    assert {one.ruleset for one in list_encounters()} == set(BUILTIN)
    assert {one.ruleset for one in list_encounters("quest")} == {"quest"}


def test_an_own_encounter_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FORD, encoding="utf-8")

    assert load_encounter(str(path)).name == "The Ford"
    assert read_encounter(path).sides[0].name == "Foes"


def test_a_file_that_there_is_not_says_so(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"

    assert refusal(str(path)) == f"{path}: cannot be read: No such file or directory"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="cannot be read"):
        read_toml(tmp_path)


def test_a_name_that_no_path_can_have_is_refused() -> None:
    assert "cannot be read" in refusal("\0.toml")
    assert refusal("a" * 5000).startswith('found "aaaa')


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"a = 1\nb = \n", "line 2, column 5: not valid TOML: invalid value"),
        (b"a = 1\na = 2\n", "line 2, column 6: not valid TOML: cannot overwrite a value"),
        (b"a = [1,", "end of the file: not valid TOML: invalid value"),
        (b'a = "\xff"', "line 1, column 6: found byte 0xff, expected UTF-8 text"),
        (b"ok = 1\n\xfe\xff", "line 2, column 1: found byte 0xfe, expected UTF-8 text"),
    ],
)
def test_a_file_that_is_not_toml_says_where(raw: bytes, line: str) -> None:
    with pytest.raises(InvalidError) as caught:
        parse_toml(raw, "mine.toml")

    assert caught.value.problems == [f"mine.toml: {line}"]


def test_texts_and_comments_may_hold_any_number_of_dots() -> None:
    dots = "a." * 500

    assert parse_toml(f'# {dots}\na = "{dots}"\nb = """\n{dots}"""'.encode(), "x")["a"] == dots


def test_a_roster_of_ones_own_decides_who_is_known() -> None:
    roster = ContentRoster("thrum", {"creature": [{"id": "marsh-thing"}]})
    text = FORD.replace("biffer", "marsh-thing")

    encounter = encounter_from(parse_toml(text.encode(), "x"), "x", lambda _: roster)

    assert encounter.sides[0].members[0].id == "marsh-thing"
    assert builtin_roster("thrum").kinds()["ansa-brock"] == "character"
    assert builtin_roster("thrum").kinds()["biffer"] == "creature"
