"""Switches for the parts of a system and sliders for its thresholds.

Which parts and thresholds there are is read from `SYSTEMS` and from the marks on the settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

import ipywidgets as w

from ragkit.graphs import SYSTEMS
from ragkit.kit import Kit
from ragkit.settings import JudgeName, Provider, Settings
from ragkit.trace import Graph
from ragkit.widgets.panels.parts import explained, switch
from ragkit.widgets.panels.slider import beside

OPENED = ("memory", "web")
"""Parts that a kit is opened with."""
JUDGES = (("taught, else odds", ""), *((name, name) for name in get_args(JudgeName)))
"""The judges by label. The first one is the default: taught where an adapter ships.

Its value is not None: ipywidgets takes that for no choice at all, and shows an empty field.
"""


class Switches:
    """What a reader can switch off or move; `kit` and `graph` are what is left."""

    def __init__(self, kit: Kit, system: str = "adaptive") -> None:
        self._kit, self._system = kit, SYSTEMS[system]
        self.parts = {part: switch(part, True) for part in self._system.parts}
        self.parts |= {part: switch(part, on=False) for part in self._system.extra}
        for part in OPENED:
            there = getattr(kit, part) is not None
            self.parts[part] = switch(part, there, disabled=not there)
        for part, off in Settings.boxes().items():
            self.parts[part] = switch(part, on=not _are(kit.settings, off))
        self.sliders = {name: _slider(name, kit.settings) for name in Settings.sliders()}
        self.k = w.IntSlider(kit.settings.k or 3, 1, 10)
        self.provider = w.Dropdown(options=get_args(Provider), description="provider")
        self.provider.value = kit.settings.provider
        # A model that was handed in answers, whatever provider is chosen here.
        self.provider.disabled = kit.model is not None
        self.judge = w.Dropdown(options=JUDGES, description="judge")
        self.judge.value = kit.settings.judge or ""
        self._opened = {part: box.value for part, box in self.parts.items()}
        closed = [part for part in OPENED if self.parts[part].disabled]
        row = w.HBox(
            list(self.parts.values()),
            layout=w.Layout(flex_flow="row wrap", grid_gap="0 1rem"),
        )
        self.boxes = w.VBox([row, explained(list(self.parts), closed)])
        self.fields = w.VBox(self._rows())
        self.box = w.VBox([self.boxes, self.fields])

    def _rows(self) -> list[w.Widget]:
        """Each slider, and the judge and the provider last."""
        rows: list[w.Widget] = []
        for name, label in Settings.sliders().items():
            rows.append(beside(self.sliders[name], label, label=18))
        rows.append(beside(self.k, "passages that are kept (k)", label=18))
        rows += [self.judge, self.provider]
        return rows

    @property
    def without(self) -> list[str]:
        """The parts that are switched off; one that has to be added is not among them."""
        off = []
        for part, box in self.parts.items():
            if not box.value and part not in self._system.extra:
                off.append(part)
        return off

    @property
    def settings(self) -> dict[str, Any]:
        """The settings that differ from those of the kit."""
        kits = self._kit.settings
        chosen: dict[str, Any] = {name: slider.value for name, slider in self.sliders.items()}
        chosen["provider"] = self.provider.value
        chosen["judge"] = self.judge.value or None
        if self.k.value != (self._kit.settings.k or 3):
            chosen["k"] = self.k.value
        for part, off in Settings.boxes().items():
            if not self.parts[part].value:
                chosen |= off
            elif _are(kits, off):
                chosen |= Settings.switched_on(part)
        return {name: value for name, value in chosen.items() if value != getattr(kits, name)}

    @property
    def kit(self) -> Kit:
        """The kit without what is switched off, under the settings that were moved."""
        kit, without, moved = self._kit, self.without, self.settings
        memory = None if "memory" in without else kit.memory
        web = None if "web" in without else kit.web
        if not moved and memory is kit.memory and web is kit.web:
            return kit
        settings = kit.settings.model_copy(update=moved)
        return replace(kit, settings=settings, memory=memory, web=web)

    @property
    def graph(self) -> Graph:
        """The system's graph without the parts that are switched off, and with those added."""
        parts = {
            "without": [part for part in self._system.parts if not self.parts[part].value],
            "extra": [part for part in self._system.extra if self.parts[part].value],
        }
        # a system without parts takes no such argument
        return self._system.build(**{name: names for name, names in parts.items() if names})

    def __str__(self) -> str:
        changes = []
        for part, box in self.parts.items():
            if box.value != self._opened[part]:
                sign = "with" if box.value else "without"
                changes.append(f"{sign} {part}")
        boxed = {name for settings in Settings.boxes().values() for name in settings}
        for name, value in self.settings.items():
            if name not in boxed:
                changes.append(f"{name} = {value}")
        return ", ".join(changes) or "as the kit is"


def _are(settings: Settings, values: Mapping[str, Any]) -> bool:
    """Whether all these settings have these values."""
    return all(getattr(settings, name) == value for name, value in values.items())


def _slider(name: str, settings: Settings) -> w.FloatSlider:
    """A slider for a threshold, which says what it is when it is pointed at."""
    field = Settings.model_fields[name]
    return w.FloatSlider(
        getattr(settings, name),
        min=0,
        max=1,
        step=0.01,
        tooltip=field.description,
    )
