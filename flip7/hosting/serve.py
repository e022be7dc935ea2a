"""The web app as a host runs it: settings for strangers' visits, logs without secrets, and a clean end.

    python -m flip7.hosting.serve [OPTIONS OF streamlit run]

Each setting can be overruled by the environment variable of its name, or by an option.

At SIGTERM no more visits are let in; pages that are being drawn come to their end, and with them what they write;
the workers end. After ``PATIENCE`` seconds the program ends in any case: a phone that fell asleep in the middle of a
message would hold up Streamlit for ever. What was confirmed is on the disk by then, and what was not is sent again by
the phone.
"""

from __future__ import annotations

import logging
import os
import runpy
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from flip7.hosting import logs

SETTINGS = {
    logs.VARIABLE: "json",
    # No wish to open a browser here, and nobody edits the files of a running host.
    "STREAMLIT_SERVER_HEADLESS": "true",
    "STREAMLIT_SERVER_FILE_WATCHER_TYPE": "none",
    # IPv4 only: on a socket for both kinds a proxy at 127.0.0.1 looks like ::ffff:127.0.0.1 and is not trusted.
    "STREAMLIT_SERVER_ADDRESS": "0.0.0.0",
    # What a phone may send at once, in MB: a game or a round as a file, the keys that were tapped.
    "STREAMLIT_SERVER_MAX_UPLOAD_SIZE": "1",
    "STREAMLIT_SERVER_MAX_WIDGET_STATE_SIZE": "1",
    # And what a page may send, in MB: by far the largest is the chart of a long game.
    "STREAMLIT_SERVER_MAX_MESSAGE_SIZE": "10",
    # A stranger sees that something went wrong, not the code and the values it went wrong with.
    "STREAMLIT_CLIENT_SHOW_ERROR_DETAILS": "none",
    # Both would write past the log.
    "STREAMLIT_LOGGER_ENABLE_RICH": "false",
    "STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE": "true",
}
PATIENCE = 9.0
"""Seconds from SIGTERM to the end; whoever runs this should wait a little longer before killing it."""
DRAWING = 5.0
"""Seconds of these for pages that are being drawn."""

_APP = Path(__file__).parents[2] / "app.py"
_SCRIPT_THREAD = "ScriptRunner.scriptThread"
_LOG = logging.getLogger(f"{logs.OURS}.hosting")


def main(options: Sequence[str]) -> None:
    """Run the app until it is told to stop."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    if logs.wanted():
        logs.install()
    _LOG.info("Starting.", extra={"event": "starting"})
    # Streamlit takes SIGTERM for itself; blocked in every thread, it comes to the one that waits for it. So nothing
    # that begins threads, as numpy does, may be imported before.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    threading.Thread(target=_await_the_end, daemon=True).start()
    sys.argv = ["streamlit", "run", str(_APP), *options]
    try:
        runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
    finally:
        _close_workers()
        _let_pages_end()
        _LOG.info("Stopped.", extra={"event": "stopped"})


def _await_the_end() -> None:
    """Pass the wish to stop on to Streamlit, and see that it comes true."""
    signal.sigwait({signal.SIGTERM})
    _LOG.info("Asked to stop.", extra={"event": "stopping"})
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(PATIENCE)
    _LOG.warning("Stopped with visits still open.", extra={"event": "stopped"})
    _close_workers()
    os._exit(0)


def _close_workers() -> None:
    from flip7.odds import worker

    worker.close()


def _let_pages_end() -> None:
    until = time.monotonic() + DRAWING
    for thread in threading.enumerate():
        if thread.name == _SCRIPT_THREAD:
            thread.join(max(0.0, until - time.monotonic()))


if __name__ == "__main__":
    main(sys.argv[1:])
