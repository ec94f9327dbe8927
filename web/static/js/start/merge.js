// Merges a list that two devices have changed: each entry has a name, and its place in the list counts.

/**
 * Add to `theirs` what `mine` has changed since `base`: entries that came, went, changed, or moved. Where both have changed an
 * entry or the order, mine counts. The entries of `mine` stay the same objects.
 * @template {{ name: string }} T
 * @param {T[]} base
 * @param {T[]} mine
 * @param {T[]} theirs
 */
export function mergeLists(base, mine, theirs) {
  /** @param {T[]} list @param {string} name */
  const find = (list, name) => list.find((one) => one.name === name);
  /** @param {T[]} list @param {T[]} others */
  const shared = (list, others) => list.filter((one) => find(others, one.name)).map((one) => one.name).join("\n");
  /** @param {T} one */
  const isChanged = (one) => JSON.stringify(one) !== JSON.stringify(find(base, one.name));
  const moved = shared(mine, base) !== shared(base, mine);
  /** @param {string} name */
  const merge = (name) => {
    const [own, other] = [find(mine, name), find(theirs, name)];
    if (!own) return find(base, name) ? undefined : other; // struck here, or new there
    if (isChanged(own)) return own;
    return other && Object.assign(own, other);
  };
  const names = (moved ? [...mine, ...theirs] : [...theirs, ...mine]).map((one) => one.name);
  return [...new Set(names)].map(merge).filter((one) => one !== undefined);
}
