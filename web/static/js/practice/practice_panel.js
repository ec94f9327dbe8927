// The buttons of practice: throw, turn, hold, declare, pass. Each names its effect.

import { findElement, h, show } from "../shared/dom.js";
import { language, t } from "../shared/words.js";

/** @param {PracticePage<DicePractice>} page */
export function drawPanel(page) {
  const { game, mine } = page;
  const key = [language(), game.state, game.legal, game.due, game.busy, mine.chosen, mine.back, mine.declare];
  show(findElement("#panel"), key, () => {
    if (game.busy) return [];
    if (game.state.stage === "over") return choices(button("primary", t("practice.again"), page.begin));
    if (game.state.stage === "naming") return naming(page);
    return game.state.free.length ? decide(page) : throwing(page);
  });
}

/** @param {PracticePage<DicePractice>} page */
function throwing(page) {
  const { game, mine } = page;
  const { stage, held } = game.state;
  const words = game.legal.includes("cover") ? t("practice.cover") : t(`practice_throw.${stage}`);
  const back = mine.back.map((place) => held[place]);
  /** @type {Act[]} */
  const acts = back.length ? [{ act: "take_back", dice: back }] : [];
  return choices(button("primary", words, () => page.play(acts), "throw"));
}

/** @param {PracticePage<DicePractice>} page */
function naming(page) {
  const { state } = page.game;
  const signs = { [t("practice.you")]: "@you", [t("practice.left")]: "@left" };
  /** @param {string} player */
  const name = (player) => () => page.play([{ act: "name_loser", player: signs[player] ?? player }]);
  return choices(state.players.filter((one) => !state.out[one]).map((one) => button("", one, name(one))));
}

/** @param {PracticePage<DicePractice>} page */
function decide(page) {
  const { game, mine } = page;
  const { legal, state, declaring } = game;
  const held = mine.chosen.map((place) => state.free[place]).sort();
  const back = mine.back.map((place) => state.held[place]).sort();
  /** @type {Act[]} */
  const first = back.length ? [{ act: "take_back", dice: back }] : [];
  const declare = declaring ? mine.declare : null;
  const hold = held.length ? t("hand.hold", { dice: held.join(" ") }) : t("hand.again");
  return [
    declare && legal.includes("pass") ? switches(page, declare) : null,
    choices(
      legal.includes("turn") ? button("", t("hand.turn"), () => page.play([{ act: "turn" }]), "turn") : null,
      legal.includes("hold")
        ? button("", hold, () => page.play([...first, { act: "hold", dice: held }]), "hold")
        : null,
      legal.includes("pass")
        ? button("primary", t("hand.pass"), () => page.play([{ act: "pass", ...(declare ? { declare: /** @type {Act["declare"]} */ (declare) } : {}) }]), "pass")
        : null,
    ),
  ];
}

/** The leader's declaration: only valid combinations, so that one switch may move another. @param {PracticePage<DicePractice>} page @param {Declare} declare */
function switches(page, declare) {
  const every = page.game.declarations;
  /** @param {keyof Declare} name */
  const flip = (name) => () => {
    const others = every.filter((one) => one[name] !== declare[name]);
    /** @param {Declare} one */
    const alike = (one) => /** @type {Array<keyof Declare>} */ (["ones", "sixes", "direction"]).filter((key) => one[key] === declare[key]).length;
    page.mine.declare = others.sort((one, other) => alike(other) - alike(one))[0] ?? declare;
    page.draw();
  };
  /** @param {keyof Declare} name @param {string} words */
  const choice = (name, words) => button("", words, flip(name), name);
  return h(
    "div",
    { class: "choices switches" },
    choice("ones", `1 = ${declare.ones}`),
    choice("sixes", `6 = ${declare.sixes}`),
    choice("direction", t(`direction.${declare.direction}`)),
  );
}

/** @param {...Child} buttons */
function choices(...buttons) {
  return h("div", { class: "choices" }, buttons);
}

/** @param {string} kind @param {string} words @param {() => unknown} onclick @param {string} [focus] */
function button(kind, words, onclick, focus = words) {
  return h("button", { class: `big ${kind}`, "data-focus": focus, onclick }, words);
}
