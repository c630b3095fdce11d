import { dayOf, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { MOVEMENT_CODES } from '../ledger/movement-kinds.ts'
import type { LatePositions } from './fold-batch.ts'
import type { FoldFill } from './fold-session.ts'
import { HISTORY_MARK, holdsHistory, isHistory, isHistorySql } from './history-rows.ts'
import type { MovementRow } from './movement-row.ts'
import { addToScope } from './scope.ts'
import { roleOf, type VolumeDayRows } from './volume-day-rows.ts'

/** An event that was just appended, and came from no History CSV. */
type FreshEvent = (FoldFill | MovementRow) & { tx: Uint8Array | null }

/** What rows that go change besides the rows. */
export interface DropOptions {
  /** The positions that must be folded again are added here. */
  late: LatePositions
  volumes: Pick<VolumeDayRows, 'remove'>
  /** Told of each row of a History CSV that goes. */
  onHistory(row: GoneHistoryRow): void
}

/** A row of a History CSV that went. */
export interface GoneHistoryRow {
  event: FoldFill | MovementRow
  /** Its key in `fills` or `movements`. */
  key: number
  time: Seconds
  /** A fill's shares, or the amount of a movement. */
  amount: number
}

/** A row without a block that an event tells of. */
interface ToldRow {
  identity: Uint8Array
  key: number
  time: Seconds
  /** A fill's dollars, and 1 for a TAKER's, 0 for a MAKER's, null where that is not known. */
  usd: MicroUsd
  role: number | null
  amount: number
}

/**
 * Takes back rows that events, new in this batch, tell of: a chain log stands in place of the Data API's row of its
 * terms, and any event but a History CSV's in place of a History CSV's rows of its transaction, owner, token and side, or
 * condition and kind, whatever their amounts.
 * @returns how many rows went
 */
export async function dropTold(
  tx: Sql,
  fresh: readonly FreshEvent[],
  options: DropOptions,
): Promise<{ fills: number; movements: number }> {
  const dropped = { fills: 0, movements: 0 }
  const logs = fresh.filter(({ key }) => key >= 0)
  const rows = fresh.filter(({ key }) => key < 0)
  const events = [
    ...(logs.length > 0 && (await holdsUnplaced(tx)) ? logs : []),
    ...(rows.length > 0 && (await holdsHistory(tx)) ? rows : []),
  ]
  for (const event of events) {
    if (event.tx === null) continue
    const table = isFoldFill(event) ? 'fills' : 'movements'
    const told = await unplacedTwins(tx, event)
    for (const row of told) {
      dropped[table] += await tx.run(`DELETE FROM ${table} WHERE key = ?`, [row.key])
      if (isFoldFill(event)) options.volumes.remove({ ...row, token: event.token, role: roleOf(row.role) })
      if (isHistory(row.identity)) {
        // Not remembered: whether it counts is asked again each time it comes.
        await tx.run('DELETE FROM api_rows WHERE identity = ?', [row.identity])
        options.onHistory({ event, key: row.key, time: row.time, amount: row.amount })
      } else await tx.run('UPDATE api_rows SET key = ? WHERE identity = ?', [event.key, row.identity])
    }
    if (told.length > 0) await noteDropped(tx, event, options.late)
  }
  return dropped
}

async function holdsUnplaced(tx: Sql): Promise<boolean> {
  const row = await tx.get('SELECT key FROM api_rows WHERE key < 0 AND tx IS NOT NULL LIMIT 1')
  return row !== undefined
}

function isFoldFill(event: FoldFill | MovementRow): event is FoldFill & { tx: Uint8Array | null } {
  return 'side' in event
}

/** A row without a block never takes the place of one of its own source. */
async function unplacedTwins(tx: Sql, event: FreshEvent): Promise<ToldRow[]> {
  const history = isHistorySql('a.identity')
  if (isFoldFill(event)) {
    return tx.all(
      'SELECT a.identity, a.key, f.time, f.usd, f.role, f.shares AS amount FROM api_rows a ' +
        'JOIN fills f ON f.key = a.key WHERE a.tx = ? AND a.key < 0 AND a.fill = 1 ' +
        `AND f.owner_id = ? AND f.token_id = ? AND f.side = ? AND (${history} OR f.shares = ?)`,
      [
        ...[event.tx, event.owner, event.token, event.side === 'BUY' ? 0 : 1],
        ...[HISTORY_MARK, event.key >= 0 ? event.shares : null],
      ],
    )
  }
  return tx.all(
    'SELECT a.identity, a.key, m.time, 0 AS usd, 0 AS role, m.amount FROM api_rows a ' +
      'JOIN movements m ON m.key = a.key WHERE a.tx = ? AND a.key < 0 AND a.fill = 0 AND m.owner_id = ? AND m.kind = ? ' +
      `AND ((m.condition_id = ? AND (${history} OR m.amount = ?)) OR (m.kind = ${MOVEMENT_CODES.INCOME} AND ${history}))`,
    [
      ...[event.tx, event.owner, MOVEMENT_CODES[event.kind]],
      ...[event.condition, HISTORY_MARK, event.key >= 0 ? event.amount : null, HISTORY_MARK],
    ],
  )
}

/** The positions that counted the row are folded again; a day's price that the row set is set by the log instead. */
async function noteDropped(tx: Sql, event: FreshEvent, late: LatePositions): Promise<void> {
  late.from = Math.min(late.from, dayOf(event.time))
  if (isFoldFill(event)) {
    addToScope(late.scope, event.token, event.owner)
    return
  }
  const tokens = await tx.all<{ id: number }>('SELECT id FROM tokens WHERE condition_id = ?', [
    event.condition,
  ])
  for (const { id } of tokens) if (event.owner !== null) addToScope(late.scope, id, event.owner)
}
