import { PequodError } from '../errors.ts'
import { type Day, dayText } from '../ledger/quantities.ts'

/** How days are computed. */
export interface AsOfQueueOptions {
  /** Publishes the snapshot as of a day; gives up when the signal tells it to. */
  run(day: Day, signal: AbortSignal): Promise<void>
  /** Milliseconds that a caller waits; the computation goes on without it. @default 10,000 */
  patience?: number
  /** Days that are computed or wait to be, at most. @default 4 */
  capacity?: number
}

/** Computations of days, one at a time. */
export interface AsOfQueue {
  /**
   * Comes back when the day is published. A day that several ask for is computed once; so is one that took longer
   * than its callers waited, where one of them asks again within a minute.
   * @throws PequodError SERVICE_UNAVAILABLE where the queue is full, or the caller's patience has ended
   */
  compute(day: Day): Promise<void>
  /** Ends what is under way; whoever waits is told so. */
  close(): Promise<void>
}

/** How long a day is kept for those who were told to ask again, in milliseconds. */
const KEPT_FOR = 60_000
/** Seconds after which whoever was sent away should ask again. */
const RETRY_AFTER = 5

/** A queue in this process. */
export function createAsOfQueue({ run, patience = 10_000, capacity = 4 }: AsOfQueueOptions): AsOfQueue {
  const ended = new AbortController()
  const underWay = new Map<Day, Promise<void>>()
  const promised = new Set<Day>()
  const kept = new Map<Day, number>()
  let last: Promise<unknown> = Promise.resolve()

  const start = (day: Day): Promise<void> => {
    const turn = last.then(() => run(day, ended.signal))
    const task = turn.then(
      () => {
        underWay.delete(day)
        if (promised.delete(day)) kept.set(day, performance.now() + KEPT_FOR)
      },
      (error: unknown) => {
        underWay.delete(day)
        promised.delete(day)
        throw error
      },
    )
    underWay.set(day, task)
    last = task.catch(() => undefined)
    return task
  }

  return {
    async compute(day) {
      if (takeKept(kept, day)) return
      const known = underWay.get(day)
      if (known === undefined && (underWay.size >= capacity || ended.signal.aborted)) throw tooMany()
      const inTime = await within(known ?? start(day), patience)
      if (inTime) return
      promised.add(day)
      throw notYet(day)
    },
    async close() {
      ended.abort()
      await last
    },
  }
}

/** True once for a day that was computed after its callers had left. */
function takeKept(kept: Map<Day, number>, day: Day): boolean {
  for (const [old, until] of kept) if (until < performance.now()) kept.delete(old)
  return kept.delete(day)
}

/** True when the work is done in time, false when it goes on. */
async function within(work: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true as const), late])
  } finally {
    clearTimeout(timer)
  }
}

function tooMany(): PequodError {
  const message = 'Too many days are being computed: ask again in a few seconds, or for one of them.'
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER })
}

function notYet(day: Day): PequodError {
  const message = `The answer as of ${dayText(day)} is being computed: ask again in a few seconds.`
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER })
}
