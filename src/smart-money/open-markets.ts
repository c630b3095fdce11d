import {
  type ConditionId,
  DAY_SECONDS,
  type Day,
  MICRO,
  type MicroPrice,
  type Seconds,
} from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, known, statement } from '../store/engine/statement.ts'
import { historyOf } from '../store/ledger/history.ts'
import { priceByEither } from '../store/markets/last-prices.ts'
import { marketOf, readCloses, withResolutions } from '../store/markets/market-facts.ts'
import { CONDITIONS, MARKETS, TOKENS } from '../store/tables.ts'

/** A priced market of two outcomes that was open at a day's close. */
export interface OpenMarket {
  market: number
  condition: ConditionId
  category: string | null
  /** The tokens of YES, the first outcome, and NO. */
  yes: number
  no: number
  /** The mark of YES (methodology §3). */
  price: MicroPrice
  /** The scheduled end in the metadata, or null. */
  endsAt: Seconds | null
  /**
   * Whether its price has been at 0.99 or beyond for a day: now, and at the close of each of the last two complete
   * days.
   */
  isDecided: boolean
}

/** A day's close, or a moment within the day. */
export interface MarketsMoment {
  /** The last day with events. */
  day: Day
  /** Days that end by this moment are complete. */
  at: Seconds
  /** The ledger's version that stores of what is public read at. */
  version?: number
}

/** From this price on, one outcome is practically certain. */
const DECIDED: MicroPrice = 990_000

interface TokenRow {
  resolvedTime: Seconds | null
  token: number
  outcome: number
  market: number
  condition: ConditionId
  category: string | null
  endsAt: Seconds | null
}

export function closeOf(day: Day): MarketsMoment {
  return { day, at: (day + 1) * DAY_SECONDS }
}

interface OutcomesAsked {
  tokens: readonly number[]
  /** Markets that were resolved before are excluded, unless they changed from a version on. */
  end: Seconds
  changedFrom: number
}

const CHANGED_CONDITIONS = historyOf(CONDITIONS)

const OUTCOMES = statement((from, { tokens, end, changedFrom }: OutcomesAsked) =>
  from(as(TOKENS, 'k'))
    .join(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .select(
      'k.id as token',
      known('k.outcome'),
      'c.id as market',
      'c.condition',
      'c.resolved_time',
      'm.category',
      'm.ends_at',
    )
    .whereIn(
      'k.condition_id',
      from(as(TOKENS, 'h')).select('h.condition_id').whereAnyOf('h.id', 'int', tokens),
    )
    .whereNotNull('k.outcome')
    .where((open) =>
      open
        .whereNull('c.resolved_time')
        .orWhere('c.resolved_time', '>=', end)
        .orWhereIn('c.id', from(CHANGED_CONDITIONS).select('id').where('pin', '>=', changedFrom)),
    )
    .orderBy('c.condition')
    .orderBy('k.outcome'),
)

/**
 * The markets of these tokens that have two outcomes, were not resolved at the moment, and have a price by then. Two
 * statements, at a version up to six, regardless of the number of tokens; relies on the tokens' index by condition and the key of price_days.
 */
export async function readOpenMarkets(
  sql: Sql,
  tokens: readonly number[],
  { day, at }: MarketsMoment,
  version: number | null = null,
): Promise<OpenMarket[]> {
  const end = (day + 1) * DAY_SECONDS
  const known = await OUTCOMES.all(sql, { tokens, end, changedFrom: version ?? Number.MAX_SAFE_INTEGER })
  const then = await withResolutions(sql, known, marketOf, version)
  const rows = then.filter(({ resolvedTime }) => resolvedTime === null || resolvedTime >= end)
  const pairs = [...Map.groupBy(rows, ({ market }) => market).values()].flatMap(pairOf)
  const over = Math.floor(at / DAY_SECONDS)
  const days = [...new Set([day, over - 1, over - 2])]
  const asked = pairs.flatMap(({ yes, no }) =>
    days.flatMap((upTo) => [yes, no].map((token) => ({ token, upTo }))),
  )
  const closes = await readCloses(sql, asked, version)
  return pairs.flatMap((pair, i) => {
    const prices = days.map((_, n) => {
      const first = 2 * (i * days.length + n)
      return priceByEither(closes[first], closes[first + 1])
    })
    const [price] = prices
    return price === null || price === undefined ? [] : [{ ...pair, price, isDecided: isDecided(prices) }]
  })
}

/** True where the same outcome is at {@link DECIDED} or above in each of these prices of YES. */
function isDecided(prices: readonly (MicroPrice | null)[]): boolean {
  return (
    prices.every((price) => price !== null && price >= DECIDED) ||
    prices.every((price) => price !== null && price <= MICRO - DECIDED)
  )
}

/** A market's two tokens; empty where it has more outcomes, or an unknown one. */
function pairOf(tokens: readonly TokenRow[]): Omit<OpenMarket, 'price' | 'isDecided'>[] {
  const [yes, no, third] = tokens
  if (yes?.outcome !== 0 || no?.outcome !== 1 || third) return []
  const { market, condition, category, endsAt } = yes
  return [{ market, condition, category, endsAt, yes: yes.token, no: no.token }]
}
