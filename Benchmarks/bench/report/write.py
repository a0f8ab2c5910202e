"""Keeps the raw figures, and writes the pages from all that were ever kept."""

from __future__ import annotations

import json

from bench.context import Figures
from bench.paths import PAGE, PLOTS, RAW, SCALING_PAGE, SCALING_PLOTS
from bench.report import scaling
from bench.report.markers import replace
from bench.report.plots import all_plots
from bench.report.tables import TABLES, all_tables
from bench.report.targets import targets


def kept() -> dict[str, Figures]:
    """The newest figures of every suite that was measured here."""
    if not RAW.exists():
        return {}
    suites: dict[str, Figures] = json.loads(RAW.read_text(encoding="utf-8"))
    return suites


def keep(name: str, figures: Figures) -> None:
    RAW.parent.mkdir(parents=True, exist_ok=True)
    RAW.write_text(json.dumps({**kept(), name: figures}, indent=1), encoding="utf-8")


def write_page() -> None:
    """Tables and plots of what was measured; the others stay as they stand."""
    suites = kept()
    about = suites.pop("about", {})
    texts = {**all_tables((name, suites[name]) for name in suites if name in TABLES), "targets": targets(suites)}
    if about:
        texts["about"] = sentence(about)
    PAGE.write_text(replace(PAGE.read_text(encoding="utf-8"), texts), encoding="utf-8")
    PLOTS.mkdir(exist_ok=True)
    for name, svg in all_plots(suites).items():
        (PLOTS / f"{name}.svg").write_text(svg, encoding="utf-8")


def write_scaling() -> None:
    """The same for docs/scaling.md."""
    suites = kept()
    page = replace(SCALING_PAGE.read_text(encoding="utf-8"), scaling.texts(suites))
    SCALING_PAGE.write_text(page, encoding="utf-8")
    for name, svg in scaling.plots(suites).items():
        (SCALING_PLOTS / f"{name}.svg").write_text(svg, encoding="utf-8")


def sentence(about: Figures) -> str:
    return (
        f"Measured on {about['date']} at {about['commit']}: {about['rounds']} rounds on {about['cores']} cores of "
        f"{about['processor']}, Linux {about['kernel']}, {about['system']}. Load average when it began: {about['load']}."
    )
