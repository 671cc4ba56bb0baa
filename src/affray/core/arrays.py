"""Typed arrays: what the compiler sees and what the interpreter sees. Never compiled itself.

Compiled code gets ``librt`` vectors of machine integers, three times as fast as lists in the path
search; the interpreter gets plain lists behind the same names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import vec as vec
    from mypy_extensions import i32 as i32
    from mypy_extensions import i64 as i64
    from mypy_extensions import u8 as u8
else:

    class _Lists:
        """Stands for ``vec[i64]``: called, it makes a plain list."""

        def __getitem__(self, _item: Any) -> Any:
            return list

    def append(items: list[int], item: int) -> list[int]:
        items.append(item)
        return items

    vec = _Lists()
    i64 = i32 = u8 = int
