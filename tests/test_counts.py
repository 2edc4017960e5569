"""The plain tier: counts of cards, one table or many at once, against cards one by one."""

from __future__ import annotations

import itertools
import subprocess
import sys
import textwrap
import threading
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import aces, corners, some, tables

from machiavelli_solver import (
    Aces,
    AnyCard,
    CardCountError,
    CardLikeError,
    MachiavelliError,
    OptionError,
    Rules,
    are_valid,
    is_valid,
    is_valid_counts,
    load_tables,
    read_cards,
)
from machiavelli_solver.cards import CARDS, count_cards
from machiavelli_solver.counts import _BATCH
from machiavelli_solver.engines import counting
from machiavelli_solver.engines.counting.automaton import lazy_automaton

Counts = npt.NDArray[np.uint8]

EVERY_ACES: tuple[Aces, ...] = ("both", "low", "high", "around")


def counts_of(all_cards: Iterable[Iterable[AnyCard]]) -> Counts:
    """Tables as an array of counts, their jokers left out."""
    rows = [count_cards(cards)[0] for cards in all_cards]
    return np.array(rows, dtype=np.uint8).reshape(-1, 4, 13)


def jokers_of(all_cards: Iterable[Iterable[AnyCard]]) -> npt.NDArray[np.int64]:
    return np.array([count_cards(cards)[1] for cards in all_cards], dtype=np.int64)


def row_of(text: str) -> list[int]:
    return count_cards(read_cards(text))[0]


@st.composite
def some_tables(draw: st.DrawFn, decks: int, jokers: int) -> tuple[Rules, list[list[AnyCard]]]:
    rules = Rules(decks=decks, jokers=jokers, aces=draw(aces))
    corner = draw(corners())
    return rules, draw(st.lists(tables(rules, corner), min_size=1, max_size=12))


class TestAreValid:
    @some(40)
    @given(st.integers(1, 3).flatmap(lambda decks: some_tables(decks, 0)))
    def test_like_cards_one_by_one(self, drawn: tuple[Rules, list[list[AnyCard]]]) -> None:
        rules, laid = drawn
        counts = counts_of(laid)
        expected = [is_valid(cards, rules=rules) for cards in laid]
        assert are_valid(counts, rules=rules).tolist() == expected
        rows = counts.reshape(-1, 52).tolist()
        assert [is_valid_counts(row, rules=rules) for row in rows] == expected

    @some(25)
    @given(st.integers(1, 3).flatmap(lambda decks: some_tables(decks, 3)))
    def test_with_jokers(self, drawn: tuple[Rules, list[list[AnyCard]]]) -> None:
        rules, laid = drawn
        valid = are_valid(counts_of(laid), jokers=jokers_of(laid), rules=rules)
        assert valid.tolist() == [is_valid(cards, rules=rules) for cards in laid]

    @pytest.mark.parametrize("ways", EVERY_ACES)
    def test_all_numbers_of_aces(self, ways: Aces) -> None:
        rules = Rules(aces=ways)
        found = []
        for text in ("2-4C J-KC 2-4D J-KH", "2-3C 2-3C", "Q-KS 2-3S", "Q-KD 2-3H Q-KH"):
            laid = [
                [*read_cards(text), *(CARDS[13 * i] for i in range(4) for _ in range(numbers[i]))]
                for numbers in itertools.product(range(3), repeat=4)
            ]
            valid = are_valid(counts_of(laid), rules=rules).tolist()
            assert valid == [is_valid(cards, rules=rules) for cards in laid]
            found += valid
        assert 10 < found.count(True) < len(found) - 10

    def test_around_the_corner(self) -> None:
        counts = counts_of([read_cards(text) for text in ("KS AS 2S", "Q-AS", "KS AS 3S")])
        assert are_valid(counts, rules=Rules(aces="around")).tolist() == [True, True, False]
        assert are_valid(counts).tolist() == [False, True, False]

    def test_limits_on_jokers_hold(self) -> None:
        counts = counts_of([read_cards("4S"), read_cards("4S 5S")])
        rules = Rules(jokers=2)
        jokers = np.array([2, 1])
        assert are_valid(counts, jokers=jokers, rules=rules).tolist() == [True, True]
        strict = Rules(jokers=2, jokers_per_meld=1)
        assert are_valid(counts, jokers=jokers, rules=strict).tolist() == [False, True]

    def test_four_decks(self) -> None:
        rules = Rules(decks=4)
        laid = [read_cards("7CDH " * n + "7S" * (n == 4)) for n in range(5)]
        laid += [
            read_cards("4-6C " * 4 + "7C"),
            read_cards("4-6C " * 4 + "8C"),
            read_cards("4C " * 4),
        ]
        expected = [True] * 6 + [False] * 2
        assert are_valid(counts_of(laid), rules=rules).tolist() == expected

    def test_more_rows_than_are_looked_at_together(self) -> None:
        few = counts_of([read_cards(text) for text in ("4-6C", "4-5C", "7CDH", "", "7CD JH")])
        rows = np.arange(2 * _BATCH + 3) % len(few)
        assert np.array_equal(are_valid(few[rows]), are_valid(few)[rows])

    def test_jokers_as_one_number(self) -> None:
        counts = counts_of([read_cards("4S 6S"), read_cards("4S 8S")])
        rules = Rules(jokers=2)
        numbers: list[Any] = [None, 0, 1, 2, np.int8(1)]
        found = [are_valid(counts, jokers=n, rules=rules).tolist() for n in numbers]
        none, six = [False, False], [True, False]
        assert found == [none, none, six, six, six]

    def test_jokers_alone(self) -> None:
        counts = np.zeros((3, 4, 13), dtype=np.uint8)
        jokers = np.array([0, 3, 1], dtype=np.uint8)
        valid = are_valid(counts, jokers=jokers, rules=Rules(jokers=3))
        assert valid.tolist() == [True, False, False]

    @pytest.mark.parametrize("jokers", [None, 1, np.zeros(0, dtype=int)])
    def test_no_rows(self, jokers: Any) -> None:
        counts = np.zeros((0, 4, 13), dtype=np.uint8)
        valid = are_valid(counts, jokers=jokers, rules=Rules(jokers=1))
        assert valid.shape == (0,)
        assert valid.dtype == np.bool_

    @pytest.mark.parametrize(
        "view",
        [
            lambda counts: counts[::-1],
            lambda counts: counts[::3],
            np.asfortranarray,
            lambda counts: np.repeat(np.repeat(counts, 2, axis=0), 2, axis=2)[::2, :, ::2],
            lambda counts: np.broadcast_to(counts[0], (5, 4, 13)),
            lambda counts: counts.transpose(2, 1, 0).copy().transpose(2, 1, 0),
        ],
    )
    @pytest.mark.parametrize("jokers", [0, 1])
    def test_views_of_arrays(self, view: Callable[[Counts], Counts], jokers: int) -> None:
        texts = ("4-6C", "4-5C", "7CDH", "", "7CD 4-6C", "7D", "8-KH")
        counts = view(counts_of([read_cards(text) for text in texts]))
        rules = Rules(decks=3, jokers=1)
        plain = np.ascontiguousarray(counts)
        valid = are_valid(counts, jokers=jokers, rules=rules)
        assert np.array_equal(valid, are_valid(plain, jokers=jokers, rules=rules))

    def test_what_is_given_is_not_changed(self) -> None:
        counts = counts_of([read_cards("A-3C A-3C Q-AD"), read_cards("ACDH " * 3), []])
        jokers = np.array([0, 1, 0])
        before = counts.copy()
        counts.flags.writeable = jokers.flags.writeable = False
        are_valid(counts, jokers=jokers, rules=Rules(decks=3, jokers=1))
        assert np.array_equal(counts, before)
        assert jokers.tolist() == [0, 1, 0]


ROWS = np.zeros((30, 4, 13), dtype=np.uint8)
THREE_SEVENS = ROWS.copy()
THREE_SEVENS[17, 2, 6] = 3
THREE_SEVENS[20, 0, 0] = 4


class TestErrorsOfAreValid:
    @pytest.mark.parametrize(
        ("counts", "words"),
        [
            ([[[0] * 13] * 4], "counts=[[[0, 0, "),
            ("4-6C", "counts='4-6C': expected a numpy uint8 array of shape (n, 4, 13)"),
            (None, "counts=None: expected"),
            (ROWS.astype(np.int64), "counts: an array of int64: expected a numpy uint8 array"),
            (ROWS.astype(bool), "an array of bool: expected"),
            (ROWS.astype(np.float64), "an array of float64: expected"),
            (ROWS.astype(object), "an array of object: expected"),
            (
                ROWS[0],
                "an array of shape (4, 13): expected a numpy uint8 array of shape (n, 4, 13)",
            ),
            (ROWS.reshape(-1, 52), "an array of shape (30, 52): expected"),
            (ROWS.transpose(0, 2, 1), "an array of shape (30, 13, 4): expected"),
            (ROWS[None], "an array of shape (1, 30, 4, 13): expected"),
        ],
    )
    def test_no_such_array(self, counts: Any, words: str) -> None:
        with pytest.raises(CardLikeError) as caught:
            are_valid(counts)
        assert words in str(caught.value)

    def test_too_many_copies(self) -> None:
        with pytest.raises(CardCountError) as caught:
            are_valid(THREE_SEVENS)
        assert str(caught.value) == "row 17: 3 copies of 7H, but two decks have 2 copies of it"
        with pytest.raises(CardCountError, match="row 20: 4 copies of AC, but three decks have 3"):
            are_valid(THREE_SEVENS, rules=Rules(decks=3))
        assert not are_valid(THREE_SEVENS, rules=Rules(decks=4))[17]

    @pytest.mark.parametrize(
        ("jokers", "words"),
        [
            (True, "jokers=True: expected a whole number or an integer array of shape (30,)"),
            (1.0, "jokers=1.0: expected a whole number"),
            (-1, "jokers=-1: expected a whole number"),
            ([0] * 30, "expected a whole number or an integer array"),
            ("1", "jokers='1': expected"),
            (np.zeros(30), "jokers: an array of float64: expected"),
            (np.zeros(30, dtype=bool), "jokers: an array of bool: expected"),
            (np.zeros(29, dtype=int), "jokers: an array of shape (29,): expected a whole number"),
            (np.zeros((30, 1), dtype=int), "jokers: an array of shape (30, 1): expected"),
            (np.zeros((), dtype=int), "jokers: an array of shape (): expected"),
        ],
    )
    def test_no_such_jokers(self, jokers: Any, words: str) -> None:
        with pytest.raises(OptionError) as caught:
            are_valid(ROWS, jokers=jokers, rules=Rules(jokers=2))
        assert words in str(caught.value)

    def test_too_many_jokers(self) -> None:
        rules = Rules(jokers=2)
        with pytest.raises(CardCountError, match=r"^3 jokers, but the rules have two jokers$"):
            are_valid(ROWS, jokers=3, rules=rules)
        jokers = np.zeros(30, dtype=np.int16)
        jokers[[11, 12]] = 4, -1
        with pytest.raises(CardCountError, match=r"^row 11: 4 jokers, but the rules have two"):
            are_valid(ROWS, jokers=jokers, rules=rules)
        jokers[11] = 2
        with pytest.raises(CardCountError, match=r"^row 12: -1 jokers, expected a number from 0"):
            are_valid(ROWS, jokers=jokers, rules=rules)
        with pytest.raises(CardCountError, match=r"^1 jokers, but the rules have no jokers$"):
            are_valid(ROWS, jokers=1)


class TestIsValidCounts:
    @pytest.mark.parametrize(
        ("text", "valid"),
        [("", True), ("4-6C 6DHS", True), ("4-6C 6DH", False), ("QS KS AS 2S", False)],
    )
    def test_examples(self, text: str, valid: bool) -> None:
        assert is_valid_counts(row_of(text)) is valid

    @pytest.mark.parametrize("ways", EVERY_ACES)
    def test_aces(self, ways: Aces) -> None:
        for text in ("A-3S", "Q-AS", "KS AS 2S", "ACDH"):
            rules = Rules(aces=ways)
            assert is_valid_counts(row_of(text), rules=rules) is is_valid(text, rules=rules)

    @pytest.mark.parametrize(
        "kind",
        [
            tuple,
            bytes,
            bytearray,
            lambda row: array("i", row),
            lambda row: [np.uint8(n) for n in row],
            lambda row: [bool(n) for n in row],
            *(
                lambda row, dtype=dtype: np.array(row, dtype=dtype)
                for dtype in ("u1", "i1", "i2", ">u4", "i8", "bool")
            ),
            lambda row: np.repeat(np.array(row, dtype=np.uint8), 2)[::2],
        ],
    )
    def test_kinds_of_sequences(self, kind: Callable[[list[int]], Sequence[int]]) -> None:
        for decks in (1, 2, 4):
            rules = Rules(decks=decks)
            assert is_valid_counts(kind(row_of("4-6C 6DHS")), rules=rules)
            assert not is_valid_counts(kind(row_of("4-6C 6DH")), rules=rules)

    def test_numbers_of_numpy_do_not_overflow(self) -> None:
        row = np.array(row_of("7CDHS " * 4), dtype=np.uint8)
        assert is_valid_counts(cast(Sequence[int], row), rules=Rules(decks=4))

    @pytest.mark.parametrize(
        ("counts", "words"),
        [
            ([0] * 51, "51 numbers: expected 52 whole numbers"),
            ([0] * 53, "53 numbers: expected 52 whole numbers"),
            ([], "counts=[]: expected 52 whole numbers"),
            (52, "counts=52: expected 52 whole numbers"),
            (None, "counts=None: expected"),
            ("4-6C", "counts='4-6C': expected"),
            ("x" * 52, "expected 52 whole numbers"),
            ([0.0] * 52, "expected 52 whole numbers"),
            ([None] * 52, "expected 52 whole numbers"),
            (np.zeros((4, 13), dtype=np.uint8), "expected 52 whole numbers"),
            (np.zeros(52), "expected 52 whole numbers"),
        ],
    )
    def test_no_counts(self, counts: Any, words: str) -> None:
        with pytest.raises(CardLikeError) as caught:
            is_valid_counts(counts)
        assert words in str(caught.value)

    @pytest.mark.parametrize("kind", [list, lambda row: np.array(row, dtype=np.int8)])
    def test_numbers_that_there_cannot_be(self, kind: Callable[[list[int]], Any]) -> None:
        row = [0] * 52
        row[32] = 3
        with pytest.raises(CardCountError, match="3 copies of 7H, but two decks have 2 copies"):
            is_valid_counts(kind(row))
        row[32] = -1
        with pytest.raises(CardCountError, match="-1 copies of 7H: expected a number from 0"):
            is_valid_counts(kind(row))

    def test_numbers_beyond_a_byte(self) -> None:
        with pytest.raises(CardCountError, match="1000 copies of AC"):
            is_valid_counts([1000] + [0] * 51)

    @given(st.lists(st.integers(-3, 300) | st.none() | st.floats(), max_size=60) | st.text())
    def test_errors_are_of_the_family(self, counts: Any) -> None:
        with suppress(MachiavelliError):
            is_valid_counts(counts)


class TestTables:
    def test_answers_are_the_same_without_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        texts = ["", "4-6C 6DHS", "A-3C Q-AC ADHS", "7CDH 7CDS", "4-8D 4-8D 6CHS", "2-4C 4DH"]
        load_tables()
        loaded = [is_valid_counts(row_of(text)) for text in texts]
        monkeypatch.setattr(counting, "_LOADED", {})
        assert [is_valid_counts(row_of(text)) for text in texts] == loaded
        assert loaded == [is_valid(text) for text in texts]

    def test_threads_do_not_share_an_automaton_that_grows(self) -> None:
        found = []
        thread = threading.Thread(target=lambda: found.append(lazy_automaton(3)))
        thread.start()
        thread.join()
        assert found[0] is not lazy_automaton(3)
        assert lazy_automaton(3) is lazy_automaton(3)

    def test_nothing_heavy_is_imported_before_it_is_needed(self) -> None:
        code = """
            import sys
            import machiavelli_solver
            assert not {"numpy", "lzma", "multiprocessing", "concurrent.futures"} & {*sys.modules}
            machiavelli_solver.load_tables()
            assert machiavelli_solver.is_valid_counts([0] * 52)
            assert "numpy" not in sys.modules
        """
        subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


def test_the_order_of_counts_is_the_index_of_cards() -> None:
    counts = counts_of([[card] for card in CARDS])
    assert [int(np.flatnonzero(row.ravel())[0]) for row in counts] == [c.index for c in CARDS]
