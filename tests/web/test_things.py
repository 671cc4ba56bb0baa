"""What something is, in words: also what a pack has brought."""

from __future__ import annotations

import pytest

from affray.web import things, uploads
from affray.web.wire import RefusedError
from tests.web.serving import ROOT

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
