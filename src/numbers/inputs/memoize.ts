/** A function that computes its answer on the first call and returns the same answer afterwards. */
export function memoize<Answer>(work: () => Answer): () => Answer {
  let kept: { answer: Answer } | null = null
  return () => {
    kept ??= { answer: work() }
    return kept.answer
  }
}
