"""Pairing equal things, against every way to do it; and which melds are built on which."""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import example, given
from hypothesis import strategies as st
from strategies import some

from machiavelli_solver import Meld, Position, rearranged
from machiavelli_solver.pairing import Group, Pair, best_pairing
from machiavelli_solver.rearrangement import _bases

SIZE = 3
KINDS = 4
PAIRS: list[list[Pair]] = [
    [(SIZE * kind + i, SIZE * kind + j) for i in range(SIZE) for j in range(SIZE)]
    for kind in range(KINDS)
]
some_groups: st.SearchStrategy[list[Group]] = st.lists(
    st.frozensets(
        st.sampled_from([pair for kind in PAIRS for pair in kind]), min_size=2, max_size=4
    ),
    max_size=6,
)


def worth(groups: list[Group], made: set[Pair]) -> int:
    return sum(max(0, len(group & made) - 1) for group in groups)


@some(100)
@given(some_groups)
def test_the_best_of_all_pairings(groups: list[Group]) -> None:
    used = {pair for group in groups for pair in group}
    kinds = [[pair for pair in kind if pair in used] for kind in PAIRS]
    ways = [
        [
            [(SIZE * kind + i, SIZE * kind + j) for i, j in enumerate(order)]
            for order in permutations(range(SIZE))
        ]
        for kind in range(KINDS)
    ]
    most = max(worth(groups, {p for way in chosen for p in way}) for chosen in product(*ways))
    made = best_pairing(groups, kinds)
    assert len({thing for thing, _ in made}) == len({place for _, place in made}) == len(made)
    assert worth(groups, {*made}) == most


def test_more_ways_than_can_be_tried() -> None:
    # four decks: the sets of two ranks, and each is laid with others
    before = [Meld.parse(f"{rank}{suits}") for rank in "45" for suits in ("CDHS",) * 4]
    after = [Meld.parse(f"{rank}{suits}") for rank in "45" for suits in ("CDH", "DHS", "CHS")]
    cards = [card for meld in before for card in meld]
    for meld in after:
        for card in meld:
            cards.remove(card)
    rest = Meld(tuple(cards))
    turn = rearranged(Position.of(before), [*after, rest])
    assert 6 <= turn.cuts <= 24
    assert sum(map(len, turn.sources)) == 32


some_shares = st.lists(
    st.dictionaries(st.integers(0, 4), st.integers(1, 5), max_size=4), max_size=5
)


@some(200)
@given(some_shares)
@example([{0: 1, 1: 1, 4: 3}, {4: 1}])  # the first gives up what it has the most of
def test_as_many_melds_as_can_be_are_built_on_others(shares: list[dict[int, int]]) -> None:
    bases = _bases(shares)
    used = [base for base in bases if base is not None]
    assert len(used) == len({*used})
    staying = sum(
        share[base] for share, base in zip(shares, bases, strict=True) if base is not None
    )
    choices = product(*([None, *share] for share in shares))
    best = max(
        (
            len(chosen),
            sum(share[base] for share, base in zip(shares, way, strict=True) if base is not None),
        )
        for way in choices
        for chosen in [[base for base in way if base is not None]]
        if len(chosen) == len({*chosen})
    )
    assert (len(used), staying) == best
