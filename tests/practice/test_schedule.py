"""What is drilled next: missed topics sooner, harder for who is right, and all of it in a short text."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from flip7.cards import CLASSIC, EDITIONS, VENGEANCE
from flip7.practice.drills import TOPICS, item
from flip7.practice.item import DRILLS
from flip7.practice.schedule import (
    Progress,
    answered,
    following,
    merged,
    missed,
    read_progress,
    topic_name,
    write_progress,
)

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
ONE = item("legal", CLASSIC, 1, "one", "turn")
OTHER = item("legal", CLASSIC, 1, "two", "first-stay")


def after(progress, *answers, start=NOW, gap=timedelta(seconds=20)):
    """The progress after these answers (item, right), one after the other."""
    for number, (one, right) in enumerate(answers):
        progress = answered(progress, one, right, start + number * gap)
    return progress


def due_in(progress, one, now=NOW):
    """Minutes until this item's topic is due."""
    seen = progress.seen[topic_name(one.kind, one.edition, one.topic)]
    return seen.due - (
        seen.last if now is None else int((now - datetime(2025, 1, 1, tzinfo=UTC)).total_seconds() // 60)
    )


def test_what_was_missed_comes_back_sooner():
    wrong, right = after(Progress(), (ONE, False)), after(Progress(), (ONE, True))
    assert due_in(wrong, ONE) == 1
    assert due_in(right, ONE) == 10


def test_what_is_known_comes_back_after_days():
    progress = after(Progress(), (ONE, True), (ONE, True), gap=timedelta(minutes=11))
    assert due_in(progress, ONE, None) > 24 * 60
    forgot = answered(progress, ONE, False, NOW + timedelta(days=9))
    assert due_in(forgot, ONE, None) == 10


def test_the_missed_topic_is_asked_again_when_it_is_due():
    progress = after(Progress(), (ONE, False), (OTHER, True))
    later = NOW + timedelta(minutes=2)
    asked = following(progress, later, ["legal"], CLASSIC, random.Random(1))
    assert (asked.kind, asked.topic, asked.again) == ("legal", "turn", True)
    soon = following(progress, NOW + timedelta(seconds=30), ["legal"], CLASSIC, random.Random(1))
    assert not soon.again


def test_only_the_kinds_and_the_game_that_were_chosen():
    progress = after(Progress(), (ONE, False))
    later = NOW + timedelta(hours=1)
    for seed in range(20):
        asked = following(progress, later, ["score", "next"], VENGEANCE, random.Random(seed))
        assert asked.kind in ("score", "next")
        assert asked.edition is VENGEANCE
        assert not asked.again


def test_the_level_follows_the_learner():
    up = after(Progress(), *[(ONE, True)] * 4)
    assert up.level("legal") == 2
    assert up.level("score") == 1
    assert after(up, (ONE, False)).level("legal") == 1
    assert after(Progress(), *[(ONE, False)] * 3).levels["legal"] == 1.0
    assert after(Progress(), *[(ONE, True)] * 40).level("legal") == 5
    # Three right and one wrong leave the level where it was.
    assert after(up, (ONE, True), (ONE, True), (ONE, True), (ONE, False)).levels["legal"] == up.levels["legal"]


def test_the_text_brings_everything_back():
    progress = Progress()
    for number, kind in enumerate(DRILLS):
        for edition in EDITIONS.values():
            for topic in TOPICS[kind][edition.key][:2]:
                one = item(kind, edition, 1, "text", topic)
                progress = answered(progress, one, number % 2 == 0, NOW + timedelta(minutes=number))
    again = read_progress(write_progress(progress))
    assert again == progress
    # A stored topic is reviewed like one that never left the memory.
    assert answered(again, ONE, True, NOW) == answered(progress, ONE, True, NOW)


def test_all_topics_fit_into_what_a_device_keeps():
    progress = Progress()
    for kind in DRILLS:
        for edition in EDITIONS.values():
            for topic in TOPICS[kind][edition.key]:
                one = replace(ONE, kind=kind, edition=edition, topic=topic)
                for days in (0, 3, 40):
                    progress = answered(progress, one, True, NOW + timedelta(days=days))
    assert len(write_progress(progress)) < 3000


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "2;h1;", "1;h9z;cl turn", "1;;clturn:7,0,1,1,1,1", "1;;clnobody:1,0,1,5,1,1",
     "1;;clturn:2,0,1,5,1,1", "1;;clturn:1,0,0,5,1,1", "1;;" + "x" * 9000],
)  # fmt: skip
def test_a_text_that_is_not_ours_is_left_out(text):
    assert read_progress(text).seen == {}


def test_two_devices_know_more_together():
    one, other = after(Progress(), (ONE, False)), after(Progress(), (OTHER, True), (OTHER, True))
    both = merged(one, other)
    assert both == merged(other, one)
    assert set(both.seen) == {"c.legal.turn", "c.legal.first-stay"}
    later = after(one, (ONE, True), start=NOW + timedelta(minutes=5))
    assert merged(one, later).seen == merged(later, one).seen == later.seen


def test_weak_topics_are_named():
    progress = after(Progress(), (ONE, False), (OTHER, True), (OTHER, True), gap=timedelta(minutes=11))
    assert missed(progress) == ("c.legal.turn",)
