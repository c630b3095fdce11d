import { dayOf, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import type { LatePositions } from './fold-batch.ts'
import type { FoldFill } from './fold-session.ts'
import type { MovementRow } from './movement-row.ts'
import { addToScope } from './scope.ts'
import { roleOf, type VolumeDayRows } from './volume-day-rows.ts'

/** A chain event that was just appended. */
type ChainEvent = (FoldFill | MovementRow) & { tx: Uint8Array | null }

/** What rows that go change besides the rows. */
export interface DropOptions {
  /** The positions that must be folded again are added here. */
  late: LatePositions
  volumes: Pick<VolumeDayRows, 'remove'>
}

/** A row of the Data API that a log tells of. */
interface ToldRow {
  identity: Uint8Array
  key: number
  time: Seconds
  /** A fill's dollars, and 1 for a TAKER's, 0 for a MAKER's, null where that is not known. */
  usd: MicroUsd
  role: number | null
}

/**
 * Takes back rows of the Data API that a chain log, new in this batch, tells of: the chain's event stands.
 * @returns how many rows went
 */
export async function dropToldByChain(
  tx: Sql,
  fresh: readonly ChainEvent[],
  { late, volumes }: DropOptions,
): Promise<{ fills: number; movements: number }> {
  const dropped = { fills: 0, movements: 0 }
  const any = await tx.get<{ key: number }>(
    'SELECT key FROM api_rows WHERE key < 0 AND tx IS NOT NULL LIMIT 1',
  )
  if (!any || fresh.length === 0) return dropped
  for (const event of fresh) {
    if (event.tx === null) continue
    const table = isFoldFill(event) ? 'fills' : 'movements'
    const rows = await unplacedTwins(tx, event)
    for (const row of rows) {
      await tx.run('UPDATE api_rows SET key = ? WHERE identity = ?', [event.key, row.identity])
      dropped[table] += await tx.run(`DELETE FROM ${table} WHERE key = ?`, [row.key])
      if (isFoldFill(event)) volumes.remove({ ...row, token: event.token, role: roleOf(row.role) })
    }
    if (rows.length > 0) await noteDropped(tx, event, late)
  }
  return dropped
}

function isFoldFill(event: FoldFill | MovementRow): event is FoldFill & { tx: Uint8Array | null } {
  return 'side' in event
}

async function unplacedTwins(tx: Sql, event: ChainEvent): Promise<ToldRow[]> {
  if (isFoldFill(event)) {
    return tx.all(
      'SELECT a.identity, a.key, f.time, f.usd, f.role FROM api_rows a ' +
        'JOIN fills f ON f.key = a.key WHERE a.tx = ? AND a.key < 0 AND a.fill = 1 ' +
        'AND f.owner_id = ? AND f.token_id = ? AND f.side = ? AND f.shares = ?',
      [event.tx, event.owner, event.token, event.side === 'BUY' ? 0 : 1, event.shares],
    )
  }
  return tx.all(
    'SELECT a.identity, a.key, m.time, 0 AS usd, 0 AS role FROM api_rows a JOIN movements m ON m.key = a.key WHERE a.tx = ? AND a.key < 0 AND a.fill = 0 ' +
      'AND m.owner_id = ? AND m.condition_id = ? AND m.amount = ?',
    [event.tx, event.owner, event.condition, event.amount],
  )
}

/** The positions that counted the row are folded again; a day's price that the row set is set by the log instead. */
async function noteDropped(tx: Sql, event: ChainEvent, late: LatePositions): Promise<void> {
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
