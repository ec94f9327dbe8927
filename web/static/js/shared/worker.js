// Keeps one page, which says that the table does not answer; everything else comes from the table. Browsers take it
// over https only.

const AT = "/offline";
const keep = async () => {
  const kept = await caches.open("offline");
  await kept.add(new Request(AT, { cache: "reload" }));
};

/** @typedef {Event & { request: Request, waitUntil: (done: Promise<void>) => void, respondWith: (answer:
 * Promise<Response>) => void }} Asked */

addEventListener("install", (event) => /** @type {Asked} */ (event).waitUntil(keep()));

addEventListener("fetch", (event) => {
  const asked = /** @type {Asked} */ (event);
  if (asked.request.mode !== "navigate") return;
  asked.respondWith(
    fetch(asked.request).catch(async () => (await caches.match(AT)) ?? Response.error()),
  );
});
