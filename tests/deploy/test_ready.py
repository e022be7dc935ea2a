"""The readiness check against a real server, and the little of Streamlit's protocol that it knows."""

import sqlite3
import subprocess
import sys

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from flip7.hosting import ready
from tests.deploy.hosts import ROOT, Replica, free_port


def run(*words, **environment):
    command = [sys.executable, "-m", "flip7.hosting.ready", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def test_the_numbers_of_the_fields_are_those_of_this_streamlit():
    assert BackMsg.DESCRIPTOR.fields_by_name["rerun_script"].number == ready.RERUN_SCRIPT
    assert ClientState.DESCRIPTOR.fields_by_name["query_string"].number == ready.QUERY_STRING
    assert ClientState.DESCRIPTOR.fields_by_name["page_name"].number == ready.PAGE_NAME
    assert ForwardMsg.DESCRIPTOR.fields_by_name["script_finished"].number == ready.SCRIPT_FINISHED


def test_the_question_is_one_that_streamlit_reads():
    asked = BackMsg.FromString(ready.question()).rerun_script
    assert (asked.page_name, asked.query_string) == ("score_pad", f"v=1&pad={'ba' * 10}")


def test_the_fields_of_a_message_are_found_and_nonsense_is_refused():
    message = ForwardMsg(hash="x" * 300, script_finished=ForwardMsg.FINISHED_SUCCESSFULLY)
    message.metadata.cacheable = True
    assert sorted(ready.fields(message.SerializeToString())) == [1, 2, 6]
    with pytest.raises(ValueError, match="too early"):
        list(ready.fields(b"\x80\x80"))
    with pytest.raises(ValueError, match="no field"):
        list(ready.fields(b"\x07"))


def test_ready_and_what_is_missing_otherwise(tmp_path):
    store = tmp_path / "pad.sqlite3"
    server = Replica(tmp_path / "log", FLIP7_STORE=str(store)).ready()
    url = f"http://127.0.0.1:{server.port}"
    first = run(url, FLIP7_STORE=str(store))
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.startswith("Ready: the score pad has come and the store has taken a write, in ")
    with sqlite3.connect(store) as watching:
        counts = (f"(SELECT count(*) FROM {table})" for table in ("games", "entries", "schema_version"))
        rows = f"SELECT {', '.join(counts)}"
        before = watching.execute("PRAGMA data_version").fetchone()
        assert run(url, FLIP7_STORE=str(store)).returncode == 0
        assert watching.execute("PRAGMA data_version").fetchone() != before, "something was written"
        assert watching.execute(rows).fetchone() == (0, 0, 1), "and nothing is left of it"
    away = run(url, FLIP7_STORE="/dev/null/pad.sqlite3")
    assert (away.returncode, away.stdout) == (1, "")
    assert away.stderr.startswith("Not ready: the store does not work. ")
    assert run(url, "--page-only", FLIP7_STORE="/dev/null/pad.sqlite3").returncode == 0
    server.kill()
    gone = run(url, FLIP7_STORE=str(store))
    assert (gone.returncode, gone.stdout) == (1, "")
    assert gone.stderr.startswith(f"Not ready: the score pad at 127.0.0.1:{server.port} did not come")


def test_a_page_that_cannot_reach_the_store_is_not_ready(tmp_path):
    server = Replica(tmp_path / "log", FLIP7_STORE="/dev/null/pad.sqlite3").ready()
    told = run(f"http://127.0.0.1:{server.port}", FLIP7_STORE=str(tmp_path / "pad.sqlite3"))
    server.kill()
    assert told.returncode == 1
    assert told.stderr.startswith(f"Not ready: the score pad at 127.0.0.1:{server.port} came without")


def test_nobody_there_is_said_at_once():
    told = run(f"http://127.0.0.1:{free_port()}")
    assert told.returncode == 1
    assert "ConnectionRefusedError" in told.stderr
