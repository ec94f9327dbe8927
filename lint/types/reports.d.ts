// What the scripts of the reports are given beside the board's JSON (board.d.ts).

/** The data of an evening's picture, in words (web/reports/take_home.py). */
interface EveningPicture {
  title: string;
  day: string;
  facts: string[];
  rows: EveningRow[];
  lost_label: string;
  best_label: string;
  best: Array<{ game: string; player: string; dice: number[]; words: string }>;
  file: string;
}

/** A player of the evening: the number of games lost, and the payment in words. */
type EveningRow = { player: string; lost: number; words: string };

/** Where a picture is drawn: the canvas' context, and the page's font. */
type Drawing = { pen: CanvasRenderingContext2D; family: string };

/** Where a line of a picture stands, and how large it may be; in pixels. */
interface DrawnLine {
  x: number;
  y: number;
  size: number;
  most: number;
  color?: string;
  weight?: number;
  align?: CanvasTextAlign;
  least?: number;
}
