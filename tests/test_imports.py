"""The package from outside: what importing it costs, and what its public values can do."""

from __future__ import annotations

import copy
import inspect
import pickle
import pkgutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeGuard

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_cards, rules, small_values, some

import machiavelli_solver
from machiavelli_solver import (
    DEFAULT_RULES,
    ITALIAN_VALUES,
    JOKER,
    PLAYERS,
    RULES,
    TAHITI_VALUES,
    TILE_NOTATION,
    Card,
    CardValues,
    Code,
    Deal,
    Discard,
    Draw,
    Fail,
    Game,
    GameRules,
    Lay,
    Mean,
    Meld,
    MeldKind,
    Move,
    Pass,
    Placed,
    Player,
    Position,
    Reason,
    Record,
    Rules,
    Share,
    Standing,
    Step,
    Suit,
    Summary,
    Table,
    Turn,
    arrange,
    best_play,
    explain,
    judge,
    outs,
    playable,
    puzzle,
    read_cards,
    rearranged,
    simulate,
    waits,
)

HEAVY = (
    "numpy", "ortools", "pandas", "hypothesis", "pytest", "lzma", "multiprocessing",
    "gymnasium", "pettingzoo",
)  # fmt: skip
"""What importing the package, and a first question to the counting engine, must not load."""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, text=True, encoding="utf-8"
    )


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, machiavelli_solver; print(*sys.modules)"
    printed = run("-c", code).stdout.split()
    # not even its own modules: each comes when a name of its own is asked for
    assert [name for name in printed if name.startswith("machiavelli")] == ["machiavelli_solver"]
    everything = "from machiavelli_solver import *; import sys; print(*sys.modules)"
    printed = run("-c", everything).stdout.split()
    assert "machiavelli_solver.play" in printed
    assert not {name.split(".")[0] for name in printed} & set(HEAVY)


def test_no_module_has_the_name_of_a_public_function() -> None:
    # a module that is imported becomes an attribute of the package, and would stand in for it
    modules = {module.name for module in pkgutil.iter_modules(machiavelli_solver.__path__)}
    assert not modules & set(machiavelli_solver.__all__)


def test_importing_the_package_loads_nothing_heavy_for_a_while_either() -> None:
    report = run("-X", "importtime", "-c", "import machiavelli_solver").stderr
    imported = {line.split("|")[-1].strip().split(".")[0] for line in report.splitlines()}
    assert "machiavelli_solver" in imported
    assert not imported & set(HEAVY)


def test_a_question_to_the_counting_engine_needs_no_other_package() -> None:
    code = """
import sys
sys.modules["numpy"] = sys.modules["ortools"] = None
import machiavelli_solver
print(machiavelli_solver.is_valid("4-6C"), machiavelli_solver.best_play("4-6C", "7C").shed)
"""
    assert run("-c", code).stdout == "True (Card(7, Suit.CLUBS),)\n"


def test_without_ortools_the_integer_program_says_how_to_install_it() -> None:
    code = """
import sys
sys.modules["ortools"] = None
import machiavelli_solver
try:
    machiavelli_solver.is_valid("4-6C", engine="ip")
except machiavelli_solver.EngineMissingError as error:
    print(error)
"""
    assert 'pip install "machiavelli-solver[ip]"' in run("-c", code).stdout


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_without_pettingzoo_the_environment_says_how_to_install_it(package: str) -> None:
    code = f"""
import sys
sys.modules["{package}"] = None
import machiavelli_solver
try:
    from machiavelli_solver import environment
except machiavelli_solver.ExtraMissingError as error:
    print(error)
"""
    assert 'pip install "machiavelli-solver[env]"' in run("-c", code).stdout


# --- public names


def test_all_public_names_exist_once_and_in_order() -> None:
    names = machiavelli_solver.__all__
    assert all(hasattr(machiavelli_solver, name) for name in names)
    assert len(set(names)) == len(names)
    constants, types, functions = (
        [n for n in names if n.isupper()],
        [n for n in names if n[0].isupper() and not n.isupper()],
        [n for n in names if n.islower()],
    )
    assert names == [*sorted(constants), *sorted(types), *sorted(functions)]


@pytest.mark.parametrize("name", machiavelli_solver.__all__)
def test_every_public_function_and_class_is_documented(name: str) -> None:
    value = getattr(machiavelli_solver, name)
    if inspect.isfunction(value) or is_our_class(value):
        assert value.__doc__
        assert value.__doc__.strip()
        assert not value.__doc__.startswith(f"{name}("), "a dataclass without a docstring"
        for method_name, method in vars(value).items() if is_our_class(value) else ():
            if not method_name.startswith("_") and callable(getattr(value, method_name)):
                assert inspect.getdoc(method), f"{name}.{method_name}"


def is_our_class(value: object) -> TypeGuard[type]:
    """Is it a class of this package, and no other name for something else?"""
    return inspect.isclass(value) and value.__module__.startswith("machiavelli_solver")


def test_every_other_public_name_has_a_docstring_where_it_is_defined() -> None:
    # a string below an assignment: for tools that read the source
    folder = Path(machiavelli_solver.__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    for name in machiavelli_solver.__all__:
        value = getattr(machiavelli_solver, name)
        if inspect.isfunction(value) or inspect.isclass(value):
            continue
        _, found, below = sources.partition(f"\n{name}: ")
        assert found, name
        assert '"""' in below[:600].split("\n\n")[0], name


# --- public values


NAMESPACE = {name: getattr(machiavelli_solver, name) for name in machiavelli_solver.__all__}


def check_value(value: Any) -> None:
    """A value is frozen, hashable, picklable, copies to an equal, and its repr makes it."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(value, protocol)) == value
    for twin in (
        copy.copy(value),
        copy.deepcopy(value),
        eval(repr(value), {**NAMESPACE, "Fraction": Fraction}),
    ):
        assert twin == value
        assert hash(twin) == hash(value)
        assert type(twin) is type(value)
    assert value != object()


RESULT = next(simulate(GameRules(dealt=4, until=1), ["greedy", "patient"], games=1))

EXAMPLES: list[Any] = [
    Card(13, Suit.HEARTS),
    JOKER,
    Suit.CLUBS,
    MeldKind.SET,
    DEFAULT_RULES,
    ITALIAN_VALUES,
    TAHITI_VALUES,
    TILE_NOTATION,
    RULES["tahiti"],
    Meld.parse("4C JK 6C"),
    *Meld.parse("JK 7C 8C").readings(Rules(jokers=1)),
    Table(),
    Table.of("4-6C / 6DHS"),
    Position.parse("table: 4-6C \nhand: JK 7D"),
    arrange("4-6C"),
    best_play("4-6C", "7C 9D"),
    playable("4-6C /", "7C 9D", "7C"),
    rearranged(Position.of("4-6C /", "7C"), [Meld.parse("4-7C")]),
    Placed(JOKER, "table", 0, 1),
    Step(tuple(read_cards("7C")), "hand", Meld.parse("4-6C"), Meld.parse("4-7C")),
    outs("4-6C", "8C 9D", unseen="7C KD"),
    outs("4-6C", "8C 9D", unseen="7C KD").outs[0],
    explain("4-6C 7DH"),
    explain("4-6C 7DH").mends,
    *waits("4-6C", "8C"),
    puzzle(7, difficulty="easy"),
    Code.NOT_A_MELD,
    Reason(Code.NOT_A_MELD, "4C 5C is no meld: two cards", tuple(read_cards("4-5C"))),
    judge(Position.of("4-6C /", "7C"), Position.of("4-6C /")),
    Turn(Position.of("4-6C /", "7C"), Position.of("4-7C /"), Rules(opening=36), opened=False),
    GameRules(),
    Game.deal(seed=1),
    Game.deal(RULES["tahiti"].game, players=2, seed=1).view(1),
    Record(rules=GameRules(), players=2, seed=1, moves=(Draw(), Draw(), Pass())),
    Draw(discards=2),
    Lay(Position.of("4-6C /", "JK 7D")),
    Pass(),
    Discard(JOKER),
    Fail(Table.of("4-6C / 7D")),
    Deal(),
    *PLAYERS.values(),
    RESULT,
    RESULT.rounds[0],
]


@pytest.mark.parametrize("value", EXAMPLES, ids=lambda value: type(value).__name__)
def test_public_values_can_be_hashed_pickled_copied_and_pasted_back(value: Any) -> None:
    check_value(value)


def test_there_is_an_example_of_every_public_class_of_values() -> None:
    classes = {
        value
        for value in NAMESPACE.values()
        if is_our_class(value) and not issubclass(value, Exception)
    }
    # there are only moves of each kind, and players; a summary and its parts count on
    classes -= {Move, Player, Summary, Standing, Mean, Share}
    assert classes == {type(value) for value in EXAMPLES}


@some(200)
@given(any_cards, st.lists(any_cards, max_size=4), rules(), small_values)
def test_any_values_can_be_hashed_pickled_copied_and_pasted_back(
    card: Card, cards: list[Card], with_rules: Rules, values: CardValues
) -> None:
    meld = Meld((card, *cards))
    table = Table(meld.cards, (meld,))
    for value in (card, with_rules, values, meld, table, Position(table, tuple(cards))):
        check_value(value)


@pytest.mark.parametrize("value", EXAMPLES, ids=lambda value: type(value).__name__)
def test_public_values_are_frozen(value: Any) -> None:
    name = next(iter(getattr(type(value), "__dataclass_fields__", {})), "name")
    with pytest.raises((AttributeError, TypeError)):
        setattr(value, name, None)
