"""PostgreSQL, two replicas and nginx as deploy/ sets them up, and a table of phones while a replica dies."""

import gzip
import json
import urllib.request

import pytest

from flip7.scorepad.codes import spoken
from flip7.scorepad.entries import Hand, Start
from flip7.scorepad.store import Store
from tests.deploy.hosts import Nginx, Phone, Replica, answers

NAMES = ("Annabelle", "Bartholomew", "Clementine", "Desdemona")


@pytest.fixture
def place(postgres, nginx_here, tmp_path):
    """The address of the store, both replicas and nginx."""
    address = postgres.database()
    replicas = [Replica(tmp_path / f"replica{n}", DATABASE_URL=address) for n in (1, 2)]
    for replica in replicas:
        replica.ready()
    nginx = Nginx(tmp_path, replicas)
    yield address, replicas, nginx
    nginx.stop()


def test_phones_carry_on_at_the_other_replica_and_nothing_is_lost(place):
    address, replicas, nginx = place
    store = Store.at(address)
    opened = store.create([Start(NAMES)])
    query = f"v=1&pad={opened.code}"
    # Which cookie leads where depends on the ports: two phones at each.
    cookies = [f"flip7_seat=seat{n}" for n in range(40)]
    at = {
        replica.port: [cookie for cookie in cookies if nginx.leads_to(cookie) == replica.port] for replica in replicas
    }
    phones = [
        Phone(nginx.port, n, query=query, Cookie=cookie, Referer=f"http://table/score_pad?{query}")
        for n, cookie in enumerate([cookie for here in at.values() for cookie in here[:2]], 1)
    ]
    for n, phone in enumerate(phones, 1):
        assert "Annabelle" in phone.text
        phone.tap(f"sit p{n}", str(n))
    replicas[0].kill()
    for n, phone in enumerate(phones, 1):
        phone.tap(str(n + 4), "stayed")
    assert [phone.cut_off > 0 for phone in phones] == [True, True, False, False], "only those of the dead one moved"
    game = store.open(opened.code).game
    # Each phone has tapped two cards, one before and one after: n + (n + 4) points.
    assert dict(game.rounds[0].points) == {"p1": 6, "p2": 8, "p3": 10, "p4": 12}
    hands = [(entry.player, entry.status, len(entry.cards)) for entry in game.log if isinstance(entry, Hand)]
    each = [("active", 1), ("active", 2), ("stayed", 2)]
    assert sorted(hands) == [(f"p{n}", *told) for n in range(1, 5) for told in each], "nothing twice"
    for phone in phones:
        shown = phone.look()
        assert all(f"<td>{points}" in shown or f">{points}<" in shown for points in (6, 8, 10, 12))
        phone.close()
    # A visitor without a cookie gets one, and a page that is packed.
    page = urllib.request.Request(
        f"http://127.0.0.1:{nginx.port}/score_pad?{query}", headers={"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(page, timeout=10) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "flip7_seat=" in answer.headers["Set-Cookie"]
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert b"<html" in gzip.decompress(answer.read())
    # Links that were mangled on their way.
    for path in (f"score_pad%3Fpad={opened.code}", "hit%3Fname=Annabelle", spoken(opened.code), opened.watch.upper()):
        answers(nginx.port, f"/{path}")
    logs = "\n".join(log.read_text() for log in (nginx.log, replicas[0].log, replicas[1].log))
    for secret in (
        opened.code,
        spoken(opened.code),
        opened.watch,
        opened.watch.upper(),
        "pad=",
        "http://table",
        "seat1",
        *NAMES,
    ):
        assert secret not in logs
    lines = [json.loads(line) for line in nginx.log.read_text().splitlines() if line.startswith("{")]
    assert {"/_stcore/stream", "/score_pad", "(a code)", "(no path of this app)"} <= {line["path"] for line in lines}
    assert "101" in {str(line["status"]) for line in lines}
