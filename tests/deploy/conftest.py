"""Skip, with the reason, where a program of a host is missing; fail where it is required."""

import os
import shutil

import pytest

from tests.deploy.hosts import Replica
from tests.postgres_server import PostgresServer, programs


def missing(what):
    if os.environ.get("FLIP7_REQUIRE_POSTGRES") == "1":
        pytest.fail(f"FLIP7_REQUIRE_POSTGRES=1, but there is no {what} on this machine.")
    pytest.skip(f"There is no {what} on this machine.")


@pytest.fixture
def nginx_here():
    """nginx on the path, where Debian puts it for root only, too."""
    os.environ["PATH"] += os.pathsep + "/usr/sbin"
    if shutil.which("nginx") is None:
        missing("nginx")


@pytest.fixture
def postgres():
    if programs() is None:
        missing("PostgreSQL server")
    with PostgresServer() as server:
        yield server


@pytest.fixture(autouse=True)
def nothing_left_running():
    yield
    while Replica.made:
        Replica.made.pop().kill()
