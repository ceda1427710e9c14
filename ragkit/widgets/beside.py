"""A slider with a number field beside it: the slider is for the mouse, the field for typing and for screen readers.

The sliders of ipywidgets can be moved by the arrow keys, and have no name that a screen reader could say.
"""

from __future__ import annotations

import ipywidgets as w

LABEL = {"description_width": "14rem"}
NARROW = w.Layout(width="20rem", max_width="100%")


def beside(slider: w.FloatSlider | w.IntSlider, name: str) -> w.HBox:
    """The slider, and before it a field of this name that always holds the same value."""
    field = w.BoundedFloatText if isinstance(slider, w.FloatSlider) else w.BoundedIntText
    written = field(
        slider.value, min=slider.min, max=slider.max, step=slider.step, description=name, style=LABEL, layout=NARROW
    )
    slider.readout, slider.description = False, ""
    w.link((slider, "value"), (written, "value"))
    return w.HBox([written, slider], layout=w.Layout(flex_flow="row wrap"))
