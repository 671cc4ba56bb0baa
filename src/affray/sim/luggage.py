"""Modules that travel: what some work needs and a worker elsewhere cannot be expected to have.

A game that was registered by hand, a bot of one's own, a function that makes an encounter: their
modules lie on this machine alone. What is installed (Affray and whatever stands beside it) is
expected to be installed where the workers are.
"""

from __future__ import annotations

import atexit
import importlib
import io
import pickle
import shutil
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from affray.core.errors import InvalidError

LARGEST: Final = 20_000_000  # bytes that travel; more is better installed on the cluster
LEFT_OUT: Final = {"__pycache__", ".git", ".venv"}
EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # so that equal modules travel as equal bytes


class Noting(pickle.Unpickler):
    """Notes which modules a pickle needs."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(io.BytesIO(raw))
        self.modules: set[str] = set()

    def find_class(self, module: str, name: str) -> Any:
        """Note the module, and return what is named in it."""
        self.modules.add(module)
        return super().find_class(module, name)


def modules_of(raw: bytes) -> set[str]:
    """Return the modules that a pickle needs."""
    noting = Noting(raw)
    noting.load()
    return noting.modules


def pack(modules: Iterable[str]) -> bytes:
    """Return what has to travel of some modules, as the bytes of an archive; b"" if nothing has.

    Raises:
        InvalidError: there is too much of it.
    """
    files: dict[str, Path] = {}
    for name in sorted({*modules}):
        files |= carried(name)
    if not files:
        return b""
    total = sum([path.stat().st_size for path in files.values()])
    if total > LARGEST:
        names = ", ".join(sorted({name.partition("/")[0] for name in files}))
        raise InvalidError([f"{names}: {total:,} bytes to send: install it on the cluster instead"])
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, EPOCH), files[name].read_bytes())
    return kept.getvalue()


def carried(module: str) -> dict[str, Path]:
    """Return the files that travel for a module, by their names in the archive.

    Of a package all of it; of a folder without ``__init__.py`` only what lies beside the module.
    """
    top = module.partition(".")[0]
    if top in ("affray", "__main__", "__mp_main__") or top in sys.builtin_module_names:
        return {}
    try:
        whole = find_spec(top)
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return {}
    if whole is None or spec is None:
        return {}
    if whole.origin is None:  # a folder without __init__.py
        if not spec.origin or installed(Path(spec.origin)):
            return {}
        folder = Path(spec.origin).parent
        depth = module.count(".") + (1 if spec.submodule_search_locations else 0)
        return beneath(folder, "/".join(module.split(".")[:depth]))
    origin = Path(whole.origin)
    if not origin.is_file() or installed(origin):
        return {}
    if whole.submodule_search_locations:
        return beneath(origin.parent, top)
    return {origin.name: origin}


def beneath(folder: Path, name: str) -> dict[str, Path]:
    """Return all files of a folder, under a name of the archive."""
    found: dict[str, Path] = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not LEFT_OUT.intersection(parts):
            found["/".join([name, *parts])] = path
    return found


def installed(path: Path) -> bool:
    """Return whether a file belongs to Python or to what is installed beside it."""
    homes = {Path(home).resolve() for home in sysconfig.get_paths().values()}
    return any([home in homes for home in path.resolve().parents])


_unpacked: set[bytes] = set()


def unpack(archive: bytes) -> None:
    """Make the modules of an archive importable in this process, before any others."""
    if not archive or archive in _unpacked:
        return
    folder = tempfile.mkdtemp(prefix="affray-modules-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        opened.extractall(folder)
    sys.path.insert(0, folder)
    importlib.invalidate_caches()
    _unpacked.add(archive)
