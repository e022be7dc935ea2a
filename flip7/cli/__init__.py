"""The commands of ``python -m flip7`` (contract, part 3), a module each."""
