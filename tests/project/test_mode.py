"""The tests run on what they claim to run on: compiled when told so, interpreted otherwise."""

from __future__ import annotations

import os

import affray.core.arrays
import affray.core.combat
import affray.rulebook.catalogue


def test_the_package_under_test_is_compiled_exactly_when_expected() -> None:
    expected = os.environ.get("AFFRAY_EXPECT_COMPILED") == "1"

    assert affray.core.combat.__file__.endswith(".py") is not expected


def test_what_must_stay_interpreted_is_interpreted() -> None:
    assert affray.core.arrays.__file__.endswith(".py")
    assert affray.rulebook.catalogue.__file__.endswith(".py")
