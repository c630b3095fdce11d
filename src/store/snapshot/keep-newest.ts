import { LRUCache } from 'lru-cache'

/** How long what was read of the store is taken for what it holds now, in milliseconds. */
export const FRESH_FOR = 1_000

/**
 * Caches the answers of the most recently used keys: a snapshot's facts never change. A failed request is repeated at
 * the next use.
 * @param ask gets the arguments besides the key, which the answer does not depend on
 * @param most maximum answers
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

/** A function that computes its answer on the first call and returns the same answer afterwards. */
export function memoize<Answer>(work: () => Answer): () => Answer {
  let kept: { answer: Answer } | null = null
  return () => {
    kept ??= { answer: work() }
    return kept.answer
  }
}

/** An object whose values are computed when they are first read. */
export function lazily<Parts extends object>(
  work: {
    readonly [name in keyof Parts]: () => Parts[name]
  },
): Parts {
  const descriptors = Object.entries<() => unknown>(work).map(([name, own]) => [
    name,
    { enumerable: true, get: memoize(own) },
  ])
  return Object.create(Object.prototype, Object.fromEntries(descriptors))
}
