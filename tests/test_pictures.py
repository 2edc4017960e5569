"""Pictures: which cards are drawn, where, with which marks and colours, and for whom."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st
from pictured import SVG, cards_in, parse, told
from strategies import Pack, any_cards, cards_of, corners, some, valid_melds

from machiavelli_solver import (
    JOKER,
    RULES,
    TILE_NOTATION,
    AnyCard,
    Arrangement,
    CardLikeError,
    Meld,
    Notation,
    NotationError,
    OptionError,
    Play,
    Position,
    Rules,
    Suit,
    Table,
    Turn,
    after_play,
    arrange,
    best_play,
    picture,
)
from machiavelli_solver.pictures.themes import THEMES, TONES

JOKERS = Rules(jokers=4)
KINGS = Position.of("KHDC / QHDC / JHDC", "AC 9S")
LEGEND = ("from the hand", "moved, from or to meld a", "support card")


def turn_of(position: Position, rules: Rules = JOKERS) -> Turn:
    play = best_play(
        position.table,
        position.hand,
        support=position.support,
        loose=position.loose,
        rules=rules,
    )
    assert play is not None
    return Turn(position, after_play(position, play), rules)


def texts_of(svg: str) -> list[str]:
    """What is written in a picture, but for what is on cards."""
    on_cards = Counter(text for card in cards_in(svg) for text in card.texts)
    return [*(Counter(text.text or "" for text in parse(svg).iter(f"{SVG}text")) - on_cards)]


class TestCards:
    def test_each_card_of_a_meld_is_drawn_in_its_order(self) -> None:
        cards = cards_in(picture(Meld.parse("6H 4H 10H")))
        assert [card.card for card in cards] == ["6H", "4H", "10H"]
        assert [card.texts for card in cards] == [("6",), ("4",), ("10",)]
        assert [card.title for card in cards] == ["6♥", "4♥", "10♥"]

    def test_pips_are_paths_one_for_each_suit(self) -> None:
        svg = picture(Meld.parse("6CDHS 7CDHS"))
        paths = [path.get("d") for path in parse(svg).iter(f"{SVG}path")]
        assert len(paths) == 8
        assert paths[:4] == paths[4:]
        assert len(set(paths)) == 4
        assert not re.search("[♣♦♥♠]", re.sub("<title>.*?</title>", "", svg))

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_colours_of_suits(self, theme: Any) -> None:
        def inks(*, four_colours: bool) -> list[list[str]]:
            svg = picture(Meld.parse("6CDHS"), theme=theme, four_colours=four_colours)
            papers = {getattr(TONES["paper"], theme)}
            return [sorted(card.colours - papers) for card in cards_in(svg)]

        tones = {role: getattr(tone, theme) for role, tone in TONES.items()}
        ink, red, green, blue = (tones[role] for role in ("ink", "red", "green", "blue"))
        assert inks(four_colours=False) == [[ink], [red], [red], [ink]]
        assert inks(four_colours=True) == [[green], [blue], [red], [ink]]

    @pytest.mark.parametrize(
        ("meld", "stands"),
        [
            ("4C JK 6C", ["5C"]),
            ("JK 8S 9S", ["7S"]),
            ("8S 9S JK", ["10S"]),
            ("8S JK 9S", ["7S 10S"]),
            ("4C JK JK 7C", ["5C", "6C"]),
            ("Q-KH JK", ["AH"]),
            ("9C 9S JK", ["9D 9H"]),
            ("6CDH JK", ["6S"]),
            ("4C 9H JK", [""]),
            ("JK", [""]),
        ],
    )
    def test_a_joker_shows_what_it_stands_for(self, meld: str, stands: list[str]) -> None:
        cards = cards_in(picture(Meld.parse(meld)))
        assert [card.stands for card in cards if card.card == "JK"] == stands
        assert not any(card.stands for card in cards if card.card != "JK")

    def test_a_joker_in_a_run_is_drawn_with_the_card_and_one_alone_with_its_name(self) -> None:
        stands, alone = cards_in(picture("10C JK QC / JK"))[1::2]
        assert (stands.texts, stands.title) == (("J",), "JK as J♣")
        assert (alone.texts, alone.title) == (("JK",), "JK")

    def test_a_joker_around_the_corner_where_the_rules_let_runs_go(self) -> None:
        meld = Meld.parse("KS JK 2S")
        assert cards_in(picture(meld))[1].stands == ""
        around = Rules(jokers=1, aces="around")
        assert cards_in(picture(meld, rules=around))[1].stands == "AS"

    def test_tiles_have_numbers_and_the_letters_of_their_colours(self) -> None:
        svg = picture("O1 R11", notation=TILE_NOTATION, theme="light")
        one, eleven = cards_in(svg)
        assert (one.texts, one.title) == (("1", "O"), "O1")
        assert (eleven.texts, eleven.title) == (("11", "R"), "R11")
        assert TONES["orange"].light in one.colours
        assert len([*parse(svg).iter(f"{SVG}circle")]) == 2

    def test_names_of_any_length_stay_on_the_card(self) -> None:
        ranks = "Asso Due Tre Quattro Cinque Sei Sette Otto Nove Dieci Fante Donna Re"
        long = Notation(name="long", ranks=ranks, suits="F Q C P", joker="Matta")
        svg = picture("AssoF ReC Matta", notation=long)
        assert [card.texts for card in cards_in(svg)] == [("Asso",), ("Re",), ("Matta",)]
        lengths = [text.get("textLength") for text in parse(svg).iter(f"{SVG}text")]
        assert lengths == [None, "31", "21.84", "31"]

    def test_text_is_read_in_the_notation(self) -> None:
        assert [card.card for card in cards_in(picture("R7 / K10", notation=TILE_NOTATION))] == [
            "7H",
            "10S",
        ]


class TestPositions:
    def test_a_position_is_its_table_what_lies_beside_and_the_hand(self) -> None:
        svg = picture(Position.of("4-6C / 6DHS", "3C 9H", support="7C", loose="2D KS"))
        blocks = {block: told(svg, "", block) for block in ("Table", "Loose", "Support", "Hand")}
        assert blocks == {
            "Table": ["4C, 5C, 6C, 6D, 6H, 6S"],
            "Loose": ["2D, KS"],
            "Support": ["7C"],
            "Hand": ["3C, 9H"],
        }
        assert len(cards_in(svg)) == 11

    def test_blocks_stand_below_each_other_but_for_loose_and_support_cards(self) -> None:
        svg = picture(Position.of("4-6C /", "3C", support="7C", loose="2D"))
        y = {card.block: card.place[1] for card in cards_in(svg)}
        assert y["Table"] < y["Loose"] == y["Support"] < y["Hand"]

    def test_melds_stand_apart_and_have_a_border(self) -> None:
        svg = picture(Table.of("4-6C / 6DHS"))
        x = [card.place[0] for card in cards_in(svg)]
        gaps = [after - before for before, after in pairwise(x)]
        assert len({gap for i, gap in enumerate(gaps) if i != 2}) == 1
        assert gaps[2] > gaps[0] > 40
        loose = [card.place[0] for card in cards_in(picture(Table.of("4-6C 6DHS")))]
        assert len({after - before for before, after in pairwise(loose)}) == 1

    def test_what_is_empty_says_so(self) -> None:
        assert texts_of(picture(Position())) == ["Table", "empty", "Hand"]
        assert texts_of(picture(Table())) == ["Table", "empty"]
        assert texts_of(picture(Arrangement(()))) == ["no cards"]
        assert texts_of(picture(Meld(()), notation=TILE_NOTATION)) == ["no tiles"]

    def test_melds_wrap_to_lines_and_none_is_broken(self) -> None:
        table = Table.of(" / ".join(["4-6C", "A-KH", *["6DHS"] * 15]))
        cards = cards_in(picture(table, cards_a_line=9))
        rows = Counter(card.place[1] for card in cards)
        assert [*rows.values()] == [3, 13, 12, 12, 12, 9]

    def test_loose_cards_wrap_to_lines_that_are_about_equal(self) -> None:
        rows = Counter(card.place[1] for card in cards_in(picture("A-KC A-KH 2D")))
        assert [*rows.values()] == [14, 13]

    def test_no_two_cards_lie_on_one_another_and_all_within_the_picture(self) -> None:
        svg = picture(turn_of(BUSY))
        places = [card.place for card in cards_in(svg)]
        *_, width, height = map(float, parse(svg).attrib["viewBox"].split())
        for i, (x, y) in enumerate(places):
            assert 0 < x < width - 40
            assert 0 < y < height - 54
            assert all(abs(x - u) >= 40 or abs(y - v) >= 54 for u, v in places[:i])

    def test_melds_that_are_not_valid_say_why_where_rules_are_given(self) -> None:
        table = Table.of("4-5C / 6CDHS / 4-6C 8C")
        assert texts_of(picture(table, rules=Rules())) == ["Table", "two cards", "7♣ is missing"]
        assert texts_of(picture(table)) == ["Table"]


BUSY = Position.of(
    "4-6C / 6DHS / KHDC / QHDC / JHDC / 10-KS / A-5H / 2-4D / 7CDHS / 8CDS / 9-JS / 9HDC",
    "AC 9S 3C 2C QS 8H 7H 10H 4S KD 5D 6D AD 2S",
    support="2D 9H",
)


class TestTurns:
    def test_cards_of_the_hand_are_marked_on_both_sides(self) -> None:
        svg = picture(turn_of(Position.of("4-6C / 6DHS", "3C 9H")))
        assert told(svg, "Before", "Table") == ["4C, 5C, 6C", "6D, 6H, 6S"]
        assert told(svg, "Before", "Hand") == ["3C hand, 9H"]
        assert told(svg, "After", "Table") == ["3C hand, 4C, 5C, 6C", "6D, 6H, 6S"]
        assert told(svg, "After", "Hand") == ["9H"]
        assert texts_of(svg)[-1:] == ["from the hand"]

    def test_moved_cards_bear_the_name_of_the_other_meld(self) -> None:
        before = Position.of("4-7C / 7DHS", "2H")
        after = Position.of("4-6C / 7CDHS", "2H")
        svg = picture(Turn(before, after))
        assert told(svg, "Before", "Table") == ["4C, 5C, 6C, 7C moved", "7D, 7H, 7S"]
        assert told(svg, "After", "Table") == ["4C, 5C, 6C", "7C moved, 7D, 7H, 7S"]
        goes, came = (card for card in cards_in(svg) if card.mark)
        assert (goes.texts, goes.title) == (("7", "b"), "7♣, to meld b")
        assert (came.texts, came.title) == (("7", "a"), "7♣, from meld a")

    def test_a_meld_keeps_its_name_and_its_place_and_new_ones_come_last(self) -> None:
        before = Position.of("8-KS / 3-5D", "2C 2H 2S 6D")
        after = Position.of("2CHS / 8-10S / J-KS / 3-6D")
        melds = [(card.meld, card.card) for card in cards_in(picture(Turn(before, after)))]
        names = [*dict.fromkeys(meld for meld, _ in melds[9:] if meld)]
        assert names == ["a", "b", "c", "d"]
        assert [card for meld, card in melds[13:] if meld == "b"] == ["3D", "4D", "5D", "6D"]

    def test_the_worked_table_that_becomes_three_runs(self) -> None:
        svg = picture(turn_of(KINGS))
        marks = Counter(card.mark for card in cards_in(svg) if card.panel == "After")
        assert marks == {"": 4, "moved": 6, "hand": 1}
        (ace,) = (card for card in cards_in(svg) if card.panel == "After" and card.mark == "hand")
        assert (ace.card, ace.title) == ("AC", "A♣, from the hand")

    def test_support_and_loose_cards_that_are_used_are_marked_and_the_others_stay(self) -> None:
        svg = picture(turn_of(Position.of("4-6C /", "3C 9H", support="7D 9D", loose="9C 2H")))
        assert told(svg, "Before", "Loose") == ["9C support, 2H"]
        assert told(svg, "Before", "Support") == ["7D, 9D support"]
        assert told(svg, "After", "Table") == [
            "3C hand, 4C, 5C, 6C",
            "9C support, 9D support, 9H hand",
        ]
        assert told(svg, "After", "Loose") == ["2H"]
        assert told(svg, "After", "Support") == ["7D"]
        titles = {card.title for card in cards_in(svg) if card.mark == "support"}
        assert titles == {"9♣, used", "9♦, used", "9♣, a loose card", "9♦, a support card"}
        assert texts_of(svg)[-2:] == ["from the hand", "support or loose card"]

    def test_of_two_equal_cards_the_one_of_the_hand_is_marked(self) -> None:
        svg = picture(Turn(Position.of("6-8C / 6DHS", "6C"), Position.of("6-8C / 6CDHS")))
        assert told(svg, "After", "Table") == ["6C, 7C, 8C", "6C hand, 6D, 6H, 6S"]

    def test_a_freed_joker_goes_to_the_hand(self) -> None:
        rules = RULES["tahiti"].rules
        svg = picture(Turn(Position.of("4C JK 6C /", "5C"), Position.of("4-6C /", "JK"), rules))
        assert told(svg, "Before", "Table") == ["4C, JK moved, 6C"]
        assert told(svg, "After", "Table") == ["4C, 5C hand, 6C"]
        joker = next(card for card in cards_in(svg) if card.card == "JK")
        assert (joker.texts, joker.title) == (("5",), "JK as 5♣, to the hand")

    def test_a_meld_that_is_not_touched_lies_as_it_did(self) -> None:
        before = Position.of("JK 8S 9S / 4-6C", "3C")
        after = Position.of("3-6C / 8S 9S JK")
        after_cards = told(picture(Turn(before, after)), "After", "Table")
        assert after_cards == ["JK, 8S, 9S", "3C hand, 4C, 5C, 6C"]

    def test_where_it_is_not_known_how_the_table_lay_no_card_has_moved(self) -> None:
        svg = picture(turn_of(Position.of("KHDC QHDC JHDC", "AC 9S")))
        assert {str(card) for card in cards_in(svg) if card.mark} == {"AC hand"}
        assert told(svg, "Before", "Table") == ["KH, KD, KC, QH, QD, QC, JH, JD, JC"]

    def test_a_turn_that_is_not_legal_is_drawn_without_marks_on_the_table(self) -> None:
        svg = picture(Turn(Position.of("4-7C /", "2H"), Position.of("4-6C /", "7C 2H")))
        assert told(svg, "Before", "Table") == ["4C, 5C, 6C, 7C"]
        assert told(svg, "After", "Table") == ["4C, 5C, 6C"]
        loose = picture(Turn(Position.of("4-7C /", "2H"), Position.of("4-7C 2H")))
        assert told(loose, "After", "Table") == ["4C, 5C, 6C, 7C, 2H"]

    def test_the_rules_of_a_turn_say_which_melds_are_valid(self) -> None:
        svg = picture(Turn(Position.of("4-5C / 6CDHS"), Position.of("4-6C / 6DHS")))
        assert "two cards" in texts_of(svg)
        assert "Hand" not in texts_of(svg)

    def test_names_of_melds_go_on_behind_z(self) -> None:
        ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"] * 2 + ["A"]
        table = Table.of(" / ".join(f"{rank}CDHS" for rank in ranks))
        svg = picture(Turn(Position(table), Position(table)))
        names = [*dict.fromkeys(card.meld for card in cards_in(svg))]
        assert names[25:] == ["z", "aa"]

    def test_every_card_of_a_big_table_is_drawn_and_as_many_moved_on_both_sides(self) -> None:
        turn = turn_of(BUSY)
        cards = cards_in(picture(turn))
        before = [card for card in cards if card.panel == "Before"]
        after = [card for card in cards if card.panel == "After"]
        assert Counter(card.card for card in before) == Counter(card.card for card in after)
        assert len(before) == 40 + 14 + 2 == len(after)
        marked = [Counter(str(card) for card in side if card.mark) for side in (before, after)]
        assert marked[0] == marked[1]
        # the name on a moved card is that of the meld where it lies on the other side
        for here, there in ((before, after), (after, before)):
            lies = Counter((card.card, card.meld) for card in there if card.mark == "moved")
            said = Counter((card.card, card.texts[-1]) for card in here if card.mark == "moved")
            assert lies == said


@st.composite
def plays_on_melds(draw: st.DrawFn) -> Play:
    """The best play of a position whose table is given as melds, with cards beside it."""
    corner = draw(corners())
    melds = draw(valid_melds(JOKERS, corner, max_melds=6))
    pack = Pack(JOKERS)
    pack.take([card for meld in melds for card in meld])
    hand, support, loose = (
        pack.rest(draw(st.lists(cards_of(JOKERS, corner), max_size=most))) for most in (7, 2, 2)
    )
    play = best_play(melds, hand, support=support, loose=loose, rules=JOKERS)
    assert play is not None
    return play


class TestPlays:
    @some(30)
    @given(plays_on_melds())
    def test_any_play_shows_where_each_card_goes(self, play: Play) -> None:
        before = play.before
        assert before is not None
        cards = cards_in(picture(play, rules=JOKERS))
        sides = [[c for c in cards if c.panel == panel] for panel in ("Before", "After")]
        # all cards are on both sides, and so is each mark: what leaves here arrives there
        everything = (*before.table.cards, *before.hand, *before.support, *before.loose)
        for side in sides:
            assert Counter(c.card for c in side) == Counter(map(str, everything))
        marked = [Counter(str(c) for c in side if c.mark) for side in sides]
        assert marked[0] == marked[1]
        for mark, expected in (("hand", play.shed), ("support", play.support)):
            shown = Counter(c.card for c in sides[1] if c.mark == mark)
            assert shown == Counter(map(str, expected))
            assert all(c.block == "Table" for c in sides[1] if c.mark == mark)
        assert sum(c.mark == "moved" for c in sides[1]) == sum(
            moved and placed.meld is not None
            for row, moves in zip(play.rearrangement.sources, play.rearrangement.moved, strict=True)
            for placed, moved in zip(row, moves, strict=True)
        )

    def test_a_play_that_knows_the_position_before_is_drawn_as_the_turn_that_it_is(self) -> None:
        position = Position.of("4-6C / 6DHS", "3C 9H", support="9CD 2D", loose="KS")
        play = best_play(position.table, position.hand, support=position.support, loose="KS")
        assert play is not None
        assert picture(play, rules=Rules()) == picture(turn_of(position, Rules()))
        assert told(picture(play), "Before", "Support") == ["9C support, 9D support, 2D"]

    def test_a_play_that_does_not_fit_the_position_before_is_drawn_as_well_as_can_be(self) -> None:
        used = (*Meld.parse("9CD"),)
        melds = (Meld.parse("4-6C"), Meld.parse("9CDH"))
        hand = (*Meld.parse("9H"),)
        alone = picture(Play(hand, (), melds, used))
        assert told(alone, "", "Table") == ["4C, 5C, 6C, 9C support, 9D support, 9H hand"]
        assert picture(Play(hand, (), melds, used, before=Position.of("4-6C /", "9H"))) == alone

    def test_a_play_alone_is_the_table_afterwards_with_the_cards_of_the_hand_marked(self) -> None:
        play = Play((*Meld.parse("3C"),), (*Meld.parse("9H"),), (Meld.parse("3-6C"),))
        svg = picture(play)
        assert told(svg, "", "Table") == ["3C hand, 4C, 5C, 6C"]
        assert told(svg, "", "Hand") == ["9H"]

    def test_a_play_that_cannot_be_is_drawn_without_marks(self) -> None:
        play = Play((*Meld.parse("KD"),), (), (Meld.parse("3-6C"),))
        assert told(picture(play), "", "Table") == ["3C, 4C, 5C, 6C"]


class TestDocuments:
    THINGS: tuple[Any, ...] = (
        Meld.parse("4C JK 6C"),
        Table.of("4-6C / 6DHS"),
        KINGS,
        arrange("4-6C 6DHS"),
        best_play("4-6C / 6DHS", "3C"),
        turn_of(BUSY),
    )

    @pytest.mark.parametrize("thing", THINGS, ids=lambda thing: type(thing).__name__)
    def test_notebooks_get_the_picture(self, thing: Any) -> None:
        assert thing._repr_svg_() == picture(thing)

    @pytest.mark.parametrize("theme", THEMES)
    @pytest.mark.parametrize("thing", THINGS, ids=lambda thing: type(thing).__name__)
    def test_safe_and_self_contained(self, thing: Any, theme: Any) -> None:
        svg = picture(thing, theme=theme)
        tags = {element.tag.removeprefix(SVG) for element in parse(svg).iter()}
        allowed = {"svg", "title", "desc", "style", "g", "rect", "path", "text", "circle"}
        assert tags <= allowed
        names = {name for element in parse(svg).iter() for name in element.attrib}
        assert not {name for name in names if name == "id" or "href" in name or name[:2] == "on"}
        assert "url(" not in svg
        assert ("style" in tags) == (theme == "auto")
        assert svg == picture(thing, theme=theme)
        assert svg.endswith("</svg>\n")

    def test_accessible(self) -> None:
        svg = picture(turn_of(Position.of("4-6C / 6DHS", "3C 9H KD")))
        root = parse(svg)
        assert root.get("role") == "img"
        assert root[0].tag == f"{SVG}title"
        assert root[0].text == (
            "Before. Table: 4♣ 5♣ 6♣ / 6♦ 6♥ 6♠. Hand: 3♣ 9♥ K♦. "
            "After. Table: 3♣ 4♣ 5♣ 6♣ / 6♦ 6♥ 6♠. Hand: 9♥ K♦."
        )
        assert (root[1].tag, root[1].text) == (f"{SVG}desc", "From the hand: 3♣.")

    def test_the_width_of_a_card_scales_the_whole_picture(self) -> None:
        small, big = (parse(picture("4-6C /", card_width=width)) for width in (40, 80))
        assert small.get("viewBox") == big.get("viewBox")
        _, _, width, height = small.attrib["viewBox"].split()
        assert (small.get("width"), small.get("height")) == (width, height)
        assert float(big.attrib["width"]) == 2 * float(width)
        assert [*map(str, small.itertext())] == [*map(str, big.itertext())]

    def test_auto_is_the_light_picture_and_turns_each_of_its_colours_dark(self) -> None:
        auto, light, dark = (picture(turn_of(BUSY), theme=theme) for theme in THEMES)
        style = re.search("<style>.*</style>", auto)
        assert style is not None
        assert re.sub(' class="[^"]*"', "", auto.replace(style[0], "")) == light
        rules = dict(re.findall(r"\.([\w-]+)\{\w+:(#\w+)\}", style[0]))

        def turned(found: re.Match[str]) -> str:
            names = found[1].split()
            painted = re.sub("#[0-9a-f]{6}", lambda _: rules[names.pop(0)], found[2])
            assert not names
            return painted

        plain = auto.replace(style[0], "")
        assert re.sub(r' class="([^"]*)"((?: (?:fill|stroke)="[^"]*")*)', turned, plain) == dark

    def test_two_pictures_of_one_page_share_all_their_classes(self) -> None:
        styles = {
            re.findall("<style>.*</style>", picture(thing, four_colours=four))[0]
            for thing in self.THINGS
            for four in (False, True)
        }
        assert len(styles) == 1

    @some(60)
    @given(st.lists(st.lists(any_cards, min_size=1, max_size=15), max_size=6), st.lists(any_cards))
    def test_any_position_at_all_is_drawn_card_by_card(
        self, melds: list[list[AnyCard]], hand: list[AnyCard]
    ) -> None:
        svg = picture(Position.of(melds, hand))
        shown = [card.card for card in cards_in(svg)]
        assert shown == [str(card) for cards in (*melds, hand) for card in cards]

    def test_what_is_written_is_escaped(self) -> None:
        odd = TILE_NOTATION
        strange = type(odd)(
            name="strange", ranks=odd.ranks, suits='<b> & " >', joker="JK", order="suit first"
        )
        svg = picture("<b>7 &8", notation=strange)
        assert [card.title for card in cards_in(svg)] == ["<b>7", "&8"]


def contrast(one: str, other: str) -> float:
    """How much lighter one colour is than another: 1 to 21, as the WCAG define it."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_written_stands_out_from_what_is_below_it(theme: str) -> None:
    tone = {role: getattr(each, theme) for role, each in TONES.items()}
    papers = ("paper", "hand paper", "moved paper", "support paper")
    for ink in ("ink", "red", "green", "blue", "orange", "joker"):
        assert all(contrast(tone[ink], tone[paper]) >= 4.5 for paper in papers), ink
    for ink in ("ink", "muted", "fault"):
        assert all(contrast(tone[ink], tone[below]) >= 4.5 for below in ("ground", "tray")), ink
    assert contrast(tone["ground"], tone["moved"]) >= 4.5  # a letter; the other signs are bold
    for mark in ("hand", "moved", "support"):
        for below in ("ground", "tray", f"{mark} paper"):
            assert contrast(tone[mark], tone[below]) >= 3, mark


def test_marks_differ_without_their_colours() -> None:
    before = Position.of("4-7C / 7DHS / 3-5D", "6D", support="2D")
    svg = picture(Turn(before, Position.of("4-6C / 7CDHS / 2-6D")))
    lines = {}
    for element in parse(svg).iter():
        if "data-mark" in element.attrib:
            paper = element.find(f"{SVG}rect")
            assert paper is not None
            badge = [child.tag.removeprefix(SVG) for child in element][4]
            lines[element.attrib["data-mark"]] = (paper.get("stroke-dasharray"), badge)
    assert lines == {
        "hand": (None, "circle"),
        "moved": ("5 3", "rect"),
        "support": ("0.1 4", "path"),
    }


class TestOptions:
    @pytest.mark.parametrize(
        ("option", "words"),
        [
            ({"theme": "blue"}, "theme='blue': expected one of 'auto', 'light', 'dark'"),
            ({"theme": []}, "theme=[]: expected one of"),
            ({"four_colours": 1}, "four_colours=1: expected True or False"),
            ({"card_width": 0}, "card_width=0: expected a number from 1 to 1000"),
            ({"card_width": float("nan")}, "card_width=nan: expected a number"),
            ({"card_width": "40"}, "card_width='40': expected a number"),
            ({"card_width": True}, "card_width=True: expected a number"),
            ({"cards_a_line": 0}, "cards_a_line=0: expected a whole number from 1 to 1000"),
            ({"cards_a_line": 2.5}, "cards_a_line=2.5: expected a whole number"),
            ({"rules": "tahiti"}, "rules='tahiti': expected Rules, or None"),
            ({"notation": "tiles"}, "notation='tiles': expected a Notation"),
        ],
    )
    def test_bad_options(self, option: dict[str, Any], words: str) -> None:
        with pytest.raises(OptionError, match=re.escape(words)):
            picture("4-6C", **option)

    def test_what_cannot_be_drawn(self) -> None:
        with pytest.raises(CardLikeError):
            picture(7)  # type: ignore[arg-type]
        with pytest.raises(NotationError):
            picture("4-6C / 11H")

    def test_anything_card_like_is_drawn_as_a_table(self) -> None:
        assert picture(JOKER) == picture([JOKER]) == picture(Table((JOKER,)))
        assert picture(["4-6C", "6DHS"]) == picture("4-6C / 6DHS")

    def test_pictures_are_imported_only_to_draw(self) -> None:
        code = """
import sys
from machiavelli_solver.cli import main
main(["play", "--table", "4-6C /", "--hand", "7C"])
print([name for name in sys.modules if "pictures" in name])
import machiavelli_solver
before = {*sys.modules}
print(machiavelli_solver.Meld.parse("4-6C")._repr_svg_()[:5])
print({name.split(".")[0] for name in {*sys.modules} - before} <= {"machiavelli_solver", "math"})
"""
        ran = subprocess.run(
            [sys.executable, "-c", code], check=True, capture_output=True, text=True
        )
        assert ran.stdout.splitlines()[-3:] == ["[]", "<svg ", "True"]


class TestCommand:
    def test_play_draws_before_and_after(self, tmp_path: Path) -> None:
        file = tmp_path / "play.svg"
        plain = run("play", "--table", "KHDC / QHDC / JHDC", "--hand", "AC 9S")
        ran = run("play", "--table", "KHDC / QHDC / JHDC", "--hand", "AC 9S", "--svg", str(file))
        assert ran == plain
        assert file.read_bytes().decode() == picture(turn_of(KINGS, Rules()))

    def test_options(self, tmp_path: Path) -> None:
        file = tmp_path / "table.svg"
        options = ("--theme", "dark", "--four-colours", "--card-width", "72")
        run("check", "4-6C / 6DHS", "--svg", str(file), *options)
        expected = picture("4-6C / 6DHS", theme="dark", four_colours=True, card_width=72)
        assert file.read_text(encoding="utf-8") == expected

    def test_a_file_that_is_there_is_replaced(self, tmp_path: Path) -> None:
        file = tmp_path / "table.svg"
        file.write_text("x" * 100_000, encoding="utf-8")
        run("check", "4-6C /", "--svg", str(file))
        assert file.read_text(encoding="utf-8") == picture("4-6C /")

    @pytest.mark.parametrize(
        ("arguments", "panels", "words"),
        [
            (("check", "4-6C / 6DHS"), {""}, []),
            (("check", "4-6C 6DHS"), {"Before", "After"}, []),
            (("check", "4-5C / 6CDHS"), {"Before", "After"}, ["two cards"]),
            (("check", "4-5C / 9H"), {""}, ["two cards", "one card"]),
            (("check", "4-5C 9H"), {""}, []),
            (("play", "--table", "4-6C /", "--hand", "9H"), {""}, []),
            (("play", "--table", "4-6C", "--hand", "9H"), {"Before", "After"}, []),
            (("play", "--table", "4C 9H /", "--hand", "2D"), {""}, ["two cards"]),
            (("play", "--table", "4-6C /", "--hand", "7C"), {"Before", "After"}, []),
            (("play", "--rules", "thirty-six", "--not-opened", "--hand", "9CDH"), {""}, []),
        ],
    )
    def test_what_is_drawn(
        self, arguments: tuple[str, ...], panels: set[str], words: list[str], tmp_path: Path
    ) -> None:
        file = tmp_path / "it.svg"
        assert run(*arguments, "--json", "--svg", str(file)).status in (0, 1)
        svg = file.read_text(encoding="utf-8")
        assert {card.panel for card in cards_in(svg)} == panels
        known = {*panels, *LEGEND, "Table", "Hand", "empty", "empty: goes out"}
        names = {card.meld for card in cards_in(svg)}
        found = [text for text in texts_of(svg) if text not in {*known, *names, "a"}]
        assert found == words

    def test_tiles(self, tmp_path: Path) -> None:
        file = tmp_path / "tiles.svg"
        run("check", "R4-6 /", "--rules", "rummikub", "--svg", str(file))
        assert [card.title for card in cards_in(file.read_text("utf-8"))] == ["R4", "R5", "R6"]

    @pytest.mark.parametrize("command", [("check", "4-6C"), ("play", "--hand", "4-6C")])
    @pytest.mark.parametrize(
        ("options", "words"),
        [
            (("--svg", "{tmp}/no/such/folder/it.svg"), "it.svg: No such file or directory"),
            (("--svg", "{tmp}"), "Is a directory"),
            (("--svg", ""), "--svg : No such file or directory"),
            (("--svg", "a\0b"), "--svg 'a\\x00b': embedded null"),
            (("--svg", "-"), "--svg -: expected a file; the answer goes to standard output"),
            (("--svg", "{tmp}/it.svg", "--theme", "blue"), "theme='blue': expected one of 'auto'"),
            (("--svg", "{tmp}/it.svg", "--card-width", "0"), "card_width=0: expected a number"),
            (("--theme", "dark"), "--theme needs --svg: it is for the picture"),
            (("--four-colours",), "--four-colours needs --svg"),
            (("--card-width", "40"), "--card-width needs --svg"),
        ],
    )
    def test_what_cannot_be_drawn_or_written_is_bad_input(
        self, command: tuple[str, ...], options: tuple[str, ...], words: str, tmp_path: Path
    ) -> None:
        ran = run(*command, *(option.replace("{tmp}", str(tmp_path)) for option in options))
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("machiavelli: error: ")
        assert words in ran.err
        assert [*tmp_path.iterdir()] == []


def test_every_suit_has_its_colours() -> None:
    from machiavelli_solver.pictures.themes import FOUR_COLOURS, TILE_COLOURS, TWO_COLOURS

    for colours in (TWO_COLOURS, FOUR_COLOURS, TILE_COLOURS):
        assert {*colours} == {*Suit}
        assert {*colours.values()} <= {*TONES}
    assert len({*FOUR_COLOURS.values()}) == len({*TILE_COLOURS.values()}) == 4


def test_the_size_is_told_by_attributes_alone() -> None:
    # a style with a height made pictures blank in programs that draw SVG files
    drawn = parse(picture(Table.of("4-6C / 6DHS")))
    assert float(drawn.attrib["width"]) > float(drawn.attrib["height"]) > 0
    assert "height" not in drawn.attrib["style"]
