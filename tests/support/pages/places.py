"""What a table comes to see besides the board: dialogs and other pages, each opened at a table with long names and many people."""

import random
import time
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page

import scorer
from tests.support.evenings.visitor import Refusal, Visitor
from tests.support.games.random_games import WEIGHTS, some_act
from tests.support.pages.board_states import NAMES
from tests.support.pages.landlord import type_pin
from web.translations import catalogue

ACTS: Final = 70
POKER_ACTS: Final = 260
MORE_ACTS: Final = 40  # at most, until what a place needs is allowed
GUESTS: Final = 30


@dataclass(frozen=True, slots=True)
class Place:
    """A dialog or a page. `game`: what is played when it is opened; `steps` lead there from `path`, `after` away."""

    name: str
    game: str
    _: KW_ONLY
    path: str = "/"
    steps: tuple[Callable[[Page], None], ...] = ()
    shown: str
    after: tuple[Callable[[Page], None], ...] = ()


def reach(page: Page, place: Place):
    """Take the steps from the place's path, and wait until it is shown."""
    for step in place.steps:
        step(page)
    page.locator(place.shown).first.wait_for(state="visible")
    page.wait_for_function("() => document.readyState === 'complete'")


def tap(focus: str) -> Callable[[Page], None]:
    return on(f'[data-focus="{focus}"]')


def on(where: str) -> Callable[[Page], None]:
    def go(page: Page):
        page.locator(where).first.click()

    return go


def called(*words: str) -> Callable[[Page], None]:
    """Tap the line of the menu with these words of the catalogue."""

    def go(page: Page):
        page.locator('#bar [data-focus="more"]').click()
        page.locator("dialog.menu .menu").get_by_text(said(page, *words), exact=True).click()

    return go


def named(key: str) -> Callable[[Page], None]:
    """Tap the button with these words of the catalogue."""

    def go(page: Page):
        page.get_by_role("button", name=said(page, key), exact=True).click()

    return go


def allows(name: str) -> Callable[[Any], bool]:
    return lambda state: name in scorer.legal_acts(state)


GAMES: Final[dict[str, tuple[str, Callable[[Any], bool]]]] = {
    "chic": ("chic", allows("off_board")),
    "drinking": ("drinking", allows("leave")),
    "deal": ("poker", allows("draw")),
    "show": ("poker", lambda state: state.stage == "exchange" and state.to_act in state.duty),
    "tricks": ("poker", lambda state: state.stage == "tricks" and allows("admit")(state)),
}
"""The game of each kind of place, and the state that it needs before it is opened."""
PINS: Final[dict[str, str]] = {}  # of each table, by its address


def handicapped(page: Page):
    """Let everybody begin with mats, by the house rules that are open."""
    page.locator("dialog select[name=handicap]").select_option(index=6)
    page.get_by_role("button", name=said(page, "house.once")).click()


def in_teams(page: Page):
    """Let those who sit there form as few teams as they can, by the house rules that are open."""
    page.locator("dialog select[name=teams]").select_option(value="0")
    page.get_by_role("button", name=said(page, "house.once")).click()
    page.locator('[data-focus="teams"]').select_option(index=1)


def noted(page: Page):
    """Come to the number pad: by noting the PIN, where it was not noted yet."""
    page.locator(".pin, .keys").first.wait_for()
    if page.locator(".pin").count():
        PINS[urlsplit(page.url).netloc] = page.locator(".pin").inner_text()
        page.locator("main .go").click()
        page.locator(".keys").wait_for()


def typed(page: Page):
    type_pin(page, "".join(filter(str.isdigit, PINS[urlsplit(page.url).netloc])))


def said(page: Page, key: str) -> str:
    """Return the words of a catalogue in the page's language."""
    language = str(page.evaluate("document.documentElement.lang")).split("-")[0]
    return catalogue(language)[key]


SHEET: Final = "dialog[open]"
DECK: Final = f"{SHEET} .deck .card-key"
REPORT: Final = "main.report"
PLACES: Final = (
    Place("new game", "none", shown=".go-on .go"),
    Place("rules", "none", steps=(tap("rules Schocken"),), shown=".told h3"),
    Place("house rules", "none", steps=(tap("house rules"),), shown="dialog select"),
    Place("a handicap", "none", steps=(tap("house rules"), handicapped), shown="[data-focus^='handicap ']"),
    Place("teams", "none", steps=(tap("house rules"), in_teams), shown=".hint.teams"),
    Place("a guest", "none", steps=(on(".guests .guest"),), shown=".guest-sheet"),
    Place("cards for the deal", "deal", steps=(tap("cards draw"),), shown=DECK),
    Place("cards shown", "show", steps=(tap("cards show"),), shown=DECK),
    Place(
        "cards of a trick",
        "tricks",
        steps=(tap("told each"), tap("told cards"), tap("cards trick")),
        shown=DECK,
    ),
    Place("a call that was wrong", "tricks", steps=(tap("admit"),), shown=f"{SHEET} .choices .btn"),
    Place("menu", "chic", steps=(tap("more"),), shown=f"{SHEET}.menu"),
    Place("who is here", "chic", steps=(called("menu.people"),), shown=f"{SHEET}.people"),
    Place(
        "a name", "chic", steps=(called("menu.people"), on("dialog.people .guest")), shown=f"{SHEET} input"
    ),
    Place("history", "chic", steps=(called("menu.history"),), shown=f"{SHEET}.history li"),
    Place(
        "back to",
        "chic",
        steps=(called("menu.history"), on('dialog [data-focus^="to "]')),
        shown=f"{SHEET} .go",
    ),
    Place(
        "correction",
        "chic",
        steps=(called("menu.history"), on('dialog [data-focus^="correct "]')),
        shown=f"{SHEET}.correct",
    ),
    Place("a fallen die", "chic", steps=(tap("off_board"),), shown=f"{SHEET}.fallen"),
    Place("the next game", "chic", steps=(called("menu.new"),), shown=f"{SHEET} .foot .go"),
    Place("end", "chic", steps=(called("menu.end"),), shown=f"{SHEET}.end"),
    Place("bill", "chic", steps=(called("menu.bill"),), shown=f"{SHEET}.bill :is(li, p)"),
    Place("watching", "chic", steps=(called("menu.watch"),), shown=f"{SHEET}.watching img"),
    Place("caller", "chic", steps=(called("caller.title"),), shown=f"{SHEET}.caller"),
    Place("a seat", "chic", path="/watch", steps=(tap("sit"),), shown=f"{SHEET}.seat"),
    Place("odds", "chic", path="/odds", shown="#odds .turn"),
    Place("foul", "drinking", steps=(tap("foul"),), shown=f"{SHEET}.foul"),
    Place("whose foul", "drinking", steps=(tap("foul"), on("dialog .choices .btn")), shown=SHEET),
    Place("leaving", "drinking", steps=(tap("leave"),), shown=f"{SHEET}.leave"),
    Place("who redeems", "drinking", steps=(tap("leave"), on("dialog .choices .btn")), shown=SHEET),
    Place("for adults", "over", steps=(on("#panel .primary"),), shown="dialog.adults"),
    Place("the last bill", "over", steps=(called("menu.bill"),), shown=f"{SHEET}.bill :is(li, p)"),
    Place("practice", "over", path="/practice", shown=".go"),
    Place("practice game", "over", path="/practice", steps=(on(".go"),), shown="#panel .big.primary"),
    Place("evenings", "over", path="/evenings", shown=REPORT),
    Place("an evening", "over", path="/evenings/1", shown=REPORT),
    Place("to take home", "over", path="/evenings/1/take-home", shown="main"),
    Place("season", "over", path="/season", shown=REPORT),
    Place("people", "over", path="/people", shown=REPORT),
    Place("a person", "over", path="/person?name=WWWWWWWWWW", shown=REPORT),
    Place("dice", "over", path="/dice", shown=REPORT),
    Place("first start", "over", path="/landlord", shown=".pin, .keys", after=(noted,)),
    Place("PIN", "over", path="/landlord", shown=".keys"),
    Place("landlord", "over", path="/landlord", steps=(noted, typed), shown="#card-this"),
    Place("calibration", "over", path="/landlord/calibrate", shown="main"),
)
"""In the order in which one table comes by them."""


def regulars() -> dict[str, object]:
    """Return the list of a house that knows many people."""
    seats = ("here", "here", "here", "paused", "away")
    known = [*NAMES, *(f"Stammgast {n}" for n in range(GUESTS - len(NAMES)))]
    return {"regulars": [{"name": name, "seat": seats[n % len(seats)]} for n, name in enumerate(known)]}


def begin(visitor: Visitor, game: str, seed: int, acts: int = ACTS):
    """Bring the table to the game that a place needs: as many as may play, with the longest names."""
    chance = random.Random(f"{seed}:{game}")
    if game == "over":
        return _send(visitor, {"do": "end"})
    if game == "none":
        return None
    variant, needed = GAMES[game]
    rules = scorer.load_variant(variant)
    most = scorer.most_players(rules)
    players = ("WWWWWWWWWW", *chance.sample([name for name in NAMES if "W" not in name], most - 1))
    leader = None if game == "deal" else players[0]
    _send(visitor, {"do": "start", "variant": variant, "players": list(players), "leader": leader})
    state = scorer.new_game(rules, players, leader)
    least = 0 if variant == "poker" else acts
    for number in range(least + MORE_ACTS + (POKER_ACTS if variant == "poker" else 0)):
        if number >= least and needed(state):
            break
        act = some_act(state, chance, chance.choice(WEIGHTS))
        try:
            after = scorer.apply(state, act)
        except scorer.Refused:
            continue
        if after.stage != "over":
            _send(visitor, {"do": "act", "act": scorer.act_to_json(act)})
            state = after
    return None


def _send(visitor: Visitor, command: dict[str, object]):
    """Send a command, again where the table says that these are too many at once."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            return visitor.send(command)
        except Refusal as refused:
            if "slow_down" not in str(refused):
                raise
            time.sleep(1.0)
    raise Refusal("The table is still too busy.")
