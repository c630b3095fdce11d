import type { Sql } from '../../store/engine/database.ts'
import { as, statement } from '../../store/engine/statement.ts'
import { IS_SHOWN } from '../../store/opted-out.ts'
import { CONDITIONS, MARKETS, TOKENS, TRADERS } from '../../store/tables.ts'
import type { Copy } from '../replay.ts'
import type { LabNames } from '../report.ts'

const SHOWN = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(TRADERS, 't'))
    .select('t.id', 't.address', 't.username')
    .whereAnyOf('t.id', 'int', ids)
    .where(from.raw(IS_SHOWN)),
)
const OUTCOMES = statement((from, { ids }: { ids: readonly number[] }) =>
  from(as(TOKENS, 't'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select('t.id', 't.outcome_name', 'c.condition as market', 'm.question')
    .whereAnyOf('t.id', 'int', ids),
)

/** Reads the names of copied traders and outcomes; a wallet that opted out has none. */
export async function readLabNames(
  sql: Sql,
  ids: { traders: readonly number[]; tokens: readonly number[] },
): Promise<LabNames> {
  const traders = await SHOWN.all(sql, { ids: [...new Set(ids.traders)] })
  const outcomes = await OUTCOMES.all(sql, { ids: [...new Set(ids.tokens)] })
  const byTrader = new Map(traders.map(({ id, address, username }) => [id, { address, username }]))
  const byToken = new Map(
    outcomes.map(({ id, market, question, outcomeName: outcome }) => [id, { market, question, outcome }]),
  )
  return {
    trader: (id) => byTrader.get(id) ?? null,
    outcome: (token) => byToken.get(token) ?? { market: null, question: null, outcome: null },
  }
}

/** The traders and outcomes of some copies. */
export function idsOfCopies(copies: readonly Copy[]): { traders: number[]; tokens: number[] } {
  return {
    traders: copies.map(({ decision }) => decision.trader),
    tokens: copies.map(({ decision }) => decision.token),
  }
}
