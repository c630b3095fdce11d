import type { FastifyBaseLogger } from 'fastify'
import type { RunClaim, RunQueue } from '../accounts/run-queue.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import { PequodError } from '../errors.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database, StoreAddress } from '../store/engine/database.ts'
import { lookSteadily } from './start-watching.ts'

export interface RunOptions {
  db: Database
  /** The store's address, for the thread of a run. */
  address: StoreAddress
  log: FastifyBaseLogger
  /** @default the wall clock */
  clock?: Clock
}

/** The long runs of accounts of one kind. */
export interface RunKind<Run extends RunClaim, Progress> {
  queue: RunQueue
  claim(db: Database, now: Seconds): Promise<Run | null>
  /** The progress of a run that was claimed. */
  begun(run: Run): Progress
  /** Notes the progress of a run, and keeps its claim; false if it was lost. */
  note(db: Database, run: Run, progress: Progress, now: Seconds): Promise<boolean>
  /** Does a run until the signal, and stores its answer. @throws PequodError for a reason that the account can act on */
  work(run: Run, options: { signal: AbortSignal; onProgress(progress: Progress): void }): Promise<void>
  sweep(db: Database, now: Seconds): Promise<void>
  /** Logged with the error of a run. */
  failure: string
}

/** Milliseconds between two looks for a run, and between two notes of progress. */
const EVERY_MS = 1_000
/** Seconds after which a failed attempt is repeated. */
const RETRY_SECONDS = 5
/** Milliseconds between two removals of expired runs. */
const SWEEP_MS = 60_000

/**
 * Does the runs of a kind one after the other. Any number of processes may do so; one takes over what another left unfinished.
 * @returns ends it: a run in progress goes back to those that wait
 */
export function startRuns<Run extends RunClaim, Progress>(
  kind: RunKind<Run, Progress>,
  options: RunOptions,
): () => Promise<void> {
  const { db, clock = WALL_CLOCK, log } = options
  const ending = new AbortController()
  let sweptAt = Number.NEGATIVE_INFINITY
  const end = lookSteadily({
    async look() {
      if (performance.now() - sweptAt >= SWEEP_MS) {
        sweptAt = performance.now()
        await kind.sweep(db, clock())
      }
      while (!ending.signal.aborted) {
        const run = await kind.claim(db, clock())
        if (run === null) return
        await doClaimed(kind, run, options, ending.signal)
      }
    },
    everyMs: EVERY_MS,
    log,
    failure: `${kind.failure}; retrying`,
  })
  return async () => {
    ending.abort()
    await end()
  }
}

async function doClaimed<Run extends RunClaim, Progress>(
  { queue, begun, note, work, failure }: RunKind<Run, Progress>,
  run: Run,
  { db, log, clock = WALL_CLOCK }: RunOptions,
  ending: AbortSignal,
): Promise<void> {
  const lost = new AbortController()
  let progress = begun(run)
  const noting = setInterval(async () => {
    const isHeld = await note(db, run, progress, clock()).catch(() => true)
    if (!isHeld) lost.abort()
  }, EVERY_MS)
  try {
    await work(run, {
      signal: AbortSignal.any([ending, lost.signal]),
      onProgress(soFar) {
        progress = soFar
      },
    })
  } catch (error) {
    if (lost.signal.aborted) return
    if (ending.aborted) return await queue.giveBack(db, run, { isOurFault: false, until: 0 })
    if (error instanceof PequodError && error.code !== 'SERVICE_UNAVAILABLE')
      return await queue.fail(db, run, error.message)
    const isOurFault = !(error instanceof PequodError)
    if (isOurFault) log.error(error, failure)
    await queue.giveBack(db, run, { isOurFault, until: clock() + RETRY_SECONDS })
  } finally {
    clearInterval(noting)
  }
}
