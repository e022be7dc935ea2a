"""``pad``: the store of the score pad: back it up, restore it, let old games go."""

from __future__ import annotations

import argparse
from pathlib import Path

from flip7.cli.command import Reply, whole_number
from flip7.errors import Fault, NotationError

HELP = "Back up, restore or tidy the score pad's store."


def add(parser: argparse.ArgumentParser) -> None:
    """The options of this command."""
    parser.add_argument("action", choices=["where", "backup", "restore", "expire"], help="what to do")
    parser.add_argument("file", nargs="?", metavar="FILE", help="the backup to write or to restore")
    parser.add_argument("--days", type=whole_number, metavar="N", help="expire: games untouched for so many days")


def run(args: argparse.Namespace) -> Reply:
    """Do it; the store is the one that ``DATABASE_URL`` or ``FLIP7_STORE`` names."""
    # Here and not above: no other command should wait for the database's library.
    from flip7.scorepad.place import chosen
    from flip7.scorepad.store import Store

    place = chosen()
    if args.action in ("backup", "restore") and not args.file:
        raise NotationError([Fault(f"Say which file: pad {args.action} FILE.")])
    match args.action:
        case "backup":
            place.backup(Path(args.file))
            return Reply({"store": place.name, "file": args.file}, f"{args.file}: a copy of {place.name}.")
        case "restore":
            kept = place.restore(Path(args.file))
            games, entries = Store.at(place).counts()
            before = f" What was there before is kept as {kept}." if kept else ""
            text = f"{place.name}: restored, {games} games with {entries} entries.{before}"
            return Reply({"store": place.name, "games": games, "kept": str(kept) if kept else None}, text)
        case "expire":
            if args.days is None or args.days < 1:
                raise NotationError([Fault("Say how old: pad expire --days N, with N of 1 or more.")])
            gone = Store.at(place).expire(args.days)
            return Reply({"store": place.name, "expired": gone}, f"{place.name}: {gone} games let go.")
    games, entries = Store.at(place).counts()
    data = {"store": place.name, "games": games, "entries": entries}
    return Reply(data, f"{place.name}: {games} games with {entries} entries.")
