import { hash } from 'node:crypto'
import { ALERT_OUTBOX } from '../delivery/delivery-tables.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { known, statement } from '../store/engine/statement.ts'
import type { Notice } from './follow.ts'
import { NOTICES } from './follow-tables.ts'

/** Writes new notices, for followers to be notified; an existing one is unchanged. */
export function addNotices(tx: Sql, notices: readonly Notice[]): Promise<unknown> {
  return insert(
    tx,
    notices.map(({ news, ...notice }) => ({ ...notice, payload: JSON.stringify(news), nextAccount: 0 })),
  )
}

/** Records the events that followers were notified of, where each message had its own words. */
export function addToldNotices(
  tx: Sql,
  notices: readonly Omit<Notice, 'news' | 'low' | 'high'>[],
): Promise<unknown> {
  const told = { low: null, high: null, payload: null, nextAccount: null }
  return insert(
    tx,
    notices.map((notice) => ({ ...notice, ...told })),
  )
}

type Row = Omit<Notice, 'news'> & { payload: string | null; nextAccount: number | null }

function insert(tx: Sql, rows: readonly Row[]): Promise<unknown> {
  const columns = {
    id: rows.map(({ id }) => id),
    topic: rows.map(({ topic }) => topic),
    kind: rows.map(({ topic }) => kindOf(topic)),
    time: rows.map(({ time }) => time),
    key: rows.map(({ key }) => key),
    low: rows.map(({ low }) => low),
    high: rows.map(({ high }) => high),
    payload: rows.map(({ payload }) => payload),
    next_account: rows.map(({ nextAccount }) => nextAccount),
  }
  return tx.insertNew(NOTICES, columns, rows.length)
}

/** Returns a topic's kind. */
export function kindOf(topic: string): string {
  return topic.slice(0, topic.indexOf(':'))
}

/** Returns a topic's name within its kind. */
export function keyOf(topic: string): string {
  return topic.slice(topic.indexOf(':') + 1)
}

interface Growth {
  id: string
  before: string
  payload: string
  high: number
}

const GROW = statement((from, { id, before, payload, high }: Growth) =>
  from(NOTICES).where('id', id).where('payload', before).update({ payload, high, next_account: 0 }),
)

/**
 * Writes news that has grown, unless another process wrote it meanwhile. Followers up to the former range are not notified again.
 * @param before the news as it was read
 */
export async function growNotice(
  tx: Sql,
  { id, news, high }: Pick<Notice, 'id' | 'news'> & { high: number },
  before: string,
): Promise<void> {
  await GROW.run(tx, { id, before, payload: JSON.stringify(news), high })
}

/** News of some topics from a time on, oldest first, each with its text. By the index on (topic, time). */
export const NEWS_SINCE = statement(
  (from, { topics, since }: { topics: readonly string[]; since: Seconds }) =>
    from(NOTICES)
      .select('id', known('payload'))
      .whereAnyOf('topic', 'text', topics)
      .where('time', '>=', since)
      .whereNotNull('payload')
      .orderBy('time')
      .orderBy('key'),
)

/** A notice whose followers are being notified. */
export interface PendingNotice extends Notice {
  kind: string
  nextAccount: number
}

const NEXT_PENDING = statement((from) => {
  const oldest = from(NOTICES)
    .select('id', 'topic', 'kind', 'time', 'key', 'low', 'high', known('payload'), known('next_account'))
    .whereNotNull('next_account')
    .orderBy('time')
    .orderBy('id')
    .limit(1)
  return from.dialect === 'postgres' ? oldest.forUpdate().skipLocked() : oldest
})
const ANY_PENDING = statement((from) => from(NOTICES).select('id').whereNotNull('next_account').limit(1))
const MARK_NEXT = statement((from, { id, next }: { id: string; next: number }) =>
  from(NOTICES).where('id', id).update({ next_account: next }),
)
const MARK_TOLD = statement((from, { id, high }: { id: string; high: number | null }) =>
  from(NOTICES).where('id', id).update({ next_account: null, low: high }),
)

/** Returns whether any notice still has followers to notify. */
export async function hasPending(sql: Sql): Promise<boolean> {
  return (await ANY_PENDING.get(sql)) !== undefined
}

/**
 * Returns the oldest notice with followers to notify; undefined if there is none, or other processes hold
 * them all.
 */
export async function nextPending(tx: Sql): Promise<PendingNotice | undefined> {
  const row = await NEXT_PENDING.get(tx)
  if (row === undefined) return undefined
  const { payload, ...notice } = row
  return { ...notice, news: JSON.parse(payload) }
}

/** Notes that followers were notified up to an account; null: all were. */
export async function notePending(tx: Sql, { id, high }: PendingNotice, next: number | null): Promise<void> {
  if (next === null) await MARK_TOLD.run(tx, { id, high })
  else await MARK_NEXT.run(tx, { id, next })
}

const LOCK = statement((from, { key }: { key: number }) =>
  from(NOTICES).select('id').where('key', '>=', key).orderBy('id').forUpdate(),
)
const DROP_WAITING = statement((from, { key }: { key: number }) =>
  from(ALERT_OUTBOX)
    .where('waiting', '<>', 0)
    .whereIn('alert_id', from(NOTICES).select('id').where('key', '>=', key))
    .delete(),
)
const DROP = statement((from, { key }: { key: number }) => from(NOTICES).where('key', '>=', key).delete())

/** Deletes a kind's notices older than a time whose followers were all notified. */
export const FORGET_NOTICES = statement((from, { kind, before }: { kind: string; before: Seconds }) =>
  from(NOTICES).where('time', '<', before).where('kind', kind).whereNull('next_account').delete(),
)

/** Drops notices that depend on events from a key on, and their queued messages. Sent messages stay sent. */
export async function dropNotices(tx: Sql, key: number): Promise<void> {
  // The teller ends first: what it put into the outbox goes too.
  await LOCK.all(tx, { key })
  await DROP_WAITING.run(tx, { key })
  await DROP.run(tx, { key })
}

/**
 * Returns a notice's id, which every process derives alike and which never changes.
 * @param parts values that distinguish the notice from all others
 */
export function noticeId(...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 22)
}
