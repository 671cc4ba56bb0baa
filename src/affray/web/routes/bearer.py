"""What every request brings: the token in its head, and no more than so many bytes."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Request

BODY: Final = 4 * 1024 * 1024


def bearer(request: Request) -> str:
    """Return the token of a request, "" if it has none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


Bearer = Annotated[str, Depends(bearer)]
