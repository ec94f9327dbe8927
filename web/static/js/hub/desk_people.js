// The people of a tournament for the referee: requests by phone, latecomers, leavers, substitutes, signers.

import { draftField } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { finder, select } from "./desk_parts.js";
import { field, fold, line, lines, twice } from "../landlord/page_parts.js";
import { handicapHint, withHandicap } from "./tournament_parts.js";

/** Everybody of the list; `note` notes something about one of them. @param {Tournament} tournament @param {Note} note */
export function peopleParts(tournament, note) {
  const list = lines(tournament.players.map((one) => personLine(one, tournament, note)));
  return [tournament.ended ? null : newcomer(tournament, note), finder(list, "people"), list, handicapHint(tournament)];
}

/** A latecomer: in the next draw, or at once at a match with room. @param {Tournament} tournament @param {Note} note */
function newcomer(tournament, note) {
  const name = draftField("newcomer", "", { class: "field", maxlength: 40, "aria-label": t("tournament.newcomer_name") });
  const open = (tournament.rounds.at(-1)?.matches ?? []).filter((match) => match.left && match.players.length);
  const where = open.length ? select(t("tournament.newcomer_where"), open.map((match) => [match.match, t("hub.table", { n: match.table })]), t("tournament.next_draw")) : null;
  /** @param {Event} event */
  const came = (event) => {
    event.preventDefault();
    const at = where?.value ? { match: where.value } : {};
    if (name.value.trim()) note("came", { player: { name: name.value.trim() }, ...at });
  };
  return h("form", { onsubmit: came }, field(t("tournament.newcomer_name"), name), where, h("button", { class: "key2", type: "submit" }, t("tournament.newcomer")));
}

/** @param {Entrant} one @param {Tournament} tournament @param {Note} note */
function personLine(one, tournament, note) {
  const name = withHandicap(one.name, one.handicap);
  const said = [one.team, one.people.join(", "), one.sits ? t("tournament.played_by", { name: one.sits }) : null, one.gone ? t("tournament.is_gone") : null].filter(Boolean).join(" · ");
  if (one.gone || tournament.ended) return line(name, said, null, { kind: one.gone ? "gone" : null });
  return line(name, said, twice(t("tournament.went_home"), t("tournament.went_home_sure"), () => note("went_home", { player: one.name })), { folded: substitute(one, note) });
}

/** @param {Entrant} one @param {Note} note */
function substitute(one, note) {
  const by = draftField(`substitute ${one.name}`, "", { class: "field", maxlength: 40, required: true, "aria-label": t("tournament.substitute_for", { name: one.name }) });
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (by.value.trim()) note("substituted", { player: one.name, by: by.value.trim() });
  };
  return fold(t("tournament.substitute"), h("form", { onsubmit: send }, field(t("tournament.substitute_for", { name: one.name }), by), h("button", { class: "key2", type: "submit" }, t("tournament.plays_now"))));
}

/**
 * Guests who entered themselves: `open(on)` lets them ask, `answer(id, accept)` decides one request, `yesTo(ids)` accepts many.
 * @param {Joining} joining
 * @param {(on: boolean) => unknown} open
 * @param {(id: string, accept: boolean) => unknown} answer
 * @param {(ids: string[]) => unknown} yesTo
 */
export function joiningParts(joining, open, answer, yesTo) {
  const asking = joining.asking.map(({ id, name }) => line(name, null, [h("button", { class: "key2 may", "aria-label": t("join.yes_to", { name }), onclick: () => answer(id, true) }, t("join.yes")), h("button", { class: "key2", "aria-label": t("join.no_to", { name }), onclick: () => answer(id, false) }, t("join.no"))]));
  const said = joining.open ? h("p", {}, t("join.open_now")) : h("p", {}, joining.may ? t("join.hint") : t("join.closed"));
  const code = joining.open ? h("p", { class: "code" }, h("img", { src: "/qr.svg", alt: t("join.scan") })) : null;
  const turn = joining.open ? h("button", { class: "key2", id: "join-close", onclick: () => open(false) }, t("join.close")) : joining.may ? h("button", { class: "key2", id: "join-open", onclick: () => open(true) }, t("join.open")) : null;
  const n = asking.length;
  const all = n > 1 ? h("p", { class: "row-of" }, twice(t("join.yes_to_all", { n }), t("join.yes_to_all_sure", { n }), () => yesTo(joining.asking.map(({ id }) => id)))) : null;
  return [said, all, asking.length ? lines(asking, { id: "asking" }) : null, code, turn];
}

/**
 * Who signs match reports; `give` hands out a PIN.
 * @param {Signer[]} signers
 * @param {Fill | null} given
 * @param {(role: string, name: string) => unknown} give
 */
export function signerParts(signers, given, give) {
  const said = given ? h("p", { class: "pin-given b", role: "status" }, t("match_report.pin_is", given)) : null;
  return [said, lines(signers.map((one) => signerLine(one, give)), { class: "rows c-acts" }), h("p", { class: "hint" }, t("match_report.signers_hint"))];
}

/** @param {Signer} one @param {(role: string, name: string) => unknown} give */
function signerLine(one, give) {
  const words = one.team ? `${one.words}, ${one.team}` : one.words;
  const input = one.team ? select(words, (one.people ?? []).map((name) => [name, name])) : draftField(`signer ${one.role}`, one.name ?? "", { class: "field", maxlength: 80, required: true, "aria-label": words });
  if (one.team && one.name) input.value = one.name;
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    if (input.value.trim()) give(one.role, input.value.trim());
  };
  return line(words, one.name ?? t("match_report.nobody"), null, { folded: h("form", { onsubmit: send }, field(words, input), h("button", { class: "key2", type: "submit" }, t("match_report.give_pin"))) });
}
