"""One archive that sets a laptop up without a network.

- contents: which files go in: the kit, model files, recordings
- wheels: the packages of the lock as wheels, collected once
- archive: writing the archive with its checksums, and checking one
- make: all of it, in order, and what a bundle says of itself
- laptop: what is copied into the archive as it is, and runs on the laptop
"""
