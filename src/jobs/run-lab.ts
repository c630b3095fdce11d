import type { FastifyBaseLogger } from 'fastify'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import { PequodError } from '../errors.ts'
import { EXAMPLE_RULES, exampleRule } from '../lab/runs/example-rules.ts'
import {
  claimRun,
  failRun,
  finishRun,
  forgetExpiredRuns,
  noteRun,
  type RunClaim,
  returnRun,
} from '../lab/runs/run-claims.ts'
import { runInThread } from '../lab/runs/run-in-thread.ts'
import { LAB_RUNS } from '../lab/runs/run-tables.ts'
import { addRun, EXAMPLES } from '../lab/runs/runs.ts'
import { DAY_SECONDS, type Day, dayOf, type Seconds } from '../ledger/quantities.ts'
import type { Database, StoreAddress } from '../store/engine/database.ts'
import { tryLockTable } from '../store/engine/locks.ts'
import { statement } from '../store/engine/statement.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import { lookSteadily } from './start-watching.ts'

export interface RunLabOptions {
  db: Database
  /** The store's address, for the thread of a trial. */
  address: StoreAddress
  log: FastifyBaseLogger
  /** @default the wall clock */
  clock?: Clock
  /** Milliseconds between two looks for a trial, and between two notes of progress. @default 1000 */
  everyMs?: number
}

/** Seconds after which a failed attempt is repeated. */
const RETRY_SECONDS = 5
/** Milliseconds between two removals of expired trials. */
const SWEEP_MS = 60_000

const EXAMPLES_OF = statement((from, { toDay }: { toDay: Day }) =>
  from(LAB_RUNS).select('id').where('account_id', EXAMPLES).where('to_day', toDay).limit(1),
)

/**
 * Runs the trials of accounts and the examples one after the other. Any number of
 * processes may run it; one takes over a trial that another left unfinished, and begins it again.
 * @returns ends it: a trial in progress goes back to those that wait
 */
export function startLab(options: RunLabOptions): () => Promise<void> {
  const { db, clock = WALL_CLOCK, everyMs = 1_000, log } = options
  const ending = new AbortController()
  let sweptAt = Number.NEGATIVE_INFINITY
  const end = lookSteadily({
    async look() {
      if (performance.now() - sweptAt >= SWEEP_MS) {
        sweptAt = performance.now()
        await forgetExpiredRuns(db, clock())
      }
      while (!ending.signal.aborted && (await runNext(options, ending.signal)));
    },
    everyMs,
    log,
    failure: 'rules could not be tried; retrying',
  })
  return async () => {
    ending.abort()
    await end()
  }
}

/**
 * Adds the examples up to the newest day that is over and public, unless they are there: called after a publication.
 * @param delayMinutes minutes after which events are public
 */
export async function addExamples(
  db: Database,
  delayMinutes: number,
  clock: Clock = WALL_CLOCK,
): Promise<void> {
  const head = await newestHead(db)
  if (head === undefined) return
  const toDay = lastPublicDay(head.cutoffTime, delayMinutes)
  if (toDay <= head.firstDay || (await EXAMPLES_OF.get(db, { toDay })) !== undefined) return
  await db.transaction(async (tx) => {
    if (!(await tryLockTable(tx, LAB_RUNS)) || (await EXAMPLES_OF.get(tx, { toDay })) !== undefined) return
    for (const { title, rule } of EXAMPLE_RULES)
      await addRun(tx, EXAMPLES, exampleRule(rule, toDay, head.firstDay), title, clock())
  })
}

/** The last day whose events were all public for two hours by a time of the ledger. */
function lastPublicDay(time: Seconds, delayMinutes: number): Day {
  return dayOf(time - 2 * 60 * delayMinutes - DAY_SECONDS)
}

/** Runs the next trial; false if there is none. */
async function runNext(options: RunLabOptions, ending: AbortSignal): Promise<boolean> {
  const { db, clock = WALL_CLOCK } = options
  const claim = await claimRun(db, clock())
  if (claim === null) return false
  await runClaimed(claim, options, ending)
  return true
}

async function runClaimed(claim: RunClaim, options: RunLabOptions, ending: AbortSignal): Promise<void> {
  const { db, address, log, clock = WALL_CLOCK, everyMs = 1_000 } = options
  const lost = new AbortController()
  let part = 0
  const noting = setInterval(async () => {
    const isHeld = await noteRun(db, claim, part, clock()).catch(() => true)
    if (!isHeld) lost.abort()
  }, everyMs)
  try {
    const answer = await runInThread(address, claim, {
      signal: AbortSignal.any([ending, lost.signal]),
      onProgress(soFar) {
        part = soFar
      },
    })
    await finishRun(db, claim, answer)
  } catch (error) {
    if (lost.signal.aborted) return
    if (ending.aborted) return await returnRun(db, claim, { isOurFault: false, until: 0 })
    if (error instanceof PequodError && error.code !== 'SERVICE_UNAVAILABLE')
      return await failRun(db, claim, error.message)
    const isOurFault = !(error instanceof PequodError)
    if (isOurFault) log.error(error, 'a rule could not be tried')
    await returnRun(db, claim, { isOurFault, until: clock() + RETRY_SECONDS })
  } finally {
    clearInterval(noting)
  }
}
