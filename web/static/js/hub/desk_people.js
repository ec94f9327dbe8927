// The people of a tournament for the referee: requests by phone, latecomers, leavers, substitutes, signers.

import { draftField, formOf, lineForm } from "../shared/controls.js";
import { h } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { desk, done, note, referee } from "./desk_orders.js";
import { finder, select } from "./desk_parts.js";
import { field, fold, line, lines, twice } from "../landlord/page_parts.js";
import { handicapHint, withHandicap } from "./tournament_parts.js";

/** Everybody of the list, and who comes late. @param {Tournament} tournament */
export function peopleParts(tournament) {
  const list = lines(tournament.players.map((one) => personLine(one, tournament)));
  return [tournament.ended ? null : newcomer(tournament), finder(list, "people"), list, handicapHint(tournament)];
}

/** A latecomer: in the next draw, or at once at a match with room. @param {Tournament} tournament */
function newcomer(tournament) {
  const open = (tournament.rounds.at(-1)?.matches ?? []).filter((match) => match.left && match.players.length);
  const where = open.length ? select(t("tournament.newcomer_where"), open.map((match) => [match.match, t("hub.table", { n: match.table })]), t("tournament.next_draw")) : null;
  const words = t("tournament.newcomer_name");
  const form = lineForm({ name: "newcomer", maxlength: 40, words, label: words, key: t("tournament.newcomer"), send: (name) => note("came", { player: { name }, ...(where?.value ? { match: where.value } : {}) }) });
  if (where) form.lastElementChild?.before(where);
  return form;
}

/** @param {Entrant} one @param {Tournament} tournament */
function personLine(one, tournament) {
  const name = withHandicap(one.name, one.handicap);
  const said = [one.team, one.people.join(", "), one.sits ? t("tournament.played_by", { name: one.sits }) : null, one.gone ? t("tournament.is_gone") : null].filter(Boolean).join(" · ");
  if (one.gone || tournament.ended) return line(name, said, null, { kind: one.gone ? "gone" : null });
  const words = t("tournament.substitute_for", { name: one.name });
  const substitute = lineForm({ name: `substitute ${one.name}`, maxlength: 40, required: true, words, label: words, key: t("tournament.plays_now"), send: (by) => note("substituted", { player: one.name, by }) });
  return line(name, said, twice(t("tournament.went_home"), t("tournament.went_home_sure"), () => note("went_home", { player: one.name })), { folded: fold(t("tournament.substitute"), substitute) });
}

/** Guests who entered themselves, and whether more of them may. @param {Joining} joining */
export function joiningParts(joining) {
  /** @param {string} id @param {boolean} accept */
  const answer = (id, accept) => () => done(`/api/seats/asked/${id}`, { body: { accept } });
  const asking = joining.asking.map(({ id, name }) => line(name, null, [h("button", { class: "key2 may", "aria-label": t("join.yes_to", { name }), onclick: answer(id, true) }, t("join.yes")), h("button", { class: "key2", "aria-label": t("join.no_to", { name }), onclick: answer(id, false) }, t("join.no"))]));
  const said = h("p", {}, joining.open ? t("join.open_now") : joining.may ? t("join.hint") : t("join.closed"));
  const code = joining.open ? h("p", { class: "code" }, h("img", { src: "/qr.svg", alt: t("join.scan") })) : null;
  const turn = joining.open || joining.may ? h("button", { class: "key2", id: joining.open ? "join-close" : "join-open", onclick: () => referee({ do: "join", open: !joining.open }) }, joining.open ? t("join.close") : t("join.open")) : null;
  const n = asking.length;
  const all = n > 1 ? h("p", { class: "row-of" }, twice(t("join.yes_to_all", { n }), t("join.yes_to_all_sure", { n }), () => referee({ do: "join", accept: joining.asking.map(({ id }) => id) }))) : null;
  return [said, all, asking.length ? lines(asking, { id: "asking" }) : null, code, turn];
}

/** Who signs match reports, each with a PIN of his own. @param {Signer[]} signers */
export function signerParts(signers) {
  const said = desk.given ? h("p", { class: "pin-given b", role: "status" }, t("match_report.pin_is", desk.given)) : null;
  return [said, lines(signers.map(signerLine), { class: "rows c-acts" }), h("p", { class: "hint" }, t("match_report.signers_hint"))];
}

/** @param {Signer} one */
function signerLine(one) {
  const words = one.team ? `${one.words}, ${one.team}` : one.words;
  const input = one.team ? select(words, (one.people ?? []).map((name) => [name, name])) : draftField(`signer ${one.role}`, one.name ?? "", { class: "field", maxlength: 80, required: true, "aria-label": words });
  if (one.team && one.name) input.value = one.name;
  const send = () => input.value.trim() && referee({ do: "appoint", role: one.role, name: input.value.trim() });
  return line(words, one.name ?? t("match_report.nobody"), null, { folded: formOf(send, {}, field(words, input), h("button", { class: "key2", type: "submit" }, t("match_report.give_pin"))) });
}
