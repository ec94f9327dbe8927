// What the page's scripts hand each other, beside the pages' JSON (board.d.ts).

/** What h() takes as a child: nothing, a node, text, a number, or a list of these. */
type Child = Node | string | number | boolean | null | undefined | Child[];

type Tag = keyof HTMLElementTagNameMap | `${keyof HTMLElementTagNameMap}.${string}`;
type NameOf<T> = keyof HTMLElementTagNameMap & (T extends `${infer N}.${string}` ? N : T);

/** The attributes of an element, and its listeners as onclick, oninput ... */
type Props = Record<string, unknown> & {
  onclick?: On<MouseEvent>;
  onchange?: On<Event>;
  oninput?: On<Event>;
  onsubmit?: On<SubmitEvent>;
  ontoggle?: On<Event>;
  onkeydown?: On<KeyboardEvent>;
  onerror?: On<Event>;
};

/** Values that fill the gaps of a sentence. */
type Fill = Record<string, string | number | null | undefined>;

type Link = "live" | "polling" | "lost";
type Role = string | undefined;

/** Options of a game's rules, or of a house's own. */
type Options = Record<string, string | number | boolean | string[]>;

/** Why something was refused. */
type Fault = { code: string; message?: string; rule?: string | null; values?: Fill };

/** An answer of the table: what was asked for, or one sentence why not. */
type Reply = { ok: boolean; error: Fault; revision?: number };

/** The state of the page: its role, the last snapshot, and what this tablet alone has open or chosen. */
type Page = BoardPage | (PageParts & { snapshot: null });

/** The page once the first snapshot has come. */
type BoardPage = PageParts & { snapshot: Snapshot };

/** A snapshot while a game is played, or is over; and the page then. */
type Played = Snapshot & { state: State; variant: string };
type GamePage = PageParts & { snapshot: Played };

/** The act of a throw. */
type Thrown = Act & { dice: number[] };

interface PageParts {
  may?: Role;
  role: Role;
  link: Link;
  told: string | null;
  ordering: boolean;
  mine: Mine;
  draw: () => void;
  order: (command: Command, moment?: string) => Promise<boolean>;
  play: (acts: Act[]) => Promise<boolean>;
  tell: (sentence: string | null) => void;
  lists?: number; // how often the lists were read again
  readLists?: () => void;
}

/** What this tablet alone has open or chosen; it outlives snapshots. */
interface Mine {
  hand?: boolean | null;
  chosen: number[];
  typed: number[];
  form?: HTMLElement[] | null; // for the first game
  sheet: Sheet | null;
  back?: number[];
  declare?: Declare | null;
  entered?: { head: number; act: string; dice: number[] } | null;
  keypad?: boolean;
  moment?: string;
  lay?: { free: number[]; held: number[] }; // the dice when these were chosen
  poker?: PokerChoice | null;
  wanted?: number[] | null;
  seen?: string; // the ended round that was put aside
}

/** An entry of a game of cards that is not complete yet. */
interface PokerChoice {
  head: string;
  best: string | null;
  several: string[] | null;
  two: boolean;
}

/** An open sheet by its kind, with what it asked for and what is chosen in it. */
interface Sheet {
  kind?: string;
  act?: string;
  asked?: string;
  back?: (WayBack & { act: Act | null }) | null;
  bill?: Bill | null;
  busy?: boolean;
  changes?: Change[];
  chosen?: string[];
  count?: number;
  ends?: boolean;
  entry?: number;
  error?: { code: string } | null;
  for?: string;
  form?: HTMLElement[];
  head?: number;
  lines?: PastEntry[];
  mode?: string | null;
  moment?: string;
  place?: number | null;
  query?: string;
  player?: string | null;
  renames?: string;
  requested?: boolean;
  seat?: string;
  special?: string;
  to?: number | null;
  told?: Partial<Alternatives> | null;
  typed?: number[];
  what?: string;
  where?: Where | null;
}

/** The aim of a turn, and the result to beat. */
type TurnAim = Pick<Turn, "aim" | "target">;

/** What an act could have been instead, and what follows. */
type Alternative = (Fitting & { back?: null }) | Unfitting;

/** A column of a list: its heading, the class of its cells, and what it says of a row. */
interface Column<T> {
  head?: string;
  kind?: string;
  right?: boolean; // the heading ends where numbers do
  cell: (item: T) => Child;
}

/** A form of one field: its name and first text, its words, its key, and what is done with what was typed. */
type LineForm = Omit<Props, "name"> & { name: string; value?: string; words: string; label?: string | null; key: string; kind?: string; focus?: string | null; send: (text: string) => unknown };

/** A sheet's head, a quiet word beside it, what it says, and its keys. */
interface SheetParts {
  title: Child;
  aside?: Child;
  body: Child;
  foot?: Child;
}

/** What a sheet draws; `busy` until what it asked for has come. */
type SheetContent = SheetParts & { busy?: boolean };

/** The evening's bill; without prices there is no sum. */
interface Bill {
  unsure: boolean;
  heads: BillHead[];
  open: number | null;
  unpriced: Record<string, number>;
}

interface BillHead {
  player: string;
  items: BillItem[];
  open: number | null;
  settled: boolean;
}

interface BillItem {
  kind: string;
  count: number;
  paid: number;
  price: number | null;
}

/** A line of the list of games: the house's rules or a variant, and what is chosen with it. */
interface GameChoice {
  name: string;
  what: string;
  least: number;
  most: number;
  pick: Pick<Chosen, "variant" | "house" | "options">;
}

/** A field of the start form: its choices with their words, and what else stands beside it. */
interface StartField {
  key: string;
  label: string;
  now: string | number | null;
  choices: Array<[string | number | null, string]>;
  set?: (value: string | number | null) => Partial<Chosen>;
  more?: Child;
}

interface Guest {
  name: string;
  seat: string;
}

/** What is chosen in the set-up form. */
interface Chosen {
  game: number | null; // the number of the last game as this was chosen
  plays: boolean; // whether its game was started here
  variant: string;
  house: string | null;
  options: Options;
  counter: string | null;
  leader: string | null;
  teams: number;
  handicap: Record<string, number>;
}

interface Form extends Pick<PageParts, "told" | "draw" | "tell"> {
  page: BoardPage;
  done: () => void;
  parts: Record<string, HTMLElement>;
  news: string; // what it has drawn of the table's news
  say: (words: string) => void;
}

/** An event of the page's elements. */
type On<E> = (event: E & { target: HTMLElement & HTMLInputElement & HTMLSelectElement & HTMLDetailsElement; currentTarget: HTMLElement & HTMLInputElement }) => unknown;

// The page selects elements of HTML alone: no SVG, no XML.
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Element {
  closest(selectors: string): HTMLElement | null;
}

/** How long a control rests, if not as long as on a table. */
declare var restMs: number | undefined;

/** A result as it is shown: a roll for the lead has no number of throws, what dice are worth has no player. */
type ShownResult = Pick<Result, "kind" | "value" | "dice"> & Partial<Result>;

/** A player's rank at the end of a game; a game that the table stopped has no places. */
type Rank = { player: string; place: number | string; items?: Record<string, number>; halves?: number; safe?: number | null };

/** A line of the menu: where it leads, and who is offered it. */
interface MenuLine {
  words: string;
  sign: string;
  href?: string;
  sheet?: string;
  role?: string | null;
  played?: boolean;
}

/** An act that counts, and the game that it belongs to. */
type ActOf = { act: Act; variant?: string };

/** A card of the idle television: lines of a lesson, or names with a value each. */
type IdleCard = { title: string; rows: string[][]; lesson?: LessonLine[] };

/** A change as its sentence needs it. */
type SaidChange = { what: string; player: string; before: string; after: string };

/** Where phones find the board, and how many watch. */
type Where = { address: string; reachable: boolean; watching: number };

/** The lists that the house keeps and this page changes. */
type Lists = Pick<Pub, "regulars" | "houses">;
type KeptList = { address: string; key: string; revision: number; theirs: Lists[keyof Lists]; changes: Array<(now: Lists[keyof Lists]) => Lists[keyof Lists]> };

/** The house as the page knows it. */
interface Pub {
  known: boolean;
  variants: Variant[];
  presets: House[];
  regulars: Guest[];
  houses: House[];
  lately: string[];
  locked: boolean;
  keeps: boolean;
  seatedFor: string | null;
}

// The library of tsconfig.json is what the oldest browsers know (browsers.js); `arrival.js` asks for these two besides.
interface Array<T> {
  findLast(wanted: (value: T, index: number, all: T[]) => unknown): T | undefined;
  findLastIndex(wanted: (value: T, index: number, all: T[]) => unknown): number;
}

// ---- the hub's pages

/** What the hub's pages draw from. */
type HubPage = { hall: Hall | null; link: Link; draw: () => void };

/** Who plays or has played, and their mats at the start. */
type AtTable = Pick<TournamentMatch, "players" | "handicap">;

/** A card to draw: its name and title, and what makes its content. */
type DeskPart = [name: string, title: string, make: () => Child[]];

/** What the television shows for a while: a `key` that changes with its content, and how it is drawn. */
type Scene = { name: string; make: () => Child };

type SceneLine = { name: string; said: string };

/** As many tables of a round as stand below each other. */
type BracketColumn = { round: BracketRound; tables: BracketTable[]; byes: string[] };

/** A game of a match that a loose game may be. */
type PossibleGame = { match: AtTable & Pick<TournamentMatch, "match" | "table">; game: number };

// ---- the landlord's pages

type Verdict = Finding["verdict"];

type ChangeOptions = { method?: string; body?: unknown; type?: string; sure?: () => unknown };

/** The answer to one of the landlord's changes: a new PIN, the name of the kept copy, or a code that invites a phone. */
type LandlordReply = Reply & { pin?: string; kept?: string; note?: string; invitation?: string };

/** The evening's bill with the landlord's prices, in cents. */
type LandlordBill = Bill & { kinds: string[]; last_orders: boolean; prices: Record<string, number> };
