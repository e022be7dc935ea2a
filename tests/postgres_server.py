"""A PostgreSQL server of one's own, in a temporary directory and on a socket in it, for tests and measurements."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path

OPTIONS = ("-clisten_addresses=", "-crecovery_init_sync_method=syncfs")
PATIENCE = 30
"""Seconds for a start."""


def programs():
    """The folder of the server's programs, the latest version's; None where there is no PostgreSQL."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    on_path = shutil.which("postgres")
    return debian[-1] if debian else on_path and Path(on_path).parent


class PostgresServer:
    """Started when it is made; ``with`` or ``stop`` ends it and removes everything. The programs refuse root."""

    def __init__(self):
        self._programs = programs()
        self._as = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        self.folder = Path(tempfile.mkdtemp(prefix="flip7-pg-", dir="/tmp"))
        self._names = count(1)
        if self._as:
            shutil.chown(self.folder, "postgres", "postgres")
        command = ["initdb", "-D", self.folder / "data", "-U", "flip7", "-A", "trust", "-E", "UTF8", "--locale=C"]
        self._run(*command, "--no-sync")
        self.start()

    def _run(self, program, *words):
        return subprocess.run(
            [self._programs / program, *words], check=True, capture_output=True, cwd="/", **self._as
        ).stdout

    def start(self):
        """Start, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *OPTIONS],
                cwd="/",
                stdout=log,
                stderr=log,
                **self._as,
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(subprocess.CalledProcessError):
                self._run("pg_isready", "-q", "-h", self.folder)
                return
            time.sleep(0.02)
        raise RuntimeError((self.folder / "log").read_text())

    def halt(self):
        """End at once, in the middle of everything, as ``pg_ctl stop -m immediate`` does."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)

    def restart(self):
        """End at once and come back."""
        self.halt()
        self.start()

    def database(self):
        """The address of a new, empty database."""
        name = f"pad{next(self._names)}"
        self.sql(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name):
        """The address of a database of this server."""
        return f"postgresql://flip7:secret-word@/{name}?host={self.folder}"

    def sql(self, statement, name="postgres"):
        """What this statement returns, as text."""
        return self._run("psql", "-h", self.folder, "-U", "flip7", "-qAtc", statement, name).decode()

    def stop(self):
        """End and remove everything."""
        with contextlib.suppress(ProcessLookupError):
            self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
