import { randomUUID } from 'node:crypto'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import { ACCOUNT_EXPORTS } from './export-tables.ts'
import { type AccountExport, exportOf } from './exports.ts'

/** Seconds for which no other process takes over an export, from each note of its progress. */
export const LEASE_SECONDS = 30
/** Attempts after which an export fails that ended without a reason that its account could act on. */
const MOST_ATTEMPTS = 3
const FAILED = 'The export failed: the reason was logged. Start it again.'

/** The right to write an export, until another process takes it over. */
export interface Claim extends Pick<AccountExport, 'id' | 'table' | 'format' | 'question' | 'expiresAt'> {
  holder: string
  attempts: number
}

/** The written part of a file. */
export interface WrittenPart {
  rows: number
  bytes: number
}

/** A file that is whole. */
export interface WrittenFile extends WrittenPart {
  /** Hex. */
  sha256: string
  cutoff: { block: number | null; time: Seconds }
}

type Writing = { id: string; holder: string }

const NEXT = statement((from, { now }: { now: Seconds }) =>
  from(ACCOUNT_EXPORTS)
    .select('id')
    .whereIn('state', ['WAITING', 'RUNNING'])
    .where('until', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .limit(1),
)
const CLAIM = statement((from, given: Writing & { now: Seconds; until: Seconds }) =>
  from(ACCOUNT_EXPORTS)
    .where('id', given.id)
    .whereIn('state', ['WAITING', 'RUNNING'])
    .where('until', '<=', given.now)
    .update({
      state: 'RUNNING',
      holder: given.holder,
      until: given.until,
      row_count: 0,
      byte_count: 0,
      attempts: from.raw('attempts + 1'),
    })
    .returning(['id', 'question', 'format', 'expires_at', 'attempts']),
)
const NOTE = statement((from, given: Writing & WrittenPart & { until: Seconds }) =>
  from(ACCOUNT_EXPORTS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ row_count: given.rows, byte_count: given.bytes, until: given.until }),
)
const FINISH = statement(
  (
    from,
    given: Writing &
      WrittenPart & { sha256: string; time: Seconds; block: number | null; expiresAt: Seconds },
  ) =>
    from(ACCOUNT_EXPORTS)
      .where('id', given.id)
      .where('holder', given.holder)
      .where('state', 'RUNNING')
      .update({
        state: 'DONE',
        row_count: given.rows,
        byte_count: given.bytes,
        sha256: given.sha256,
        cutoff_time: given.time,
        cutoff_block: given.block,
        expires_at: given.expiresAt,
      }),
)
const FAIL = statement((from, given: Writing & { problem: string }) =>
  from(ACCOUNT_EXPORTS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ state: 'FAILED', problem: given.problem }),
)
const RETURN = statement((from, given: Writing & { attempts: number; until: Seconds }) =>
  from(ACCOUNT_EXPORTS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ state: 'WAITING', attempts: given.attempts, until: given.until }),
)
const FORGET = statement((from, { now }: { now: Seconds }) =>
  from(ACCOUNT_EXPORTS).where('expires_at', '<=', now).delete(),
)
const WITH_FILE = statement((from, { ids }: { ids: readonly string[] }) =>
  from(ACCOUNT_EXPORTS)
    .select('id')
    .whereAnyOf('id', 'text', ids)
    .whereIn('state', ['WAITING', 'RUNNING', 'DONE']),
)

/** Claims the oldest export that nobody writes; null if there is none. Its rows are written from the first one on. */
export async function claimExport(db: Database, now: Seconds): Promise<Claim | null> {
  const next = await NEXT.get(db, { now })
  if (next === undefined) return null
  const holder = randomUUID()
  const row = await db.transaction((tx) =>
    CLAIM.get(tx, { id: next.id, holder, now, until: now + LEASE_SECONDS }),
  )
  if (row === undefined) return null
  const claim = { ...exportOf(row), holder }
  if (claim.attempts <= MOST_ATTEMPTS) return claim
  // Each attempt ended with its process.
  await failExport(db, claim, FAILED)
  return null
}

/** Notes the progress of an export and keeps its claim; false if it was cancelled, or another process has taken it over. */
export async function noteProgress(
  db: Database,
  { id, holder }: Writing,
  { rows, bytes }: WrittenPart,
  now: Seconds,
): Promise<boolean> {
  return (await NOTE.run(db, { id, holder, rows, bytes, until: now + LEASE_SECONDS })) > 0
}

/** Notes that the file is whole; false if the claim was lost, so that nobody may read the file. */
export async function finishExport(
  sql: Sql,
  { id, holder }: Writing,
  { cutoff, ...file }: WrittenFile,
  expiresAt: Seconds,
): Promise<boolean> {
  return (await FINISH.run(sql, { id, holder, ...file, ...cutoff, expiresAt })) > 0
}

/** Fails an export for a reason that its account can act on. */
export async function failExport(db: Database, { id, holder }: Writing, problem: string): Promise<void> {
  await FAIL.run(db, { id, holder, problem })
}

/**
 * Returns an export to those that wait.
 * @param isOurFault true: the attempt counts, and the last one fails the export
 */
export async function returnExport(
  db: Database,
  { id, holder, attempts }: Claim,
  { isOurFault, until }: { isOurFault: boolean; until: Seconds },
): Promise<void> {
  if (isOurFault && attempts >= MOST_ATTEMPTS) await failExport(db, { id, holder }, FAILED)
  else await RETURN.run(db, { id, holder, attempts: isOurFault ? attempts : attempts - 1, until })
}

/** Forgets expired exports. */
export async function forgetExpired(db: Database, now: Seconds): Promise<void> {
  await FORGET.run(db, { now })
}

/** Returns those of some ids whose file may be read or is being written. */
export async function exportsWithFile(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await WITH_FILE.all(db, { ids })).map(({ id }) => id))
}
