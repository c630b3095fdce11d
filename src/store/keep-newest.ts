/**
 * Asks once for each key and keeps the answers of the keys that were asked for first last: what a snapshot tells never
 * changes. A question that failed is asked again.
 * @param most answers that are kept
 */
export function keepNewest<Key, Answer>(
  ask: (key: Key) => Promise<Answer>,
  most: number,
): (key: Key) => Promise<Answer> {
  const known = new Map<Key, Promise<Answer>>()
  return (key) => {
    const held = known.get(key)
    if (held) return held
    const answer = ask(key)
    known.set(key, answer)
    answer.catch(() => known.delete(key))
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
    return answer
  }
}
