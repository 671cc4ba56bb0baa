"""Sweeps as charts: SVG, PNG, or one HTML file that needs no network."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from affray.core.errors import InvalidError
from affray.lab.sweeping import Sweep, plain
from affray.session.files import write_file

FORMATS: Final = (".svg", ".png", ".html")
NEEDED: Final = "--chart needs vl-convert-python: install the extra (affray[charts])"
ORDERED: Final = {"type": "ordinal", "axis": {"labelAngle": 0}}
SHARE: Final = {"type": "quantitative", "axis": {"format": "%"}}


def check_chart(path: Path) -> None:
    """Refuse what cannot be drawn, before anything is played.

    Raises:
        InvalidError: the name has another ending, or the extra is not installed.
    """
    if path.suffix.lower() not in FORMATS:
        raise InvalidError([f'--chart: found "{path}", expected a name in .svg, .png or .html'])
    if find_spec("vl_convert") is None:  # imported later: it begins threads, and workers are forked
        raise InvalidError([NEEDED])


def chart(sweep: Sweep) -> dict[str, Any]:
    """Return a sweep as a Vega-Lite chart, plain data.

    One path: the share of wins over its values, with the 95 % intervals. Two: a map of shares.
    """
    rows = rows_of(sweep)
    name = sweep.sides[sweep.side][1]
    seats = ", ".join([f"{seat} {player}" for seat, player in sweep.players.items()])
    made: dict[str, Any] = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {
            "text": f"{sweep.variant}: {name} win",
            "subtitle": f"{sweep.count:,} fights each, seed {sweep.seed}; {seats}",
            "anchor": "start",
        },
        "data": {"values": rows},
        "width": 480,
        "height": 300,
        "background": "white",
    }
    first = field(sweep, 0, rows)
    if len(sweep.axes) == 2:
        second = field(sweep, 1, rows)
        return made | {
            "encoding": {"x": first | ORDERED, "y": second | ORDERED},
            "layer": [
                {
                    "mark": "rect",
                    "encoding": {
                        "color": {
                            "field": "share",
                            "title": f"{name} win",
                            "type": "quantitative",
                            "scale": {"scheme": "blueorange", "domain": [0, 1], "reverse": True},
                            "legend": {"format": "%"},
                        }
                    },
                },
                {
                    "mark": "text",
                    "encoding": {
                        "text": {"field": "share", "format": ".0%"},
                        "color": {
                            "condition": {
                                "test": "abs(datum.share - 0.5) > 0.3",
                                "value": "white",
                            },
                            "value": "black",
                        },
                    },
                },
            ],
        }
    y = {"field": "share", "title": f"{name} win", **SHARE, "scale": {"domain": [0, 1]}}
    band = {"y": y | {"field": "low"}, "y2": {"field": "high"}}
    number = first["type"] == "quantitative"
    layers: list[dict[str, Any]] = [
        {"mark": {"type": "area", "opacity": 0.2} if number else "rule", "encoding": band},
        {"mark": {"type": "line", "point": True} if number else "point", "encoding": {"y": y}},
    ]
    return made | {"encoding": {"x": first}, "layer": layers}


def rows_of(sweep: Sweep) -> list[dict[str, Any]]:
    """Return what is drawn of each point."""
    found: list[dict[str, Any]] = []
    for point in sweep.points:
        interval = point.wins(sweep.side)
        values = {f"value {n}": plain(value) for n, value in enumerate(point.values)}
        drawn = {"share": interval.share, "low": interval.low, "high": interval.high}
        found.append({**values, **drawn})
    return found


def field(sweep: Sweep, place: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return how the values of a path are drawn: along a scale, if they are numbers."""
    key = f"value {place}"
    numbers = all([isinstance(row[key], int | float) and row[key] is not True for row in rows])
    switch = any([isinstance(row[key], bool) for row in rows])
    scale = {"scale": {"zero": False}} if numbers and not switch else {"sort": None}
    kind = "quantitative" if numbers and not switch else "nominal"
    axis: dict[str, Any] = {"labelAngle": 0}
    if kind == "quantitative" and all([isinstance(row[key], int) for row in rows]):
        axis["tickMinStep"] = 1
    title = sweep.axes[place].title
    return {"field": key, "title": title, "type": kind, "axis": axis, **scale}


def draw(sweep: Sweep, path: Path) -> None:
    """Write a sweep as a chart; the ending of the name says as what.

    Raises:
        InvalidError: the extra is not installed, or the file cannot be written.
    """
    check_chart(path)
    converter = _converter()
    spec = chart(sweep)
    ending = path.suffix.lower()
    if ending == ".png":
        write_file(path, converter.vegalite_to_png(spec, scale=2))
    elif ending == ".svg":
        write_file(path, converter.vegalite_to_svg(spec))
    else:
        write_file(path, converter.vegalite_to_html(spec, bundle=True))


def _converter() -> Any:  # untyped library, at the edge only
    try:
        return importlib.import_module("vl_convert")
    except ImportError as fault:
        raise InvalidError([NEEDED]) from fault
