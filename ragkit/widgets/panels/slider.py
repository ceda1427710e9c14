"""A slider with a number field beside it: the slider is for the mouse, the field for typing and for
screen readers.

The sliders of ipywidgets can be moved by the arrow keys, and have no name that a screen reader
could say.
"""

from __future__ import annotations

import ipywidgets as w


def beside(slider: w.FloatSlider | w.IntSlider, name: str, label: int = 14) -> w.HBox:
    """The slider, and before it a field of this name that always holds the same value; `label` is
    its width in rem."""
    field = w.BoundedFloatText if isinstance(slider, w.FloatSlider) else w.BoundedIntText
    written = field(
        slider.value,
        min=slider.min,
        max=slider.max,
        step=slider.step,
        description=name,
        style={"description_width": f"{label}rem"},
        layout=w.Layout(width=f"{label + 6}rem", max_width="100%"),
    )
    slider.readout, slider.description = False, ""
    w.link((slider, "value"), (written, "value"))
    return w.HBox([written, slider], layout=w.Layout(flex_flow="row wrap"))
