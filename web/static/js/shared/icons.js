// Signs: small drawings that stand for words which a screen reader still hears.

import { s } from "./dom.js";

/** @type {Record<string, string>} */
const LINES = {
  history: "M4 5v5h5M4.500 10a8 8 0 1 1-.5 4M12 8v4.500l3 2",
  more: "M4 6.500h16M4 12h16M4 17.500h16",
  clear: "M9 5h12v14H9l-6-7zM13 9.500l5 5M18 9.500l-5 5",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.500 3.500 0 1 0 .01 0",
  no_camera: "M4 8h3l2-3h6l2 3h3v11H4zM3 3l18 18",
  lead: "M6 21V4m0 1h12l-3 4 3 4H6",
  explain: "M8.500 9a3.500 3.500 0 1 1 5.500 2.800c-1.300.800-2 1.500-2 3.200M12 19v.01",
  loser: "M6 6l12 12M18 6 6 18",
  rounds: "M5 7h10v13H5zM15 10h3a1.500 1.500 0 0 1 1.500 1.500v3A1.500 1.500 0 0 1 18 16h-3M8.500 11v5M11.500 11v5",
  watch: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2",
  season: "M5 20v-7h4v7M10 20V5h4v15M15 20v-9h4v9M3 20h18",
  dice: "M4 4h16v16H4zM8.500 8.500v.01M15.500 8.500v.01M12 12v.01M8.500 15.500v.01M15.500 15.500v.01",
  odds: "M5 19 19 5M7.500 5a2.500 2.500 0 1 0 .01 0M16.500 14a2.500 2.500 0 1 0 .01 0",
  practice: "M3 9l9-4 9 4-9 4zM7 11v5c2.500 2 7.500 2 10 0v-5M21 9v6",
  evenings: "M5 5h14v16H5zM5 9h14M9 3v4M15 3v4",
  caller: "M4 10v4h4l6 5V5L8 10zM17 9a4 4 0 0 1 0 6",
  new: "M12 5v14M5 12h14",
  people: "M9 5a3 3 0 1 0 .01 0M3 20c0-4 2.500-6 6-6s6 2 6 6M16 6a2.500 2.500 0 1 0 .01 0M17 14c2.500.3 4 2 4 5",
  landlord: "M14 10a4.500 4.500 0 1 0-3 3l2 2h2v2h2v2h3v-3z",
};

/** Draw a sign; its words for screen readers must be elsewhere. @param {string} name */
export function icon(name) {
  return s("svg", { class: "icon ico", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: LINES[name] }));
}
