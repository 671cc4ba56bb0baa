"""The charts of a report, as Vega-Lite specifications.

Colours are names of the page's style, so that one drawing serves light, dark and paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from affray.lab.report.extras import library
from affray.lab.report.parts import HUES, NOBODY, Rows

FONT: Final = "system-ui, sans-serif"
HEIGHT: Final = 220
LINE: Final = 26  # pixels of a bar that lies down
TWO_LINES: Final = 36
DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3])
SHAPES: Final = ("circle", "square", "triangle-up", "diamond")
FULL, FAINT = 0.9, 0.5  # of a fill: sides differ in more than hue
CONFIG: Final[dict[str, Any]] = {
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": "var(--ink-2)",
        "titleColor": "var(--ink-2)",
        "gridColor": "var(--line)",
        "domainColor": "var(--line-strong)",
        "tickColor": "var(--line-strong)",
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelPadding": 6,
        "labelLimit": {"expr": "containerSize()[0] < 500 ? 130 : 260"},
    },
    "legend": {
        "labelColor": "var(--ink)",
        "titleColor": "var(--ink-2)",
        "labelFontSize": 13,
        "orient": "top",
        "title": None,
        "labelLimit": 220,
    },
}


def names_of(sides: Sequence[str], *, nobody: bool = False) -> tuple[list[str], list[str]]:
    """Return the names of sides and their colours, in order; with nobody last if asked for."""
    colours = [f"var(--{HUES[number % len(HUES)]})" for number in range(len(sides))]
    return [*sides, *(["nobody"] * nobody)], [*colours, *([f"var(--{NOBODY})"] * nobody)]


def finished(chart: Any, height: int = HEIGHT) -> dict[str, Any]:
    """Return the specification of a chart that fills the width of its place."""
    whole = chart.properties(width="container", height=height, background="transparent")
    spec: dict[str, Any] = whole.configure(**CONFIG).to_dict(validate=False)
    return spec


def data(rows: Rows) -> Any:
    """Return rows as data of a chart."""
    return library("altair").Data(values=rows)


def coloured(
    field: str,
    sides: Sequence[str],
    channel: str = "Color",
    *,
    nobody: bool = False,
    legend: bool = True,
) -> Any:
    """Return the colour of sides, on a channel."""
    alt = library("altair")
    domain, colours = names_of(sides, nobody=nobody)
    scale = alt.Scale(domain=domain, range=colours)
    shown = legend_of() if legend else None
    return getattr(alt, channel)(f"{field}:N", scale=scale, legend=shown)


def legend_of() -> Any:
    """Return the legend of sides: the same wherever a chart tells them apart, or they differ."""
    return library("altair").Legend(columns=2, symbolOpacity=1, symbolStrokeWidth=2)


def filled(field: str, sides: Sequence[str], *, nobody: bool = False) -> Any:
    """Return how full the fill of sides is: every second one is faint."""
    alt = library("altair")
    domain, _ = names_of(sides, nobody=nobody)
    fills = [FULL if number % 2 == 0 else FAINT for number in range(len(domain))]
    scale = alt.Scale(domain=domain, range=fills)
    return alt.FillOpacity(f"{field}:O", scale=scale, sort=domain, legend=None)


def share_axis(title: str, **more: Any) -> Any:
    """Return an axis of shares."""
    return library("altair").Axis(format="%", title=title, tickCount=5, **more)


def curves(
    rows: Rows, x: str, title: str, sides: Sequence[str], *, nobody: bool = False, level: float = -1
) -> dict[str, Any]:
    """Return lines with a band: rows of ``x``, ``side``, ``share``, ``low`` and ``high``.

    ``level`` is a share that a line is drawn at, -1 none.
    """
    alt = library("altair")
    domain, _ = names_of(sides, nobody=nobody)
    across = alt.X(
        f"{x}:Q",
        title=title,
        axis=alt.Axis(grid=False, tickCount=5),
        scale=alt.Scale(zero=False, nice=False),
    )
    base = alt.Chart(data(rows)).encode(x=across, color=coloured("side", sides, nobody=nobody))
    up = {"scale": alt.Scale(domain=[0, 1]), "axis": share_axis("")}
    band = base.mark_area(opacity=0.18).encode(
        y=alt.Y("low:Q", **up), y2=alt.Y2("high:Q"), tooltip=alt.value(None)
    )
    dashes = alt.Scale(domain=domain, range=[list(DASHES[n % 4]) for n in range(len(domain))])
    line = base.mark_line(strokeWidth=2.5).encode(
        y=alt.Y("share:Q", **up),
        strokeDash=alt.StrokeDash("side:N", scale=dashes, legend=legend_of()),
    )
    dots = base.mark_point(opacity=0, size=180, filled=True).encode(
        y=alt.Y("share:Q", **up),
        tooltip=[
            alt.Tooltip(f"{x}:Q", title=title),
            alt.Tooltip("side:N", title="wins"),
            alt.Tooltip("share:Q", format=".1%"),
            alt.Tooltip("low:Q", format=".1%", title="from"),
            alt.Tooltip("high:Q", format=".1%", title="to"),
        ],
    )
    layers = [band, line, dots]
    if level >= 0:
        rule = alt.Chart(data([{"level": level}])).mark_rule(
            strokeDash=[3, 3], color="var(--ink-3)", strokeWidth=1.5
        )
        layers.insert(0, rule.encode(y=alt.Y("level:Q", **up)))
    return finished(alt.layer(*layers))


def columns(
    rows: Rows, sides: Sequence[str], *, nobody: bool, legend: bool = True
) -> dict[str, Any]:
    """Return standing bars of ``share`` by ``rounds``, stacked by ``winner``."""
    alt = library("altair")
    chart = (
        alt.Chart(data(rows))
        .mark_bar(strokeWidth=1)
        .encode(
            x=alt.X(
                "rounds:O",
                title="rounds",
                sort=None,
                axis=alt.Axis(labelAngle=0, labelOverlap=True, grid=False),
            ),
            y=alt.Y("share:Q", title="share of fights", axis=share_axis("")),
            color=coloured("winner", sides, nobody=nobody, legend=legend),
            stroke=coloured("winner", sides, "Stroke", nobody=nobody, legend=legend),
            fillOpacity=filled("winner", sides, nobody=nobody),
            order=alt.Order("place:Q"),
            tooltip=[
                alt.Tooltip("rounds:O"),
                alt.Tooltip("winner:N", title="won by"),
                alt.Tooltip("share:Q", format=".1%"),
                alt.Tooltip("fights:Q"),
            ],
        )
    )
    return finished(chart)


def bars(
    rows: Rows,
    sides: Sequence[str],
    title: str,
    *,
    shares: bool,
    start: bool = False,
    legend: bool = True,
) -> dict[str, Any]:
    """Return lying bars: rows of ``name``, ``side``, ``value`` and perhaps ``low`` and ``high``.

    Args:
        rows: in their order.
        sides: their names.
        title: of the values.
        shares: whether values are shares.
        start: whether rows have a ``start`` to mark.
        legend: whether sides are to be told.
    """
    alt = library("altair")
    shown = ".1%" if shares else ".2f"
    axis = share_axis(title) if shares else alt.Axis(title=title, tickCount=5)
    scale = alt.Scale(domain=[0, 1]) if shares else alt.Scale(zero=True, nice=True)
    names = [str(row["name"]) for row in rows]
    down = named(names)
    base = alt.Chart(data(rows)).encode(y=down)
    tips = [
        alt.Tooltip("name:N", title="who"),
        alt.Tooltip("value:Q", format=shown, title=title or "share"),
    ]
    banded = any(["low" in row for row in rows])
    if banded:
        tips += [
            alt.Tooltip("low:Q", format=shown, title="from"),
            alt.Tooltip("high:Q", format=shown, title="to"),
        ]
    bar = base.mark_bar(height={"band": 0.62}, strokeWidth=1).encode(
        x=alt.X("value:Q", scale=scale, axis=axis),
        color=coloured("side", sides, legend=legend),
        stroke=coloured("side", sides, "Stroke", legend=legend),
        fillOpacity=filled("side", sides),
        tooltip=tips,
    )
    layers = [bar]
    if banded:
        layers.append(
            base.mark_rule(strokeWidth=2, color="var(--ink)").encode(
                x=alt.X("low:Q", scale=scale), x2=alt.X2("high:Q")
            )
        )
    if start:
        layers.append(
            base.mark_tick(thickness=2, size=16, color="var(--ink)").encode(
                x=alt.X("start:Q", scale=scale)
            )
        )
    return finished(alt.layer(*layers), height_of(names))


def height_of(names: list[str]) -> int:
    """Return the height of a chart with a line for each name, two lines high if one takes two."""
    two = any([": " in name for name in names])
    return (TWO_LINES if two else LINE) * max(2, len(names))


def named(names: list[str]) -> Any:
    """Return the axis of names, one below the other: ``who: what`` on two lines."""
    alt = library("altair")
    two = any([": " in name for name in names])
    split = {"labelExpr": "split(datum.label, ': ')", "labelOffset": -6} if two else {}
    axis = alt.Axis(grid=False, ticks=False, **split)
    return alt.Y("name:N", sort=names, title=None, axis=axis)


def intervals(
    rows: Rows,
    title: str,
    *,
    shares: bool = True,
    zone: tuple[float, float] | None = None,
    level: float | None = None,
) -> dict[str, Any]:
    """Return a mark with its interval for each of some names.

    Args:
        rows: of ``name``, ``value``, ``low`` and ``high``, in their order.
        title: of the values.
        shares: whether values are shares.
        zone: bounds between which the ground is tinted.
        level: where an upright line is drawn.
    """
    alt = library("altair")
    shown = ".1%" if shares else ".2f"
    axis = share_axis(title) if shares else alt.Axis(title=title, tickCount=5)
    names = [str(row["name"]) for row in rows]
    down = named(names)
    base = alt.Chart(data(rows)).encode(y=down)
    layers = []
    if zone is not None:
        band = alt.Chart(data([{"from": zone[0], "to": zone[1]}]))
        layers.append(
            band.mark_rect(color="var(--can)", opacity=0.12).encode(
                x=alt.X("from:Q", axis=axis), x2=alt.X2("to:Q")
            )
        )
    if level is not None:
        rule = alt.Chart(data([{"level": level}])).mark_rule(
            color="var(--ink-3)", strokeDash=[3, 3]
        )
        layers.append(rule.encode(x=alt.X("level:Q", axis=axis)))
    layers.append(
        base.mark_rule(strokeWidth=3, color="var(--ink-2)").encode(
            x=alt.X("low:Q", axis=axis), x2=alt.X2("high:Q")
        )
    )
    layers.append(
        base.mark_point(filled=True, size=110, opacity=1, color="var(--a)").encode(
            x=alt.X("value:Q", axis=axis),
            tooltip=[
                alt.Tooltip("name:N", title="which"),
                alt.Tooltip("value:Q", format=shown, title=title or "value"),
                alt.Tooltip("low:Q", format=shown, title="from"),
                alt.Tooltip("high:Q", format=shown, title="to"),
            ],
        )
    )
    return finished(alt.layer(*layers), height_of(names))


def lines(rows: Rows, x: str, title: str, sides: Sequence[str]) -> dict[str, Any]:
    """Return lines with marks of different shapes: rows of ``x``, ``side`` and ``share``."""
    alt = library("altair")
    domain, _ = names_of(sides)
    shapes = alt.Scale(domain=domain, range=[SHAPES[n % 4] for n in range(len(domain))])
    base = alt.Chart(data(rows)).encode(
        x=alt.X(f"{x}:Q", title=title, axis=alt.Axis(grid=False, tickMinStep=1, format="d")),
        y=alt.Y("share:Q", scale=alt.Scale(domain=[0, 1]), axis=share_axis("")),
        color=coloured("side", sides),
    )
    points = base.mark_point(filled=True, size=55, opacity=1).encode(
        shape=alt.Shape("side:N", scale=shapes, legend=legend_of()),
        tooltip=[
            alt.Tooltip(f"{x}:Q", title=title),
            alt.Tooltip("side:N"),
            alt.Tooltip("share:Q", format=".1%", title="health left"),
        ],
    )
    return finished(alt.layer(base.mark_line(strokeWidth=2), points))
