"""A route is put together by pressing steps; the last one can be taken back."""

import pytest
from traitlets import TraitError

from ragkit.widgets.panels.route_field import RouteField


@pytest.fixture
def field():
    return RouteField("the route", ["plan", "retrieve"])


def press(field, *steps):
    buttons = {button.description: button for button in field.buttons}
    for step in steps:
        buttons[step].click()


def test_steps_come_in_the_order_in_which_they_are_pressed_and_may_come_again(field):
    press(field, "retrieve", "plan", "retrieve")
    assert field.value == ("retrieve", "plan", "retrieve")
    assert "the route: retrieve &gt; plan &gt; retrieve" in field.shown.value


def test_the_last_step_is_taken_back_and_of_nothing_nothing(field):
    press(field, "plan", "retrieve")
    field.back.click()
    assert field.value == ("plan",)
    field.back.click()
    field.back.click()
    assert field.value == () and "the route: nothing" in field.shown.value


def test_a_step_without_a_button_is_refused(field):
    press(field, "plan")
    with pytest.raises(TraitError):
        field.value = ("plan", "fly")
    assert field.value == ("plan",)


def test_a_screen_reader_is_told_of_every_step(field):
    assert "role='status'" in field.shown.value
