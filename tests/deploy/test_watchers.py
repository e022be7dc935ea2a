"""Who has a link to watch cannot write, whatever is sent: no page lies between this client and the protocol."""

import json

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from flip7.scorepad.entries import Close, Hand, Rename, Start
from flip7.scorepad.store import Store
from tests.deploy.hosts import Phone, Replica

TAPS = ("sit p1", "5", "stayed", "close", "undo", "sit all", "number", "digit 7", "save", "move", "end", "yes")


@pytest.fixture
def store(tmp_path):
    return Store.at(tmp_path / "pad.sqlite3")


def test_a_watch_code_writes_by_no_request(store, tmp_path):
    watched = store.create([Start(("Annabelle", "Bartholomew")), Hand("p1", 1, points=20)])
    own = store.create([Start(("Mallory", "Trudy"))])
    server = Replica(tmp_path / "log", FLIP7_STORE=str(tmp_path / "pad.sqlite3")).ready()
    link, looks = f"v=1&pad={watched.watch}", f"v=1&watch={watched.watch}"

    # What is sent here writes: at a game of one's own, by keys and by a form.
    phone = Phone(server.port, 1, query=f"v=1&pad={own.code}")
    phone.tap("sit p1", "5")
    phone.widgets = [WidgetState(id=phone.ids["Players"], bool_value=True)]
    phone.look()
    phone.widgets += [
        WidgetState(id=phone.ids["New name"], string_value="Eve"),
        WidgetState(id=phone.ids["Rename"], trigger_value=True),
    ]
    phone.look()
    written = store.open(own.code).game.log
    assert written[-1] == Rename("p1", "Eve")
    assert any(isinstance(entry, Hand) for entry in written)
    forged, ids = phone.widgets, phone.ids
    kept = [id for name, id in Phone(server.port, 3).ids.items() if name.startswith("flip7_") and name != "flip7_frame"]
    assert kept
    remembered = json.dumps({"kept": {"page": "pad", "query": link}})

    # The same, and every other key, said of the watched game: in this session, which goes from page to page, and anew.
    for page, query in (("watch", looks), ("score_pad", link), ("referee", link), ("", link)):
        for session in (phone, Phone(server.port, 2, page, query)):
            session.page, session.query, session.pad, session.link = page, query, ids["flip7_pad"], link
            session.widgets = [*forged, *(WidgetState(id=id, json_value=remembered) for id in kept)]
            session.tap(*TAPS[:8])
            session.tap(*TAPS[8:])
            assert ("Annabelle" in session.text) == (page == "watch")
            assert watched.code not in session.text
    typed = Phone(server.port, 3)
    typed.widgets = [
        WidgetState(id=typed.ids["Code of the game, or its link"], string_value=watched.watch),
        WidgetState(id=typed.ids["Open"], trigger_value=True),
    ]
    assert "There is no game with this code" in typed.look()
    led = f"v=1&pad={watched.watch}&names=Annabelle%0ABartholomew&n=4&in=5.6.s.s"
    referee = Phone(server.port, 4, "referee", led)
    referee.widgets = [WidgetState(id=referee.ids["Write this round on the score pad"], trigger_value=True)]
    assert "There is no game with this code" in referee.look()
    assert store.open(watched.code).game == watched.game
    assert Close not in map(type, store.open(watched.code).game.log)
    for each in (phone, typed, referee):
        each.close()
