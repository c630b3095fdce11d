/**
 * What can stand behind each of several things when all are looked at together, each being something else: an edge is possible
 * where some assignment of all holds it.
 * @param edges of each thing, what it can be when it is looked at alone
 * @returns a function that says whether a thing can be this; null where no assignment holds them all
 */
export function possibleMatches(
  edges: readonly (readonly number[])[],
): ((thing: number, match: number) => boolean) | null {
  const ownerOf = new Map<number, number>()
  const place = (thing: number, seen: Set<number>): boolean =>
    (edges[thing] ?? []).some((match) => {
      if (seen.has(match)) return false
      seen.add(match)
      const owner = ownerOf.get(match)
      if (owner !== undefined && !place(owner, seen)) return false
      ownerOf.set(match, thing)
      return true
    })
  for (const thing of edges.keys()) if (!place(thing, new Set())) return null
  return (thing, match) => {
    const before = [...ownerOf]
    const own = before.find(([, owner]) => owner === thing)?.[0]
    const displaced = ownerOf.get(match)
    if (own !== undefined) ownerOf.delete(own)
    ownerOf.set(match, thing)
    const holds = displaced === undefined || displaced === thing || place(displaced, new Set([match]))
    ownerOf.clear()
    for (const [key, value] of before) ownerOf.set(key, value)
    return holds
  }
}
