"""How the acts of Chicago poker are written (POKER.md "Acts")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scorer.games.poker.acts import (
    UNSAID,
    Admit,
    Best,
    CallCategory,
    Chicago,
    Draw,
    Exchange,
    LastTrick,
    LostTrick,
    Show,
    Texts,
    Trick,
)
from scorer.games.poker.hands import CATEGORIES
from scorer.json_forms.act_form import Form, bad, player_name, whole_number, word_of, yes_or_no
from scorer.json_forms.dice_acts import DICE_FORMS

if TYPE_CHECKING:
    from collections.abc import Mapping


def _cards(raw: object) -> Texts:
    if not isinstance(raw, list) or not all(isinstance(text, str) for text in raw):
        raise bad('\'cards\' is a list of texts such as "AS" or "TD".')
    return tuple(raw)


def _best(raw: Mapping[str, Any]) -> Best:
    names = raw["players"]
    if not isinstance(names, list):
        raise bad("'players' is a list of players' names.")
    players = tuple(player_name("players", name) for name in names)
    if len(set(players)) < len(players):
        raise bad("'players' names somebody twice.")
    category = raw.get("category", UNSAID)
    if category is not None and "category" in raw:
        word_of("category", category, CATEGORIES)
    if not players and category is not None:
        raise bad("'players' is empty only where 'category' is null: nobody holds a pair.")
    if players and category is None:
        raise bad("'category' is null only where 'players' is empty: somebody's best hand has a category.")
    return Best(players=players, category=category)


def _best_to_json(act: Best) -> dict[str, object]:
    said = {} if act.category == UNSAID else {"category": act.category}
    return {"players": list(act.players), **said}


def _with_two(raw: Mapping[str, Any]) -> bool | None:
    return yes_or_no("with_two", raw["with_two"]) if "with_two" in raw else None


def _trick(raw: Mapping[str, Any]) -> Trick:
    if ("cards" in raw) == ("winner" in raw):
        raise bad("The act 'trick' has either 'cards' or 'winner'.")
    if "winner" in raw:
        return Trick(winner=player_name("winner", raw["winner"]), with_two=_with_two(raw))
    if "with_two" in raw:
        raise bad("'with_two' is not said of a trick with cards: they show it.")
    return Trick(cards=_cards(raw["cards"]))


def _trick_to_json(act: Trick) -> dict[str, object]:
    if act.cards is not None:
        return {"cards": list(act.cards)}
    return {"winner": act.winner, **_two_to_json(act.with_two)}


def _two_to_json(with_two: bool | None) -> dict[str, object]:  # noqa: FBT001 - what an act says
    return {} if with_two is None else {"with_two": with_two}


_EVERY: Final[tuple[Form[Any], ...]] = (
    Form(
        of=Draw,
        fields=("cards",),
        from_json=lambda raw: Draw(cards=_cards(raw["cards"])),
        to_json=lambda act: {"cards": list(act.cards)},
    ),
    Form(
        of=Exchange,
        fields=("count",),
        from_json=lambda raw: Exchange(count=whole_number("count", raw["count"], 0, 5)),
        to_json=lambda act: {"count": act.count},
    ),
    Form(
        of=Show,
        fields=("player", "cards"),
        from_json=lambda raw: Show(player=player_name("player", raw["player"]), cards=_cards(raw["cards"])),
        to_json=lambda act: {"player": act.player, "cards": list(act.cards)},
    ),
    Form(
        of=CallCategory,
        fields=("category",),
        from_json=lambda raw: CallCategory(category=word_of("category", raw["category"], CATEGORIES)),
        to_json=lambda act: {"category": act.category},
    ),
    DICE_FORMS["pass"],
    Form(of=Best, fields=("players",), optional=("category",), from_json=_best, to_json=_best_to_json),
    Form(of=Chicago, from_json=lambda _: Chicago()),
    Form(
        of=Trick,
        optional=("cards", "winner", "with_two"),
        from_json=_trick,
        to_json=_trick_to_json,
    ),
    Form(
        of=LastTrick,
        fields=("winner",),
        optional=("with_two",),
        from_json=lambda raw: LastTrick(winner=player_name("winner", raw["winner"]), with_two=_with_two(raw)),
        to_json=lambda act: {"winner": act.winner, **_two_to_json(act.with_two)},
    ),
    Form(of=LostTrick, from_json=lambda _: LostTrick()),
    Form(
        of=Admit,
        fields=("player", "phase"),
        from_json=lambda raw: Admit(
            player=player_name("player", raw["player"]), phase=whole_number("phase", raw["phase"], 1, 2)
        ),
        to_json=lambda act: {"player": act.player, "phase": act.phase},
    ),
    DICE_FORMS["leave"],
)
POKER_FORMS: Final[Mapping[str, Form[Any]]] = {form.of.NAME: form for form in _EVERY}
