"""What an object holds, by name, compiled or not: for copies, pickles and what is shown of it."""

from __future__ import annotations


def attributes_of(thing: object) -> dict[str, object]:
    """Return all that a thing holds, by name.

    Compiled classes keep what they hold beside ``__dict__``, which classes that are derived from
    them elsewhere have as well.
    """
    found: dict[str, object] = dict(getattr(thing, "__dict__", {}))
    names: tuple[str, ...] = getattr(type(thing), "__mypyc_attrs__", ())
    for name in names:
        if hasattr(thing, name):
            found[name] = getattr(thing, name)
    return found


def give_attributes(thing: object, found: dict[str, object]) -> None:
    """Give a thing what another of its class held."""
    for name, value in found.items():
        setattr(thing, name, value)


def shown(thing: object, names: tuple[str, ...]) -> str:
    """Return ``name=value`` of all fields that say something, separated by blanks."""
    words: list[str] = []
    for name in names:
        value = getattr(thing, name)
        if value not in (-1, "", None) and value != []:
            words.append(f"{name}={value!r}")
    return " ".join(words)
