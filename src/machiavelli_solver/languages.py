"""Cards in other languages, as the rule sheets and those who play by them write them.

A card is printed in its short form: a rank, then a suit. Reading takes that form, with
small letters too, every pip, and cards in words. docs/languages.md lists what is read.

>>> from machiavelli_solver.notation import print_cards, read_cards
>>> cards = read_cards("9♥ Herz 10, Kreuz-Bube DPi", notation=GERMAN_NOTATION)
>>> print_cards(cards), print_cards(cards, notation=GERMAN_NOTATION)
('9H 10H JC QS', '9He 10He BKr DPi')
>>> print_cards(read_cards("QC asso di fiori", notation=LANGUAGES["it"]))
'QH AC'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .naming import CARD_NOTATION, Notation

_PIPS: Final = "♣ ♦ ♥ ♠"
_JOKER: Final = "JK/🃏"

ITALIAN_NOTATION: Final = Notation(
    name="italian",
    ranks="A 2 3 4 5 6 7 8 9 10 J/F Q/D K/R",
    suits="F/♣/♧ Q/♦/♢ C/♥/♡ P/♠/♤",
    joker=f"Jolly/{_JOKER}",
    pips=_PIPS,
    spoken_ranks="asso due tre quattro cinque sei sette otto nove dieci fante/jack donna/regina re",
    spoken_suits="fiori quadri cuori picche",
    link="di",
)
"""``10C``: a rank (A 2-10 J Q K, or A F D R), then fiori, quadri, cuori or picche."""

GERMAN_NOTATION: Final = Notation(
    name="german",
    ranks="A 2 3 4 5 6 7 8 9 10 B/J D/Q K",
    suits="Kr/♣/♧ Ka/♦/♢ He/♥/♡ Pi/♠/♤",
    joker=f"Joker/{_JOKER}",
    pips=_PIPS,
    spoken_ranks="Ass/As Zwei Drei Vier Fünf Sechs Sieben Acht Neun Zehn Bube Dame König/Koenig",
    spoken_suits="Kreuz Karo Herz Pik",
)
"""``10He``: a rank (A 2-10 B D K), then Kreuz, Karo, Herz or Pik."""

SWEDISH_NOTATION: Final = Notation(
    name="swedish",
    ranks="E/A 2 3 4 5 6 7 8 9 10 Kn/J D/Q K",
    suits="Kl/♣/♧ Ru/♦/♢ Hj/♥/♡ Sp/♠/♤",
    joker=f"Joker/{_JOKER}",
    pips=_PIPS,
    spoken_ranks="ess/äss två tre fyra fem sex sju åtta nio tio knekt dam kung",
    spoken_suits="klöver/klubbor ruter/ruder hjärter/hjärtan spader",
)
"""``10Hj``: a rank (E 2-10 Kn D K), then klöver, ruter, hjärter or spader."""

JAPANESE_NOTATION: Final = Notation(
    name="japanese",
    ranks="A/Ａ 2/２ 3/３ 4/４ 5/５ 6/６ 7/７ 8/８ 9/９ 10/１０ J/Ｊ Q/Ｑ K/Ｋ",
    suits="♣/♧/C ♦/♢/D ♥/♡/H ♠/♤/S",
    joker=f"Joker/ジョーカー/{_JOKER}",
    pips=_PIPS,
    spoken_ranks="エース 二 三 四 五 六 七 八 九 十 ジャック クイーン/クィーン キング",
    spoken_suits=("クラブ/クローバー/♣/♧ ダイヤ/ダイヤモンド/ダイア/♦/♢ ハート/♥/♡ スペード/♠/♤"),
    link="の",
)
"""``10♥``: a rank (A 2-10 J Q K), then the suit's mark; ``10のハート`` and ``♥10`` are read."""

LANGUAGES: Final[Mapping[str, Notation]] = {
    "en": CARD_NOTATION,
    "it": ITALIAN_NOTATION,
    "de": GERMAN_NOTATION,
    "sv": SWEDISH_NOTATION,
    "ja": JAPANESE_NOTATION,
}
"""The notations of cards by language; the keys are those of ISO 639-1."""
