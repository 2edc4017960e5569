"""Whole games: from the deal to the score.

`rules` says what a game is, in data; `game` plays any of them. All else stands on these two:
what a player may see (`view`), a record that replays (`record`), players, and simulation.
"""
