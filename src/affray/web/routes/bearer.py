"""What every request brings: the token in its head, and no more than so many bytes."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

BODY: Final = 4 * 1024 * 1024
LINK: Final = HTTPBearer(
    scheme_name="link",
    description="The token of a link: what stands behind `#s=` (of a seat) or `#o=` (of the owner)",
    auto_error=False,
)


def bearer(found: Annotated[HTTPAuthorizationCredentials | None, Depends(LINK)]) -> str:
    """Return the token of a request, "" if it has none."""
    return found.credentials.strip() if found is not None else ""


Bearer = Annotated[str, Depends(bearer)]
