import type { Database } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces } from '../ledger/place.ts'
import type { MovedFill } from './signed-balances.ts'
import type { SupplyUnit } from './supply-units.ts'

/** The events that move a chunk's tokens, each list in the ledger's order. */
export interface ChunkEvents {
  fills: MovedFill[]
  movements: MovementRow[]
}

/** Reads them. */
export async function readChunkEvents(db: Database, units: readonly SupplyUnit[]): Promise<ChunkEvents> {
  const tokens = units.flatMap((unit) => unit.tokens.map(({ id }) => id))
  const movements = await ledgerOf(db).movementsOf({
    conditions: units.flatMap((unit) => unit.conditionId ?? []),
    tokens,
    negRisk: units.flatMap((unit) => unit.negRisk ?? []),
  })
  const fills = (await movedFills(db, tokens)).sort(comparePlaces)
  return { fills, movements: movements.sort(comparePlaces) }
}

async function movedFills(db: Database, tokens: readonly number[]): Promise<MovedFill[]> {
  const columns = ['key', 'time', 'owner_id', 'side', 'token_id', 'shares', 'fee', 'fee_in'] as const
  const rows = await ledgerOf(db).fills(columns, { tokens })
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
