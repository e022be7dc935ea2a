"""Logs that can be handed around: whatever goes wrong, no code, no query string and no name stands in them."""

import json
import logging
import signal
import subprocess
import sys

from flip7.hosting import logs
from flip7.scorepad.codes import new_code, spoken
from flip7.scorepad.entries import Start
from flip7.scorepad.store import Store
from tests.deploy.hosts import ROOT, Phone, Replica

NAME = "Annabelle"


def record(name, message, *args, error=None, **more):
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord(name, logging.ERROR, __file__, 1, message, args, info)
    for key, value in more.items():
        setattr(made, key, value)
    return json.loads(logs.line(made))


def test_codes_and_queries_are_taken_out_however_they_are_written():
    for _ in range(50):
        code = new_code()
        for written in (code, spoken(code), code.upper(), " ".join(spoken(code).split("-")), f"x/{code}/y"):
            assert "[code]" in logs.scrub(f"about {written}.")
            assert code[:8] not in logs.scrub(f"about {written}.").lower().replace("-", "").replace(" ", "")
    assert logs.scrub("GET /score_pad?v=1&pad=q HTTP/1.1") == "GET /score_pad?… HTTP/1.1"
    assert logs.scrub("Shall we? Yes, a banana.") == "Shall we? Yes, a banana."


def test_a_line_says_when_where_and_what():
    told = record("flip7.hosting", "%d of %s", 3, "five", event="counted")
    assert list(told) == ["time", "level", "logger", "event", "message"]
    assert (told["level"], told["logger"], told["event"]) == ("error", "flip7.hosting", "counted")
    assert told["message"] == "3 of five"
    assert told["time"].endswith("+00:00")


def test_of_a_library_only_fixed_words_and_numbers_are_kept():
    assert record("uvicorn.error", "Process [%d] of %d", 7, 9)["message"] == "Process [7] of 9"
    assert record("uvicorn.error", '%s - "%s"', NAME, 7)["message"] == '%s - "%s"'
    assert record("asyncio", f"Task failed <Task {NAME}>\nwith {NAME}")["message"] == "Task failed"
    assert record("other", ValueError(NAME))["message"] == "ValueError"


def test_an_error_leaves_its_types_and_places_but_not_its_words():
    try:
        try:
            int(NAME)
        except ValueError as error:
            raise KeyError(NAME) from error
    except KeyError as error:
        told = record("streamlit.error_util", "Uncaught app execution", error=error)
    assert told["error"]["types"] == ["KeyError", "ValueError"]
    assert told["error"]["at"][-1].startswith("tests/deploy/test_logs.py:")
    assert told["event"] == "error"
    assert NAME not in json.dumps(told)


def test_whatever_a_process_dies_or_warns_of_is_one_line_of_json():
    program = f"""
import logging, threading, warnings
early = logging.getLogger("early"); early.addHandler(logging.StreamHandler())
from flip7.hosting import logs
logs.install()
late = logging.getLogger("late"); late.propagate = False; late.addHandler(logging.StreamHandler())
early.warning("early (%s)", "{NAME}"); late.warning("late"); late.info("quiet")
logging.warning("root"); print("{NAME}"); warnings.warn("{NAME}")
thread = threading.Thread(target=lambda: int("{NAME}")); thread.start(); thread.join()
raise RuntimeError("{NAME}")
"""
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout == ""
    told = [json.loads(line) for line in ran.stderr.splitlines()]
    assert [line["logger"] for line in told] == ["early", "late", "root", *["flip7.hosting"] * 3]
    assert [line["event"] for line in told[3:]] == ["warning", "error", "error"]
    assert [line["error"]["types"] for line in told[4:]] == [["ValueError"], ["RuntimeError"]]
    assert NAME not in ran.stderr


BREAK = """
from flip7.scorepad import codec
def from_json(body):
    raise RuntimeError("cannot read " + body)
codec.from_json = from_json
"""


def test_a_real_server_keeps_codes_and_names_to_itself_when_a_page_breaks(tmp_path):
    store = Store.at(tmp_path / "pad.sqlite3")
    opened = store.create([Start((NAME, "Ben"))])
    server = Replica(tmp_path / "log", BREAK, FLIP7_STORE=str(tmp_path / "pad.sqlite3")).ready()
    phone = Phone(server.port, 1, query=f"v=1&pad={opened.code}", Referer=f"http://x/?pad={opened.code}")
    other = Phone(server.port, 2, query=f"v=1&pad={spoken(new_code())}&name={NAME}")
    assert "no game with this code" in other.text
    phone.close()
    other.close()
    assert server.kill(signal.SIGTERM) == 0
    text = server.log.read_text()
    told = [json.loads(line) for line in text.splitlines()]
    errors = [line for line in told if line["event"] == "error"]
    assert [line["error"]["types"] for line in errors] == [["RuntimeError"]]
    assert any(place.startswith("flip7/scorepad/store.py:") for place in errors[0]["error"]["at"])
    assert [line["event"] for line in told if line["logger"] == "flip7.hosting"] == ["starting", "stopping", "stopped"]
    for secret in (opened.code, spoken(opened.code), opened.watch, NAME, "pad="):
        assert secret not in text
