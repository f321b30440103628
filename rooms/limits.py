"""What strangers can use of a server at most. Each bound is a setting.

A setting is an environment variable: RANKBOOK_ROOMS=200 sets `ROOMS`. Sessions, marks and streams
cost a stranger nothing. So at a full bound, what nobody reads or holds makes way first. Bounds by
address are nginx's (`deploy/rankbook.conf`): a class is one address.
"""

import os
import sys


def setting(name: str, default: int) -> int:
    """Return the bound of an environment variable, or the default; a wrong one ends the start."""
    text = os.environ.get(f"RANKBOOK_{name}", "")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 10**9):
        sys.exit(f"RANKBOOK_{name} must be a whole number of at least 1, not {text!r}.")
    return int(text)


ROOMS: int = setting("ROOMS", 500)
"""Open rooms in the database."""
ROOMS_OF_SESSION: int = setting("ROOMS_OF_SESSION", 5)
"""Rooms that one session has opened, and that are still open."""
QUESTIONS: int = setting("QUESTIONS", 200)
"""Questions of a room."""
ANSWERS: int = setting("ANSWERS", 2_000)
"""Answers to a question."""
PHONES: int = setting("PHONES", 4_000)
"""Phones of a room that are remembered; the mark of a forgotten one stays valid."""
STREAMS_OF_PHONE: int = setting("STREAMS_OF_PHONE", 8)
"""Event streams of one phone in a process."""
STREAMS_OF_ROOM: int = setting("STREAMS_OF_ROOM", 6_000)
"""Event streams of a room in a process. A class of 2,000 with two tabs each has 4,000."""
STREAMS: int = setting("STREAMS", 20_000)
"""Event streams of a process."""
UPLOADS_OF_SESSION: int = setting("UPLOADS_OF_SESSION", 320)
"""Megabytes of uploads that a session may hold: a run, its qrels and a second run of 100 each."""
UPLOADS: int = setting("UPLOADS", 400)
"""Megabytes of uploads that all sessions of a process may hold."""
UPLOAD_ADDRESSES: int = setting("UPLOAD_ADDRESSES", 100)
"""Addresses for uploads that a session may have; each takes one file."""
