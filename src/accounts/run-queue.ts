import { randomBytes, randomUUID } from 'node:crypto'
import { PequodError } from '../errors.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import { type Table, text } from '../store/engine/table.ts'

/** The state of a long run: WAITING until a process takes it, and again after one that ended before the run did. */
export type RunState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'

/**
 * The columns of a table whose rows are long runs of accounts. The id is random. Runs of account 0 are the service's own, and give way to
 * everybody's. `holder` runs or ran it: until `until` (seconds) nobody takes it over.
 */
export const RUN_COLUMNS = {
  id: 'text',
  account_id: 'int',
  state: text<RunState>(),
  created_at: 'int',
  expires_at: 'int',
  problem: 'text',
  attempts: 'int',
  holder: 'text',
  until: 'int',
} as const
/** Those that always hold a value. */
export const RUN_NOT_NULL = [
  'account_id',
  'state',
  'created_at',
  'expires_at',
  'attempts',
  'holder',
  'until',
] as const
export const RUN_INDEXES = [['account_id'], ['state'], ['expires_at']] as const

/** A run that nobody has taken yet. */
export const WAITING = { state: 'WAITING', problem: null, attempts: 0, holder: '', until: 0 } as const

/** The form of a run's id: 128 random bits. */
export const RUN_ID = /^[A-Za-z0-9_-]{22}$/

/** Returns an id that nobody guesses. */
export function newRunId(): string {
  return randomBytes(16).toString('base64url')
}

/** True for a run that waits or is being done. */
export function isUnderWay({ state }: { state: RunState }): boolean {
  return state === 'WAITING' || state === 'RUNNING'
}

/**
 * Refuses an account another run beside those it keeps: it may have one under way, and keep `most` that are done.
 * @param noun `export`, with its plural in s
 * @throws PequodError RATE_LIMITED or FORBIDDEN
 */
export function refuseAnother(
  kept: readonly { id: string; state: RunState }[],
  noun: string,
  most: number,
): void {
  const underWay = kept.find(isUnderWay)
  if (underWay !== undefined) {
    const message = `The ${noun} ${underWay.id} is under way, one at a time: wait for its end, or cancel it.`
    throw new PequodError('RATE_LIMITED', message, { retryAfter: RETRY_AFTER })
  }
  if (kept.filter(({ state }) => state === 'DONE').length >= most)
    throw new PequodError('FORBIDDEN', `You keep ${most} ${noun}s, the maximum: cancel one first.`)
}

/** Seconds for which no other process takes over a run, from each note of its progress. */
export const LEASE_SECONDS = 30
/** Seconds after which a caller may ask again about a run that is under way. */
const RETRY_AFTER = 5
/** Attempts after which a run fails that ended without a reason that its account could act on. */
const MOST_ATTEMPTS = 3

export interface HeldRun {
  id: string
  holder: string
}

/** The right to do a run, until another process takes it over. */
export interface RunClaim extends HeldRun {
  attempts: number
}

/** The runs of one table, which any number of processes take in turn. Only the holder of a run ends it. */
export interface RunQueue {
  /**
   * Claims the oldest run that nobody does; null if there is none.
   * @param begin reads what is to be done, and resets what an earlier attempt noted, in the same transaction
   */
  claim<Asked>(
    db: Database,
    now: Seconds,
    begin: (tx: Sql, run: HeldRun) => Promise<Asked | undefined>,
  ): Promise<(RunClaim & Asked) | null>
  /** Fails a run for a reason that its account can act on. */
  fail(db: Database, run: HeldRun, problem: string): Promise<void>
  /**
   * Returns a run to those that wait.
   * @param isOurFault true: the attempt counts, and the last one fails the run
   */
  giveBack(
    db: Database,
    claim: RunClaim,
    { isOurFault, until }: { isOurFault: boolean; until: Seconds },
  ): Promise<void>
  forgetExpired(db: Database, now: Seconds): Promise<void>
}

/**
 * Returns the queue of a table's runs.
 * @param name of a table with {@link RUN_COLUMNS}
 * @param failed the problem of a run whose attempts ended for no reason that its account could act on
 */
export function createRunQueue(name: string, failed: string): RunQueue {
  const { next, take, fail, giveBack, forget } = statementsOf(name)
  return {
    async claim(db, now, begin) {
      const found = await next.get(db, { now })
      if (found === undefined) return null
      const run = { id: found.id, holder: randomUUID() }
      return db.transaction(async (tx) => {
        const taken = await take.get(tx, { ...run, now, until: now + LEASE_SECONDS })
        if (taken === undefined) return null
        if (taken.attempts <= MOST_ATTEMPTS) {
          const asked = await begin(tx, run)
          return asked === undefined ? null : { ...asked, ...run, attempts: taken.attempts }
        }
        // Each attempt ended with its process.
        await fail.run(tx, { ...run, problem: failed })
        return null
      })
    },
    async fail(db, { id, holder }, problem) {
      await fail.run(db, { id, holder, problem })
    },
    async giveBack(db, { id, holder, attempts }, { isOurFault, until }) {
      if (isOurFault && attempts >= MOST_ATTEMPTS) await fail.run(db, { id, holder, problem: failed })
      else await giveBack.run(db, { id, holder, attempts: isOurFault ? attempts : attempts - 1, until })
    },
    async forgetExpired(db, now) {
      await forget.run(db, { now })
    },
  }
}

function statementsOf(name: string) {
  const table = { name, key: ['id'], notNull: RUN_NOT_NULL, columns: RUN_COLUMNS } as const satisfies Table
  return {
    next: statement((from, { now }: { now: Seconds }) =>
      from(table)
        .select('id')
        .whereIn('state', ['WAITING', 'RUNNING'])
        .where('until', '<=', now)
        .where('expires_at', '>', now)
        .orderBy(from.raw('account_id = 0'))
        .orderBy('created_at')
        .limit(1),
    ),
    take: statement((from, given: HeldRun & { now: Seconds; until: Seconds }) =>
      from(table)
        .where('id', given.id)
        .whereIn('state', ['WAITING', 'RUNNING'])
        .where('until', '<=', given.now)
        .update({
          state: 'RUNNING',
          holder: given.holder,
          until: given.until,
          attempts: from.raw('attempts + 1'),
        })
        .returning(['attempts']),
    ),
    fail: statement((from, given: HeldRun & { problem: string }) =>
      from(table)
        .where('id', given.id)
        .where('holder', given.holder)
        .where('state', 'RUNNING')
        .update({ state: 'FAILED', problem: given.problem }),
    ),
    giveBack: statement((from, given: HeldRun & { attempts: number; until: Seconds }) =>
      from(table)
        .where('id', given.id)
        .where('holder', given.holder)
        .where('state', 'RUNNING')
        .update({ state: 'WAITING', attempts: given.attempts, until: given.until }),
    ),
    forget: statement((from, { now }: { now: Seconds }) =>
      from(table).where('expires_at', '<=', now).delete(),
    ),
  }
}
