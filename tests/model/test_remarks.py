"""What is remarked on a reply reaches the call that waits for it, and no other."""

from threading import Thread

from ragkit.model.remarks import remark, take_remarks


def test_remarks_are_taken_once_and_in_order():
    remark("waited")
    remark("cut")
    assert take_remarks() == ["waited", "cut"] and take_remarks() == []


def test_a_thread_has_its_own():
    remark("here")
    found = []
    thread = Thread(target=lambda: found.append(take_remarks()))
    thread.start()
    thread.join()
    assert found == [[]] and take_remarks() == ["here"]
