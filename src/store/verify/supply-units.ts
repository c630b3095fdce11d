import type { Sql } from '../engine/database.ts'
import { known, statement } from '../engine/statement.ts'
import { CONDITIONS, TOKENS } from '../tables.ts'

/** The tokens whose shares are minted and merged together. */
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
  negRiskId: number | null
}

const CONDITIONS_BEHIND = statement((from, { after }: { after: number }) =>
  from(CONDITIONS)
    .select('id', 'condition', 'neg_risk_id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(CHUNK),
)
const LOOSE_TOKENS_BEHIND = statement((from, { after }: { after: number }) =>
  from(TOKENS)
    .select('id', 'token')
    .where('id', '>', after)
    .where((group) => group.whereNull('condition_id').orWhereNull('outcome'))
    .orderBy('id')
    .limit(CHUNK),
)
const TOKENS_OF = statement((from, { conditions }: { conditions: readonly number[] }) =>
  from(TOKENS)
    .select('id', 'token', known('condition_id'))
    .whereNotNull('outcome')
    .whereAnyOf('condition_id', 'int', conditions)
    .orderBy('condition_id')
    .orderBy('outcome'),
)

/** Every condition whose tokens are known, then every token without a condition, in chunks. */
export async function* supplyUnits(sql: Sql): AsyncGenerator<SupplyUnit[]> {
  for (let after = 0; ; ) {
    const rows = await CONDITIONS_BEHIND.all(sql, { after })
    if (rows.length === 0) break
    yield (await withTokens(sql, rows)).filter(({ tokens }) => tokens.length > 0)
    after = rows.at(-1)?.id ?? after
  }
  for (let after = 0; ; ) {
    const rows = await LOOSE_TOKENS_BEHIND.all(sql, { after })
    if (rows.length === 0) return
    yield rows.map((token) => ({ condition: null, conditionId: null, negRisk: null, tokens: [token] }))
    after = rows.at(-1)?.id ?? after
  }
}

async function withTokens(sql: Sql, rows: readonly ConditionRow[]): Promise<SupplyUnit[]> {
  const units = rows.map((row) => ({
    condition: row.condition,
    conditionId: row.id,
    negRisk: row.negRiskId,
    tokens: [] as { id: number; token: string }[],
  }))
  const byId = new Map(units.map((unit) => [unit.conditionId, unit]))
  const tokens = await TOKENS_OF.all(sql, { conditions: rows.map((row) => row.id) })
  for (const { id, token, conditionId } of tokens) byId.get(conditionId)?.tokens.push({ id, token })
  return units
}
