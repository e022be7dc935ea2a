"""Streamlit as ever, but it kills itself between a commit of the score pad and its acknowledgement when told so.

``python -m tests.scorepad.dying_server FLAG run app.py …``: the next commit after the file FLAG appears is the last.
"""

import os
import signal
import sys
from pathlib import Path

from streamlit.web.cli import main

from flip7.scorepad.store import Store

COMMIT = Store._append


def dying(flag):
    """``Store._append`` that does not live to tell."""

    def append(self, *args, **kwargs):
        last = COMMIT(self, *args, **kwargs)
        if flag.exists():
            flag.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return last

    return append


if __name__ == "__main__":
    Store._append = dying(Path(sys.argv[1]))
    sys.argv = ["streamlit", *sys.argv[2:]]
    main()
