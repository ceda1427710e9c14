"""An archive that fails is a note; what concerns the whole run ends it."""

import errno

import pytest

from ragkit.disk.room import NoRoom
from ragkit.graphs.tiered.in_time import in_time
from ragkit.model.recording import NotRecorded


def fails(error):
    def call():
        raise error

    return call


def test_what_an_archive_would_have_said_is_replaced_where_it_fails():
    assert in_time(fails(OSError("gone")), 5, "nothing") == ("nothing", "it could not be asked: OSError: gone")


@pytest.mark.parametrize("error", [NotRecorded("no reply"), NoRoom(errno.ENOSPC, "the disk is full")])
def test_a_missing_reply_and_a_full_disk_end_the_run(error):
    with pytest.raises(type(error)):
        in_time(fails(error), 5, "nothing")
