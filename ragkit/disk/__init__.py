"""What the kit writes, and what it does when the disk is full.

- room: recognises a full disk, and says how much room is needed
- whole: files that are written all or nothing, and files that only grow
- texts: a cache of texts, which is a convenience
"""
