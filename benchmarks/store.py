"""What the score pad asks of its store, in a file and on a PostgreSQL server of its own, in the same run.

    python -m benchmarks.store

Milliseconds, median and p95, and how many times a file's median the server takes: a commit, the number of the last
entry (what each screen asks every second), a game that has not changed, one that has grown by an entry, and one that
this process has not seen yet.
"""

import statistics
import tempfile
import time
from pathlib import Path

from flip7.scorepad.entries import Hand, Start
from flip7.scorepad.store import Store
from tests.postgres_server import PostgresServer, programs

RUNS = 300
LENGTH = 150
"""Entries of a long evening's game."""


def taken(runs, work):
    """Milliseconds of each run."""
    times = []
    for number in range(runs):
        start = time.perf_counter()
        work(number)
        times.append((time.perf_counter() - start) * 1000)
    return times


def measured(store):
    """Each kind of work and its times."""
    hands = [Hand("p1", 1, points=number % 50) for number in range(LENGTH)]
    made = store.create([Start(("Ana", "Ben")), *hands])
    other = Store(store.engine)
    results = {
        "append": taken(RUNS, lambda n: store.append(made.code, len(hands) + 1 + n, [hands[0]], f"key-{n}")),
        "last": taken(RUNS, lambda _: store.last(made.watch)),
    }
    last = store.last(made.code)
    store.watch(made.watch)
    results["watch, unchanged"] = taken(RUNS, lambda _: store.watch(made.watch))
    grown = []
    for number in range(RUNS):
        other.append(made.code, last + number, [hands[0]], f"other-{number}")
        grown += taken(1, lambda _: store.watch(made.watch))
    results["watch, one entry more"] = grown
    short = store.create([Start(("Ana", "Ben")), *hands]).code
    results[f"open, {LENGTH + 1} entries unseen"] = taken(RUNS // 10, lambda _: Store(store.engine).open(short))
    return results


def shown(times):
    """Median and p95."""
    return f"{statistics.median(times):7.2f} {statistics.quantiles(times, n=20)[-1]:7.2f}"


def main():
    """Measure and print."""
    if programs() is None:
        raise SystemExit("There is no PostgreSQL server on this machine.")
    with tempfile.TemporaryDirectory() as folder, PostgresServer() as server:
        stores = [Store.at(Path(folder) / "pad.sqlite3"), Store.at(server.database())]
        file, database = map(measured, stores)
        for store in stores:
            store.engine.dispose()
    print(f"{'':<28}{'SQLite':>15}  {'PostgreSQL':>15}  ratio")
    for what, times in file.items():
        ratio = statistics.median(database[what]) / statistics.median(times)
        print(f"{what:<28}{shown(times)}  {shown(database[what])}  {ratio:5.2f}")


if __name__ == "__main__":
    main()
