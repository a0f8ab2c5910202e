"""Keeps the raw figures, and writes the page from all that were ever kept."""

from __future__ import annotations

import json

from bench.context import Figures
from bench.paths import PAGE, PLOTS, RAW
from bench.report.markers import replace
from bench.report.plots import all_plots
from bench.report.tables import all_tables
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
    texts = {**all_tables(suites.items()), "targets": targets(suites)}
    if about:
        texts["about"] = sentence(about)
    PAGE.write_text(replace(PAGE.read_text(encoding="utf-8"), texts), encoding="utf-8")
    PLOTS.mkdir(exist_ok=True)
    for name, svg in all_plots(suites).items():
        (PLOTS / f"{name}.svg").write_text(svg, encoding="utf-8")


def sentence(about: Figures) -> str:
    return (
        f"Measured on {about['date']} at {about['commit']}: {about['rounds']} rounds on {about['cores']} cores of "
        f"{about['processor']}, Linux {about['kernel']}, {about['system']}. Load average when it began: {about['load']}."
    )
