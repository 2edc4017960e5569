"""The counting engine: a deterministic automaton over columns, searched best-first.

`machine` says what one column does, `automaton` makes that deterministic, `search` finds
the word of the least loss, `words` finds all of them, `rebuild` turns a word into melds.
`jokers` says what jokers can do in a column, and `witness` guards the positions in which
spare ones have no place. `table` is the whole automaton from a file, which `build_table`
makes with the help of `symmetry`. `columns` is what `search` and `words` have in common. `tidiest`
lays known cards so that a table is left alone as far as can be: `tidy_cards` reads them,
`tidy_suits` says what one suit does in a column, `tidy_paths` what it has to pay, and `tidy_sets`
what sets cost and are worth; `tidy_nodes` counts how much there is to be tried.

Rules that care which meld a joker lies in are asked as if they did not, first: `likeness`. Where
that does not do, and for runs around the corner, all goes the same way with the `general` machine
in place of the plain one, and `rebuild_by_name`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...cards import JOKER, AnyCard
from ...rules import MAX_JOKERS, Rules
from ...time_limit import deadline_in
from ..layout import Layout, Tidy
from ..problem import Problem, Rank, Solution
from .automaton import (
    Automaton,
    ColumnMachine,
    LazyAutomaton,
    automaton_of_thread,
    lazy_automaton,
)
from .columns import Columns
from .general import GeneralMachine, Seam
from .jokers import ByName, NormalForm
from .likeness import chosen, has_likeness, likeness, put_pinned
from .machine import End, machine
from .rebuild import Laid, lay_spares, melds_of
from .rebuild_by_name import melds_by_name
from .search import Search, Word
from .witness import WitnessMachine

if TYPE_CHECKING:
    from .words import Words

__all__ = ["all_choices", "automaton_for", "load_tables", "solve", "tidy"]


def solve(
    problem: Problem, *, seconds: float | None = None, below: Rank | None = None
) -> Solution | None:
    """Choose and partition by counting; see `Engine` for what goes in and out.

    >>> from machiavelli_solver.rules import Rules
    >>> solution = solve(Problem(rules=Rules(), needed=(1, 1, 1) + (0,) * 49))
    >>> [" ".join(map(str, meld)) for meld in solution.melds]
    ['AC 2C 3C']
    """
    deadline = deadline_in(seconds)
    if not _by_name(problem):
        solution = _solve_alike(problem, deadline)
    elif has_likeness(problem):
        return _solve_by_likeness(problem, deadline, below)
    else:
        solution = solve_by_name(problem, deadline)
    if solution is None or below is None or problem.rank_of(solution) < below:
        return solution
    return None


def _solve_alike(problem: Problem, deadline: float | None) -> Solution | None:
    """For rules that do not care which meld a joker lies in."""
    copies = _copies(problem)
    around = problem.rules.aces == "around"
    plain = machine(copies)
    jokers = problem.free_jokers
    if around:
        columns: ColumnMachine = GeneralMachine(copies, 0, None, _seam(problem, copies), End.RUNS)
        automaton: Automaton = LazyAutomaton(columns)
    else:
        columns = plain
        automaton = automaton_for(copies)
    reading = NormalForm(copies, jokers, by_name=False)
    search = Search(problem, copies, automaton, reading, plain=not around)
    word = search.best(deadline)
    if word is None:
        return None
    melds = _melds(columns, word, problem.rules, by_name=False)
    if jokers and lay_spares(melds, _spares(problem, search, word, melds), problem.rules):
        # the spare jokers have no place here: look again, and use each of them by name
        if around:
            return solve_by_name(problem, deadline)
        guarded = LazyAutomaton(WitnessMachine(plain))
        search = Search(problem, copies, guarded, NormalForm(copies, jokers, by_name=True))
        word = search.best(deadline)
        if word is None:
            return None
        melds = _melds(guarded.machine, word, problem.rules, by_name=False)
        left = lay_spares(melds, _spares(problem, search, word, melds), problem.rules)
        assert not left, "a run with a natural card takes any number of jokers"
    return _solution(problem, search, word, melds)


def _solve_by_likeness(
    problem: Problem, deadline: float | None, below: Rank | None
) -> Solution | None:
    """First as if no rule cared which meld a joker lies in; what that finds mostly does."""
    alike = likeness(problem)
    copies = _copies(alike)
    reading = NormalForm(copies, alike.free_jokers, by_name=False)
    search = Search(alike, copies, automaton_for(copies), reading, plain=True)
    word = search.best(deadline)
    if word is None:
        return None
    melds = melds_of(machine(copies), word, alike.rules)
    jokers = _jokers(melds) + _spares(alike, search, word, melds)
    # no solution is better than this one, if it is one
    choice = _chosen(problem, search, word, jokers)
    if below is not None and problem.rank_of(choice) >= below:
        return None
    if put_pinned(melds, problem) and not lay_spares(
        melds, jokers + sum(problem.pinned) - _jokers(melds), problem.rules
    ):
        return replace(choice, melds=_laid(melds))
    laid = solve_by_name(chosen(problem, word.used, jokers), deadline)
    if laid is not None:
        return replace(choice, melds=laid.melds)
    solution = solve_by_name(problem, deadline)
    if solution is None or below is None or problem.rank_of(solution) < below:
        return solution
    return None


def tidy(layout: Layout, *, seconds: float | None = None) -> Tidy | None:
    """Lay known cards so that the table is left alone as far as can be; see `Tidier`."""
    from .tidiest import tidy  # it is not always asked for

    return tidy(layout, seconds=seconds)


def all_choices(
    problem: Problem, *, most: int | None = None, deadline: float | None = None
) -> Words:
    """All choices of a problem's optional cards that partition, each once.

    It takes time and memory for all of them, at once; listing them costs little then.

    Args:
        problem: the question.
        most: how many optional cards and jokers a choice may use; None for any number.
        deadline: when to give up, as `time.perf_counter` counts.

    Raises:
        TimeLimitError: not all was found until then.

    >>> from machiavelli_solver.rules import Rules
    >>> optional = (0, 0, 0, 2, 1) + (0,) * 47
    >>> problem = Problem(rules=Rules(), needed=(1, 1, 1) + (0,) * 49, optional=optional)
    >>> all_choices(problem).count
    3
    """
    from .words import Words  # it is not always asked for

    copies = _copies(problem)
    jokers, around = problem.free_jokers, problem.rules.aces == "around"
    by_name = NormalForm(copies, jokers, by_name=True)
    if _by_name(problem) or (around and jokers):
        automaton, reading = _named(problem, copies, by_name=True)
        return Words(Columns(problem, copies, automaton, reading), most=most, deadline=deadline)
    if around:
        automaton = LazyAutomaton(GeneralMachine(copies, 0, None, _seam(problem, copies), End.RUNS))
        return Words(Columns(problem, copies, automaton, by_name), most=most, deadline=deadline)
    plain = NormalForm(copies, jokers, by_name=False)
    columns = Columns(problem, copies, automaton_for(copies), plain)
    guarded = None
    if jokers:
        automaton = LazyAutomaton(WitnessMachine(machine(copies)))
        guarded = Columns(problem, copies, automaton, by_name)
    return Words(columns, guarded, most=most, deadline=deadline)


def _copies(problem: Problem) -> int:
    """The most copies of one card."""
    counts = zip(problem.needed, problem.optional, problem.support, strict=True)
    return max(1, *map(sum, counts))


def _by_name(problem: Problem) -> bool:
    """Do the rules care which meld a joker lies in?"""
    jokers = problem.free_jokers + sum(problem.pinned)
    limit, quota = problem.rules.jokers_per_meld, problem.quota
    return (
        any(problem.pinned)
        or (limit is not None and limit < jokers)
        or (quota is not None and quota.jokers and jokers > 0)
    )


def solve_by_name(problem: Problem, deadline: float | None) -> Solution | None:
    """First as if all spare jokers had a place in the end, then with each in its place."""
    copies = _copies(problem)
    rules, quota = problem.rules, problem.quota
    for by_name in (False, True):
        if quota is not None and quota.jokers and not by_name:
            continue  # a joker is worth what it stands for: all must have their places
        automaton, reading = _named(problem, copies, by_name=by_name)
        search = Search(problem, copies, automaton, reading)
        word = search.best(deadline)
        if word is None:
            return None
        melds = _melds(automaton.machine, word, rules, by_name=True)
        if not lay_spares(melds, _spares(problem, search, word, melds), rules):
            return _solution(problem, search, word, melds)
    raise AssertionError("no joker is spare where all are used by name")


def _named(problem: Problem, copies: int, *, by_name: bool) -> tuple[LazyAutomaton, ByName]:
    """The automaton of the general machine, and how jokers are read on it."""
    jokers = problem.free_jokers + sum(problem.pinned)
    most = max(jokers, MAX_JOKERS)
    limit = problem.rules.jokers_per_meld
    limit = limit if limit is not None and limit < jokers else None
    end = End.SETS if by_name else End.RUNS
    reading = ByName(copies, problem.free_jokers, limit, problem.pinned, most, by_name=by_name)
    if problem.rules.aces == "around":
        seam = _seam(problem, copies + jokers)
        return LazyAutomaton(GeneralMachine(copies, most, limit, seam, end)), reading
    automaton = automaton_of_thread(
        ("general", copies, most, limit, end),
        lambda: GeneralMachine(copies, most, limit, None, end),
    )
    automaton.trim()
    return automaton, reading


def _seam(problem: Problem, most: int) -> Seam:
    """What runs around the corner can be made of."""
    have = [
        sum(each) for each in zip(problem.needed, problem.optional, problem.support, strict=True)
    ]
    naturals = tuple((have[i + 11], have[i + 12], have[i], have[i + 1]) for i in (0, 13, 26, 39))
    return Seam(naturals, problem.free_jokers + sum(problem.pinned), most)


def _melds(columns: ColumnMachine, word: Word, rules: Rules, *, by_name: bool) -> list[Laid]:
    if isinstance(columns, GeneralMachine):
        return melds_by_name(columns, word, rules, by_name=by_name)
    return melds_of(columns, word, rules)


def load_tables() -> None:
    """Load the tables that ship with the package, for the rest of the process.

    It takes about 0.1 s and 20 MB, and makes every later answer faster, not different.
    """
    from .table import TABLE_COPIES, table_automaton  # it imports lzma

    for copies in TABLE_COPIES:
        _LOADED[copies] = table_automaton(copies)


_LOADED: dict[int, Automaton] = {}


def automaton_for(copies: int) -> Automaton:
    """The automaton to walk: the table when it is loaded, else the lazy one."""
    automaton = _LOADED.get(copies) or lazy_automaton(copies)
    automaton.trim()
    return automaton


def _spares(problem: Problem, search: Search, word: Word, melds: list[Laid]) -> int:
    """How many jokers must still be laid, or had better be."""
    if word.end is End.SETS or not problem.free_jokers:
        return 0
    laid = _jokers(melds) - sum(problem.pinned)
    costs = search.columns.losses.jokers
    wanted = min(range(laid, len(costs)), key=lambda n: (costs[n] is None, costs[n], n))
    return wanted - laid


def _jokers(melds: list[Laid]) -> int:
    return sum(meld.cards.count(JOKER) for meld in melds)


def _laid(melds: list[Laid]) -> tuple[tuple[AnyCard, ...], ...]:
    return tuple(tuple(meld.cards) for meld in melds)


def _solution(problem: Problem, search: Search, word: Word, melds: list[Laid]) -> Solution:
    jokers = _jokers(melds) - sum(problem.pinned)
    return replace(_chosen(problem, search, word, jokers), melds=_laid(melds))


def _chosen(problem: Problem, search: Search, word: Word, jokers: int) -> Solution:
    """What a word chooses where so many free jokers are laid, not laid yet."""
    mine, support = search.columns.losses.joker_split[jokers]
    used = tuple(map(min, word.used, problem.optional))
    return Solution(
        used=used,
        jokers_used=mine,
        melds=(),
        support_used=tuple(n - k for n, k in zip(word.used, used, strict=True)),
        support_jokers_used=support,
    )
