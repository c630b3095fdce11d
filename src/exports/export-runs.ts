import { createRunQueue, type HeldRun, LEASE_SECONDS, type RunClaim } from '../accounts/run-queue.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/engine/database.ts'
import { statement } from '../store/engine/statement.ts'
import { ACCOUNT_EXPORTS } from './export-tables.ts'
import { type AccountExport, exportOf } from './exports.ts'

export const exportQueue = createRunQueue(
  ACCOUNT_EXPORTS.name,
  'The export failed: the reason was logged. Start it again.',
)

/** The right to write an export, until another process takes it over. */
export interface Claim
  extends RunClaim,
    Pick<AccountExport, 'table' | 'format' | 'question' | 'columns' | 'where' | 'expiresAt'> {
  accountId: number
}

export interface WrittenPart {
  rows: number
  bytes: number
}

export interface WrittenFile extends WrittenPart {
  /** Hex. */
  sha256: string
  cutoff: { block: number | null; time: Seconds }
}

const BEGIN = statement((from, { id }: { id: string }) =>
  from(ACCOUNT_EXPORTS)
    .where('id', id)
    .update({ row_count: 0, byte_count: 0 })
    .returning(['account_id', 'question', 'format', 'expires_at']),
)
const NOTE = statement((from, given: HeldRun & WrittenPart & { until: Seconds }) =>
  from(ACCOUNT_EXPORTS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ row_count: given.rows, byte_count: given.bytes, until: given.until }),
)
const FINISH = statement(
  (
    from,
    given: HeldRun &
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
const WITH_FILE = statement((from, { ids }: { ids: readonly string[] }) =>
  from(ACCOUNT_EXPORTS)
    .select('id')
    .whereAnyOf('id', 'text', ids)
    .whereIn('state', ['WAITING', 'RUNNING', 'DONE']),
)

/** Claims the oldest export that nobody writes; null if there is none. Its rows are written from the first one on. */
export async function claimExport(db: Database, now: Seconds): Promise<Claim | null> {
  const claim = await exportQueue.claim(db, now, (tx, { id }) => BEGIN.get(tx, { id }))
  return claim === null ? null : exportOf(claim)
}

/** Notes the progress of an export and keeps its claim; false if it was cancelled, or another process has taken it over. */
export async function noteProgress(
  db: Database,
  { id, holder }: HeldRun,
  { rows, bytes }: WrittenPart,
  now: Seconds,
): Promise<boolean> {
  return (await NOTE.run(db, { id, holder, rows, bytes, until: now + LEASE_SECONDS })) > 0
}

/** Notes that the file is whole; false if the claim was lost, so that nobody may read the file. */
export async function finishExport(
  sql: Sql,
  { id, holder }: HeldRun,
  { cutoff, ...file }: WrittenFile,
  expiresAt: Seconds,
): Promise<boolean> {
  return (await FINISH.run(sql, { id, holder, ...file, ...cutoff, expiresAt })) > 0
}

/** Returns those of some ids whose file may be read or is being written. */
export async function exportsWithFile(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await WITH_FILE.all(db, { ids })).map(({ id }) => id))
}
