"""The end of a server: what is being written is written, workers end, and no phone can hold it up."""

import json
import signal
import socket
import threading
import time
from pathlib import Path

import pytest
import streamlit

from flip7.hosting import serve
from flip7.notation import read_cards
from flip7.odds import worker
from flip7.odds.position import Position
from flip7.odds.quick import Quick
from flip7.odds.worker import ClosedError
from flip7.scorepad.entries import Start
from flip7.scorepad.store import Store
from tests.deploy.hosts import Phone, Replica, wait_until


def children(pid):
    """The processes that this one has begun."""
    return [
        int(word) for task in Path(f"/proc/{pid}/task").iterdir() for word in (task / "children").read_text().split()
    ]


def test_workers_end_with_the_server(tmp_path):
    server = Replica(tmp_path / "log", FLIP7_STORE=str(tmp_path / "pad.sqlite3")).ready()
    phone = Phone(server.port, 1, page="should_i_hit", query="v=1&line=3-8-11")
    assert phone.text
    workers = children(server.process.pid)
    assert workers
    begun = time.monotonic()
    assert server.kill(signal.SIGTERM) == 0
    assert time.monotonic() - begun < serve.PATIENCE
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


SLOW = """
import time
from pathlib import Path
from flip7.scorepad.store import Store
quick = Store._append
def slowly(store, *args, **options):
    Path(FLAG).touch()
    time.sleep(1.5)
    return quick(store, *args, **options)
Store._append = slowly
"""


def test_what_is_being_written_is_written(tmp_path):
    place, flag = tmp_path / "pad.sqlite3", tmp_path / "writing"
    opened = Store.at(place).create([Start(("Ana", "Ben"))])
    server = Replica(tmp_path / "log", SLOW.replace("FLAG", repr(str(flag))), FLIP7_STORE=str(place)).ready()
    phone = Phone(server.port, 1, query=f"v=1&pad={opened.code}")
    phone.taps.append([1, "sit p1"])
    phone.send()
    wait_until(flag.exists, "nobody wrote")
    assert server.kill(signal.SIGTERM) == 0
    assert [type(entry).__name__ for entry in Store.at(place).open(opened.code).game.log] == ["Start", "Claim"]


def test_a_phone_that_fell_asleep_does_not_hold_up_the_end(tmp_path):
    server = Replica(tmp_path / "log", "from flip7.hosting import serve as s; s.PATIENCE = 2.0").ready()
    static = Path(streamlit.__file__).parent / "static"
    largest = max(static.rglob("*.js"), key=lambda file: file.stat().st_size)
    with socket.create_connection(("127.0.0.1", server.port)) as asleep:
        # More than the system keeps for a reader that does not read.
        asleep.sendall(f"GET /{largest.relative_to(static)} HTTP/1.1\r\nHost: x\r\n\r\n".encode() * 20)
        time.sleep(0.5)
        begun = time.monotonic()
        assert server.kill(signal.SIGTERM) == 0
        assert 1.9 < time.monotonic() - begun < serve.PATIENCE
    last = json.loads(server.log.read_text().splitlines()[-1])
    assert (last["event"], last["message"]) == ("stopped", "Stopped with visits still open.")


def test_an_ending_program_gives_no_answer_instead_of_a_slow_one(monkeypatch):
    monkeypatch.setattr(worker, "_closed", threading.Event())
    monkeypatch.setattr(worker, "_living", set())
    quick = Quick(workers=1)
    assert quick.ask(Position(read_cards("0 5 9"))).answer.result(60).hit > 0
    worker.close()
    with pytest.raises(ClosedError):
        quick.ask(Position(read_cards("0 5 10"))).answer.result(60)
