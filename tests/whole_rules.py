"""Rules of every kind, and small positions for them whose tables are valid as they lie."""

from __future__ import annotations

from definition import readings
from hypothesis import strategies as st
from strategies import Pack, cards_of, corners, straight, valid_melds

from machiavelli_solver import AnyCard, CardValues, Position, Rules


@st.composite
def whole_rules(draw: st.DrawFn) -> Rules:
    """Rules of every kind; with runs around the corner few jokers, as their plays take long."""
    around = draw(st.integers(0, 4)) == 0
    return Rules(
        decks=draw(st.integers(1, 2)),
        jokers=draw(st.integers(0, 1 if around else 4)),
        aces="around" if around else draw(straight),
        jokers_per_meld=draw(st.sampled_from((None, None, 1, 2))),
        joker_moves=draw(st.sampled_from(("free", "swap", "swap"))),
        freed_joker=draw(st.sampled_from(("play", "keep"))),
        joker_company=draw(st.sampled_from((0, 0, 1, 2, 3))),
        opening=draw(st.sampled_from((0, 0, 5, 12, 30))),
        opening_values=draw(st.sampled_from((Rules().opening_values, CardValues((2,) * 13, 9)))),
    )


@st.composite
def positions_of(draw: st.DrawFn, rules: Rules) -> Position:
    """A valid table of 12 cards at most, 5 cards of hand at most, and some beside them."""
    corner = draw(corners())
    melds: list[list[AnyCard]] = []
    for meld in draw(valid_melds(rules, corner, max_melds=4)):
        if sum(map(len, melds)) + len(meld) <= 12:
            melds.append(meld)
    pack = Pack(rules)
    pack.take([card for meld in melds for card in meld])
    cards = cards_of(rules, corner)
    wanted = [*stand_ins(melds, rules), *(card for meld in melds for card in meld)]
    hand = draw(st.lists(st.sampled_from(wanted), max_size=2)) if wanted else []
    if draw(st.booleans()):  # some of what makes a meld
        hand += [card for meld in draw(valid_melds(rules, corner, max_melds=1)) for card in meld]
    hand = pack.rest([*hand, *draw(st.lists(cards, min_size=1, max_size=5))][:5])
    support = pack.rest(draw(st.lists(cards, max_size=2)))
    loose = pack.rest(draw(st.lists(cards, max_size=1)))
    return Position.of([*melds] or "", hand, support=support, loose=loose)


def stand_ins(melds: list[list[AnyCard]], rules: Rules) -> list[AnyCard]:
    """What the jokers of these melds may stand for, four times."""
    found: list[AnyCard] = []
    for meld in melds:
        for cards in readings(meld, rules):
            found += [card for card in cards if card not in meld]
    return found * 4
