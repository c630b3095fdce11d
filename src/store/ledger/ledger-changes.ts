import { DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import { type Sql, upsert } from '../engine/database.ts'
import { as, type From, statement, statementBy } from '../engine/statement.ts'
import { CHANGED_DAYS, FILLS, LEDGER_CHANGES, LEDGER_CURSORS, LEDGER_STATE, MOVEMENTS } from '../tables.ts'
import { chainKey } from './place.ts'

/*
 * The log of what changed in the ledger. The writer appends to it in its own transaction and knows no reader. A reader has a cursor, the
 * version up to which it has read; rows go once the slowest cursor has passed them. Versions are given out under the lock of the
 * ledger's state, so none comes to be seen after a higher one.
 */

export type ChangeReader = 'publisher' | 'alerts' | 'follows'

/** Positions that a version names at most: one that changes more (history that is read) says so in one row. */
const NAMED_POSITIONS = 5_000
/** The token of a row that stands for every position. */
const EVERY = -1
/** The trader of a row that stands for all who hold the token. */
const HOLDERS = 0
/** The token of a row that says from which day on anything changed. */
const ANYTHING = 0

interface ChangedPosition {
  token: number
  trader: number
  since: Seconds
}

/** Collects the positions that a transaction's events change. */
export interface ChangedPositions {
  /** @param trader null: all who hold the token */
  add(token: number, trader: number | null, time: Seconds): void
  /** Appends them to the log. */
  write(tx: Sql, version: number): Promise<void>
}

/** Collects changed positions; of more than a version may name it keeps the earliest time alone. */
export function createChangedPositions(): ChangedPositions {
  const positions = new Map<number, Map<number, ChangedPosition>>()
  let count = 0
  let earliest = Number.POSITIVE_INFINITY
  return {
    add(token, trader, since) {
      earliest = Math.min(earliest, since)
      if (count > NAMED_POSITIONS) return
      const traders = positions.get(token) ?? new Map<number, ChangedPosition>()
      positions.set(token, traders)
      const id = trader ?? HOLDERS
      const known = traders.get(id)
      if (known !== undefined) known.since = Math.min(known.since, since)
      else if (++count <= NAMED_POSITIONS) traders.set(id, { token, trader: id, since })
    },
    async write(tx, version) {
      if (count === 0) return
      const named = [...positions.values()].flatMap((traders) => [...traders.values()])
      await append(
        tx,
        version,
        count > NAMED_POSITIONS ? [{ token: EVERY, trader: HOLDERS, since: earliest }] : named,
      )
    },
  }
}

/** Appends that events of any positions changed from a time on. */
export function appendEveryPosition(tx: Sql, version: number, since: Seconds): Promise<void> {
  return append(tx, version, [{ token: EVERY, trader: HOLDERS, since }])
}

/** Appends that anything changed from a day on. */
export async function appendChange(tx: Sql, version: number, since: Day): Promise<void> {
  await append(tx, version, [{ token: ANYTHING, trader: HOLDERS, since: since * DAY_SECONDS }])
  // The row of a publisher that is at work has a version below 0: it repeats changes that were appended before.
  if (version > 0) await upsert(tx, CHANGED_DAYS, [{ day: since, version }])
}

async function append(tx: Sql, version: number, rows: readonly ChangedPosition[]): Promise<void> {
  const columns = {
    version: rows.map(() => version),
    token_id: rows.map(({ token }) => token),
    trader_id: rows.map(({ trader }) => trader),
    since: rows.map(({ since }) => since),
  }
  await tx.upsert(LEDGER_CHANGES, columns, rows.length, { since: 'min' })
}

const VERSION = statement((from) => from(LEDGER_STATE).select('version').where('id', 1))

/** The ledger's version: a reader reads it before it reads what changed, and moves its cursor there. */
export async function ledgerVersion(sql: Sql): Promise<number> {
  return (await VERSION.get(sql))?.version ?? 0
}

/** Changes that a reader has not read yet, as `c`. */
export function unreadChanges(from: From, reader: ChangeReader) {
  const cursor = from(LEDGER_CURSORS).select('version').where('name', reader)
  return from(as(LEDGER_CHANGES, 'c')).where('c.version', '>', cursor)
}

/** The same, of positions alone. */
export function unreadPositions(from: From, reader: ChangeReader) {
  return unreadChanges(from, reader).where('c.token_id', '<>', ANYTHING)
}

const SINCE = statementBy((from, { reader }: { reader: ChangeReader }) =>
  unreadPositions(from, reader).min('c.since as since'),
)
const ANY_EVERY = statementBy((from, { reader }: { reader: ChangeReader }) =>
  unreadPositions(from, reader).select('c.version').where('c.token_id', EVERY).limit(1),
)

/** The time of the earliest event that changed a position and is unread; null where there is none. */
export async function unreadSince(sql: Sql, reader: ChangeReader): Promise<Seconds | null> {
  return (await SINCE({ reader }).get(sql))?.since ?? null
}

/** The same where a version says that it changed more positions than it names, so that any may have changed; else null. */
export async function everyUnreadSince(sql: Sql, reader: ChangeReader): Promise<Seconds | null> {
  return (await ANY_EVERY({ reader }).get(sql)) === undefined ? null : unreadSince(sql, reader)
}

export interface UnreadPositions {
  /** The earliest event of the versions that changed more positions than they name; null where there is none. */
  every: Seconds | null
  /** Positions with the earliest event that changed each; a trader of 0 means all who hold the token. */
  named: { token: number; trader: number; since: Seconds }[]
}

const EARLIEST_EVERY = statementBy((from, { reader }: { reader: ChangeReader }) =>
  unreadPositions(from, reader).where('c.token_id', EVERY).min('c.since as since'),
)
const NAMED = statementBy((from, { reader }: { reader: ChangeReader }, { before }: { before: Seconds }) =>
  unreadPositions(from, reader)
    .select('c.token_id as token', 'c.trader_id as trader')
    .min('c.since as since')
    .where('c.token_id', '<>', EVERY)
    .where('c.since', '<', before)
    .groupBy('c.token_id', 'c.trader_id'),
)

/** The positions that changed before a time and are unread. */
export async function unreadPositionsBefore(
  sql: Sql,
  reader: ChangeReader,
  before: Seconds,
): Promise<UnreadPositions> {
  const rows = await NAMED({ reader }).all(sql, { before })
  const every = (await EARLIEST_EVERY({ reader }).get(sql))?.since ?? null
  return { every, named: rows.map(({ since, ...position }) => ({ ...position, since: since ?? 0 })) }
}

const MOVE = statement((from, { reader, version }: { reader: ChangeReader; version: number }) =>
  from(LEDGER_CURSORS).where('name', reader).where('version', '<', version).update({ version }),
)
const FORGET = statement((from) =>
  from(LEDGER_CHANGES)
    .where('version', '>=', 0)
    .where('version', '<=', from(LEDGER_CURSORS).min('version as version'))
    .delete(),
)

/** Notes that a reader has read up to a version, and forgets what all have read. */
export async function moveCursor(tx: Sql, reader: ChangeReader, version: number): Promise<void> {
  if ((await MOVE.run(tx, { reader, version })) > 0) await FORGET.run(tx)
}

const CURSOR = statement((from, { reader }: { reader: ChangeReader }) =>
  from(LEDGER_CURSORS).select('version').where('name', reader),
)

/** The version up to which a reader has read; null for one that has not begun. */
export async function readCursor(sql: Sql, reader: ChangeReader): Promise<number | null> {
  return (await CURSOR.get(sql, { reader }))?.version ?? null
}

const LOCK = statement((from) => from(LEDGER_CURSORS).select('name').orderBy('name').forUpdate())

/** Begins to read at what comes from now on, unless the reader has begun already. */
export async function beginCursor(tx: Sql, reader: ChangeReader): Promise<void> {
  if ((await readCursor(tx, reader)) !== null) return
  // Nobody forgets changes meanwhile.
  await LOCK.all(tx)
  await tx.insertNew(LEDGER_CURSORS, { name: [reader], version: [await ledgerVersion(tx)] }, 1)
}

const EARLIEST = [FILLS, MOVEMENTS].map((table) =>
  statement((from, { first }: { first: number }) =>
    from(table).min('time as time').where('key', '>=', first),
  ),
)

/** The time of the earliest event of a block or of any after it; null where the ledger has none. */
export async function earliestFrom(tx: Sql, block: number): Promise<Seconds | null> {
  const first = chainKey(block, 0)
  const found = await Promise.all(EARLIEST.map((statement) => statement.get(tx, { first })))
  const times = found.flatMap((row) => row?.time ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
