import { LRUCache } from 'lru-cache'

/**
 * Asks once for each key and keeps the answers of the keys that were asked for last: what a snapshot tells never
 * changes. A question that failed is asked again.
 * @param ask is given what the question needs besides its key, which alone tells one from another
 * @param most answers that are kept
 */
export function keepNewest<Key extends {}, Answer, Rest extends readonly unknown[] = []>(
  ask: (key: Key, ...rest: Rest) => Promise<Answer>,
  most: number,
): (key: Key, ...rest: Rest) => Promise<Answer> {
  const known = new LRUCache<Key, Promise<Answer>>({ max: most })
  return (key, ...rest) => {
    const held = known.get(key)
    if (held) return held
    const answer = ask(key, ...rest)
    known.set(key, answer)
    answer.catch(() => {
      if (known.peek(key) === answer) known.delete(key)
    })
    return answer
  }
}
