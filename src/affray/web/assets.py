"""The files of the pages, and the headers with which everything is sent."""

from __future__ import annotations

import gzip
import hashlib
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from fastapi import HTTPException
from fastapi.responses import Response
from jinja2 import Environment, select_autoescape

POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html",
    ]
)
HEALTH: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Affray: {{ "well" if found.ok else "not well" }}</title>
<link rel="stylesheet" href="/static/{{ build }}/style.css">
<main>
<h1>{{ "The server is well" if found.ok else "The server is not well" }}</h1>
<table>
{% for name, value in found.items() %}<tr><th scope="row">{{ name.replace("_", " ") }}</th>\
<td>{{ value }}</td></tr>
{% endfor %}</table>
</main>
</html>
"""
NOWHERE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Affray: {{ said }}</title>
<link rel="icon" href="/static/{{ build }}/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/{{ build }}/style.css">
<main class="alone"><div class="card pad">
<h1>Nothing to see here</h1>
<p>The server says: {{ said }}.</p>
<p><a href="/">To the tables</a></p>
</div></main>
</html>
"""
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
# What a browser heeds only of a document is not sent with each of its scripts and styles: a tenth
# of the weight of a first visit.
PARTS: Final = ("text/javascript", "text/css")
# What the document names, and what the socket of a table is opened with: before all others.
FIRST: Final = ("main.js", "net.js")
# Fetched by those who choose a table, open a replay, the game master's panel or a drawer, look at
# somebody, have sounds, or tap a cell that is small.
ON_DEMAND: Final = (
    "lobby.js",
    "replay.js",
    "gm.js",
    "drawers.js",
    "threat.js",
    "device.js",
    "loupe.js",
)
SNIFF: Final = "x-content-type-options"
TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


# Lines of comment are for who reads the source: they are a tenth of what a first visit weighs.
COMMENTS: Final = re.compile(rb"(?m)^[ \t]*(//[^\n]*|/\*\*(?:(?!\*/).)*\*/)[ \t]*\n")


def headers_of(kind: str) -> dict[str, str]:
    """Return the headers with which something is sent, by its media type."""
    return {SNIFF: HEADERS[SNIFF]} if kind.startswith(PARTS) else HEADERS


class Assets:
    """The files of the pages, with a name that changes when they do; packed once."""

    def __init__(self) -> None:
        root = files("affray.web").joinpath("static")
        self.files: dict[str, bytes] = {}
        self._gather(root, "")
        total = hashlib.sha256()
        for name, raw in sorted(self.files.items()):
            total.update(name.encode() + raw)
        self.build = total.hexdigest()[:12]
        self.packed = {name: gzip.compress(raw, 9, mtime=0) for name, raw in self.files.items()}
        source = files("affray.web").joinpath("templates", "shell.html").read_text("utf-8")
        environment = Environment(autoescape=select_autoescape(default=True))
        scripts = [name for name in sorted(self.files) if name.endswith(".js")]
        modules = [name for name in scripts if name not in {*ON_DEMAND, FIRST[0]}]
        modules.sort(key=lambda name: (name not in FIRST, -len(self.packed[name])))
        self.shell = environment.from_string(source).render(build=self.build, modules=modules)
        self.health = environment.from_string(HEALTH)
        self.nowhere = environment.from_string(NOWHERE)

    def _gather(self, folder: Traversable, prefix: str) -> None:
        for one in folder.iterdir():
            if one.is_dir():
                self._gather(one, f"{prefix}{one.name}/")
            elif "." in one.name and f".{one.name.rpartition('.')[2]}" in TYPES:
                raw = one.read_bytes()
                own = one.name.endswith(".js") and not prefix
                self.files[prefix + one.name] = COMMENTS.sub(b"", raw) if own else raw

    def response(self, name: str, *, packed: bool) -> Response:
        """Return a file; it may be kept for ever, as its address changes with it."""
        if name not in self.files:
            raise HTTPException(404, "there is no such file")
        headers = {
            "cache-control": "public, max-age=31536000, immutable",
            "vary": "accept-encoding",
        }
        if packed:
            headers["content-encoding"] = "gzip"
        raw = self.packed[name] if packed else self.files[name]
        kind = TYPES[f".{name.rpartition('.')[2]}"]
        return Response(raw, media_type=kind, headers=headers)
