import { dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { writtenSince } from '../../store/ledger/versions.ts'
import type { StoredSnapshot } from '../../store/snapshot/stored-snapshots.ts'
import { CONDITIONS, POSITIONS, PRICE_DAYS, TOKENS } from '../../store/tables.ts'
import { changedDays, MOST_CHANGES } from '../inputs/changed-days.ts'
import { idsOfUnits, type UnitIds } from '../inputs/read-token-facts.ts'
import { type AddressOrder, extendAddressOrder } from '../publish/address-order.ts'
import type { KeptScreen } from './kept-screens.ts'

/** Changes since a screen was computed. */
export interface ScreenChanges {
  order: AddressOrder
  /** Ids of traders to compute, ascending: any other's numbers can have changed by prices of the last day alone. */
  traders: readonly number[]
  /** Tokens with another price on the last day, perhaps more than those. */
  traded: readonly number[]
}

/** Computing that part of everybody costs as much as a pass over all. */
const MOST = 0.5

/** Changes since a kept screen; null if it is of another day, if they are not known any more, or too many. */
export async function changesSince(
  sql: Sql,
  { snapshot, order: before, settled }: KeptScreen,
  head: StoredSnapshot,
): Promise<ScreenChanges | null> {
  const last = dayOf(head.cutoffTime)
  if (dayOf(snapshot.cutoffTime) !== last || snapshot.firstDay !== head.firstDay) return null
  const order = await extendAddressOrder(sql, before)
  const written = { version: snapshot.ledgerVersion, before: last + 1, limit: MOST_CHANGES }
  const traded = await writtenSince<{ token_id: number }>(sql, PRICE_DAYS, ['token_id'], written)
  const changed = await changedDays(sql, snapshot, { days: last + 1, prices: last })
  if (changed === null || traded.length === MOST_CHANGES) return null
  const holders = await HOLDERS.all(sql, idsOfUnits(changed.units))
  const traders = new Set([...changed.traders, ...holders.map(({ trader }) => trader)])
  for (const trader of order.traders) if (order.hidden[trader] !== before.hidden[trader]) traders.add(trader)
  if (traders.size > MOST * settled.size) return null
  return {
    order,
    traders: [...traders].sort((a, b) => a - b),
    traded: traded.map((row) => row.token_id),
  }
}

/** Traders who ever had a token of some units. Relies on the key of `positions`. */
const HOLDERS = statement((from, { tokens, conditions, negRisks }: UnitIds) =>
  from(POSITIONS)
    .distinct('trader_id as trader')
    .whereIn(
      'token_id',
      from(as(TOKENS, 't'))
        .select('t.id')
        .whereAnyOf('t.id', 'int', tokens)
        .union(from(as(TOKENS, 'o')).select('o.id').whereAnyOf('o.condition_id', 'int', conditions))
        .union(
          from(as(CONDITIONS, 'c'))
            .join(as(TOKENS, 'n'), 'n.condition_id', 'c.id')
            .select('n.id')
            .whereAnyOf('c.neg_risk_id', 'int', negRisks),
        ),
    ),
)
