"""What the kit writes, and what it does when the disk is full.

- room: recognises a full disk, and says how much room is needed
- whole: files that are written all or nothing, and files that only grow
- texts: a cache of texts, which is a convenience
"""

from ragkit.disk.room import NoRoom, free_bytes, is_disk_full, is_read_only, no_room
from ragkit.disk.texts import TextCache
from ragkit.disk.whole import append_line, whole_lines, write_whole

__all__ = [
    "NoRoom",
    "TextCache",
    "append_line",
    "free_bytes",
    "is_disk_full",
    "is_read_only",
    "no_room",
    "whole_lines",
    "write_whole",
]
