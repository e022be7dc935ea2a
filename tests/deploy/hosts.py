"""The parts of a host as processes on loopback: replicas, nginx with the configuration of deploy/, and phones."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import ClassVar

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
NGINX = ROOT / "deploy" / "nginx"
PATIENCE = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(true, what, seconds=PATIENCE):
    """Wait for something to come true, which it must."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.05)


def answers(port, path="/_stcore/health"):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


class Replica:
    """One process of the app, as ``flip7.hosting.serve`` runs it; ``before`` is Python that runs first.

    Each ends with its test (conftest.py).
    """

    made: ClassVar[list[Replica]] = []

    def __init__(self, log, before="", **environment):
        self.port, self.log = free_port(), log
        program = f"{before}\nfrom flip7.hosting import serve\nserve.main(['--server.port={self.port}'])"
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-c", program], cwd=ROOT, env=os.environ | environment, stdout=file, stderr=file
            )
        self.made.append(self)

    def ready(self):
        wait_until(lambda: answers(self.port), f"a replica did not start: {self.log.read_text()}")
        return self

    def kill(self, how=signal.SIGKILL):
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(PATIENCE)


class Nginx:
    """nginx with the very configuration of deploy/nginx, but for its ports."""

    def __init__(self, folder, replicas):
        self.port, self.log = free_port(), folder / "log"
        conf = folder / "nginx"
        shutil.copytree(NGINX, conf)
        at = [f"127.0.0.1:{replica.port}" for replica in replicas]
        lines = (NGINX / "replicas.conf").read_text()
        (conf / "replicas.conf").write_text(lines.replace("app-1:8501", at[0]).replace("app-2:8501", at[1]))
        site = (NGINX / "site.conf").read_text()
        site = site.replace("listen [::]:8080;", "").replace("listen 8080;", f"listen 127.0.0.1:{self.port};")
        (conf / "site.conf").write_text(site)
        self._command = ["nginx", "-c", conf / "nginx.conf", "-g", f"daemon off; pid {folder}/pid;"]
        with self.log.open("ab") as file:
            self.process = subprocess.Popen(self._command, stdout=file, stderr=file)
        wait_until(lambda: answers(self.port), "nginx did not start")

    def leads_to(self, cookie):
        """The port of the replica to which nginx leads whoever has this cookie."""
        url = f"http://127.0.0.1:{self.port}/_stcore/health"
        asked = urllib.request.Request(url, headers={"Cookie": cookie})
        before = self.log.read_text().count("\n")
        with urllib.request.urlopen(asked, timeout=5) as answer:
            answer.read()
        wait_until(lambda: self.log.read_text().count("\n") > before, "nginx wrote no line", 5)
        return int(json.loads(self.log.read_text().splitlines()[-1])["replica"].rpartition(":")[2])

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


class Phone:
    """A client of Streamlit's protocol at one page, with a log of taps; it opens the page anew where it is cut off.

    ``widgets`` are states that it sends besides, and ``ids`` those of the widgets it has seen, by their labels.
    """

    def __init__(self, port, number, page="score_pad", query="", **headers):
        self.port, self.page, self.query, self.headers = port, page, query, headers
        self.name = f"phone{number:03d}"
        self.taps, self.pad, self.link, self.text, self.cut_off = [], "", "", "", 0
        self.widgets, self.ids = [], {}
        self._socket, self._visits = None, contextlib.ExitStack()
        self.look()

    def tap(self, *codes):
        """Tap these keys; returns what the page then says."""
        for code in codes:
            self.taps.append([len(self.taps) + 1, code])
        return self.look()

    def look(self):
        """Draw the page, however often that takes."""
        for _ in range(20):
            try:
                return self._draw()
            except (ConnectionClosed, OSError):
                self.cut_off += 1
                self._socket = None
                time.sleep(0.2)
        raise AssertionError("the page did not come")

    def send(self):
        """Ask for the page, with every tap."""
        if self._socket is None:
            url = f"ws://127.0.0.1:{self.port}/_stcore/stream"
            visit = connect(url, subprotocols=["streamlit"], max_size=None, additional_headers=self.headers)
            self._socket = self._visits.enter_context(visit)
        message = BackMsg()
        message.rerun_script.page_name = self.page
        message.rerun_script.query_string = self.query
        if self.pad:
            state = message.rerun_script.widget_states.widgets.add()
            state.id = self.pad
            taps = {"log": self.name, "taps": self.taps[-8:], "link": self.link}
            state.json_value = json.dumps({"taps": taps})
        message.rerun_script.widget_states.widgets.extend(self.widgets)
        self._socket.send(message.SerializeToString())

    def _draw(self):
        self.send()
        text, done = [], False
        while not done:
            answer = ForwardMsg.FromString(self._socket.recv(timeout=20))
            new = answer.delta.new_element
            block = answer.delta.add_block.expandable
            widget = getattr(new, new.WhichOneof("type") or "", block)
            if getattr(widget, "id", ""):
                self.ids[getattr(widget, "label", "") or new.bidi_component.component_name] = widget.id
            if new.WhichOneof("type") == "html":
                text.append(new.html.body)
            elif new.bidi_component.component_name == "flip7_pad":
                self.pad = new.bidi_component.id
                data = json.loads(new.bidi_component.json)
                self.link = data["link"] or self.link
            done = answer.WhichOneof("type") == "script_finished"
            if done and answer.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                text, done = [], False
        self.text = "\n".join(text)
        return self.text

    def close(self):
        self._visits.close()
