import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Table } from '../engine/table.ts'

/** Requests to a metadata API without an answer: how often they were sent, and when it makes sense to ask again. */
export const METADATA_REQUESTS = {
  name: 'metadata_requests',
  key: ['kind', 'subject_id'],
  notNull: 'all',
  clustered: true,
  columns: { kind: 'int', subject_id: 'int', asked: 'int', retry_at: 'int' },
} as const satisfies Table

/** Subjects of requests, as the column `kind` holds them; `subject_id` is an id of that dictionary. */
export const SUBJECT_KINDS = { conditions: 1, tokens: 2, traders: 3 } as const

/** A dictionary whose names metadata can be asked about. */
export type SubjectKind = keyof typeof SUBJECT_KINDS

/** A new market can be on the chain before the API lists it: the second request comes soon. */
const FIRST_PAUSE: Seconds = 15 * 60
const LONGEST_PAUSE: Seconds = 7 * 86_400
const LONGEST_AFTER = 10

/** Seconds until what was asked `asked` times (1 or more) without an answer is asked again: doubled each time, to a week. */
export function pauseBeforeAsking(asked: number): Seconds {
  return asked >= LONGEST_AFTER ? LONGEST_PAUSE : FIRST_PAUSE * 2 ** (asked - 1)
}

/** Notes that the subjects were asked about at `now` and are still not known. */
export async function recordUnanswered(
  tx: Sql,
  kind: SubjectKind,
  ids: readonly number[],
  now: Seconds,
): Promise<void> {
  if (ids.length === 0) return
  const keys = { kind: ids.map(() => SUBJECT_KINDS[kind]), subject_id: [...ids] }
  const rows = await tx.find(METADATA_REQUESTS, METADATA_REQUESTS.key, keys, ids.length, ['asked'])
  // Not rows.map: keys without a row may be holes, which it would pass over.
  const asked = Array.from(rows, (row) => Number(row?.[0] ?? 0) + 1)
  const retryAt = asked.map((times) => now + pauseBeforeAsking(times))
  await tx.upsert(METADATA_REQUESTS, { ...keys, asked, retry_at: retryAt }, ids.length)
}

/** Forgets that the subjects were asked about: they are known now. */
export async function forgetUnanswered(tx: Sql, kind: SubjectKind, ids: readonly number[]): Promise<void> {
  await tx.run(`DELETE FROM metadata_requests WHERE kind = ? AND ${tx.isIn('subject_id', 'int')}`, [
    SUBJECT_KINDS[kind],
    tx.list([...ids]),
  ])
}
