import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import {
  CONDITIONS,
  INCOME_DAYS,
  MARKETS,
  POSITION_DAYS,
  PRICE_DAYS,
  TOKENS,
  TRADER_DAYS,
} from '../../store/engine/tables.ts'
import { pastOf } from '../../store/past/past-tables.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { conditionUnit, unlinkedUnit } from '../inputs/read-token-facts.ts'

/** Who, and what, earlier days or facts changed for. */
export interface ChangedDays {
  traders: ReadonlySet<number>
  /** Units of which a price, a result, a category or what they consist of is another one. */
  units: ReadonlySet<number>
}

/** More changes than that are not looked at. */
const MOST = 50_000

/**
 * What has changed of the days before one, and of what tokens are part of, since a snapshot was published; perhaps more than
 * that. Null if that is no longer known, or too much. Relies on the indexes of the past rows by `pin`.
 */
export async function changedDays(
  sql: Sql,
  since: Pick<Snapshot, 'id' | 'generatedAt' | 'ledgerVersion'>,
  before: Day,
): Promise<ChangedDays | null> {
  const traders = new Set<number>()
  for (const table of [POSITION_DAYS, INCOME_DAYS, TRADER_DAYS]) {
    const rows = await sql.all<{ id: number }>(
      `SELECT DISTINCT trader_id AS id FROM ${pastOf(table).name} WHERE pin >= ? AND day < ? LIMIT ${MOST}`,
      [since.ledgerVersion, before],
    )
    if (rows.length === MOST) return null
    for (const { id } of rows) traders.add(id)
  }
  const units = await changedUnits(sql, since.ledgerVersion, before)
  return units !== null && (await isKept(sql, since)) ? { traders, units } : null
}

async function changedUnits(sql: Sql, version: number, before: Day): Promise<Set<number> | null> {
  const priced = await sql.all<{ id: number }>(
    `SELECT DISTINCT token_id AS id FROM ${pastOf(PRICE_DAYS).name} WHERE pin >= ? AND day < ? LIMIT ${MOST}`,
    [version, before],
  )
  const changed = <Row>(table: typeof TOKENS | typeof CONDITIONS | typeof MARKETS, columns: string) =>
    sql.all<Row>(`SELECT ${columns} FROM ${pastOf(table).name} WHERE pin >= ? LIMIT ${MOST}`, [version])
  const tokens = await changed<Token>(TOKENS, 'id, condition_id')
  const conditions = await changed<Condition>(CONDITIONS, 'id, neg_risk_id')
  const markets = await changed<{ id: number }>(MARKETS, 'condition_id AS id')
  if ([priced, tokens, conditions, markets].some((rows) => rows.length === MOST)) return null
  const ofTokens = [...priced, ...tokens].map(({ id }) => id)
  const now = await sql.all<Token>(`SELECT id, condition_id FROM tokens WHERE ${sql.isIn('id', 'int')}`, [
    sql.list(ofTokens),
  ])
  const ofConditions = new Set([...conditions, ...markets].map(({ id }) => id))
  for (const { condition_id } of [...tokens, ...now])
    if (condition_id !== null) ofConditions.add(condition_id)
  const conditionsNow = await sql.all<Condition>(
    `SELECT id, neg_risk_id FROM conditions WHERE ${sql.isIn('id', 'int')}`,
    [sql.list([...ofConditions])],
  )
  const units = new Set<number>(ofTokens.map(unlinkedUnit))
  for (const id of ofConditions) units.add(conditionUnit(id, null))
  for (const { id, neg_risk_id } of [...conditions, ...conditionsNow])
    units.add(conditionUnit(id, neg_risk_id))
  return units
}

interface Token {
  id: number
  condition_id: number | null
}

interface Condition {
  id: number
  neg_risk_id: number | null
}

/** Whether every change since the snapshot is kept; checked after reading them. */
async function isKept(
  sql: Sql,
  { id, generatedAt, ledgerVersion }: Pick<Snapshot, 'id' | 'generatedAt' | 'ledgerVersion'>,
): Promise<boolean> {
  const row = await sql.get<{ id: number }>(
    'SELECT s.id FROM snapshots s JOIN ledger_state l ON l.id = 1 WHERE s.id = ? AND s.generated_at = ? ' +
      'AND s.ledger_version = ? AND l.pinned IS NOT NULL AND l.readable_from <= s.ledger_version',
    [id, generatedAt, ledgerVersion],
  )
  return row !== undefined
}
