"""A short campaign in the ordinary tests; the long one is ``python -m tests.engine.campaign``."""

import pytest

from flip7.cards import CLASSIC, VENGEANCE
from tests.engine.campaign import campaign, wanted_rules

# Too rare for a short run; the long one counts them.
RARE = {"R15", "R39", "R42", "R53", "V18", "V22", "V40"}


@pytest.mark.parametrize("edition", [CLASSIC, VENGEANCE])
def test_random_rounds_hold_and_fire_every_rule(edition):
    inputs, fired = campaign(edition, 500, seed=7)
    assert inputs > 10_000
    assert [number for number in wanted_rules(edition) if number not in RARE and not fired[number]] == []
