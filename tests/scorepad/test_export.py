"""Games taken away: spreadsheet, JSON, round records, PDF, and the summary."""

import csv
import io
import json
import re

import pytest
from fpdf import FPDF

from flip7.cards import VENGEANCE
from flip7.engine.reading import read_record
from flip7.engine.record import replay
from flip7.engine.writing import write_record
from flip7.errors import Flip7Error, NotAllowedError
from flip7.scorepad import export
from flip7.scorepad.entries import Close, End, Hand, Penalty, Rename, Reshuffle, Start, Void
from flip7.scorepad.game import Game
from flip7.scorepad.sheet_pdf import empty_sheet, game_sheet
from flip7.scorepad.summary import best_round, tales
from tests.scorepad.tables import begun, tapped, typed_round, worked_game

HOSTILE = "=HYPERLINK(1)<script>"


def rows(game):
    return list(csv.DictReader(io.StringIO(export.to_csv(game))))


def test_csv_has_a_row_for_each_player_and_round():
    game = worked_game()
    found = rows(game)
    assert len(found) == 12
    assert found[2] == {
        "round": "1", "player": "Cleo", "dealer": "", "status": "flip7", "cards": "0 1 2 4 5 6 7", "typed": "",
        "points": "40", "total": "40", "counts": "yes", "accepted because": "",
    }  # fmt: skip
    assert [row["total"] for row in found[-4:]] == ["78", "49", "59", "74"]
    assert {row["counts"] for row in rows(game.play(Void(2)))[4:8]} == {"no"}


@pytest.mark.parametrize("name", [HOSTILE, "+1", "-1", "@SUM(A1)", " =1", "|calc"])
def test_csv_cells_are_no_formulas_and_numbers_stay_numbers(name):
    game = begun("Ana", "Ben", edition="vengeance", brutal=True).play(Rename("p1", name))
    game = game.play(Hand("p1", 1, points=-4, typed="-8+4")).play(tapped("p2", 1, "-6", "", VENGEANCE)).play(Close(1))
    first, second = rows(game)
    assert first["player"] == f"'{name.strip()}"
    assert (first["typed"], first["points"], first["total"]) == ("'-8+4", "-4", "-4")
    assert (second["cards"], second["points"]) == ("'-6", "-6")


def test_json_gives_the_same_game_back():
    game = worked_game().play(Rename("p1", HOSTILE)).play(Reshuffle(4))
    game = game.play(game.undo())
    assert export.from_json(export.to_json(game)) == game


def changed(**changes):
    data = json.loads(export.to_json(worked_game()))
    data["entries"][1].update(changes)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "nested too deeply|not JSON"),
        ("[]", "no game of the score pad"),
        ('{"flip7": "score pad", "format": 2, "entries": []}', "“format” must be 1"),
        ('{"flip7": "score pad", "format": 1, "entries": []}', "1 to 5000 entries"),
        ('{"flip7": "score pad", "format": 1, "entries": [3]}', "Entry 1: An entry is an object"),
        ('{"flip7": "score pad", "format": 1, "entries": [{"kind": "undo", "of": 1}]}', "Entry 1: Only the last"),
        (changed(kind="bid"), "Entry 2: There is no kind of entry called “bid”"),
        (changed(round="one"), "Entry 2: “round” must be a whole number"),
        (changed(round=True), "Entry 2: “round” must be a whole number"),
        (changed(cards="3 17"), "Entry 2: “cards” holds “17”, which is no card"),
        (changed(cards="3 3"), "Entry 2: Ana: A second 3 is a bust"),
        (changed(colour="red"), "Entry 2: “colour” does not belong"),
        (changed(status="asleep"), "Entry 2: “status” must be one of active, stayed"),
        (changed(player="p9"), "Entry 2: Nobody at this table"),
        (changed(because=5), "Entry 2: “because” must be text"),
        ("x" * 2_000_001, "at most 2000000"),
    ],
)
def test_a_wrong_json_is_refused_with_the_place_of_the_fault(text, said):
    with pytest.raises(Flip7Error) as refused:
        export.from_json(text)
    assert re.search(said, refused.value.message)


def test_all_faults_of_a_json_are_told():
    data = json.loads(export.to_json(worked_game()))
    for at in (1, 2):
        data["entries"][at]["round"] = None
    with pytest.raises(Flip7Error) as refused:
        export.from_json(json.dumps(data))
    assert len(refused.value.faults) == 2


def test_a_round_whose_cards_are_known_is_a_round_record():
    record = export.round_record(worked_game(), 1)
    again = read_record(write_record(record))
    played = replay(again)
    assert played.differences() == []
    assert played.outcome()["scores"] == {"P1": 26, "P2": 0, "P3": 40, "P4": 44}
    assert again.shown == ("Ana", "Ben", "Cleo", "Dev")
    assert export.round_record(worked_game(), 2) is None


def test_v40_a_brutal_round_record_says_who_lost_the_15():
    game = begun("Ana", "Ben", edition="vengeance", brutal=True)
    game = game.play(tapped("p1", 1, "U7 1 2 3 4 5 0", "", VENGEANCE)).play(
        tapped("p2", 1, "3 3 -4", "busted", VENGEANCE)
    )
    plain = game.play(Close(1))
    # 7 + 1 + 2 + 3 + 4 + 5 + 0 = 22, with the bonus 37; the bust counts its minus card.
    assert replay(export.round_record(plain, 1)).outcome()["scores"] == {"P1": 37, "P2": -4}
    taken = game.play(Penalty("p1", "p2", 1)).play(Close(1))
    assert replay(export.round_record(taken, 1)).outcome()["scores"] == {"P1": 22, "P2": -19}


def test_the_record_of_a_flip_7_without_the_zero_has_its_hit():
    game = begun("Ana", "Ben", edition="vengeance").play(tapped("p1", 1, "1 2 3 4 5 6 8 /2", "", VENGEANCE))
    record = export.round_record(game.play(tapped("p2", 1, "9", "", VENGEANCE)).play(Close(1)), 1)
    # 29 halved is 14, and 15 for the Flip 7.
    assert replay(record).outcome()["scores"] == {"P1": 29, "P2": 9}


def test_the_summary_counts_best_rounds_busts_and_flip_7s():
    game = worked_game()
    ana, dev, cleo, ben = tales(game)
    assert (ana.player, ana.best, ana.total) == ("p1", (3, 52), 78)
    assert (dev.best, dev.frozen, cleo.flip7s, ben.busts, ben.place) == ((1, 44), 1, 1, 1, 4)
    # Ana's number cards were 3, 8 and 11. The deck's 79 hold 0 + 1 + 4 + 9 + … + 144 = 650 points.
    assert (ana.dealt, ana.high, ana.fair) == (3, 22 / 3, 650 / 79)
    assert best_round(game) == ("p1", 3, 52)
    assert best_round(begun("Ana")) is None


@pytest.fixture
def printed(monkeypatch):
    texts = []
    cell = FPDF.cell

    def record(self, w=None, h=None, text="", *rest, **more):
        texts.append(text)
        return cell(self, w, h, text, *rest, **more)

    monkeypatch.setattr(FPDF, "cell", record)
    return texts


def test_the_pdf_of_a_game_has_every_round_and_total(printed):
    game = typed_round(worked_game(), 55, 20, 20, 20, because="long ago").play(End("late"))
    pdf = game_sheet(game)
    assert pdf.startswith(b"%PDF")
    assert [text for text in printed if text][:7] == [
        "Flip 7: the game", "Played to 200 points.", "Round", "Ana", "Ben", "Cleo", "Dev",
    ]  # fmt: skip
    assert "frozen, deals" in printed
    # 78 + 55, 49 + 20, 59 + 20, 74 + 20
    assert printed[printed.index("Total") + 2 : printed.index("Total") + 9 : 2] == ["133", "69", "79", "94"]
    assert "1.  winner, 133 points:  Ana" in printed


def test_names_in_the_pdf_are_text_whatever_they_are(printed):
    game = worked_game().play(Rename("p1", "<b>שלום</b>")).play(Rename("p2", "Женя 日本")).play(Rename("p3", "x" * 40))
    assert game_sheet(game).count(b"/Type /Page\n") == 1
    assert "<b>םולש</b>" in printed
    assert "Женя ??" in printed
    assert any(re.fullmatch("x+…", text) for text in printed)


NAMES = ("<script>alert(1)</script>", '=cmd|"/C calc"!A0', "\u202eanA\u2066 שלום", "\t@SUM(A1)")


def test_hostile_names_stay_text_in_csv_json_and_pdf(printed):
    game = Game().play(Start(NAMES))
    for seat in range(1, 5):
        game = game.play(Hand(f"p{seat}", 1, points=20 + seat, because="=1+1" if seat == 1 else ""))
    game = game.play(Close(1))
    text = export.to_csv(game)
    assert not {"\u202e", "\u2066"} & {*text}
    found = rows(game)
    assert [row["player"] for row in found] == [
        "<script>alert(1)</script>", '\'=cmd|"/C calc"!A0', "anA שלום", "'@SUM(A1)",
    ]  # fmt: skip
    assert not any(cell[:1] in ("=", "+", "@", "|", "\t") for row in found for cell in row.values())
    assert export.from_json(export.to_json(game)) == game
    assert game_sheet(game).startswith(b"%PDF")
    assert "anA םולש" in printed
    assert any(text.startswith("<script>") for text in printed)


def test_a_file_with_a_name_of_ten_thousand_characters_is_refused_in_a_sentence():
    data = json.loads(export.to_json(worked_game()))
    data["entries"][0]["names"][1] = "x" * 10_000
    with pytest.raises(Flip7Error, match=r"Entry 1: .* has 10000 characters; a name has at most 40"):
        export.from_json(json.dumps(data))


def test_a_long_game_runs_over_several_pages():
    game = begun("Ana", target=10_000)
    for _ in range(60):
        game = typed_round(game, 30)
    assert game_sheet(game).count(b"/Type /Page\n") == 3


@pytest.mark.parametrize("players", [1, 8, 9, 18])
def test_empty_sheets_for_1_to_18(players, printed):
    assert empty_sheet(players, ["Ana"]).count(b"/Type /Page\n") == 1
    assert printed.count("Ana") == 1
    assert printed[-1] == ""


def test_r4_no_sheet_for_19():
    for players in (0, 19):
        with pytest.raises(NotAllowedError, match="R4"):
            empty_sheet(players)


@pytest.mark.parametrize(
    ("text", "written"),
    [(";=1+1", "',=1+1"), ("Ana; =CMD", "'Ana, =CMD"), ("Ana;Ben", "Ana;Ben"), ("=1", "'=1"), ("Ana", "Ana")],
)
def test_a_formula_behind_a_semicolon_is_text_too(text, written):
    assert export.safe(text) == written
