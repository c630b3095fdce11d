import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table-types.ts'
import type { EventFilter } from './event-filter.ts'
import { MOVEMENT_COLUMNS, type MovementRow, movementRowOf } from './movement-row.ts'
import { readEvents, readSealedAt } from './rows-and-segments.ts'

/**
 * The movements that meet a filter, in no order: rows of the store, and those that were sealed. Rows rely on the store's
 * indexes, (condition, time), (token, time) and (neg-risk market, time), or on the key.
 */
async function readMovements(sql: Sql, filter: EventFilter): Promise<MovementRow[]> {
  const rows = await readEvents<Record<string, Value>>(sql, 'MOVEMENTS', filter, {
    select: MOVEMENT_COLUMNS.join(', '),
  })
  return rows.map(movementRowOf)
}

/** Which markets' movements are asked for: those of a condition, a neg-risk market or a token that is named. */
export interface MovementMarkets {
  conditions: Iterable<number>
  negRisk: Iterable<number>
  tokens: Iterable<number>
}

/** The movements of some markets at or after a time, in no order. A movement names one of the three at most. */
export async function movementsOfMarkets(
  sql: Sql,
  { conditions, negRisk, tokens }: MovementMarkets,
  since: Seconds = 0,
): Promise<MovementRow[]> {
  const filters: EventFilter[] = [
    { conditions: [...new Set(conditions)] },
    { tokens: [...new Set(tokens)] },
    { negRisk: [...new Set(negRisk)] },
  ]
  const found: MovementRow[] = []
  for (const filter of filters) {
    if (Object.values(filter).every((ids) => ids.length === 0)) continue
    for (const row of await readMovements(sql, { ...filter, since })) found.push(row)
  }
  return found
}

/** Columns of movements, as the store names them, with their transactions; which are asked for says how they are found. */
export type MovementTerms = Readonly<Record<string, Value>> & { key: number; item: number }

/** Terms of the movements that meet a filter, each with its transaction, in the ledger's order of keys. */
export async function readMovementTerms(
  sql: Sql,
  columns: readonly string[],
  filter: EventFilter,
): Promise<(MovementTerms & { tx: Uint8Array | null })[]> {
  const rows = await readEvents<MovementTerms>(sql, 'MOVEMENTS', filter, {
    select: [...new Set(['key', 'item', ...columns])].join(', '),
  })
  const hashes = await readMovementHashes(
    sql,
    rows.map(({ key }) => key),
  )
  return rows
    .map((row) => ({ ...row, tx: hashes.get(placeName(row)) ?? null }))
    .sort((a, b) => a.key - b.key || a.item - b.item)
}

/** The transactions of movements, by {@link placeName}, among some keys. */
export async function readMovementHashes(
  sql: Sql,
  keys: readonly number[],
): Promise<Map<string, Uint8Array | null>> {
  if (keys.length === 0) return new Map()
  const rows = await readEvents<{ key: number; item: number; tx: Uint8Array | null }>(
    sql,
    'MOVEMENTS',
    { keys: [...new Set(keys)] },
    { select: 'key, item, tx', hashes: true },
  )
  return new Map(rows.map((row) => [placeName(row), row.tx]))
}

/** The places of those movements that are sealed, as {@link placeName} writes them, among some keys. */
export async function sealedPlaces(sql: Sql, keys: ArrayLike<unknown>): Promise<ReadonlySet<string>> {
  return new Set((await readSealedAt<{ key: number }>(sql, 'MOVEMENTS', keys, 'key, item')).map(placeName))
}

/** A movement's place in the chain as a text, for maps. */
export function placeName({ key, item }: { key?: unknown; item?: unknown }): string {
  return `${key} ${item}`
}
