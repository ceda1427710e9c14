"""Switches and sliders for the parts and thresholds of a kit: a thin layer over `ablated` and the settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import ipywidgets as w

from ragkit.graphs import ablated
from ragkit.kit import Kit
from ragkit.rerank import OFF
from ragkit.settings import Provider
from ragkit.trace import Graph
from ragkit.widgets.beside import beside

WIRED, SET, OPENED = ("hybrid", "critic", "verifier"), {"rerank": ("reranker", OFF)}, ("memory", "web")
"""Parts that a graph is wired with, parts that a setting switches off, and parts that a kit is opened with."""
SLIDERS = {
    "answerable_from": "τ, evidence is approved from",
    "risk_up_to": "h, a draft goes out up to",
    "fit_from": "fit, a draft goes out from",
}
"""Settings between 0 and 1 that can be moved, and what each does."""


class Switches:
    """What a reader can switch off or move; `kit` and `graph` are what is left."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        there = dict.fromkeys(WIRED, True) | {part: getattr(kit, part) is not None for part in OPENED}
        self.parts = {
            part: w.Checkbox(here, description=part, indent=False, disabled=not here) for part, here in there.items()
        }
        on = {part: getattr(kit.settings, setting) != off for part, (setting, off) in SET.items()}
        self.parts |= {part: w.Checkbox(here, description=part, indent=False) for part, here in on.items()}
        self.sliders = {name: w.FloatSlider(getattr(kit.settings, name), min=0, max=1, step=0.01) for name in SLIDERS}
        self.k = w.IntSlider(kit.settings.k or 3, 1, 10)
        self.provider = w.Dropdown(options=get_args(Provider), value=kit.settings.provider, description="provider")
        self.provider.disabled = kit.model is not None  # a model that was handed in answers, whatever is chosen here
        parts = w.HBox(list(self.parts.values()), layout=w.Layout(flex_flow="row wrap"))
        moved = [beside(slider, SLIDERS[name]) for name, slider in self.sliders.items()]
        self.box = w.VBox([parts, *moved, beside(self.k, "k, passages kept"), self.provider])

    @property
    def without(self) -> list[str]:
        """The parts that are switched off."""
        return [part for part, switch in self.parts.items() if not switch.value]

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that were moved away from those of the kit."""
        chosen = {name: slider.value for name, slider in self.sliders.items()} | {"provider": self.provider.value}
        if self.k.value != (self._kit.settings.k or 3):
            chosen["k"] = self.k.value
        chosen |= dict(switch for part, switch in SET.items() if part in self.without)
        return {name: value for name, value in chosen.items() if value != getattr(self._kit.settings, name)}

    @property
    def kit(self) -> Kit:
        """The kit without what is switched off, under the settings that were moved."""
        kit = self._kit
        memory, web = (None if part in self.without else getattr(kit, part) for part in OPENED)
        settings = kit.settings.model_copy(update=self.settings)
        same = (memory, web) == (kit.memory, kit.web) and not self.settings
        return kit if same else replace(kit, settings=settings, memory=memory, web=web)

    @property
    def graph(self) -> Graph:
        """The critic-guided graph without the parts that are switched off."""
        return ablated(**{part: self.parts[part].value for part in WIRED})

    def __str__(self) -> str:
        switched = {setting for setting, _ in SET.values()}
        moved = [f"{name} = {value}" for name, value in self.settings.items() if name not in switched]
        off = [f"without {part}" for part in self.without if not self.parts[part].disabled]
        return ", ".join([*off, *moved]) or "as the kit is"
