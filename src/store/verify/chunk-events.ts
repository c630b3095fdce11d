import type { Database, Value } from '../database.ts'
import { MOVEMENT_COLUMNS, type MovementRow, movementRowOf } from '../ingest/movement-row.ts'
import { comparePlaces } from '../ingest/place.ts'
import { readFills } from '../ledger/fills.ts'
import type { MovedFill } from './signed-balances.ts'
import type { SupplyUnit } from './supply-units.ts'

/** The events that move a chunk's tokens, each list in the ledger's order. */
export interface ChunkEvents {
  fills: MovedFill[]
  movements: MovementRow[]
}

/** Reads them. Relies on the indexes (token, time), (condition, time) and (neg-risk market, time). */
export async function readChunkEvents(db: Database, units: readonly SupplyUnit[]): Promise<ChunkEvents> {
  const tokens = units.flatMap((unit) => unit.tokens.map(({ id }) => id))
  const read = (column: string, ids: readonly (number | null)[]) =>
    db.all<Record<string, Value>>(
      `SELECT ${MOVEMENT_COLUMNS} FROM movements WHERE ${db.isIn(column, 'int')}`,
      [db.list([...new Set(ids)].filter((id) => id !== null))],
    )
  const movements = [
    ...(await read(
      'condition_id',
      units.map((unit) => unit.conditionId),
    )),
    ...(await read('token_id', tokens)),
    ...(await read(
      'neg_risk_id',
      units.map((unit) => unit.negRisk),
    )),
  ]
  const fills = (await movedFills(db, tokens)).sort(comparePlaces)
  return { fills, movements: movements.map(movementRowOf).sort(comparePlaces) }
}

async function movedFills(db: Database, tokens: readonly number[]): Promise<MovedFill[]> {
  const columns = ['key', 'time', 'owner_id', 'side', 'token_id', 'shares', 'fee', 'fee_in'] as const
  const rows = await readFills(db, columns, { tokens })
  return rows.map((row) => ({
    key: row.key,
    item: 0,
    time: row.time,
    owner: row.owner_id,
    token: row.token_id,
    isBuy: row.side === 0,
    shares: row.shares,
    feeShares: row.fee_in === 0 ? 0 : row.fee,
  }))
}
