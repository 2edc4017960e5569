"""The best plays of many positions, here and through executors of all kinds."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count, cycle, islice
from typing import Any, cast

import pytest
from executors import Late, with_cluster
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions, rules, small_values, some

from machiavelli_solver import (
    AnyCard,
    CardCountError,
    CardLikeError,
    CardValues,
    ExecutorError,
    MachiavelliError,
    Meld,
    NotationError,
    OptionError,
    Play,
    Position,
    PositionError,
    PositionLike,
    Rules,
    Table,
    TimeLimitError,
    best_play,
    best_plays,
    read_cards,
)

SOME: list[PositionLike] = [
    ("KHDC / QHDC / JHDC", "AC 9S"),
    ("AS 7H", "JD"),
    ("", ""),
    (["4-6C", "6DHS"], ["3C", "9H"]),
    (Table.of("4-6C / 6DHS"), read_cards("2-3C KD")),
    (Meld.parse("7CDH"), "7S 8S 9S"),
    Position.of("10HDS / JHDS / QHDC", "9S QDS 2C"),
    Position.of("4-6C /", "8C JD", support="7C 9D", loose="10C"),
    ("4-5C / 6CDHS", "9H"),
]
MANY = [position for _, position in zip(range(100), cycle(SOME), strict=False)]


def one_by_one(given: Iterable[PositionLike]) -> list[Play | None]:
    return [
        best_play(item.table, item.hand, support=item.support, loose=item.loose)
        if isinstance(item, Position)
        else best_play(*item)
        for item in given
    ]


EXPECTED = one_by_one(SOME)
EXPECTED_OF_MANY = [play for _, play in zip(MANY, cycle(EXPECTED), strict=False)]


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    # a fork of a process with threads is deprecated, and pytest may have some
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        yield executor


class TestAnswers:
    @pytest.mark.parametrize("chunk", [1, 7, 1000])
    def test_here(self, chunk: int) -> None:
        assert list(best_plays(SOME, chunk=chunk)) == EXPECTED

    @pytest.mark.parametrize("chunk", [1, 7, 1000])
    def test_in_threads(self, chunk: int) -> None:
        with ThreadPoolExecutor(2) as executor:
            assert list(best_plays(MANY, executor=executor, chunk=chunk)) == EXPECTED_OF_MANY

    @pytest.mark.parametrize("chunk", [1, 7, 1000])
    def test_in_processes(self, processes: ProcessPoolExecutor, chunk: int) -> None:
        assert list(best_plays(MANY, executor=processes, chunk=chunk)) == EXPECTED_OF_MANY

    def test_many_decks_in_threads(self) -> None:
        """The automaton for three decks grows as it is walked: threads must not share it."""
        three = Rules(decks=3)
        given = [("6CDH 6CDH 6-8S 6-8S", f"6CDH 6S {n}CDHS {n}CD") for n in range(2, 6)] * 8
        expected = [best_play(*pair, rules=three) for pair in given]
        with ThreadPoolExecutor(8) as executor:
            found = best_plays(given, rules=three, executor=executor, chunk=1)
            assert list(found) == expected

    def test_tidy_or_not(self, processes: ProcessPoolExecutor) -> None:
        given = [("4-6C / 7CDHS", "3C"), ("AS 7H", "JD")]
        for tidy in (True, False):
            expected = [best_play(*pair, tidy=tidy) for pair in given]
            for executor in (None, processes):
                found = list(best_plays(given, tidy=tidy, executor=executor))
                assert found == expected
                assert [play and play.tidy for play in found] == [tidy, None]

    @some(40)
    @given(st.data(), rules(), st.sampled_from(("cards", "points")), small_values)
    def test_options_are_those_of_best_play(
        self, data: st.DataObject, rules: Rules, objective: Any, values: CardValues
    ) -> None:
        given = data.draw(st.lists(positions(rules, max_melds=4, max_hand=6), max_size=3))
        options: dict[str, Any] = {"rules": rules, "objective": objective, "values": values}
        expected = [best_play(table, hand, **options) for table, hand in given]
        assert list(best_plays(given, **options)) == expected

    def test_openings(self) -> None:
        rules = Rules(opening=36)
        given = ("4-6C /", "7C J-KD J-KH 2S")
        for opened in (True, False):
            expected = best_play(*given, rules=rules, opened=opened)
            assert list(best_plays([given], rules=rules, opened=opened)) == [expected]

    def test_the_engine_is_an_option(self, processes: ProcessPoolExecutor) -> None:
        found = list(best_plays(SOME, engine="ip", executor=processes, chunk=4))
        assert found == EXPECTED

    def test_no_positions(self, processes: ProcessPoolExecutor) -> None:
        assert list(best_plays([])) == list(best_plays([], executor=processes)) == []

    def test_iterators_inside_positions(self, processes: ProcessPoolExecutor) -> None:
        def given() -> Iterator[PositionLike]:
            for table, hand in (("4-6C", "7C"), ("6DHS", "6C 7C")):
                yield (read_cards(text) for text in (table,)), iter(read_cards(hand))

        expected = one_by_one([("4-6C", "7C"), ("6DHS", "6C 7C")])
        assert list(best_plays(given())) == expected
        assert list(best_plays(given(), executor=processes)) == expected

    def test_positions_that_change_while_they_wait(self) -> None:
        hand: list[AnyCard] = []
        table: list[list[AnyCard]] = [read_cards("4-6C")]

        def given() -> Iterator[PositionLike]:
            for text in ("7C", "8C", "9D"):
                hand.extend(read_cards(text))
                yield table, hand
            table.clear()
            hand.clear()

        found = list(best_plays(given(), executor=Late(), chunk=2))
        assert found == one_by_one([("4-6C", "7C"), ("4-6C", "7-8C"), ("4-6C", "7-8C 9D")])


class TestStream:
    def test_nothing_is_read_before_it_is_asked_for(self) -> None:
        def given() -> Iterator[PositionLike]:
            raise AssertionError
            yield

        best_plays(given())

    @pytest.mark.parametrize(("executor", "most"), [(None, 1), (Late(), 20)])
    def test_any_number_of_positions(self, executor: Executor | None, most: int) -> None:
        read = 0

        def given() -> Iterator[PositionLike]:
            nonlocal read
            for number in count():
                read += 1
                yield SOME[number % len(SOME)]

        plays = best_plays(given(), executor=executor, chunk=5, ahead=4)
        for number, play in enumerate(islice(plays, 40)):
            assert play == EXPECTED[number % len(SOME)]
            assert read <= number + most
        plays.close()

    def test_progress(self, processes: ProcessPoolExecutor) -> None:
        seen: list[int] = []
        for answered, _ in enumerate(best_plays(SOME, progress=seen.append), start=1):
            assert seen == list(range(1, answered + 1))
        seen.clear()
        list(best_plays(MANY, progress=seen.append, executor=processes, chunk=40))
        assert seen == [40, 80, 100]

    def test_closing_early(self) -> None:
        late = Late()
        plays = best_plays(cycle(SOME), executor=late, chunk=2, ahead=3)
        assert next(plays) == EXPECTED[0]
        plays.close()
        assert late.cancelled == [False, True, True]

    def test_closing_early_with_processes(self, processes: ProcessPoolExecutor) -> None:
        plays = best_plays(cycle(SOME), executor=processes, chunk=2)
        assert next(plays) == EXPECTED[0]
        plays.close()
        # the executor is the caller's: it goes on
        assert list(best_plays(SOME, executor=processes)) == EXPECTED

    def test_positions_that_cannot_be_read_on(self) -> None:
        def given() -> Iterator[PositionLike]:
            yield from SOME[:3]
            raise OSError("the disk is gone")

        plays = best_plays(given(), executor=Late(), chunk=2)
        assert list(islice(plays, 3)) == EXPECTED[:3]
        with pytest.raises(OSError, match="the disk is gone"):
            next(plays)


WRONG: list[tuple[Any, type[MachiavelliError], str]] = [
    (("4-6X", "7C"), NotationError, "table, line 1, column 1: cannot read '4-6X'"),
    (("4-6C", "7C 7C 7C"), CardCountError, "hand, line 1, column 7: copy number 3 of 7C"),
    (("4-6C", 7), CardLikeError, "hand: 7 is not card-like"),
    (("4-6C", {"7C": 1}), CardLikeError, "is not card-like"),
    (("4-6C", b"7C"), CardLikeError, "is not card-like"),
    (Position.of("", "JK"), CardCountError, "joker number 1, but the rules have no joker"),
    ("4C", PositionError, "'4C': expected a Position, or a table and a hand"),
    (("4-6C",), PositionError, "expected a Position, or a table and a hand"),
    (None, PositionError, "None: expected a Position"),
    (iter([1, 2]), PositionError, "expected a Position, or a table and a hand"),
]


class TestErrors:
    @pytest.mark.parametrize("with_processes", [False, True])
    def test_returned(self, processes: ProcessPoolExecutor, with_processes: bool) -> None:
        given = [wrong for wrong, _, _ in WRONG] + SOME
        executor = processes if with_processes else None
        found = list(best_plays(given, executor=executor, errors="return", chunk=3))
        assert found[len(WRONG) :] == EXPECTED
        for error, (_, kind, words) in zip(found, WRONG, strict=False):
            assert type(error) is kind
            assert words in str(error)

    @pytest.mark.parametrize("executor", [None, Late()])
    def test_raised(self, executor: Executor | None) -> None:
        plays = best_plays([*SOME, ("4-6X", ""), *SOME], executor=executor, chunk=3)
        assert list(islice(plays, len(SOME))) == EXPECTED
        with pytest.raises(NotationError, match="cannot read '4-6X'") as caught:
            next(plays)
        assert caught.value.__notes__ == ["in position number 10, counted from 1"]
        assert list(plays) == []

    def test_the_same_as_those_of_best_play(self) -> None:
        for wrong, kind, _ in WRONG[:5]:
            with pytest.raises(kind) as caught:
                best_play(*wrong)
            (error,) = best_plays([wrong], errors="return", executor=Late())
            assert str(error) == str(caught.value)

    def test_an_answer_that_takes_too_long(self) -> None:
        given = [("4-9C 4-9D 4-9H", "4-9S 4-9C"), ("AS 7H", "JD")]
        found = list(best_plays(given, seconds=1e-9, errors="return"))
        assert [type(error) for error in found] == [TimeLimitError] * 2
        assert list(best_plays(given, seconds=1000)) == one_by_one(given)

    @pytest.mark.parametrize(
        ("options", "words"),
        [
            ({"engine": "guess"}, "engine='guess': expected one of"),
            ({"objective": "luck"}, "objective='luck'"),
            ({"values": 3}, "values=3: expected CardValues"),
            ({"tidy": 1}, "tidy=1: expected True or False"),
            ({"seconds": 0}, "seconds=0"),
            ({"chunk": 0}, "chunk=0: expected a whole number from 1"),
            ({"chunk": 1.0}, "chunk=1.0: expected"),
            ({"ahead": True}, "ahead=True: expected a whole number from 1"),
            ({"progress": 3}, "progress=3: expected a function, or None"),
            ({"errors": "ignore"}, "errors='ignore': expected 'raise' or 'return'"),
            ({"executor": 2}, "executor=2: expected a concurrent.futures.Executor"),
        ],
    )
    def test_options_are_looked_at_at_once(self, options: dict[str, Any], words: str) -> None:
        with pytest.raises(OptionError) as caught:
            best_plays([], **options)
        assert words in str(caught.value)

    def test_a_client_in_place_of_its_executor(self) -> None:
        class Client:
            def get_executor(self) -> None: ...

        with pytest.raises(OptionError, match=r"use its get_executor\(\)"):
            best_plays([], executor=cast(Executor, Client()))

    def test_no_collection_of_positions(self) -> None:
        with pytest.raises(PositionError, match=r"^3: expected a collection of positions"):
            best_plays(cast(Any, 3))

    def test_a_position_that_cannot_be_sent(self, processes: ProcessPoolExecutor) -> None:
        given = [*SOME[:2], cast(PositionLike, (lambda: None, "")), SOME[3]]
        plays = best_plays(given, executor=processes, chunk=1, errors="return")
        assert list(islice(plays, 2)) == EXPECTED[:2]
        with pytest.raises(ExecutorError, match="failed at numbers 3 to 3"):
            next(plays)
        assert list(best_plays(SOME, executor=processes)) == EXPECTED


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way there")
class TestLostWorkers:
    @pytest.mark.parametrize("errors", ["raise", "return"])
    def test_a_process_pool_is_an_error_and_no_hang(self, errors: Any) -> None:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=context) as executor:
            worker = executor.submit(os.getpid).result()
            plays = best_plays(cycle(SOME), executor=executor, chunk=4, ahead=2, errors=errors)
            found = list(islice(plays, 20))
            os.kill(worker, signal.SIGKILL)
            with pytest.raises(ExecutorError, match="BrokenProcessPool") as caught:
                found.extend(plays)
        assert found == list(islice(cycle(EXPECTED), len(found)))
        assert f"failed at numbers {len(found) + 1} to {len(found) + 4};" in str(caught.value)

    def test_a_dask_cluster_loses_nothing(self) -> None:
        def kill(workers: dict[str, int]) -> None:
            os.kill(next(iter(workers.values())), signal.SIGKILL)

        with_cluster(self._half_way(kill))

    @staticmethod
    def _half_way(then: Callable[[dict[str, int]], None]) -> Callable[[Any], None]:
        def run(client: Any) -> None:
            workers = client.run(os.getpid)
            assert len(set(workers.values())) == 2
            executor = client.get_executor(pure=False)
            found = []
            for play in best_plays(MANY * 6, executor=executor, chunk=10, ahead=20):
                found.append(play)
                if len(found) == 300:
                    then(workers)
            assert found == EXPECTED_OF_MANY * 6
            assert client.run(os.getpid) != workers

        return run
