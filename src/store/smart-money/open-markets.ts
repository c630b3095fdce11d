import { type ConditionId, DAY_SECONDS, type Day, type MicroPrice } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'
import { LAST_CLOSE, type LastClose, lastYesPrice } from './last-close.ts'

/** A market of two outcomes that was open at a day's close, and whose price is known. */
export interface OpenMarket {
  market: number
  condition: ConditionId
  category: string | null
  /** The tokens of YES, the first outcome, and NO. */
  yes: number
  no: number
  /** The mark of YES (methodology §3). */
  price: MicroPrice
}

interface TokenRow {
  token: number
  outcome: number
  market: number
  condition: ConditionId
  category: string | null
}

/**
 * The markets of these tokens that have two outcomes, were open at the day's close, and have a price by then. Two
 * statements, whatever the number of tokens; relies on the tokens' index by condition and the key of price_days.
 */
export async function readOpenMarkets(sql: Sql, tokens: readonly number[], upTo: Day): Promise<OpenMarket[]> {
  const rows = await sql.all<TokenRow>(
    'SELECT k.id AS token, k.outcome, c.id AS market, c.condition, m.category FROM tokens k ' +
      'JOIN conditions c ON c.id = k.condition_id LEFT JOIN markets m ON m.condition_id = c.id ' +
      `WHERE k.condition_id IN (SELECT h.condition_id FROM tokens h WHERE ${sql.isIn('h.id', 'int')}) ` +
      'AND k.outcome IS NOT NULL AND (c.resolved_time IS NULL OR c.resolved_time >= ?) ORDER BY c.condition, k.outcome',
    [sql.list(tokens), (upTo + 1) * DAY_SECONDS],
  )
  const pairs = [...Map.groupBy(rows, ({ market }) => market).values()].flatMap(pairOf)
  const token = pairs.flatMap(({ yes, no }) => [yes, no])
  const closes = await sql.findEach<LastClose>(
    { token: 'int', day: 'int' },
    { token, day: token.map(() => upTo) },
    token.length,
    LAST_CLOSE,
  )
  return pairs.flatMap((pair, i) => {
    const price = lastYesPrice(closes[2 * i], closes[2 * i + 1])
    return price === null ? [] : [{ ...pair, price }]
  })
}

/** A market's two tokens; nothing where it has more outcomes, or one that is not known. */
function pairOf(tokens: readonly TokenRow[]): Omit<OpenMarket, 'price'>[] {
  const [yes, no, third] = tokens
  if (yes?.outcome !== 0 || no?.outcome !== 1 || third) return []
  const { market, condition, category } = yes
  return [{ market, condition, category, yes: yes.token, no: no.token }]
}
