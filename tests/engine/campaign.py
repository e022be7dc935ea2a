"""Random rounds of both editions: random legal choices, house rules, players and decks, held against the rules.

    python -m tests.engine.campaign --rounds 100000

After every input the cards are counted; every round must end; every score must equal a recount from the codes of the
cards; a written record must replay to the same events; and every rule that the engine carries out must have fired at
least 20 times, or the campaign fails.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import replace

from flip7.cards import EDITIONS, VENGEANCE
from flip7.engine.choices import CardDue, Decision, Give, Shuffled, ShuffleDue, Turned
from flip7.engine.events import evolve
from flip7.engine.play import begin, due, next_round, step
from flip7.engine.reading import read_record
from flip7.engine.record import replay
from flip7.engine.table import Flips, new_round
from flip7.engine.writing import record_of, write_record
from flip7.rulebook import RULES, SWITCHES, House

LEAST = 20
MOST_INPUTS = 3000
RECORD_EVERY = 10

# Rules that say nothing a played round could break; each has its test elsewhere, or none is possible.
NOT_PLAYED = {
    **{f"R{n}": "the deck and the number of players: tests of the cards" for n in (1, 2, 3, 4, 5)},
    **{f"V{n}": "the deck and the number of players: tests of the cards" for n in (1, 2, 3, 4, 5)},
    "R46a": "bounds: tests of the scoring",
    "R54": "no rule of its own for one or two players: every other rule is played with them",
    "V7": "counted as V8: what happens to stayed players",
    "V16": "examples: tests of the scoring",
}


def cards_of(table):
    """Every card, wherever it lies."""
    cards = Counter(table.deck) + Counter(table.discard) + Counter(table.play)
    for line in table.lines:
        cards.update(line)
    return cards


def recount(table, seat):
    """R45, V15, V38-V41 from the codes of the cards, without the package's own arithmetic."""
    codes = [face.code for face in table.lines[seat]]
    house, status = table.house, table.status[seat]
    numbers = [int(code.lstrip("UL")) for code in codes if code.lstrip("UL").isdigit()]
    if table.edition.key == "classic":
        if status == "busted":
            return 0
        doubled = sum(numbers) * (2 if "x2" in codes else 1)
        return doubled + sum(int(code) for code in codes if code[0] == "+") + 15 * (len(set(numbers)) == 7)
    minus = sum(-int(code) for code in codes if code[0] == "-")
    taken = 15 * (table.penalty == seat)
    if status == "busted":
        return (-minus if house.brutal else 0) - taken
    if "0" in codes and status != "flip7":
        return (-minus if house.brutal and house.brutal_zero == "minus" else 0) - taken
    net = sum(numbers) // (2 if "/2" in codes else 1) - minus
    bonus = 15 * (status == "flip7" and table.penalty is None)
    return (net if house.brutal else max(0, net)) + bonus - taken


def random_house(rng):
    values = {
        switch.key: rng.choice([option.value for option in switch.options])
        for switch in SWITCHES.values()
        if switch.key
    }
    return House(**values, brutal=rng.random() < 0.4, target=rng.choice([20, 60, 200]))


def random_start(rng, edition):
    """A table before the deal: a full deck, a nearly empty one, or one rich in actions."""
    players = rng.choice([1, 2, 3, 3, 4, 5, 7, 10, 18])
    kind = rng.random()
    whole = list(Counter(edition.copies).elements())
    rng.shuffle(whole)
    if kind < 0.3:
        deck, discard = Counter(whole), Counter()
    elif kind < 0.6:
        cut = rng.randint(0, 30)
        deck, discard = Counter(whole[:cut]), Counter(whole[cut : cut + rng.randint(0, 20)])
    else:
        rich = [face for face in whole if not face.is_number or (face.rank < 8 and rng.random() < 0.7)]
        cut = rng.randint(len(rich) // 2, len(rich))
        deck, discard = Counter(rich[:cut]), Counter(rich[cut:])
    names = [f"N{seat}" for seat in range(players)]
    return new_round(names, edition, random_house(rng), dealer=rng.randrange(players), deck=deck, discard=discard)


def choose(rng, decision):
    """A legal answer; hits rather than stays, so that rounds get long."""
    if decision.asks == "hit-or-stay":
        return decision.options[0 if rng.random() < 0.6 else 1]
    return rng.choice(decision.options)


def asked(table):
    """Rules behind what is not among the legal answers now."""
    wanted = due(table) if table.agenda else None
    if not isinstance(wanted, Decision) or not wanted.card:
        return set()
    offered = {option.to for option in wanted.options if isinstance(option, Give)}
    if not offered or offered == set(table.seats):
        return set()
    return {"R19", "R24"} if table.edition.key == "classic" else {"V8"}


def situations(before, event, after, memory):
    """Rules that this event carries out without naming them."""
    fired = set()
    classic = before.edition.key == "classic"
    player, codes = event.player, {face.code for face in before.lines[event.player or 0]}
    dealing = before.phase == "deal"
    head = before.agenda[0] if before.agenda else None
    match event.kind:
        case "draw":
            if dealing and player == before.dealer:
                fired.add("R7")
            memory["opening"] = dealing and not isinstance(head, Flips)
        case "deal" | "skipped" if before.dealt == 0:
            fired.add("R8" if classic else "V6")
        case "freeze" | "flips" if before.undealt(player):
            fired.add("R12")
        case "passed" if before.undealt(event.other):
            fired.add("R15")
        case "bust":
            if dealing:
                fired.add("R17")
            if memory["moved"]:
                fired.add("V35")
        case "flip7":
            if memory["moved"]:
                fired.add("V35")
            if "SC" in codes:
                fired.add("R42")
        case "saved":
            memory["saved"].add(player)
            if isinstance(head, Flips):
                fired.add("R30")
            if sum(face.is_number for face in before.lines[player]) == 6:
                fired.add("R42")
        case "keep":
            if event.card.code == "SC" and player in memory["saved"]:
                fired.add("R39")
            if {event.card.code, *codes} >= {"13", "L13"}:
                fired.add("V21")
        case "shuffle":
            fired.add("R49")
            if isinstance(head, Flips):
                fired.add("R35c")
        case "sweep" if isinstance(head, Flips):
            fired.add("V20")
        case "must-stay" if "0" in codes:
            fired.add("V18")
        case "gets":
            fired.add("V24")
        case "offer" | "must-hit":
            if memory["chain"]:
                fired.add("R35b" if classic else "V36")
            memory.update(flips=None, chain=False)
        case "scored":
            fired |= scored(before, after, classic)
    if event.kind == "assign":
        memory["chain"] = True
        if memory["opening"] and player != event.other and not codes:
            fired.add("R11" if classic else "V31")
    if event.kind == "flips":
        if memory["flips"] == player:
            fired.add("R34")
        memory["flips"] = player
    if event.kind in ("gets", "steal", "swap", "discard", "assign") and "stayed" in before.status and not classic:
        fired.add("V8")
    memory["moved"] = event.kind in ("steal", "swap") or (memory["moved"] and event.kind in ("sweep", "bust"))
    return fired


def scored(before, after, classic):
    """Rules about the end of a round and of a game."""
    fired = set()
    lines, status, result = after.lines, after.status, after.result
    seven = "flip7" in status
    if before.phase == "deal":
        fired.add("R16")
    if any(status[seat] in ("stayed", "frozen") and result.scores[seat] for seat in after.seats):
        fired.add("R22")
    if any(face.code == "SC" for line in lines for face in line):
        fired.add("R40")
    if seven and "active" in status:
        fired.add("R43")
    if not seven:
        fired.add("R44" if classic else "V11")
    if any(
        line and not any(face.is_number for face in line) and n for line, n in zip(lines, result.scores, strict=True)
    ):
        fired.add("R46")
    top = max(result.totals)
    if top >= after.house.target:
        fired |= {"R51", "R52"} if classic else {"V13"}
        if result.totals.count(top) > 1:
            fired |= {"R53", f"tie {after.house.tie}"}
    if not classic:
        fired |= {"V14", "V15"}
        if after.house.brutal:
            if any(n < 0 for n in result.scores):
                fired.add("V38")
            if any(
                "0" in {face.code for face in line} and word != "flip7"
                for line, word in zip(lines, status, strict=True)
            ):
                fired.add("V41")
    return fired


def play_round(rng, table):
    """One round: the table at its end, the inputs, the events and the rules that fired."""
    cards, start = cards_of(table), table
    inputs, events, fired = [], [], Counter()
    memory = {"saved": set(), "flips": None, "chain": False, "moved": False, "opening": False}

    def happen(new):
        nonlocal table
        for event in new:
            before = table
            table = evolve(table, event)
            assert cards_of(table) == cards, "a card appeared or vanished"
            assert all(n >= 0 for n in table.deck.values()), "a card was dealt twice"
            fired.update(event.rules)
            fired.update(situations(before, event, table, memory))
        fired.update(asked(table))
        events.extend(new)

    happen(begin(table))
    while (wanted := due(table)) is not None:
        if isinstance(wanted, CardDue):
            faces = list(table.deck)
            given = Turned(rng.choices(faces, [table.deck[face] for face in faces])[0])
        else:
            given = Shuffled() if isinstance(wanted, ShuffleDue) else choose(rng, wanted)
        inputs.append(given)
        happen(step(table, given))
        assert len(inputs) < MOST_INPUTS, "a round without end"
    for seat in table.seats:
        assert table.result.scores[seat] == recount(table, seat), "a score that a recount does not give"
    assert not table.play
    return start, table, inputs, events, fired


def same(events):
    """The events without what a record has no place for: totals of earlier rounds."""
    return [replace(event, result=event.result and event.result.scores) for event in events]


def campaign(edition, rounds, seed):
    """Play so many rounds; returns the inputs played and how often each rule fired. Asserts on the way."""
    rng = random.Random(f"{edition.key} {seed}")
    inputs, played, fired = 0, 0, Counter()
    while played < rounds:
        table = random_start(rng, edition)
        for _ in range(rng.choice([1, 1, 1, 4])):
            start, table, given, events, rules = play_round(rng, table)
            fired.update(rules)
            inputs += len(given)
            played += 1
            if played % RECORD_EVERY == 0:
                again = replay(read_record(write_record(record_of(start, given))))
                assert again.error is None
                assert same(again.events) == same(events), "a record that replays differently"
                assert again.differences() == []
            if table.result.next_dealer is None:
                break
            if table.house.tie != "tied-only" or table.result.game != "tie-break":
                assert table.result.next_dealer == (table.dealer + 1) % len(table.names)
                fired["R6"] += 1
            table = next_round(table)
    return inputs, fired


def wanted_rules(edition):
    """Every rule of this edition that rounds can carry out."""
    letter = "V" if edition is VENGEANCE else "R"
    return [number for number in RULES if number.startswith(letter) and number not in NOT_PLAYED]


def main():
    """Play the campaign and report; exit status 1 where a rule fired too rarely."""
    parser = argparse.ArgumentParser(description="Random rounds held against the rules.")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    poor = False
    for edition in EDITIONS.values():
        begun = time.perf_counter()
        inputs, fired = campaign(edition, args.rounds, args.seed)
        seconds = time.perf_counter() - begun
        print(f"{edition.title}: {args.rounds} rounds, {inputs} inputs, {inputs / seconds:.0f} inputs a second")
        rules = wanted_rules(edition)
        print("  " + ", ".join(f"{number} {fired[number]}" for number in rules))
        rare = [number for number in rules if fired[number] < LEAST]
        if rare:
            poor = True
            print(f"  fired fewer than {LEAST} times: {', '.join(rare)}")
    return 1 if poor else 0


if __name__ == "__main__":
    sys.exit(main())
