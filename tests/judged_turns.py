"""Turns and what is wrong with them, from the rule sheets and from the referee's reasons.

DE is the German sheet, SV the Swedish, IT the Italian, JP the Japanese one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from machiavelli_solver import Position, Rules

SWAP = Rules(jokers=2, joker_moves="swap")
KEEP = replace(SWAP, freed_joker="keep")
COMPANY = Rules(jokers=2, joker_company=2)
TAHITI = Rules(jokers=4, jokers_per_meld=1, joker_moves="swap")
THIRTY_SIX = Rules(jokers=1, opening=36)


@dataclass(frozen=True)
class JudgedTurn:
    """A turn, and the codes of all that is wrong with it."""

    name: str
    before: Position
    after: Position
    rules: Rules
    codes: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


def at(table: str, hand: str = "", *, support: str = "", loose: str = "") -> Position:
    """A position; its table lies in melds, be it one alone."""
    return Position.of(f"{table} /", hand, support=support, loose=loose)


def turn(
    name: str, before: Position, after: Position, rules: Rules | None = None, *codes: str
) -> JudgedTurn:
    return JudgedTurn(name, before, after, rules or Rules(), codes)


MELDS = [
    turn("de_sv_sets_become_runs", at("KHDC / QHDC / JHDC", "AC"), at("J-KH / J-KD / J-AC")),
    turn(
        "de_all_three_are_shed",
        at("10HDS / JHDS / QHDC", "9S QD QS"), at("10-QD / 10-QH / 9-JS / QCDS"),
    ),
    turn(
        "de_one_card_has_no_place",
        at("10HDS / JHDS / QHDC", "9S"), at("10-QD / 10-QH / 9-JS / QC"),
        None, "not-a-meld",
    ),
    turn("it_a_run_lends_a_card", at("4-6C / 6DHS", "3C"), at("3-5C / 6CDHS")),
    turn("de_a_set_of_four_lends_a_card", at("7CDHS", "5C 6C"), at("5-7C / 7DHS")),
    turn("jp_a_lay_off", at("9-JC", "8C"), at("8-JC")),
    turn("de_one_card_twice", at("", "7H 7H 7S"), at("7H 7H 7S"), None, "not-a-meld"),
    turn("de_two_cards", at("", "7H 7S"), at("7HS"), None, "not-a-meld"),
    turn("de_it_ace_low", at("", "A-3C"), at("A-3C")),
    turn("de_it_ace_high", at("", "Q-AC"), at("Q-AC")),
    turn("de_it_around_the_corner", at("", "KS AS 2S"), at("KS AS 2S"), None, "not-a-meld"),
    turn("jp_around_the_corner", at("", "KS AS 2S"), at("KS AS 2S"), Rules(aces="around")),
    turn("ace_high_only", at("", "A-3C"), at("A-3C"), Rules(aces="high"), "not-a-meld"),
    turn("ace_low_only", at("", "Q-AC"), at("Q-AC"), Rules(aces="low"), "not-a-meld"),
    turn("de_thirteen_cards", at("A-QC", "KC"), at("A-KC")),
    turn("de_both_aces", at("A-KC", "AC"), at("A-KC AC"), None, "not-a-meld"),
]  # fmt: skip

JOKERS = [
    turn("it_jp_any_card", at("", "4C JK 6C"), at("4C JK 6C"), COMPANY),
    turn("it_jp_in_a_set", at("", "4C JK 4D"), at("4CD JK"), COMPANY),
    turn("it_jp_a_full_set", at("4CDHS", "JK 7C"), at("4CDHS JK / 7C"), SWAP,
          "not-a-meld", "not-a-meld"),
    turn("jp_jokers_alone", at("", "JK JK JK"), at("JK JK JK"), TAHITI,
          "not-a-meld", "too-many-jokers"),
    turn("de_tahiti_one_in_a_meld", at("4-6C", "JK 8C"), at("4-6C JK 8C"), TAHITI),
    turn("de_tahiti_two_in_a_meld", at("4-6C", "JK 8C JK"), at("4-6C JK 8C JK"), TAHITI,
          "too-many-jokers"),
    turn("jp_free", at("4-6C JK", "9DH"), at("4-6C / 9DH JK"), Rules(jokers=1)),
    turn("jp_split_around_a_joker", at("4C 5C JK 7C", "3C 8C"), at("3-5C / JK 7C 8C"), SWAP),
    turn("jp_split_makes_it_6c_or_9c", at("JK 7C 8C", "9C 2DH"), at("7-9C / 2DH JK"), SWAP),
    turn("de_it_jp_exchange", at("4C 5C JK 7C", "6C 9DH"), at("4-7C / 9DH JK"), SWAP),
    turn("de_tahiti_exchange", at("4C 5C JK 7C", "6C 9DH"), at("4-7C / 9DH JK"), TAHITI),
    turn("jp_without_exchange", at("4-6C JK", "9DH"), at("4-6C / 9DH JK"), SWAP,
          "joker-not-exchanged"),
    turn("de_it_exchange_from_support", at("4C 5C JK 7C", "9DH", support="6C"),
          at("4-7C / 9DH JK"), SWAP, "joker-not-exchanged"),
    turn("de_it_exchange_from_the_table", at("4C 5C JK 7C / 6CDHS", "9DH"),
          at("4-7C / 6DHS / 9DH JK"), SWAP, "joker-not-exchanged"),
    turn("another_joker_stands_for_it", at("4-6C JK", "9DH JK"), at("4-6C JK / 9DH JK"), SWAP),
    turn("it_exchanged_and_not_played", at("4C 5C JK 7C", "6C"), at("4-7C", "JK"), SWAP,
          "freed-joker-kept"),
    turn("it_exchanged_and_kept", at("4C 5C JK 7C", "6C"), at("4-7C", "JK"), KEEP),
    turn("it_exchanged_and_not_kept", at("4C 5C JK 7C", "6C 9DH"), at("4-7C / 9DH JK"), KEEP),
    turn("it_kept_without_exchange", at("4-6C JK", "8DHS"), at("4-6C / 8DHS", "JK"), KEEP,
          "joker-not-exchanged", "joker-taken"),
    turn("sv_a_free_joker_to_the_hand", at("4-6C JK", "8DHS"), at("4-6C / 8DHS", "JK"),
          Rules(jokers=1), "table-card-taken"),
    turn("two_kept_for_one", at("4C JK 6C / 4D JK 6D", "5C 4H 4S"), at("4-6C / 4HS 4D", "JK JK"),
          KEEP, "table-card-vanished", "joker-not-exchanged", "joker-taken"),
    turn("a_support_joker_is_played_as_one_is_kept", at("4C 5C JK 7C / 8CDH", "6C", support="JK"),
          at("4-7C / 8CDH JK", "JK"), KEEP),
    turn("a_support_joker_is_played_as_one_is_freed", at("4C 5C JK 7C / 8CDH", "6C", support="JK"),
          at("4-7C / 8CDH JK", "JK"), SWAP, "freed-joker-kept"),
    turn("a_support_joker_to_the_hand", at("4-6C JK", "8DHS", support="JK"),
          at("4-6C JK / 8DHS", "JK"), KEEP, "spare-card-taken"),
    turn("jp_company", at("4-6C", "JK 8DH"), at("4-6C / 8DH JK"), COMPANY),
    turn("jp_company_elsewhere", at("4-6C", "3C 7C JK"), at("3-7C JK"), COMPANY),
    turn("jp_alone", at("4-6C", "JK"), at("4-6C JK"), COMPANY, "joker-without-company"),
    turn("jp_with_one", at("4-6C", "JK 8C"), at("4-6C JK 8C"), COMPANY,
          "joker-without-company"),
    turn("jp_support_is_no_company", at("4-6C", "JK 8C", support="3C"), at("3-6C JK 8C"),
          COMPANY, "joker-without-company"),
    turn("jp_table_jokers_need_none", at("4-6C JK", "8C"), at("4-6C JK 8C"), COMPANY),
]  # fmt: skip

TURNS = [
    turn("nothing", at("4-6C", "7C"), at("4-6C", "7C"), None, "nothing-played"),
    turn("de_only_rearranged", at("4-9C", "QD"), at("4-6C / 7-9C", "QD"), None,
          "nothing-played"),
    turn("nothing_at_all", at(""), at(""), None, "nothing-played"),
    turn("de_sv_to_the_hand", at("4-7C / 8DHS", "8C"), at("4-6C / 8CDHS", "7C"), None,
          "table-card-taken"),
    turn("table_vanished", at("4-7C", "8DHS"), at("4-6C / 8DHS"), None, "table-card-vanished"),
    turn("hand_vanished", at("4-6C", "7C 9H"), at("4-7C"), None, "hand-card-vanished"),
    turn("nowhere_to_table", at("4-6C", "7C"), at("4-8C"), None, "card-from-nowhere"),
    turn("nowhere_to_hand", at("4-6C", "7C 9H"), at("4-7C", "9HD"), None, "card-from-nowhere"),
    turn("a_card_changed", at("4-6C", "7C 9H"), at("4-7C", "9D"), None,
          "hand-card-vanished", "card-from-nowhere"),
    turn("jp_de_support_used", at("4-6C", "8C", support="7C 2D"), at("4-8C", support="2D")),
    turn("sv_loose_used", at("4-6C", "8C", loose="7C 2D"), at("4-8C", loose="2D")),
    turn("jp_support_alone", at("4-6C", "QD", support="7C"), at("4-7C", "QD"), None,
          "nothing-played"),
    turn("jp_support_to_hand", at("4-6C", "7C", support="2D"), at("4-7C", "2D"), None,
          "spare-card-taken"),
    turn("sv_loose_to_hand", at("4-6C", "7C", loose="2D"), at("4-7C", "2D"), None,
          "spare-card-taken"),
    turn("support_vanished", at("4-6C", "7C", support="2D"), at("4-7C"), None,
          "spare-card-vanished"),
    turn("loose_vanished", at("4-6C", "7C", loose="2D"), at("4-7C"), None,
          "spare-card-vanished"),
    turn("hand_to_support", at("4-6C", "7C 2D"), at("4-7C", support="2D"), None,
          "card-laid-beside"),
    turn("table_to_loose", at("4-7C", "8DHS"), at("4-6C / 8DHS", loose="7C"), None,
          "card-laid-beside"),
    turn("support_to_loose", at("4-6C", "7C", support="2D"), at("4-7C", loose="2D"), None,
          "card-laid-beside"),
    turn("more_than_the_pack", at("4-6C", "7C"), at("4-7C / 4-6C"), Rules(decks=1),
          "card-from-nowhere", "too-many-copies", "too-many-copies", "too-many-copies"),
    turn("more_jokers_than_the_pack", at("4-6C", "7C"), at("4-7C JK"), None,
          "card-from-nowhere", "too-many-copies"),
    turn("not_in_melds", at("4-6C", "7C"), Position.of("4-7C"), None, "table-not-in-melds"),
]  # fmt: skip

QUEENS = "QDHS 2DHS"
"""Worth 36, as two melds."""

OPENINGS = [
    turn("de_36", at("4-6C", QUEENS), at("4-6C / QDHS / 2DHS"), THIRTY_SIX),
    turn("de_33", at("4-6C", "9DHS A-3C"), at("4-6C / 9DHS / A-3C"), THIRTY_SIX,
          "opening-too-low"),
    turn("de_an_ace_is_1", at("", "Q-AC 5DHS"), at("Q-AC / 5DHS"), THIRTY_SIX),
    turn("de_an_ace_is_not_11", at("", "Q-AC 4DHS"), at("Q-AC / 4DHS"), THIRTY_SIX,
          "opening-too-low"),
    turn("a_joker_is_what_is_best", at("", "9C 10C JK A-4D"), at("9-10C JK / A-4D"),
          THIRTY_SIX),
    turn("de_lay_off", at("4-6C", f"{QUEENS} 7C"), at("4-7C / QDHS / 2DHS"), THIRTY_SIX,
          "lay-off-before-opening"),
    turn("de_rearranged", at("4-9C", QUEENS), at("4-6C / 7-9C / QDHS / 2DHS"), THIRTY_SIX,
          "table-changed-before-opening"),
    turn("de_nothing_but_a_lay_off", at("4-6C", "7C"), at("4-7C"), THIRTY_SIX,
          "opening-too-low", "lay-off-before-opening"),
    turn("de_support", at("", f"{QUEENS} 5DH", support="5S"), at("QDHS / 2DHS / 5DHS"),
          THIRTY_SIX, "spare-card-in-opening"),
    turn("de_not_worth_it_alone", at("", "QDH 2DHS", support="QS"), at("QDHS / 2DHS"),
          THIRTY_SIX, "opening-too-low", "spare-card-in-opening"),
    turn("de_nothing", at("4-6C", QUEENS), at("4-6C", QUEENS), THIRTY_SIX, "nothing-played"),
    turn("equal_melds", at("4-6C / 4-6C", f"7C {QUEENS}"), at("4-6C / 4-7C / QDHS / 2DHS"),
          THIRTY_SIX, "lay-off-before-opening"),
    turn("like_one_on_the_table", at("QDHS", QUEENS), at("QDHS / QDHS / 2DHS"), THIRTY_SIX),
    turn("not_in_melds", at("", QUEENS), Position.of(QUEENS), THIRTY_SIX, "table-not-in-melds"),
]  # fmt: skip

ALL = [*MELDS, *JOKERS, *TURNS]
"""Those of players who have opened, or need not."""
