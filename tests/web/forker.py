"""Forks a server for every line it reads: all is imported once, so that a start costs little.

Run as a script with a folder; answers with process and port.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys

import uvicorn
from fastapi import FastAPI

from affray.encounters.prepare import library_of
from affray.web import app, assets, hall
from affray.web.lines import Line
from affray.web.seats import Tokens
from affray.web.store import Store

KEY = "key of the test"


def application(store: Store) -> FastAPI:
    return app.create(store, Tokens(KEY))


def config_of(made: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(made, log_level="warning", ws=Line, ws_ping_interval=None)


def serve(folder: str, listening: socket.socket) -> None:
    made = application(Store(f"sqlite:///{folder}/tables.db"))
    uvicorn.Server(config_of(made)).run([listening])


def warm() -> None:
    """Have done once what every server does first."""
    for ruleset in ("icon", "quest", "thrum"):
        library_of(ruleset)
    store = Store("sqlite://")
    made = application(store)
    store.close()
    config_of(made).load()
    made_once = assets.Assets()
    vars(hall)["Assets"] = lambda: made_once
    gc.collect()
    gc.freeze()  # no child goes through what all share, and copies it by that


def main(folder: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever is killed leaves nothing behind
    warm()
    for _ in sys.stdin:
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        process = os.fork()
        if process == 0:
            try:
                serve(folder, listening)
            finally:
                os._exit(0)
        port = listening.getsockname()[1]
        listening.close()  # before it is told: who connects is not to be held by this process
        sys.stdout.write(f"{process} {port}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
