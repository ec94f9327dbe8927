// What the practice page is given (web/practice), and what is chosen there.

/** What there is to practise, and the game that this browser plays; only a game of cards has a hand. */
type Practice = NoPractice | PracticeGame;
type PracticeGame = DicePractice | CardPractice;

interface PracticeBase {
  playing: true;
  busy: boolean;
  variants: Record<string, number[]>; // each with the possible numbers of opponents
  when: string;
}

interface NoPractice extends Pick<PracticeBase, "variants"> {
  playing: false;
  busy?: undefined;
  state?: undefined;
  declarations?: undefined;
}

interface DicePractice extends PracticeBase {
  state: State;
  legal: string[];
  due: number;
  standing: Snapshot["standing"];
  worth: Worth | null;
  declaring: boolean;
  declarations: Declare[];
  advice: PracticeAdvice | null;
  looked: Turn | null;
}

interface CardPractice extends PracticeBase {
  hand: string[];
  state: { variant: string };
  declarations?: undefined;
  number: number;
  phase: number;
  category: string | null;
  points: number;
  brought: Array<{ category: string | null; points: number }>;
  advice: KeptCards[];
  looked: Exchanged | null;
}

/** The aim of a turn, and the result to beat. */
type TurnAim = Pick<Turn, "aim" | "target">;

/** The possible choices, best first. */
type PracticeAdvice = TurnAim & { choices: TurnChoice[] };

/** A way to keep cards: its average gain, and the chance of any points. */
interface KeptCards {
  keep: string[];
  points: number;
  chance: Chance;
}

/** An exchange that is over. */
interface Exchanged {
  phase: number;
  held: string[];
  chosen: KeptCards;
  best: KeptCards;
  as_good: boolean;
  chances: Array<{ category: string | null; chance: Chance }>;
  got: string | null;
  points: number;
}

interface PracticeSetup {
  variant: string;
  opponents: number;
  advice: string;
}

/** What this browser has chosen: places of dice, cards to keep, a declaration, and the next game. */
interface PracticeMine {
  chosen: number[];
  back: number[];
  kept: string[] | null;
  declare: Declare | null;
  setup: PracticeSetup;
  open: boolean;
}

/** The page, which draws its `game`: null until it has come. */
interface PracticePage<Game = Practice | null> {
  game: Game;
  mine: PracticeMine;
  draw: () => void;
  play: (acts: Act[]) => unknown;
  keep: (cards: string[]) => unknown;
  deal: () => unknown;
  begin: () => unknown;
  advise: (when: string) => unknown;
}
