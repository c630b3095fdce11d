import { PequodError } from '../../errors.ts'
import { type Day, dayText } from '../../ledger/quantities.ts'
import type { StoreAddress } from '../../store/engine/database.ts'
import type { StandingsAsked } from '../../store/snapshot/read-as-of.ts'
import { startOnDemand, ThreadEnded, type Work } from '../../thread.ts'

export interface AsOfQueueOptions {
  /** Publishes the snapshot as of a day, or standings of one; stops when the signal aborts. */
  run(day: Day, signal: AbortSignal, standings?: StandingsAsked | null): Promise<void>
  /** Milliseconds that a caller waits; the computation goes on without it. @default 10,000 */
  patience?: number | undefined
  /** Days that are computed or wait to be, at most. @default 16 */
  capacity?: number
}

/** Computations of days, one at a time, the callers in turn. */
export interface AsOfQueue {
  /**
   * Comes back when the day is published. A day that several ask for is computed once; so is one that took longer
   * than its callers waited, where one of them asks again within a minute.
   * @param caller under what the limiter counts the caller: see `identify.ts`
   * @param standings the standings to compute for a snapshot of that day. @default the snapshot itself
   * @throws PequodError SERVICE_UNAVAILABLE if the caller waits for its share of days, every place is another
   *   caller's first, or the caller's patience has ended
   */
  compute(day: Day, caller: string, standings?: StandingsAsked): Promise<void>
  /** Ends the running computation, and rejects all waiting callers. */
  close(): Promise<void>
}

/** A day that is computed or waits to be. */
interface Task {
  key: string
  day: Day
  standings?: StandingsAsked
  /** Callers who asked for it. */
  callers: Set<string>
  done: PromiseWithResolvers<void>
}

/** Days that one caller may have in progress or waiting. */
const SHARE = 2
/** How long a computed day is kept for callers who were asked to retry, in milliseconds. */
const KEPT_FOR = 60_000
/** `Retry-After` of a refusal, in seconds. */
const RETRY_AFTER = 5
const SHUTTING_DOWN = 'This process is shutting down: retry.'
/** Callers whose last turn is remembered. */
const TURNS = 1_000

/** A queue in this process. */
export function createAsOfQueue(options: AsOfQueueOptions): AsOfQueue {
  const { run, patience = 10_000, capacity = 16 } = options
  const ended = new AbortController()
  const tasks = new Map<string, Task>()
  const promised = new Set<string>()
  const kept = new Map<string, number>()
  /** Callers whose days were computed, the last one at the end. */
  const turns = new Set<string>()
  let running: Task | null = null
  let isWorking = false
  let idle: Promise<void> = Promise.resolve()

  const settle = (task: Task, failure?: { error: unknown }) => {
    tasks.delete(task.key)
    const isPromised = promised.delete(task.key)
    if (failure !== undefined) return task.done.reject(failure.error)
    if (isPromised) kept.set(task.key, performance.now() + KEPT_FOR)
    task.done.resolve()
  }
  const work = async () => {
    for (let task = nextOf(tasks, turns); task !== null; task = nextOf(tasks, turns)) {
      running = task
      for (const caller of task.callers) recordTurn(turns, caller)
      try {
        await run(task.day, ended.signal, task.standings)
        settle(task)
      } catch (error) {
        settle(task, { error })
      }
    }
    running = null
    isWorking = false
  }
  const makeRoom = (caller: string) => {
    const own = countOf(tasks, caller)
    if (own >= SHARE) throw tooMany(`${SHARE} of your days are being computed: retry when they are done.`)
    if (tasks.size < capacity) return
    const crowded = own > 0 ? null : lastOfCrowded(tasks, running)
    if (crowded === null) throw tooMany('Too many days are being computed: retry in a few seconds.')
    settle(crowded, { error: tooMany('Days requested by other callers come first: retry in a few seconds.') })
  }
  const taskOf = (key: string, day: Day, caller: string, standings?: StandingsAsked): Task => {
    const known = tasks.get(key)
    if (known !== undefined) {
      known.callers.add(caller)
      return known
    }
    if (ended.signal.aborted) throw tooMany(SHUTTING_DOWN)
    makeRoom(caller)
    const done = Promise.withResolvers<void>()
    const task: Task = { key, day, callers: new Set([caller]), done, ...(standings && { standings }) }
    // All callers may have left: the rejection still counts as handled.
    task.done.promise.catch(() => undefined)
    tasks.set(key, task)
    if (!isWorking) idle = Promise.resolve().then(work)
    isWorking = true
    return task
  }

  return {
    async compute(day, caller, standings) {
      const key = JSON.stringify([day, standings])
      if (takeKept(kept, key)) return
      const inTime = await within(taskOf(key, day, caller, standings).done.promise, patience)
      if (inTime) return
      promised.add(key)
      throw notYet(day)
    },
    async close() {
      ended.abort()
      const waiting = [...tasks.values()].filter((task) => task !== running)
      for (const task of waiting) settle(task, { error: tooMany(SHUTTING_DOWN) })
      await idle
    },
  }
}

/** The next day: of the caller who has waited longest for a turn, the first one requested. */
function nextOf(tasks: ReadonlyMap<string, Task>, turns: ReadonlySet<string>): Task | null {
  const place = new Map([...turns].map((caller, i) => [caller, i]))
  const placeOf = ({ callers }: Task) => Math.min(...[...callers].map((caller) => place.get(caller) ?? -1))
  let next: Task | null = null
  for (const task of tasks.values()) if (next === null || placeOf(task) < placeOf(next)) next = task
  return next
}

function recordTurn(turns: Set<string>, caller: string): void {
  turns.delete(caller)
  turns.add(caller)
  for (const oldest of turns) {
    if (turns.size <= TURNS) return
    turns.delete(oldest)
  }
}

function countOf(tasks: ReadonlyMap<string, Task>, caller: string): number {
  let count = 0
  for (const { callers } of tasks.values()) if (callers.has(caller)) count++
  return count
}

/** The last day waiting only for a caller who has another one, whose place goes to a caller with none; null: none. */
function lastOfCrowded(tasks: ReadonlyMap<string, Task>, running: Task | null): Task | null {
  const crowded = [...tasks.values()].filter(({ callers }) => {
    const [only, ...more] = callers
    return more.length === 0 && only !== undefined && countOf(tasks, only) > 1
  })
  return crowded.findLast((task) => task !== running) ?? null
}

/** True once for a day that was computed after its callers had left. */
function takeKept(kept: Map<string, number>, key: string): boolean {
  for (const [old, until] of kept) if (until < performance.now()) kept.delete(old)
  return kept.delete(key)
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

function tooMany(message: string): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER })
}

function notYet(day: Day): PequodError {
  const message = `The answer as of ${dayText(day)} is being computed: retry in a few seconds.`
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER })
}

/** The work of the thread: publishes a day. */
export type AsOfWorks = { publish: Work<AsOfTask, null> }

export interface AsOfTask {
  day: Day
  /** The standings to compute for a snapshot of that day; null for the snapshot itself. */
  standings: StandingsAsked | null
}

/**
 * Returns what publishes the snapshot as of a day, or standings of one, in a thread, so that requests are answered meanwhile. The thread
 * starts with the first day and stays for the next ones: loading its modules takes longer than a day of a small ledger.
 *
 * The function rejects with a PequodError as `refresh` does, with SERVICE_UNAVAILABLE where the signal ended the thread, whose partial work
 * is never read, and with the thread's own error else.
 */
export function daysInThread(address: StoreAddress): AsOfQueueOptions['run'] {
  const thread = startOnDemand<AsOfWorks, StoreAddress>({
    from: import.meta.url,
    file: 'as-of-worker',
    data: address,
  })
  const kill = () => void thread.kill()
  return async (day, signal, standings = null) => {
    if (signal.aborted) throw interrupted()
    // Stays on after the day: the queue's signal ends an idle thread too.
    signal.addEventListener('abort', kill)
    try {
      await thread.ask('publish', { day, standings })
    } catch (error) {
      throw error instanceof ThreadEnded ? interrupted() : error
    }
  }
}

function interrupted(): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', 'The computation was interrupted: retry.', {
    retryAfter: 5,
  })
}
