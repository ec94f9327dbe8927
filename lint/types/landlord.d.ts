// What the landlord's pages are given (web/routes, knobeltisch/camera/setup.py), and what their parts hand each other.

type ChangeOptions = { method?: string; body?: unknown; type?: string; sure?: () => unknown };

/** The answer to one of the landlord's changes: a new PIN, the name of the kept copy, or a code that invites a phone. */
type LandlordReply = Reply & { pin?: string; kept?: string; note?: string; invitation?: string };

/** A paired device; seconds since 1970. */
interface PairedDevice {
  device: string;
  name: string;
  since: number;
  seen: number;
}

/** The evening's bill with the landlord's prices, in cents. */
type LandlordBill = Bill & { kinds: string[]; last_orders: boolean; prices: Record<string, number> };

/** The phone that is the camera: its name, whether it is here, and its pictures in a second. */
type Eye = { name: string | null; here: boolean; pictures: number; invitation: string };

type Verdict = "good" | "fair" | "bad";

interface Finding {
  check: string;
  verdict: Verdict;
  said: string;
  value: number;
}

/** A throw of a test, and the landlord's judgement of its reading. */
interface JudgedThrow {
  dice: number[];
  sure: boolean;
  right: boolean | null;
  learned: boolean;
}

interface DiceTest {
  running: boolean;
  of: number;
  throws: JudgedThrow[];
  verdict: Verdict | null;
}

interface ButtonsTest extends Pick<DiceTest, "running" | "verdict"> {
  all: string[];
  pressed: string[];
}

/** The test of the lens; distortions in mm. */
interface LensTest extends Omit<ButtonsTest, "pressed"> {
  seen: string[];
  marks: number;
  said: string | null;
  before: number | null;
  after: number | null;
  kept: KeptLens | null;
}

type KeptLens = { at: number; before: number; after: number };

/** The figures of an acceptance test; the bounds are shares. */
interface AcceptanceRun {
  at: number;
  throws: number;
  wrong: number;
  asked: number;
  says: "good" | "asks" | "bad";
  wrong_most: number;
  asked_least: number;
  asked_most: number;
}

/** How the camera took the picture, as far as known. */
interface Exposure {
  seconds: number | null;
  gain: number | null;
  kelvin: number | null;
  focus: number | null;
}

/** What the table has learned of its dice. */
interface OwnConfidence {
  throws: number;
  due: number;
  wrong: number;
  since_missed: number | null;
  asks_new: number;
  asks_now: number;
  says: "less" | "more" | "same";
  signs: number[];
}

type KeptSetup = { at: number; glare: number; verdicts: Record<string, Verdict> };

/** Everything that the page for setting up the camera shows. */
interface Calibration {
  camera: string | null;
  panel: boolean;
  panel_trouble: string;
  picture: boolean;
  board: boolean;
  between: boolean;
  findings: Finding[];
  taken: Exposure | null;
  dice: DiceTest;
  faces: DiceTest;
  acceptance: DiceTest & { kept: AcceptanceRun | null };
  buttons: ButtonsTest;
  lens: LensTest;
  kept: KeptSetup | null;
  own: OwnConfidence | null;
  notes: string[];
}
