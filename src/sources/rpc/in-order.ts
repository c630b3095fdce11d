/**
 * The results of the jobs in the order of the jobs, with at most `ahead` (1 or more) of them under way. A job is begun
 * only when there is room, so what it asks for may depend on earlier answers. Throws the first failure in order; when
 * the reader stops or a job fails, the jobs under way are aborted through their signal.
 */
export async function* inOrder<T>(
  jobs: Iterable<(signal: AbortSignal) => Promise<T>>,
  ahead: number,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  const stop = new AbortController()
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
  const begun: Promise<T>[] = []
  try {
    for (const job of jobs) {
      const result = job(either)
      // A failure is thrown in its order; until then it must not count as unhandled.
      result.catch(() => {})
      begun.push(result)
      const [first] = begun
      if (begun.length < ahead || first === undefined) continue
      yield await first
      begun.shift()
    }
    for (const result of begun) yield await result
  } finally {
    stop.abort()
  }
}
