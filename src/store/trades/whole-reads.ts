import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table.ts'
import type { Conditions } from '../ingest/conditions.ts'
import type { FoldFill } from '../ingest/fold-state.ts'
import { roleOf } from '../ingest/volume-day-rows.ts'
import type { EventFilter } from '../ledger/event-filter.ts'
import { type EventPage, ledgerOf } from '../ledger/ledger.ts'
import { MOVEMENT_COLUMNS } from '../ledger/movement-row.ts'
import { type Place, placeName } from '../ledger/place.ts'
import { type StoredMovement, type StoredTrade, storedMovement, TERMS, withFees } from './trade-filter.ts'

// Reads of events as the store keeps them, for lists and for replays.

/** A page of fills of streams by owner or by token. */
export function pageOfFills(sql: Sql, page: EventPage): Promise<StoredTrade[]> {
  return ledgerOf(sql).page<StoredTrade>('FILLS', { rows: `${TERMS}, tx`, sealed: TERMS }, page)
}

/** A page of movements of streams by owner and by receiver. */
export async function pageOfMovements(sql: Sql, page: EventPage): Promise<StoredMovement[]> {
  const columns = MOVEMENT_COLUMNS.join(', ')
  const read = { rows: `${columns}, tx`, sealed: columns }
  const rows = await ledgerOf(sql).page<Record<string, Value> & Place>('MOVEMENTS', read, page)
  return withFees(sql, rows.map(storedMovement))
}

/** The resolutions of some conditions, in no order. */
export async function readResolutions(
  sql: Sql,
  conditions: readonly number[],
  filter: EventFilter,
): Promise<StoredMovement[]> {
  if (conditions.length === 0) return []
  const asked = { ...filter, conditions, kinds: ['RESOLVE'] as const }
  const select = MOVEMENT_COLUMNS.join(', ')
  return (await ledgerOf(sql).events<Record<string, Value>>('MOVEMENTS', asked, { select })).map(
    storedMovement,
  )
}

/** A fill that keeps what the store holds of it through the fold. */
export type KeptFill = FoldFill & { stored: StoredTrade }

/** A stored trade as the fold reads it. */
export function foldFillOf({ role, side, feeIn, ...rest }: StoredTrade): FoldFill {
  return {
    ...rest,
    role: roleOf(role),
    side: side === 0 ? 'BUY' : 'SELL',
    feeIn: feeIn === 0 ? 'USD' : 'SHARES',
  }
}

/** More events, or wallets that moved together, than one replay takes. */
export class TooMany extends Error {}

/**
 * Reads of all events of some wallets that meet a filter, for a replay.
 * @param most the events that one read takes at most; with more it throws {@link TooMany}
 */
export function wholeReads(sql: Sql, filter: EventFilter, most: number) {
  const pageOf = (streams: EventPage['streams'], more: EventFilter): EventPage => {
    return { streams, filter: { ...more, ...filter }, newestFirst: false, limit: most + 1 }
  }
  const bounded = <Row>(rows: Row[]): Row[] => {
    if (rows.length > most) throw new TooMany()
    return rows
  }
  return {
    async fills(owners: readonly number[], more: EventFilter = {}): Promise<KeptFill[]> {
      const streams = owners.map((id) => ({ column: 'owner_id', id }) as const)
      const rows = bounded(await pageOfFills(sql, pageOf(streams, more)))
      return rows.map((stored) => ({ ...foldFillOf(stored), stored }))
    },
    async movements(wallets: readonly number[], more: EventFilter = {}): Promise<StoredMovement[]> {
      const streams = wallets.flatMap((id) => [
        { column: 'owner_id' as const, id },
        { column: 'other_id' as const, id },
      ])
      const rows = bounded(await pageOfMovements(sql, pageOf(streams, more)))
      // A transfer between two of the wallets is in the streams of both.
      return [...new Map(rows.map((row) => [placeName(row), row])).values()]
    },
    /** The resolutions of the markets of some tokens. */
    async resolutions(tokens: readonly number[], conditions: Conditions): Promise<StoredMovement[]> {
      const found = await conditions.ofTokens(sql, tokens)
      return readResolutions(
        sql,
        [...new Set([...found.values()].flatMap((condition) => condition?.id ?? []))],
        filter,
      )
    },
  }
}
