"""What every request brings: the token in its head, and no more than so many bytes."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

BODY: Final = 4 * 1024 * 1024
LINK: Final = HTTPBearer(
    auto_error=False,
    scheme_name="link",
    description="What stands behind the # of a link: the token of a seat, or the owner's.",
)


def bearer(found: Annotated[HTTPAuthorizationCredentials | None, Security(LINK)]) -> str:
    """Return the token of a request, "" if it has none."""
    return found.credentials.strip() if found is not None else ""


Bearer = Annotated[str, Depends(bearer)]
