import { defined } from '../../checks.ts'
import { payoutPrices } from '../../ledger/holding.ts'
import type { MarketCategory } from '../../ledger/market-category.ts'
import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, known, statementBy } from '../../store/engine/statement.ts'
import { keepNewest } from '../../store/snapshot/keep-newest.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { CONDITIONS, MARKETS, TOKENS, WHOLE_TRADES } from '../../store/tables.ts'
import type { WholeTrade } from '../../store/trades/whole-trades.ts'
import { type CategorizedTrade, firstsInCategory } from './first-in-category.ts'
import { hindsightsOf, type TradeHindsight } from './hindsight.ts'
import { type SettledTrade, type SignRecord, signRecords } from './sign-record.ts'

/** The trades that are read: of at least some dollars, of a category or of all. */
export interface SettledAsked {
  minUsd: MicroUsd
  category: MarketCategory | null
  /** Trades and resolutions up to this second. */
  until: Seconds
}

const SETTLED = statementBy(
  (from, { isOfCategory }: { isOfCategory: boolean }, asked: SettledAsked & { taker: number }) => {
    const open = from(as(CONDITIONS, 'q'))
      .select('q.id')
      .whereColumn('q.neg_risk_id', 'c.neg_risk_id')
      .where((group) => group.whereNull('q.resolved_time').orWhere('q.resolved_time', '>', asked.until))
    const trades = from(as(WHOLE_TRADES, 'w'))
      .join(as(TOKENS, 't'), 't.id', 'w.token_id')
      .join(as(CONDITIONS, 'c'), 'c.id', 't.condition_id')
      .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
      .select(
        'w.key',
        'w.time',
        'w.trader_id',
        'w.side',
        'w.shares',
        'w.usd',
        'w.signs',
        known('t.outcome'),
        'c.id as condition',
        'c.neg_risk_id as negRisk',
        known('c.payouts'),
        'm.category',
        'm.created_at',
        'm.ends_at',
      )
      .where('w.role', asked.taker)
      .where('w.usd', '>=', asked.minUsd)
      .where('w.time', '<=', asked.until)
      .where('c.resolved_time', '<=', asked.until)
      .whereColumn('w.time', '<', 'c.resolved_time')
      .whereNotNull('t.outcome')
      .whereNotExists(open)
    return isOfCategory ? trades.where('m.category', asked.category) : trades
  },
)

export interface SignReads {
  /** The record of every sign in a snapshot. */
  records(snapshot: Pick<Snapshot, 'id' | 'generatedAt'>, asked: SettledAsked): Promise<SignRecord[]>
  /** Whether whole trades are their traders' first in a category, by key; null if unknown: see {@link firstsInCategory}. */
  firsts(trades: readonly CategorizedTrade[]): Promise<Map<number, boolean | null>>
  /** Facts about whole trades that later events up to a time show, by key: see {@link hindsightsOf}. */
  hindsights(trades: readonly WholeTrade[], until: Seconds): Promise<Map<number, TradeHindsight[]>>
}

/** Answers that are kept: those of each category in two snapshots. */
const MOST_KEPT = 20

/** The reads on one connection. */
export function createSignReads(sql: Sql): SignReads {
  const read = async (_key: string, asked: SettledAsked) =>
    signRecords(await readSettledTrades(sql, asked), `signs:${asked.category ?? 'all'}`)
  const kept = keepNewest(read, MOST_KEPT)
  return {
    records: ({ id, generatedAt }, asked) => kept(JSON.stringify([id, generatedAt, asked]), asked),
    firsts: (trades) => firstsInCategory(sql, trades),
    hindsights: (trades, until) => hindsightsOf(sql, trades, until),
  }
}

/** Whole trades of takers in events that are resolved, each made before its market's resolution. Reads every whole trade. */
export async function readSettledTrades(sql: Sql, asked: SettledAsked): Promise<SettledTrade[]> {
  const rows = await SETTLED({ isOfCategory: asked.category !== null }).all(sql, { ...asked, taker: 1 })
  const firsts = await firstsInCategory(sql, rows)
  const pricesOf = new Map<string, readonly number[]>()
  return rows.map(
    ({ key, time, side, shares, usd, signs, outcome, condition, negRisk, payouts, createdAt, endsAt }) => {
      const prices = pricesOf.get(payouts) ?? payoutPrices(JSON.parse(payouts) as string[])
      pricesOf.set(payouts, prices)
      const event = negRisk === null ? 2 * condition : 2 * negRisk + 1
      const settled = { time, event, isSell: side === 1, shares, usd, payout: defined(prices[outcome]) }
      return { ...settled, signs, createdAt, endsAt, isFirst: firsts.get(key) ?? null }
    },
  )
}
