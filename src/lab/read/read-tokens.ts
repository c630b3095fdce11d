import { categoryNamed } from '../../ledger/market-category.ts'
import { DAY_SECONDS, type Day, type Seconds } from '../../ledger/quantities.ts'
import { buildMarks, markAt, UNRESOLVED } from '../../numbers/inputs/marks.ts'
import { readPriceDays } from '../../numbers/inputs/read-price-days.ts'
import { readTokenFacts } from '../../numbers/inputs/read-token-facts.ts'
import type { Sql } from '../../store/engine/database.ts'
import { known, statement } from '../../store/engine/statement.ts'
import { CONDITIONS, MARKETS } from '../../store/tables.ts'
import type { Tokens } from '../tape.ts'

const RESOLVED = statement((from, { before }: { before: Seconds }) =>
  from(CONDITIONS).select('id', known('resolved_time')).where('resolved_time', '<', before),
)
const CATEGORIES = statement((from) =>
  from(MARKETS).select('condition_id', known('category'), 'created_at').whereNotNull('category'),
)

/** Reads the facts of all outcomes up to a day's close; what is resolved later is open. */
export async function readTokens(sql: Sql, to: Day): Promise<Tokens> {
  const facts = await readTokenFacts(sql, to)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, to), to)
  const resolved = await RESOLVED.all(sql, { before: (to + 1) * DAY_SECONDS })
  const times = new Map(resolved.map(({ id, resolvedTime }) => [id, resolvedTime]))
  const markets = await CATEGORIES.all(sql)
  const categories = new Map(markets.map((row) => [row.conditionId, row]))
  const condition = (token: number) => facts.condition[token] ?? 0
  const resolvedAt = (token: number) =>
    (facts.resolvedOn[token] ?? UNRESOLVED) === UNRESOLVED ? null : (times.get(condition(token)) ?? null)
  return {
    market: (token) => condition(token) || -token,
    event: (token) => facts.unit[token] ?? 0,
    resolvedAt,
    payout(token, at) {
      const time = resolvedAt(token)
      if (time === null || at < time)
        throw new RangeError(`The outcome of token ${token} is not known at ${at}`)
      return facts.payout[token] ?? 0
    },
    category(token, at) {
      const market = categories.get(condition(token))
      // Metadata of a market is known from its creation on.
      return market === undefined || (market.createdAt ?? 0) > at ? null : categoryNamed(market.category)
    },
    mark: (token, day) => markAt(marks, token, day),
  }
}
