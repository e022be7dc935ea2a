"""The race chart: names as text, lines that can be told apart, and room for everybody's name."""

from flip7.ui.race_chart import race_chart


def test_eighteen_lines_differ_and_their_names_are_text_and_cut():
    names = ["<b>'Eve'</b>", "x" * 25, *(f"Player {n}" for n in range(3, 19))]
    chart = race_chart(names, [[*range(18)]])
    lines = chart["data"]
    assert [line["name"] for line in lines[:3]] == ["&lt;b&gt;'Eve'&lt;/b&gt;", f"{'x' * 23}…", "Player 3"]
    assert len({(line["line"]["color"], line["line"]["dash"], line["marker"]["symbol"]) for line in lines}) == 18
    assert lines[17]["y"] == [0, 17]


def test_the_legend_is_never_higher_than_half_of_the_chart_where_plotly_would_cut_it():
    for players, height in ((4, 280 + 4 * 22), (18, 2 * 18 * 22)):
        layout = race_chart(["Ana"] * players, [[0] * players])["layout"]
        assert layout["height"] == height
        assert layout["height"] >= 2 * 22 * players
