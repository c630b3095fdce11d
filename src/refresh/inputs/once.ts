/** What a function answers, worked out when it is first asked for and then kept. */
export function once<Answer>(work: () => Answer): () => Answer {
  let kept: { answer: Answer } | null = null
  return () => {
    kept ??= { answer: work() }
    return kept.answer
  }
}
