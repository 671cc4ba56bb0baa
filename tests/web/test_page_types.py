"""The types of the page: JSDoc, checked by a TypeScript compiler where one is installed.

There is none among the Python packages that the tests install, and the page needs no step of
building, so nothing is fetched for it: ``npm install --global typescript`` makes ``tsc``.
"""

from __future__ import annotations

import json
import shutil
import subprocess

from tests.web.serving import ROOT

WEB = ROOT / "src" / "affray" / "web"


def test_the_page_keeps_to_its_types() -> None:
    config = json.loads((WEB / "jsconfig.json").read_text("utf-8"))
    assert config["compilerOptions"]["checkJs"]
    checked = {path for pattern in config["include"] for path in WEB.glob(pattern)}
    assert {*(WEB / "static").glob("*.js")} <= checked
    compiler = shutil.which("tsc")
    if compiler is not None:
        told = subprocess.run(
            [compiler, "-p", str(WEB / "jsconfig.json")], capture_output=True, text=True
        )
        assert told.returncode == 0, told.stdout
