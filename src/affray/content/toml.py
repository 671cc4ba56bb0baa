"""Reading a TOML file that anybody may have written: every fault is one clear message."""

from __future__ import annotations

import re
import stat
import tomllib
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Final

from affray.content.problems import InvalidError

LARGEST: Final = 2_000_000  # bytes
LONGEST_NAME: Final = 255  # bytes, as most file systems have it
NAMES: Final = f"the plain name of a file, of at most {LONGEST_NAME} bytes"
DEEPEST: Final = 32  # tables and lists within each other

# Texts and comments, which may hold any number of dots; what remains is keys, numbers and brackets.
QUOTED = re.compile(
    r'"""(?:\\[\s\S]|[^\\])*?"""'
    r"|'''[\s\S]*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
)
PLACE = re.compile(r"^(.*) \((?:at line (\d+), column (\d+)|at end of document)\)$", re.DOTALL)


def named_as_file(name: str) -> str:
    """Return the name under which a pack that is held as text may lie in a folder, "" if none."""
    found = Path(name).name
    longest = len(found.encode(errors="replace")) > LONGEST_NAME
    return "" if longest or "\0" in found or found == ".." else found


def read_toml(path: Path) -> dict[str, object]:
    """Read a TOML file; numbers with a point come as exact decimals.

    Raises:
        InvalidError: it cannot be read, is too large, is not UTF-8 or is not TOML.
    """
    return parse_toml(read_raw(path, LARGEST), _printable(path.name))


def read_raw(path: Path, most: int) -> bytes:
    """Return what is in a file, at most one byte more than ``most``.

    A pipe in the file system is refused, for whoever reads it may wait for ever; one that the shell
    opened (``/dev/stdin``, ``/dev/fd/63``) is read to its end.

    Raises:
        InvalidError: it cannot be read.
    """
    try:
        opened = path.as_posix().startswith(("/dev/stdin", "/dev/fd/", "/proc/self/fd/"))
        if not opened and not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            raise InvalidError([f"{_printable(str(path))}: cannot be read: it is no regular file"])
        with path.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise InvalidError([f"{_printable(str(path))}: cannot be read: {reason}"]) from fault


def parse_toml(raw: bytes, source: str) -> dict[str, object]:
    """Parse the bytes of a TOML file; ``source`` is how messages call it.

    Raises:
        InvalidError: it is too large, not UTF-8 or not TOML; with line and column where known.
    """
    if len(raw) > LARGEST:
        raise InvalidError(
            [f"{source}: found more than {LARGEST:,} bytes, expected a file of at most that size"]
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        column = fault.start - raw.rfind(b"\n", 0, fault.start)
        found = f"byte 0x{raw[fault.start]:02x}"
        raise InvalidError(
            [f"{source}: line {line}, column {column}: found {found}, expected UTF-8 text"]
        ) from fault
    _refuse_deep_keys(text, source)
    try:
        data: dict[str, object] = tomllib.loads(text, parse_float=_decimal)
    except tomllib.TOMLDecodeError as fault:
        raise InvalidError([f"{source}: {_reason(str(fault))}"]) from fault
    except RecursionError as fault:
        raise InvalidError([_too_deep(source)]) from fault
    except ValueError as fault:  # a whole number of thousands of digits
        what = "found a number of thousands of digits, expected one within bounds"
        raise InvalidError([f"{source}: {what}"]) from fault
    if _depth(data) > DEEPEST:
        raise InvalidError([_too_deep(source)])
    return data


def _printable(name: str) -> str:
    return "".join([letter if letter.isprintable() else "?" for letter in name])


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation as fault:
        raise ValueError(f"the number {text[:40]} is out of all bounds") from fault


def _too_deep(source: str) -> str:
    return f"{source}: found tables or lists nested more than {DEEPEST} deep, expected fewer"


def _refuse_deep_keys(text: str, source: str) -> None:
    """Refuse dotted keys of absurd length: the parser takes the square of their parts."""
    for number, line in enumerate(QUOTED.sub(_blank, text).split("\n"), start=1):
        if line.count(".") > DEEPEST:
            for key in re.split(r"[=,{}\[\]]", line):
                if key.count(".") > DEEPEST:
                    found = f"a key of {key.count('.') + 1} parts"
                    raise InvalidError(
                        [f"{source}: line {number}: found {found}, expected at most {DEEPEST}"]
                    )


def _blank(match: re.Match[str]) -> str:
    """Keep the line breaks of a removed text, so that lines can still be counted."""
    return "_" + "\n" * match[0].count("\n")


def _reason(fault: str) -> str:
    """Put the place first, as in all our messages."""
    match = PLACE.match(fault)
    if match is None:
        return f"not valid TOML: {fault}"
    what = match[1][:1].lower() + match[1][1:]
    if match[2] is None:
        return f"end of the file: not valid TOML: {what}"
    return f"line {match[2]}, column {match[3]}: not valid TOML: {what}"


def _depth(data: dict[str, object]) -> int:
    """Return how deeply tables and lists lie in each other; stops counting past the limit."""
    level: list[object] = [data]
    depth = 0
    while level and depth <= DEEPEST:
        depth += 1
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
        level = [value for value in inner if isinstance(value, dict | list)]
    return depth
