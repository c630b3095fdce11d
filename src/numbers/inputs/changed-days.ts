import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import type { Table } from '../../store/engine/table.ts'
import {
  isKeptSince,
  type SnapshotName,
  tradersWrittenSince,
  writtenSince,
} from '../../store/ledger/versions.ts'
import { CONDITIONS, INCOME_DAYS, MARKETS, PRICE_DAYS, TOKENS } from '../../store/tables.ts'
import { conditionUnit, unlinkedUnit } from './read-token-facts.ts'

/** Traders and units whose days or facts changed. */
export interface ChangedDays {
  traders: ReadonlySet<number>
  /** Units whose price, result, category or members changed. */
  units: ReadonlySet<number>
}

/** More changes than that are not looked at. */
export const MOST_CHANGES = 50_000

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
 * @param before the days before which traders' days, and prices, count
 */
export async function changedDays(
  sql: Sql,
  since: SnapshotName,
  before: { days: Day; prices: Day },
): Promise<ChangedDays | null> {
  const { ledgerVersion: version } = since
  const written = { version, before: before.days, limit: MOST_CHANGES }
  const traders = new Set<number>()
  const byDays = await tradersWrittenSince(sql, written)
  if (byDays.length === MOST_CHANGES) return null
  for (const id of byDays) traders.add(id)
  const paid = await writtenSince<{ trader_id: number }>(sql, INCOME_DAYS, ['trader_id'], written)
  if (paid.length === MOST_CHANGES) return null
  for (const row of paid) traders.add(row.trader_id)
  const units = await changedUnits(sql, version, before.prices)
  return units !== null && (await isKeptSince(sql, since)) ? { traders, units } : null
}

async function changedUnits(sql: Sql, version: number, before: Day): Promise<Set<number> | null> {
  const read = <Row>(table: Table, columns: readonly string[], more: { before?: Day } = {}) =>
    writtenSince<Row>(sql, table, columns, { version, limit: MOST_CHANGES, ...more })
  const priced = await read<{ token_id: number }>(PRICE_DAYS, ['token_id'], { before })
  const tokens = await read<{ id: number; condition_id: number | null }>(TOKENS, ['id', 'condition_id'])
  const conditions = await read<{ id: number; neg_risk_id: number | null }>(CONDITIONS, ['id', 'neg_risk_id'])
  const markets = await read<{ condition_id: number }>(MARKETS, ['condition_id'])
  if ([priced, tokens, conditions, markets].some((rows) => rows.length === MOST_CHANGES)) return null
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

/** Whether a snapshot is the newer one. A store that was thrown away and filled again counts its snapshots from 1: the time decides. */
export function isNewer(a: SnapshotName, b: SnapshotName): boolean {
  return a.generatedAt > b.generatedAt || (a.generatedAt === b.generatedAt && a.id > b.id)
}
