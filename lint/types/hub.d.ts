// What the hub's pages are given (knobeltisch/hub), and what their parts hand each other. The tournament's shapes are those of
// knobeltisch/hub/cup.

/** All tables of a house at a glance. */
interface Hall {
  boot: string;
  version: number;
  title: string;
  tables: TableRow[];
  news: HubNews[];
  cup: TournamentBrief | null;
  last_orders: boolean;
}

/** What the hub's pages draw from. */
type HubPage = { hall: Hall | null; link: Link; draw: () => void };

/** A table's board in short; without a board nobody is there. */
interface TableRow {
  table: number;
  name: string;
  status: "online" | "offline" | "unheard" | "safe";
  since: number;
  variant: string | null;
  playing: boolean;
  over: boolean;
  round?: number | null;
  phase?: number | string | null;
  to_act?: string | null;
  question?: string | null;
  players: TilePerson[];
  loser?: string | null;
  last_orders?: boolean;
  stage?: string | null;
  throws?: { made: number; limit: number } | null;
  next?: NextStep | null;
  stack?: number;
  counter?: string | null;
  beat?: (TileResult & { player: string }) | null;
  match: (Pick<Match, "round" | "players"> & { decider?: string | null }) | null;
  help: string[];
}

/** A row with what only the landlord sees. */
type ListedTable = TableRow & { source: string | null; address: string | null };

/** Somebody at a table, with the result of this round. */
type TilePerson = { name: string; count: number; out: boolean; colour: number; result: TileResult | null };
type TileResult = { kind: string; value: number | null; dice: number[] | null; throws: number };

/** An event at a table; `at` in seconds by the hub's clock. */
type HubNews = { at: number; table: number; kind: string; player?: string; variant?: string | null; round?: number; moves?: LastRound["moves"]; counter?: string | null };

/** What stands on every page of the tournament. */
interface TournamentBrief {
  version: number;
  title: string;
  round: number;
  done: number;
  of: number;
  paused: boolean;
  ended: boolean;
  waiting: number;
  joins?: boolean;
}

/** The whole tournament, as everybody sees it. */
interface Tournament extends TournamentBrief {
  format: string;
  variant: string;
  halves: boolean;
  final: boolean;
  players: Entrant[];
  tables: number;
  failed: number[];
  seats: TournamentSeat[];
  byes: string[];
  deciders: Decider[];
  standings: StandingsRow[];
  teams: StandingsRow[];
  rounds: TournamentRound[];
  bracket: BracketRound[];
  podium: Array<{ place: number; name: string; points: string }>;
}

/** A player, or a team of `people`; `sits`: who plays instead. */
interface Entrant {
  name: string;
  team: string | null;
  handicap: number;
  people: string[];
  sits: string | null;
  gone: boolean;
}

type TournamentSeat = Pick<Entrant, "name" | "handicap"> & Pick<TournamentMatch, "table" | "sitting" | "group">;

/** Who plays again because they are level: `players` sit there, `drawn` are on the list. */
interface Decider extends Pick<TournamentMatch, "match" | "table" | "players" | "drawn" | "group"> {
  game: number;
  places: number;
  place: string;
}

interface StandingsRow extends Pick<Entrant, "name" | "handicap"> {
  place: number;
  points: string;
  games: number;
  round: number | null;
  ahead: string | null;
}

interface TournamentRound {
  round: number;
  done: boolean;
  matches: TournamentMatch[];
}

/** Who plays or has played, and their mats at the start. */
type AtTable = { players: string[]; handicap: Record<string, number> };

interface TournamentMatch extends AtTable {
  match: string;
  table: number;
  sitting: number;
  group: string | null;
  drawn: string[];
  games: number;
  left: number;
  losers: Array<string | null>;
}

interface BracketRound {
  round: number;
  name: string;
  byes: string[];
  tables: BracketTable[];
}

interface BracketTable {
  match: string | null;
  table: number | null;
  sitting: number;
  places: number;
  done: boolean;
  seats: BracketSeat[];
}

interface BracketSeat extends Pick<Entrant, "name" | "sits"> {
  points: string | null;
  games: Array<string | null>;
  goes_on: boolean | null;
  away: boolean;
}

/** What waits for the referee. */
interface Waits {
  waiting: WaitingReport[];
  misfits: string[];
  loose: LooseGame[];
  unread: UnreadReport[];
  dismissed: GameKey[];
  noted: NotedEntry[];
  formats: string[];
  signers: Signer[];
  joining: Joining;
}

/** A report that waits: its content, what counts now, and the effect of approval. */
interface WaitingReport extends Pick<Decider, "match" | "game" | "table"> {
  report: string;
  why: string;
  now: PlayedGame | null;
  said: PlayedGame | null;
  changes: Array<{ name: string; before: number; after: number; had: string; has: string }>;
  misfits: string[];
}

type PlayedGame = AtTable & { loser: string | null };
type GameKey = { sender: string; id: string };

/** A game of people of the tournament that is in no match, as its table sent it. */
type LooseGame = GameKey & { game: { players: string[]; loser: string | null; handicap?: Array<{ player: string; mats: number }> } };

type UnreadReport = { table: number | null; why: string };

/** What the referee has noted; `may`: it can be taken back, `back`: it was. */
interface NotedEntry extends Partial<Pick<Decider, "match" | "game" | "table">> {
  id: string;
  kind: string;
  back: boolean;
  may: boolean;
  player?: string;
  absent?: string[];
  by?: string;
  round?: number;
}

/** Who signs a match report, for a team or as the referee. */
interface Signer {
  role: string;
  team: string | null;
  name: string | null;
  words: string;
  signed?: boolean;
  people?: string[];
}

/** Guests who enter themselves. */
interface Joining {
  open: boolean;
  may: boolean;
  asking: Array<{ id: string; name: string }>;
}

/** A card to draw: its name and title, and what makes its content. */
type DeskPart = [name: string, title: string, make: () => Child[]];

/** What the television shows for a while: a `key` that changes with its content, and how it is drawn. */
type Scene = { name: string; make: () => Child };

type SceneLine = { name: string; said: string };

/** As many tables of a round as stand below each other. */
type BracketColumn = { round: BracketRound; tables: BracketTable[]; byes: string[] };

/** A game of a match that a loose game may be. */
type PossibleGame = { match: AtTable & Pick<TournamentMatch, "match" | "table">; game: number };
