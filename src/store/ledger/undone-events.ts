import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import { insert, type Sql } from '../engine/database.ts'
import { asStored, statement } from '../engine/statement.ts'
import type { Value } from '../engine/table.ts'
import { FILLS, MOVEMENTS, UNDONE_EVENTS } from '../tables.ts'
import { undoneCount } from './ledger-state.ts'
import { MOVEMENT_COLUMNS } from './movement-row.ts'
import type { Place } from './place.ts'

/** Events older than this before the newest one are no news: no stream begins at them, and undone ones are forgotten. */
export const NEWS_SECONDS = DAY_SECONDS

const LEAVING_FILLS = statement((from, { first }: { first: number }) =>
  from(FILLS)
    .select(
      'key',
      'time',
      'owner_id as owner',
      'counterparty_id as counterparty',
      'role',
      'side',
      'token_id as token',
      'shares',
      'usd',
      'fee',
      'fee_in as feeIn',
      'tx',
    )
    .where('key', '>=', first),
)
const LEAVING_MOVEMENTS = statement((from, { first }: { first: number }) =>
  from(MOVEMENTS)
    .select(...asStored([...MOVEMENT_COLUMNS, 'tx'] as const))
    .where('key', '>=', first),
)
const FORGET = statement((from, { before }: { before: Seconds }) =>
  from(UNDONE_EVENTS).where('time', '<', before).delete(),
)
const LAST_UNDO = statement((from, { until }: { until: Seconds }) =>
  from(UNDONE_EVENTS).max('undone as undone').where('time', '<=', until),
)
const SINCE = statement((from, { undone }: { undone: number }) =>
  from(UNDONE_EVENTS)
    .select('*')
    .where('undone', '>', undone)
    .orderBy('undone')
    .orderBy('key', 'desc')
    .orderBy('item', 'desc'),
)

type LeavingFill = NonNullable<Awaited<ReturnType<typeof LEAVING_FILLS.get>>>

/**
 * Keeps the events from a key on for streams, in the transaction that removes them and before it does, once it has counted
 * the undo.
 * @param termsOf recorded facts of the whole trades of some fills, which go with these
 */
export async function keepUndone(
  tx: Sql,
  first: number,
  termsOf: (tx: Sql, fills: readonly LeavingFill[]) => Promise<readonly object[]>,
): Promise<void> {
  const undone = await undoneCount(tx)
  const leaving = await LEAVING_FILLS.all(tx, { first })
  const terms = await termsOf(tx, leaving)
  const fills = leaving.map((row, i) => ({ ...row, item: 0, ...terms[i] }))
  const movements = await LEAVING_MOVEMENTS.all(tx, { first })
  const rows = [...fills, ...movements].map((row) => ({
    undone,
    key: row.key,
    item: Number(row.item),
    first,
    time: Number(row.time),
    event: JSON.stringify({ ...row, tx: row.tx && Buffer.from(row.tx).toString('hex') }),
  }))
  await insert(tx, UNDONE_EVENTS, rows)
  const newest = rows.reduce((last, { time }) => Math.max(last, time), 0)
  await FORGET.run(tx, { before: newest - NEWS_SECONDS })
}

/**
 * The number of the last undo; up to a time: of the last one that removed an event by then, 0 without any, so that a later
 * reader learns nothing of undos of later events.
 */
export async function lastUndo(sql: Sql, until: Seconds | null): Promise<number> {
  return until === null ? undoneCount(sql) : Number((await LAST_UNDO.get(sql, { until }))?.undone ?? 0)
}

/** An event of an undone block, as {@link keepUndone} keeps it. */
export interface UndoneEvent extends Place {
  /** The number of the undo. */
  undone: number
  /** The key at which the undo began. */
  first: number
  /** A fill by the names of a stored trade, or a movement's row, each with its transaction. */
  row: Readonly<Record<string, Value>>
}

/** The events of the undos after one, in the order of the undos, the last event of each first. */
export async function undoneSince(sql: Sql, undone: number): Promise<UndoneEvent[]> {
  const rows = await SINCE.all(sql, { undone })
  return rows.map(({ event, ...place }) => {
    const { tx, ...row } = JSON.parse(event) as Record<string, Value>
    return { ...place, row: { ...row, tx: typeof tx === 'string' ? Buffer.from(tx, 'hex') : null } }
  })
}
