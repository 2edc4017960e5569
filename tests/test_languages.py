"""Languages: every card in each, what the sheets write, round trips, and what is refused."""

from __future__ import annotations

import copy
import json
import pickle
import re
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import CARDS, any_cards, natural_cards, some

from machiavelli_solver import (
    CARD_NOTATION,
    GERMAN_NOTATION,
    ITALIAN_NOTATION,
    JAPANESE_NOTATION,
    JOKER,
    LANGUAGES,
    SWEDISH_NOTATION,
    TILE_NOTATION,
    AnyCard,
    Card,
    CardCountError,
    MachiavelliError,
    Meld,
    Notation,
    NotationError,
    OptionError,
    Play,
    Position,
    Rules,
    Suit,
    Table,
    arrange,
    best_play,
    best_plays,
    cuts,
    explain_rules,
    from_json,
    is_valid,
    judge,
    outs,
    plays,
    print_cards,
    read_card,
    read_cards,
)
from machiavelli_solver.positions import cards_of

OTHERS = ("it", "de", "sv", "ja")
languages = st.sampled_from(tuple(LANGUAGES))
other_languages = st.sampled_from(OTHERS)


def english(text: str, language: str) -> str:
    """What a text is read as, in English."""
    return print_cards(read_cards(text, notation=LANGUAGES[language]))


# --- each of the 52 cards

ALL = {
    "en": """
        AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC
        AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD
        AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH
        AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS
    """,
    "it": """
        AF 2F 3F 4F 5F 6F 7F 8F 9F 10F JF QF KF
        AQ 2Q 3Q 4Q 5Q 6Q 7Q 8Q 9Q 10Q JQ QQ KQ
        AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC
        AP 2P 3P 4P 5P 6P 7P 8P 9P 10P JP QP KP
    """,
    "de": """
        AKr 2Kr 3Kr 4Kr 5Kr 6Kr 7Kr 8Kr 9Kr 10Kr BKr DKr KKr
        AKa 2Ka 3Ka 4Ka 5Ka 6Ka 7Ka 8Ka 9Ka 10Ka BKa DKa KKa
        AHe 2He 3He 4He 5He 6He 7He 8He 9He 10He BHe DHe KHe
        APi 2Pi 3Pi 4Pi 5Pi 6Pi 7Pi 8Pi 9Pi 10Pi BPi DPi KPi
    """,
    "sv": """
        EKl 2Kl 3Kl 4Kl 5Kl 6Kl 7Kl 8Kl 9Kl 10Kl KnKl DKl KKl
        ERu 2Ru 3Ru 4Ru 5Ru 6Ru 7Ru 8Ru 9Ru 10Ru KnRu DRu KRu
        EHj 2Hj 3Hj 4Hj 5Hj 6Hj 7Hj 8Hj 9Hj 10Hj KnHj DHj KHj
        ESp 2Sp 3Sp 4Sp 5Sp 6Sp 7Sp 8Sp 9Sp 10Sp KnSp DSp KSp
    """,
    "ja": """
        A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣
        A♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦
        A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥
        A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠
    """,
}
SHOWN_RANKS = {
    "en": "A 2 3 4 5 6 7 8 9 10 J Q K",
    "it": "A 2 3 4 5 6 7 8 9 10 J Q K",
    "de": "A 2 3 4 5 6 7 8 9 10 B D K",
    "sv": "E 2 3 4 5 6 7 8 9 10 Kn D K",
    "ja": "A 2 3 4 5 6 7 8 9 10 J Q K",
}
"""What stands before a pip."""

RANK_WORDS = {
    "it": "asso due tre quattro cinque sei sette otto nove dieci fante donna re",
    "de": "Ass Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König",
    "sv": "ess två tre fyra fem sex sju åtta nio tio knekt dam kung",
    "ja": "エース 二 三 四 五 六 七 八 九 十 ジャック クイーン キング",
}
SUIT_WORDS = {
    "it": "fiori quadri cuori picche",
    "de": "Kreuz Karo Herz Pik",
    "sv": "klöver ruter hjärter spader",
    "ja": "クラブ ダイヤ ハート スペード",
}
LINKS = {"it": "di", "ja": "の"}
JOKERS = {"en": "JK", "it": "Jolly", "de": "Joker", "sv": "Joker", "ja": "Joker"}


def test_languages_by_code() -> None:
    assert LANGUAGES == {
        "en": CARD_NOTATION,
        "it": ITALIAN_NOTATION,
        "de": GERMAN_NOTATION,
        "sv": SWEDISH_NOTATION,
        "ja": JAPANESE_NOTATION,
    }
    names = [notation.name for notation in LANGUAGES.values()]
    assert names == ["cards", "italian", "german", "swedish", "japanese"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_in_short(language: str) -> None:
    notation = LANGUAGES[language]
    names = ALL[language].split()
    assert [notation.text(card) for card in CARDS] == names
    for written in (ALL[language], ALL[language].lower(), ALL[language].upper()):
        assert read_cards(written, notation=notation) == CARDS
    assert len(set(names)) == 52


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_with_pips(language: str) -> None:
    notation = LANGUAGES[language]
    names = [f"{rank}{pip}" for pip in "♣♦♥♠" for rank in SHOWN_RANKS[language].split()]
    assert [notation.text(card, pips=True) for card in CARDS] == names
    for pips in ("♣♦♥♠", "♧♢♡♤"):
        pictures = " ".join(names).translate(dict(zip(map(ord, "♣♦♥♠"), pips, strict=True)))
        assert read_cards(pictures, notation=notation) == CARDS
        assert read_cards(pictures.replace(" ", "\ufe0f "), notation=notation) == CARDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_jokers(language: str) -> None:
    notation = LANGUAGES[language]
    assert notation.text(JOKER) == notation.text(JOKER, pips=True) == JOKERS[language]
    for text in (JOKERS[language], JOKERS[language].upper(), "jk", "🃏", JOKERS[language] + "*"):
        assert read_card(text, notation=notation) is JOKER


@pytest.mark.parametrize("language", OTHERS)
def test_all_cards_in_words(language: str) -> None:
    notation = LANGUAGES[language]
    ranks = RANK_WORDS[language].split(), SHOWN_RANKS[language].split()
    link = LINKS.get(language)
    glues = ["", " ", "-", "–", "  ", "\t"] + ([link, f" {link} "] if link else [])
    behind = [""] + ([f" {link} ", link, f"{link} "] if link else [])
    for i, card in enumerate(CARDS):
        suit = SUIT_WORDS[language].split()[i // 13]
        for rank in (names[i % 13] for names in ranks):
            forms = [suit + glue + rank for glue in glues] + [rank + glue + suit for glue in behind]
            for form in forms:
                assert read_cards(form, notation=notation) == [card], form
            text = ", ".join(form for each in forms for form in (each.upper(), each.lower()))
            assert set(read_cards(text, notation=notation)) == {card}
            apart = unicodedata.normalize("NFD", text)
            assert set(read_cards(apart, notation=notation)) == {card}


# --- what the sheets write


@pytest.mark.parametrize(
    ("language", "text", "cards"),
    [
        # the German sheet
        ("de", "7♥ 7♦ 7♠ / 3♠ 4♠ 5♠", "7H 7D 7S 3S 4S 5S"),
        ("de", "K♥ K♦ K♣, D♥ D♦ D♣ B♥ B♦ B♣ A♣", "KH KD KC QH QD QC JH JD JC AC"),
        ("de", "10♥ 10♦ 10♠, 9♠", "10H 10D 10S 9S"),
        ("de", "7♥ 7♦ 7♠ 7♣", "7H 7D 7S 7C"),
        ("de", "Kreuz A Joker", "AC JK"),
        # the Italian sheet
        ("it", "7♣ 7♥ 7♠ / 4♠ 5♠ 6♠ Jolly", "7C 7H 7S 4S 5S 6S JK"),
        ("it", "6♦ 6♥ 6♠ 6♣, 3♣ 4♣ 5♣", "6D 6H 6S 6C 3C 4C 5C"),
        ("it", "Q-A♠ A-3♠", "QS KS AS AS 2S 3S"),
        ("it", "Asso di cuori", "AH"),
        # the Swedish sheet: ranks K Q J beside kung, dam, knekt; several names for a suit
        ("sv", "K♥ Q♥ J♥ kungar", None),
        ("sv", "KHj QHj JHj", "KH QH JH"),
        ("sv", "hjärtan kung, hjärter dam, ruter knekt, ruder 7", "KH QH JD 7D"),
        ("sv", "klöver kung, klubbor kung, spader ess", "KC KC AS"),
        # the Japanese sheet
        ("ja", "Jのクラブ 8のクラブ Kのクラブ 9のハート 6のクラブ", "JC 8C KC 9H 6C"),
        ("ja", "8 のクラブ ジョーカー Joker", "8C JK JK"),
        ("ja", "9, 10, Jのクラブ", None),
    ],
)
def test_the_rule_sheets(language: str, text: str, cards: str | None) -> None:
    if cards is not None:
        assert english(text, language) == cards
        return
    with pytest.raises(NotationError):
        read_cards(text, notation=LANGUAGES[language])


@pytest.mark.parametrize(
    ("language", "table", "hand", "shed"),
    [
        ("de", "K♥ K♦ K♣ / D♥ D♦ D♣ / B♥ B♦ B♣", "A♣", "AKr"),
        ("de", "10♥ 10♦ 10♠ / B♥ B♦ B♠ / D♥ D♦ D♣", "9♠", ""),
        ("de", "10♥ 10♦ 10♠ / B♥ B♦ B♠ / D♥ D♦ D♣", "9♠ D♦ D♠", "DKa 9Pi DPi"),
        ("it", "4♣ 5♣ 6♣ / 6♦ 6♥ 6♠", "3♣", "3F"),
        ("ja", "9♣ 10♣ J♣", "8のクラブ", "8♣"),
    ],
)
def test_the_worked_positions(language: str, table: str, hand: str, shed: str) -> None:
    notation = LANGUAGES[language]
    play = best_play(table, hand, notation=notation)
    assert play is not None
    assert print_cards(play.shed, notation=notation) == shed


# --- what is printed reads back the same


@some(100)
@given(st.lists(any_cards, max_size=20), languages)
def test_cards_read_back_the_same(cards: list[AnyCard], language: str) -> None:
    notation = LANGUAGES[language]
    assert read_cards(print_cards(cards, notation=notation), notation=notation) == cards
    for pips in (False, True):
        text = " ".join(notation.text(card, pips=pips) for card in cards)
        for reader in (notation, notation.in_pips()):
            assert read_cards(text, notation=reader) == cards
        assert read_cards(notation.in_letters(text), notation=notation) == cards
        assert notation.in_letters(text).isascii()
    assert print_cards(cards, notation=notation.in_pips()) == text


@some(200)
@given(
    natural_cards,
    st.lists(st.sampled_from(Suit), min_size=1, max_size=4),
    st.integers(2, 13),
    languages,
)
def test_short_forms_read_back_the_same(
    first: Card, suits: list[Suit], length: int, language: str
) -> None:
    notation = LANGUAGES[language]
    cards = [Card(first.rank, suit) for suit in suits]
    for pips in (False, True):
        assert read_cards(notation.set_text(cards, pips=pips), notation=notation) == cards
        places = range(first.rank, first.rank + length)
        if places.stop <= 15:
            run = [Card((place - 1) % 13 + 1, first.suit) for place in places]
            text = notation.run_text(run[0], run[-1], pips=pips)
            assert read_cards(text, notation=notation) == run


cards_lists = st.lists(any_cards, max_size=6).map(tuple)
melds = st.lists(any_cards, min_size=1, max_size=5).map(lambda cards: Meld(tuple(cards)))
any_tables = st.lists(melds, max_size=4).map(
    lambda laid: Table(tuple(card for meld in laid for card in meld), tuple(laid))
) | cards_lists.map(Table)
any_positions = st.builds(
    Position, table=any_tables, hand=cards_lists, support=cards_lists, loose=cards_lists
)


@some(200)
@given(any_positions, st.sampled_from([*LANGUAGES.values(), TILE_NOTATION]))
def test_positions_read_back_the_same(position: Position, notation: Notation) -> None:
    text = position.text(notation=notation)
    assert Position.parse(text, notation=notation) == position
    assert Position.parse(text.replace(" ", "  "), notation=notation) == position
    table = position.table.text(notation=notation)
    assert Table.of(table, notation=notation) == position.table
    assert position.text() == str(position)
    assert position.table.text() == str(position.table)


@some(100)
@given(any_positions, languages)
def test_json_reads_back_the_same(position: Position, language: str) -> None:
    notation = LANGUAGES[language]
    data = position.to_dict()

    def told(value: object) -> object:
        if isinstance(value, list):
            return [told(each) for each in value]
        return notation.text(read_card(str(value)))

    text = json.dumps({name: told(cards) for name, cards in data.items()})
    assert Position.from_json(text, notation=notation) == position
    assert from_json(Position, text, notation=notation) == position


# --- the same question in every language


@some(60)
@given(
    st.lists(natural_cards, max_size=12, unique=True),
    st.lists(natural_cards, max_size=4, unique=True),
    languages,
)
def test_answers_do_not_depend_on_the_language(
    table: list[AnyCard], hand: list[AnyCard], language: str
) -> None:
    notation, rules = LANGUAGES[language], Rules(aces="low")
    laid, held = (print_cards(cards, notation=notation) for cards in (table, hand))
    assert is_valid(laid, rules=rules, notation=notation) == is_valid(table, rules=rules)
    assert arrange(laid, rules=rules, notation=notation) == arrange(table, rules=rules)
    expected = best_play(table, hand, rules=rules)
    assert best_play(laid, held, rules=rules, notation=notation) == expected
    assert list(best_plays([(laid, held)], rules=rules, notation=notation)) == [expected]


def test_everything_that_reads_text_takes_a_notation() -> None:
    """QC is donna di cuori, QF donna di fiori, and F alone makes it no English."""
    italian = ITALIAN_NOTATION
    queens = read_cards("QH QC QS")
    text, laid = "QC QF QP", Table.of("QH QC QS /")
    assert read_cards(text, notation=italian) == queens
    assert read_card("QC", notation=italian) == read_card("QH")
    assert list(Meld.parse(text, notation=italian)) == queens
    assert Table.of(f"{text} /", notation=italian) == laid
    assert cards_of(text, notation=italian) == queens
    assert is_valid(text, notation=italian)
    assert str(arrange(text, notation=italian)) == "QC QH QS"
    position = Position.of(f"{text} /", "DQ", notation=italian)
    assert position == Position(laid, (read_card("QD"),))
    assert Position.parse(f"table: {text} /\nhand: DQ", notation=italian) == position
    data = {"table": [text.split()], "hand": ["DQ"]}
    assert Position.from_dict(data, notation=italian) == position
    assert Position.from_json(json.dumps(data), notation=italian) == position
    play = best_play(f"{text} /", "DQ", notation=italian)
    assert play is not None
    assert print_cards(play.shed, notation=italian) == "QQ"
    assert list(best_plays([(f"{text} /", "DQ")], notation=italian)) == [play]
    written = '{"shed": ["DQ"], "kept": [], "melds": ["QFQCP"], "opening": null}'
    assert from_json(Play, written, notation=italian) == play
    after = "table: QFQCP /\nhand:"
    assert judge(f"table: {text} /\nhand: DQ", after, notation=italian).legal
    assert cuts(f"{text} /", "QFQCP /", notation=italian) == 0
    found = outs(f"{text} /", "DQ", unseen="4F", notation=italian)
    assert print_cards(found.shed, notation=italian) == "QQ"
    assert list(plays(f"{text} /", "DQ", notation=italian)) == [play]
    for no_english in (text, "DQ"):
        with pytest.raises(NotationError, match=re.escape("expected a card (10H, K♥), a joker")):
            read_cards(no_english)


def test_what_is_said_about_cards_is_in_the_notation() -> None:
    with pytest.raises(CardCountError, match="copy number 3 of KnHj, but two decks have 2"):
        best_play("", "hjärter knekt, J♥ KnHj", notation=SWEDISH_NOTATION)
    with pytest.raises(CardCountError, match=r"cards, line 1, column 13: copy number 3 of DHe"):
        is_valid("Herzdame D♥ DHe", notation=GERMAN_NOTATION)
    meld = Meld.parse("9He BHe DHe", notation=GERMAN_NOTATION)
    assert meld.why_not(notation=GERMAN_NOTATION) == "10He is missing"
    told = explain_rules(notation=ITALIAN_NOTATION)
    assert "A set is three or four cards of one rank in different suits: 7Q 7C 7P." in told
    verdict = judge(
        "table: 4-6Ru /\nhand: 7Ru", "table: 4-5Ru 7Ru /\nhand: 6Ru", notation=SWEDISH_NOTATION
    )
    assert verdict.reasons[0].message == "6Ru was taken from the table into the hand"


# --- what is refused

REFUSED = {
    "it": """
        10H|4D|10S|KK|CA|C10|10|C|cuori|asso|di|asso di|di cuori|10 cuori|asso_di_cuori|JOLL|JKC
        asso de cuori|cuori asso di|6fioriquadri|quadricuori|1C|11C|TC|A1|AssoA|Fcuori10|4-7
        4-7-9C|asso+di+cuori|10-di-cuori|cuori 10 di fiori|4-7 cuori
    """,
    "de": """
        7K|7H|10P|10C|10S|KC|He10|Kr-B|KrB|Pi 10|PikH|Herz|Bube|KreuzKaro|6KreuzKaro|6KrHerz|10 Herz
        Kreuz -|Kreuz - 10|Herz 11|Herz_10|Herz.10|7Kreu|Kreuz-Herz|10-Herz|1He|EHe|KnKr|Kreuz, 10
        Kreuz 9, 10|Herz Karo 10|Herz|Herz / 10
    """,
    "sv": """
        7K|KK|K7|10H|10S|10R|10C|Hj10|KnK|Kn|hjärter|10 hjärter|klover 7|7klövers|BHj|dam|kung
        spader-spader|K-ESp-|TSp|knekt ruter|klöver
    """,
    "ja": """
        H10|C4|10ハ|ハー9|ハート|ハート の|9の|の|9の♥の|の9|9, 10, Jのクラブ|9 ハート|十一のハート
        11♥|0♥|九十♥|6クラブダイヤ|JOK|ハートのハート|♣♣9|エース|ジョーカ
    """,
}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (language, text.strip())
        for language, texts in REFUSED.items()
        for text in re.split(r"[|\n]", texts.strip())
    ],
)
def test_what_is_not_certain_is_refused(language: str, text: str) -> None:
    notation = LANGUAGES[language]
    with pytest.raises(NotationError) as caught:
        read_cards(text, notation=notation)
    assert caught.value.token in text
    assert caught.value.expected == notation.expected()
    assert f"cannot read {caught.value.token!r}" in str(caught.value)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "it",
            "expected a card (10C, K♥, 10 di cuori), a joker (Jolly), a range (4-7F) or one rank "
            "in several suits (6FQC)",
        ),
        (
            "de",
            "expected a card (10He, K♥, Herz 10), a joker (Joker), a range (4-7Kr) or one rank "
            "in several suits (6KrKaHe)",
        ),
        (
            "sv",
            "expected a card (10Hj, K♥, hjärter 10), a joker (Joker), a range (4-7Kl) or one rank "
            "in several suits (6KlRuHj)",
        ),
        (
            "ja",
            "expected a card (10♥, K♥, 10のハート), a joker (Joker), a range (4-7♣) or one rank "
            "in several suits (6♣♦♥)",
        ),
    ],
)
def test_an_error_says_what_was_expected_in_the_language(language: str, expected: str) -> None:
    notation = LANGUAGES[language]
    good = notation.text(Card(10, Suit.HEARTS))
    with pytest.raises(NotationError) as caught:
        read_cards(f"{good}\n{good}  x9 / {good}", notation=notation)
    error = caught.value
    assert (error.token, error.line, error.column) == ("x9", 2, len(good) + 3)
    assert error.expected == expected
    for form in re.findall(r"\w+ \(([^)]*)\)", expected):
        for text in form.split(", "):
            assert read_cards(text, notation=notation), text


def test_the_place_of_cards_in_words() -> None:
    with pytest.raises(CardCountError, match=r"hand, line 1, column 18: copy number 3 of 10He"):
        Position.of("", "Herz 10, 10♥  ,  Herz - 10".replace(" - ", "-"), rules=Rules(),
                    notation=GERMAN_NOTATION)  # fmt: skip
    with pytest.raises(NotationError, match=r"column 9: cannot read 'Herz'") as caught:
        read_cards("Herz 10 Herz 11", notation=GERMAN_NOTATION)
    assert caught.value.token == "Herz"


@pytest.mark.parametrize(
    ("language", "text", "fault"),
    [
        ("it", "4F-7Q", "expected a range in one suit, as 4-7F"),
        ("de", "Herz 7-4", "goes up, by 13 cards at most, as 4-7Kr or 10-APi"),
        ("sv", "K-2Sp", "goes up, by 13 cards at most, as 4-7Kl or 10-ESp"),
        ("ja", "K-2のハート", "goes up, by 13 cards at most, as 4-7♣ or 10-A♠"),
    ],
)
def test_ranges_that_are_none(language: str, text: str, fault: str) -> None:
    with pytest.raises(NotationError, match=re.escape(fault)):
        read_cards(text, notation=LANGUAGES[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_two_meanings(language: str) -> None:
    """All forms of all names are written out; none of them is another one's, too."""
    notation = LANGUAGES[language]
    ranks, suits, words, spoken = (
        [(name.upper(), i) for i, names in enumerate(text.split(), 1) for name in names.split("/")]
        for text in (notation.ranks, notation.suits, notation.spoken_suits, notation.spoken_ranks)
    )
    meanings: dict[str, tuple[object, ...]] = {}

    def put(text: str, *meaning: object) -> None:
        assert meanings.setdefault(text, meaning) == meaning, text

    for name in notation.joker.upper().split("/"):
        put(name, "joker")
    for rank, r in ranks:
        for first, s in suits:
            put(rank + first, "cards", r, s)
            for second, t in suits:
                put(rank + first + second, "cards", r, s, t)
                for third, u in suits:
                    put(rank + first + second + third, "cards", r, s, t, u)
            for other, q in ranks:
                put(f"{rank}-{other}{first}", "range", r, q, s)
                for second, t in suits:
                    put(f"{rank}{second}-{other}{first}", "range", r, q, t, s)
    links = ["", notation.link.upper()]
    for word, s in words:
        for rank, r in [*ranks, *spoken]:
            for gap in (" ", "-", *links):
                put(word + gap + rank, "cards", r, s)
            for link in links:
                put(rank + link + word, "cards", r, s)
            for other, q in [*ranks, *spoken]:
                for gap in (" ", "-", *links):
                    put(f"{word}{gap}{rank}-{other}", "range", r, q, s)
                for link in links:
                    put(f"{rank}-{other}{link}{word}", "range", r, q, s)
    assert len(meanings) > 20_000


# --- any text, against a reader without a pattern


class SlowReader:
    """What pieces of text mean in a language, told by its names alone."""

    def __init__(self, language: str) -> None:
        notation = LANGUAGES[language]
        self.link = notation.link
        self.ranks = self._named(notation.ranks, range(1, 14))
        self.suits = self._named(notation.suits, Suit)
        self.jokers = [self.fold(name) for name in notation.joker.split("/")]
        self.suit_words = self._named(notation.spoken_suits, Suit)
        self.rank_words = {**self.ranks, **self._named(notation.spoken_ranks, range(1, 14))}

    @staticmethod
    def fold(text: str) -> str:
        return text.upper()

    def _named(self, names: str, things: object) -> dict[str, int]:
        return {
            self.fold(name): int(thing)
            for thing, named in zip(things, names.split(), strict=False)  # type: ignore[call-overload]
            for name in named.split("/")
        }

    def piece(self, text: str) -> list[AnyCard] | None:
        """The cards of a piece without separators; None when it is nothing."""
        text = self.fold(text).replace("*", "").removesuffix("+")
        if text in self.jokers:
            return [JOKER]
        for rank, number in self.ranks.items():
            suits = self._suits(text.removeprefix(rank)) if text.startswith(rank) else None
            if suits:
                return [Card(number, suit) for suit in suits]
        for dash in "-–":
            low, found, high = text.partition(dash)
            for suit, value in self.suits.items():
                if found and high.endswith(suit) and high.removesuffix(suit) in self.ranks:
                    lows = [low, *(low.removesuffix(s) for s, v in self.suits.items()
                                   if v == value and low.endswith(s))]  # fmt: skip
                    for start in lows:
                        if start in self.ranks:
                            last = self.ranks[high.removesuffix(suit)]
                            return self._range(self.ranks[start], last, value)
        return self._words(text)

    def pieces(self, texts: list[str]) -> list[AnyCard] | None:
        """The cards of pieces with blanks between them."""
        cards: list[AnyCard] = []
        while texts:
            for count in (3, 2, 1):
                text = " ".join(texts[:count])
                bare = self.fold(text).rstrip("*+")
                found = self._words(bare) if count > 1 else self.piece(text)
                if found is not None and len(texts) >= count:
                    cards += found
                    texts = texts[count:]
                    break
            else:
                return None
        return cards

    def _words(self, text: str) -> list[AnyCard] | None:
        for suit, value in self.suit_words.items():
            if text.startswith(suit):
                rest = text.removeprefix(suit)
                gaps = [rest, rest.lstrip(), rest[1:] if rest[:1] in ("-", "–") else rest]
                if self.link and rest.lstrip().startswith(self.fold(self.link)):
                    gaps.append(rest.lstrip().removeprefix(self.fold(self.link)).lstrip())
                for ranks in gaps:
                    if (found := self._ranks(ranks, value)) is not None:
                        return found
            if text.endswith(suit):
                rest = text.removesuffix(suit)
                gaps = [rest]
                if self.link and rest.rstrip().endswith(self.fold(self.link)):
                    gaps.append(rest.rstrip().removesuffix(self.fold(self.link)).rstrip())
                for ranks in gaps:
                    if (found := self._ranks(ranks, value)) is not None:
                        return found
        return None

    def _ranks(self, text: str, suit: int) -> list[AnyCard] | None:
        if text in self.rank_words:
            return [Card(self.rank_words[text], Suit(suit))]
        for dash in "-–":
            low, found, high = text.partition(dash)
            if found and low in self.rank_words and high in self.rank_words:
                return self._range(self.rank_words[low], self.rank_words[high], suit)
        return None

    @staticmethod
    def _range(first: int, last: int, suit: int) -> list[AnyCard] | None:
        last = 14 if last == 1 else last
        if not 2 <= last - first + 1 <= 13:
            return None
        return [Card((place - 1) % 13 + 1, Suit(suit)) for place in range(first, last + 1)]

    def _suits(self, text: str) -> list[Suit] | None:
        suits = []
        while text:
            for suit, value in self.suits.items():
                if text.startswith(suit):
                    suits.append(Suit(value))
                    text = text.removeprefix(suit)
                    break
            else:
                return None
        return suits


SLOW = {language: SlowReader(language) for language in OTHERS}


@st.composite
def near_texts(draw: st.DrawFn) -> tuple[str, str]:
    """A language, and pieces that its cards are made of, put together somehow."""
    language = draw(other_languages)
    notation = LANGUAGES[language]
    names = [
        name
        for words in (notation.ranks, notation.suits, notation.joker, notation.spoken_ranks)
        for named in words.split()
        for name in named.split("/")
    ]
    words = [name for named in notation.spoken_suits.split() for name in named.split("/")]
    bits = st.sampled_from(names) | st.sampled_from([*words, *SUIT_WORDS[language].split()])
    glue = st.sampled_from(["", "", " ", " ", "-", f" {notation.link} ", notation.link, "*", "x"])
    pieces = draw(st.lists(st.tuples(bits | st.text("AKD71q♥", max_size=2), glue), max_size=6))
    text = "".join(bit + joint for bit, joint in pieces)
    return language, draw(st.sampled_from([text, text.lower(), text.upper()]))


@some(400)
@given(near_texts())
@example(("de", "Herz 10 Pik Dame"))
@example(("de", "10Herz Herz 10"))
@example(("it", "cuori 10 di fiori"))
@example(("it", "10 di cuori 4 di fiori"))
@example(("sv", "KnKl KKl klöver K klöverKn"))
@example(("ja", "9のハートの9"))
def test_text_means_what_its_pieces_mean(drawn: tuple[str, str]) -> None:
    language, text = drawn
    expected = SLOW[language].pieces(text.split())
    if expected is None:
        with pytest.raises(NotationError):
            read_cards(text, notation=LANGUAGES[language])
    else:
        assert read_cards(text, notation=LANGUAGES[language]) == expected


@some(300)
@given(st.text(max_size=12) | near_texts().map(lambda drawn: drawn[1]), languages)
@example("♥\ufe0f", "ja")
@example("ſpader dam \u212an♥ ß", "sv")
def test_nothing_but_our_own_errors_comes_from_any_reader(text: str, language: str) -> None:
    notation = LANGUAGES[language]
    for read in (
        lambda: read_card(text, notation=notation),
        lambda: Meld.parse(text, notation=notation),
        lambda: Table.of(text, notation=notation),
        lambda: Position.of([text], text, rules=Rules(), notation=notation),
        lambda: Position.parse(f"table: {text}\nhand: {text}", notation=notation),
        lambda: Position.from_json(json.dumps({"hand": [text]}), notation=notation),
        lambda: from_json(Play, text, notation=notation),
        lambda: is_valid(text, notation=notation),
        lambda: judge(text, text, notation=notation),
    ):
        try:
            read()
        except MachiavelliError:
            continue


@pytest.mark.parametrize("language", OTHERS)
def test_letters_that_only_look_alike_are_not_read(language: str) -> None:
    notation = LANGUAGES[language]
    for text in (
        "ſpader dam",
        "Kar\u03bf 10",
        "pi\u212a dame",
        "re di picche\u0301",
        "K\u200b♥",
    ):
        with pytest.raises(NotationError):
            read_cards(text, notation=notation)


# --- notations as values


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_are_values(language: str) -> None:
    notation = LANGUAGES[language]
    fresh = eval(repr(notation), {"Notation": Notation})
    for twin in (fresh, pickle.loads(pickle.dumps(notation)), copy.deepcopy(notation)):
        assert twin == notation
        assert hash(twin) == hash(notation)
        assert read_cards(ALL[language], notation=twin) == CARDS


MINE = {
    "name": "mine",
    "ranks": "A 2 3 4 5 6 7 8 9 10 J Q K",
    "suits": "C D H S",
    "joker": "JK",
    "spoken_ranks": "ace two three four five six seven eight nine ten jack queen king",
    "spoken_suits": "clubs diamonds hearts spades",
    "link": "of",
}


def test_words_in_a_notation_of_ones_own() -> None:
    mine = Notation(**MINE)  # type: ignore[arg-type]
    text = "Queen of Spades 10 of hearts, clubs 4-6 / ten-ace of diamonds KH"
    cards = "QS 10H 4C 5C 6C 10D JD QD KD AD KH"
    assert print_cards(read_cards(text, notation=mine)) == cards
    tiles = Notation(**{**MINE, "order": "suit first", "link": ""})  # type: ignore[arg-type]
    assert print_cards(read_cards("H10 hearts 10 10hearts C4-6", notation=tiles)) == (
        "10H 10H 10H 4C 5C 6C"
    )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"spoken_ranks": ""}, "words for ranks or suits alone"),
        ({"spoken_suits": ""}, "words for ranks or suits alone"),
        ({"spoken_suits": "clubs hearts"}, "2 spoken suits, not 4"),
        ({"spoken_ranks": "ace"}, "1 spoken ranks, not 13"),
        ({"link": "of the"}, "'of the' cannot be a link"),
        ({"link": "-"}, "'-' cannot be a link"),
        ({"spoken_suits": "clubs clubs hearts spades"}, "two cards are written alike"),
        ({"spoken_suits": "D C hearts spades"}, "two cards are written alike"),
        ({"spoken_suits": "clubs diamonds hearts ten"}, "'TEN' could be read in two ways"),
        ({"spoken_suits": "clubs diamonds hearts JK"}, "'JK' could be read in two ways"),
        ({"link": "jk"}, "'JK' could be read in two ways"),
        ({"spoken_ranks": MINE["spoken_ranks"].replace("ace", "k")}, "two cards are written alike"),
        ({"suits": "C D Ca Cb"}, "suit 'C' begins suit 'CA'"),
        ({"suits": "C D/De H S"}, "suit 'D' begins suit 'DE'"),
    ],
)
def test_words_that_could_be_read_in_two_ways(change: dict[str, str], fault: str) -> None:
    with pytest.raises(OptionError, match=re.escape(f"notation 'mine': {fault}")):
        Notation(**{**MINE, **change})  # type: ignore[arg-type]


def test_no_language_costs_anything_until_it_is_used() -> None:
    code = (
        "import sys, machiavelli_solver as m\n"
        "m.CARD_NOTATION.text(m.JOKER), m.Rules, m.Position\n"
        "assert m.CARD_NOTATION._reader is None and m.TILE_NOTATION._reader is None\n"
        "m.read_cards('4-6C')\n"
        "assert m.CARD_NOTATION._reader is m.CARD_NOTATION.reader\n"
        "assert m.TILE_NOTATION._reader is None\n"
        "assert 'machiavelli_solver.languages' not in sys.modules\n"
        "assert all(each._reader is None for code, each in m.LANGUAGES.items() if code != 'en')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.stderr == b""
