// What the practice page is given (web/practice), and what is chosen there.

/** A game of practice. What only games of dice or of cards have is read after `hand` alone. */
type PracticeGame = DicePractice & CardPractice;

interface PracticeBase {
  playing: boolean;
  busy: boolean;
  variants: Record<string, number[]>; // each with the possible numbers of opponents
  state: State;
  when: string;
}

interface DicePractice extends PracticeBase {
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
  hand?: string[];
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

interface PracticePage {
  game: PracticeGame | null;
  mine: PracticeMine;
  draw: () => void;
  play: (acts: Act[]) => unknown;
  keep: (cards: string[]) => unknown;
  deal: () => unknown;
  begin: () => unknown;
  advise: (when: string) => unknown;
}
