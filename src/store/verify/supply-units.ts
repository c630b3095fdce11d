import type { Sql } from '../engine/database.ts'

/** The tokens whose shares are made and unmade together. */
export interface SupplyUnit {
  /** The condition, or null for a token of unknown condition, which is a unit of its own. */
  condition: string | null
  conditionId: number | null
  negRisk: number | null
  tokens: { id: number; token: string }[]
}

/** Conditions or tokens in a chunk: the events of one chunk are in memory together. */
const CHUNK = 50

interface ConditionRow {
  id: number
  condition: string
  neg_risk_id: number | null
}

/** Every condition whose tokens are known, then every token without a condition, in chunks. */
export async function* supplyUnits(sql: Sql): AsyncGenerator<SupplyUnit[]> {
  for (let after = 0; ; ) {
    const rows = await sql.all<ConditionRow>(
      'SELECT id, condition, neg_risk_id FROM conditions WHERE id > ? ORDER BY id LIMIT ?',
      [after, CHUNK],
    )
    if (rows.length === 0) break
    yield (await withTokens(sql, rows)).filter(({ tokens }) => tokens.length > 0)
    after = rows.at(-1)?.id ?? after
  }
  for (let after = 0; ; ) {
    const rows = await sql.all<{ id: number; token: string }>(
      'SELECT id, token FROM tokens WHERE id > ? AND (condition_id IS NULL OR outcome IS NULL) ORDER BY id LIMIT ?',
      [after, CHUNK],
    )
    if (rows.length === 0) return
    yield rows.map((token) => ({ condition: null, conditionId: null, negRisk: null, tokens: [token] }))
    after = rows.at(-1)?.id ?? after
  }
}

async function withTokens(sql: Sql, rows: readonly ConditionRow[]): Promise<SupplyUnit[]> {
  const units = rows.map((row) => ({
    condition: row.condition,
    conditionId: row.id,
    negRisk: row.neg_risk_id,
    tokens: [] as { id: number; token: string }[],
  }))
  const byId = new Map(units.map((unit) => [unit.conditionId, unit]))
  const tokens = await sql.all<{ id: number; token: string; condition_id: number }>(
    `SELECT id, token, condition_id FROM tokens WHERE outcome IS NOT NULL AND ${sql.isIn('condition_id', 'int')} ` +
      'ORDER BY condition_id, outcome',
    [sql.list(rows.map((row) => row.id))],
  )
  for (const { id, token, condition_id } of tokens) byId.get(condition_id)?.tokens.push({ id, token })
  return units
}
