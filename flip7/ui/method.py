"""How the odds were made, what they assume, and how they were checked: words for the page "How it works".

The figures come from ``python -m benchmarks.rules_of_thumb`` and ``python -m benchmarks.vengeance_odds --alone``.
"""

from __future__ import annotations

from html import escape

from flip7.odds.assumptions import ASSUMPTIONS

_EXACT = """
<p><b>Exact.</b> The odds count every way in which your round can go on, card by card without putting any back, and
choose the better of hitting and staying at each step. Nothing is sampled and nothing is cut off after one card. Below
each verdict stands how many states were counted: in Flip 7 it is 832 with six numbers in front, 3.4 million with none,
and forty times as many when you are alone.</p>
<p><b>What decides.</b> Your numbers, your modifiers, a Second Chance, which cards are still in the deck, who is still
in, and cards of a Flip Three that you must still take. Which duplicate a Second Chance saved does not matter, only
that one card fewer can bust you.</p>
<p><b>With a Vengeance</b> is counted in the same way. With others in it is exact, but it speaks only of your own line:
what others may give you, steal or swap is left out, and a stay can still be hit (V7). Only where all others have busted
and more than a few cards are left there are too many ways to count them all: rare ones are taken for others like them,
and the page says by how much that may be off. On a full deck it is a hundredth of a point: in the 22 positions that
were tried, going on to rarer ways changed 0.002 points at most. It can be more where a third or half of a small deck is
actions and modifiers, but most such decks are counted in full.</p>
<p><b>How it was checked.</b> A second, slow program asks the same questions card by card in fractions, with no
shortcut in common. The tests compare the two on hundreds of small decks: others in, alone, forced cards, with a
discard pile. Every list of final scores must add up to 1, and their mean must be the value of the hit.</p>
"""

_SIMPLE = """
<h4 id="one-step">Why “one more card, then stop” goes wrong</h4>
<p>Most calculators ask whether one more card, and then staying, beats staying now. But you may go on after that card,
so hitting is worth more than they think. On a fresh deck with others in, this advice is wrong on <b>232</b> of the
4,095 lines of one to six numbers, each time by staying too early; on 139 of them it costs more than half a point. The
worst is 0 1 2 10 11, where it throws away 3.38 points: two cards before seven, the 15 points are worth a risk.</p>
<h4 id="bust-chance">Why “stop at 26 %” goes wrong</h4>
<p>A fixed limit asks only how likely the next card busts you, not how much you would lose nor how near a Flip 7 is.
This is what simple rules earn in a round from the first card on, each at its best setting, exactly:</p>
<table class="f7-table"><thead>
<tr><th scope="col">rule</th><th scope="col">points</th><th scope="col">lost</th></tr></thead><tbody>
<tr class="f7-best"><td>best play</td><td>22.25</td><td>–</td></tr>
<tr><td>stop at a bust chance of 22.5 %</td><td>22.18</td><td>0.07</td></tr>
<tr><td>stop at a bust chance of 26 %</td><td>21.96</td><td>0.29</td></tr>
<tr><td>stop at 27 points</td><td>21.85</td><td>0.40</td></tr>
<tr><td>stop at three numbers</td><td>21.02</td><td>1.23</td></tr></tbody></table>
<p>Each of them goes on taking cards as long as a Second Chance lies in front. So the rule of 22 % is a good one to
remember over a whole evening, and still a bad adviser on the lines where it matters.</p>
"""

_REST = """
<p><b>Forced cards.</b> While cards of a Flip Three are to come there is nothing to decide: the page says what they
are worth, with best play after them. <b>Fixed plans</b> (one more card, two more …) count neither a Freeze nor a Flip
Three as a card.</p>
<p><b>Another goal.</b> With a goal of so many points the odds play for the chance to reach it, whatever the mean.
<b>Coin flip</b> is said up to a quarter of a point, or one per cent of such a chance: both choices are as good as
equal at a table. <b>Deck not known</b>: for who joined late, cards that went before count as still in the deck, so
the verdict is an estimate until the next reshuffle.</p>
<p><b>Not computed.</b> Alone with hardly a card in front there are up to 136 million states. Where others
in would stay, staying is best alone too: drawing your own Freeze or Flip Three never helps you.</p>
<p><b>Scores</b> follow the rulebook step by step: numbers, times two, plus cards, fifteen for Flip 7. In With a
Vengeance: numbers, halved and rounded down, minus cards, not below 0, then fifteen.</p>
"""


def method_html(about: str = "") -> str:
    """The whole method; ``about`` is the id of the assumption that was asked for."""
    asked = f'<p class="f7-notice f7-info">{escape(ASSUMPTIONS[about])}</p>' if about in ASSUMPTIONS else ""
    lines = "".join(f'<li id="{key}">{escape(words)}</li>' for key, words in ASSUMPTIONS.items())
    return f'{asked}{_EXACT}<h4 id="assumed">What is assumed</h4><ul>{lines}</ul>{_SIMPLE}{_REST}'
