import { LRUCache } from 'lru-cache'
import { type Day, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import type { Table } from '../../store/engine/table-types.ts'
import {
  isKeptSince,
  type SnapshotName,
  tradersWrittenSince,
  writtenSince,
} from '../../store/ledger/versions.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { CONDITIONS, INCOME_DAYS, MARKETS, PRICE_DAYS, TOKENS } from '../../store/tables.ts'
import { conditionUnit, unlinkedUnit } from '../inputs/read-token-facts.ts'
import type { ClosedTrader } from './closed-trader.ts'

export interface ClosedTradersAt {
  /** Undefined for a trader that is not cached. */
  get(name: string): ClosedTrader | undefined
  /** Does nothing after a request for a newer snapshot. */
  put(name: string, closed: ClosedTrader): void
}

/**
 * Caches closed traders of the newest snapshot, up to a weight in hundreds of bytes. A new snapshot drops those with a
 * change before its day.
 * @returns the entries for a snapshot; none for any but the newest requested
 */
export function createClosedTraderCache(
  sql: Sql,
  most: number,
): (snapshot: Snapshot) => Promise<ClosedTradersAt> {
  const kept = createWeightedCache<ClosedTrader>(most)
  let newest: Snapshot | null = null
  let moving: Promise<void> = Promise.resolve()

  const moveTo = async (snapshot: Snapshot) => {
    if (newest !== null && !isNewer(snapshot, newest)) return
    const [before, day] = [newest, dayOf(snapshot.cutoff.time)]
    newest = null
    const changed =
      before !== null && dayOf(before.cutoff.time) === day && before.firstDay === snapshot.firstDay
        ? await changedDays(sql, before, day)
        : null
    const units = [...(changed?.units ?? [])]
    kept.drop(
      (closed) =>
        closed === null ||
        changed === null ||
        changed.traders.has(closed.trader) ||
        units.some((unit) => closed.labels.has(unit)),
    )
    newest = snapshot
  }

  return async (snapshot) => {
    if (snapshot.asOf === null) {
      moving = moving.catch(() => undefined).then(() => moveTo(snapshot))
      await moving
    }
    const isNewest = () => newest !== null && isSame(newest, snapshot)
    return {
      get: (name) => (isNewest() ? (kept.get(name) ?? undefined) : undefined),
      put: (name, closed) => {
        if (isNewest()) kept.put(name, closed)
      },
    }
  }
}

function isSame(a: Snapshot, b: Snapshot): boolean {
  return a.id === b.id && a.generatedAt === b.generatedAt && a.ledgerVersion === b.ledgerVersion
}

/** A store that was thrown away and filled again counts its snapshots from 1: the time decides which is newer. */
function isNewer(a: Snapshot, b: Snapshot): boolean {
  return a.generatedAt > b.generatedAt || (a.generatedAt === b.generatedAt && a.id > b.id)
}

/** A cache of recent answers, by name. */
export interface WeightedCache<Kept> {
  /** Undefined if the name is not cached; null if it is known to have no answer. */
  get(name: string): Kept | null | undefined
  put(name: string, kept: Kept | null): void
  /** Drops the entries that a test is true of. */
  drop(isSo: (kept: Kept | null) => boolean): void
}

/**
 * Creates a cache bounded by the sum of its entries' weights, in hundreds of bytes; the least recently used go first. A
 * trader with many days displaces many others.
 */
export function createWeightedCache<Kept extends { readonly weight: number }>(
  most: number,
): WeightedCache<Kept> {
  const all = new LRUCache<string, { kept: Kept | null }>({
    maxSize: most,
    // The library counts in whole numbers.
    sizeCalculation: ({ kept }) => Math.ceil(kept?.weight ?? 1),
  })
  return {
    get: (name) => all.get(name)?.kept,
    put: (name, kept) => void all.set(name, { kept }),
    drop(isSo) {
      for (const [name, { kept }] of [...all.entries()]) if (isSo(kept)) all.delete(name)
    },
  }
}

/** Traders, units and tokens whose earlier days or facts changed. */
export interface ChangedDays {
  traders: ReadonlySet<number>
  /** Units whose price, result, category or members changed. */
  units: ReadonlySet<number>
}

/** More changes than that are not looked at. */
const MOST = 50_000

interface Ids {
  ids: readonly number[]
}
const TOKENS_BY_ID = statement((from, { ids }: Ids) =>
  from(TOKENS).select('id', 'condition_id').whereAnyOf('id', 'int', ids),
)
const CONDITIONS_BY_ID = statement((from, { ids }: Ids) =>
  from(CONDITIONS).select('id', 'neg_risk_id').whereAnyOf('id', 'int', ids),
)

/**
 * Changes of the days before one, and of the units of tokens, since a snapshot was published; perhaps more than
 * those. Null if they are no longer known, or too much. Relies on the indexes of the past rows by `pin`.
 */
async function changedDays(sql: Sql, since: SnapshotName, before: Day): Promise<ChangedDays | null> {
  const { ledgerVersion: version } = since
  const written = { version, before, limit: MOST }
  const traders = new Set<number>()
  const byDays = await tradersWrittenSince(sql, written)
  if (byDays.length === MOST) return null
  for (const id of byDays) traders.add(id)
  const paid = await writtenSince<{ trader_id: number }>(sql, INCOME_DAYS, ['trader_id'], written)
  if (paid.length === MOST) return null
  for (const row of paid) traders.add(row.trader_id)
  const units = await changedUnits(sql, version, before)
  return units !== null && (await isKeptSince(sql, since)) ? { traders, units } : null
}

async function changedUnits(sql: Sql, version: number, before: Day): Promise<Set<number> | null> {
  const read = <Row>(table: Table, columns: readonly string[], more: { before?: Day } = {}) =>
    writtenSince<Row>(sql, table, columns, { version, limit: MOST, ...more })
  const priced = await read<{ token_id: number }>(PRICE_DAYS, ['token_id'], { before })
  const tokens = await read<{ id: number; condition_id: number | null }>(TOKENS, ['id', 'condition_id'])
  const conditions = await read<{ id: number; neg_risk_id: number | null }>(CONDITIONS, ['id', 'neg_risk_id'])
  const markets = await read<{ condition_id: number }>(MARKETS, ['condition_id'])
  if ([priced, tokens, conditions, markets].some((rows) => rows.length === MOST)) return null
  const ofTokens = [...priced.map((row) => row.token_id), ...tokens.map(({ id }) => id)]
  const now = await TOKENS_BY_ID.all(sql, { ids: ofTokens })
  const ofConditions = new Set([...conditions.map(({ id }) => id), ...markets.map((row) => row.condition_id)])
  for (const id of [...tokens.map((row) => row.condition_id), ...now.map((row) => row.conditionId)])
    if (id !== null) ofConditions.add(id)
  const conditionsNow = await CONDITIONS_BY_ID.all(sql, { ids: [...ofConditions] })
  const units = new Set<number>(ofTokens.map(unlinkedUnit))
  for (const id of ofConditions) units.add(conditionUnit(id, null))
  for (const { id, neg_risk_id: negRisk } of conditions) units.add(conditionUnit(id, negRisk))
  for (const { id, negRiskId } of conditionsNow) units.add(conditionUnit(id, negRiskId))
  return units
}
