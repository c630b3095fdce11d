import { payoutPrices } from '../../ledger/holding.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, known, statement } from '../../store/engine/statement.ts'
import { hashText } from '../../store/ledger/place.ts'
import { CONDITIONS, MARKETS, MOVEMENTS, TOKENS } from '../../store/tables.ts'
import { noticeId } from '../notices.ts'
import type { MarketChange, MarketFact } from './market-prices.ts'

const RESOLVED = statement((from, { markets }: { markets: readonly number[] }) =>
  from(as(CONDITIONS, 'c'))
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'c.id')
    .leftJoin(as(MOVEMENTS, 'e'), 'e.key', 'c.resolved_key')
    .select(
      'c.id as market',
      'c.condition',
      known('c.payouts'),
      known('c.resolved_time as time'),
      known('c.resolved_key as key'),
      'm.question',
      'm.slug',
      'm.category',
      'e.tx',
    )
    .whereAnyOf('c.id', 'int', markets)
    .whereNotNull('c.payouts')
    .whereNotNull('c.resolved_time'),
)
const NAMES = statement((from, { markets }: { markets: readonly number[] }) =>
  from(TOKENS)
    .select('condition_id as market', 'outcome', 'outcome_name as name')
    .whereAnyOf('condition_id', 'int', markets),
)

/** Returns notices of the markets that were resolved since the last look. Uses primary keys. */
export async function newResolutions(sql: Sql, news: readonly MarketChange[]): Promise<MarketFact[]> {
  const changes = new Map(news.map((one) => [one.market, one]))
  const rows = await RESOLVED.all(sql, { markets: [...changes.keys()] })
  const fresh = new Map(
    rows
      .filter(({ market, time }) => time >= (changes.get(market)?.from ?? 0))
      .map((row) => [row.market, row]),
  )
  if (fresh.size === 0) return []
  const names = Map.groupBy(await NAMES.all(sql, { markets: [...fresh.keys()] }), ({ market }) => market)
  return [...fresh.values()].map(({ market, key, payouts, time, tx, ...told }) => {
    const nameOf = (outcome: number) =>
      names.get(market)?.find((one) => one.outcome === outcome)?.name ?? null
    const prices = payoutPrices(JSON.parse(payouts))
    const winner = prices.indexOf(MICRO)
    const notice = {
      id: noticeId(told.condition, 'RESOLVED', payouts),
      kind: 'RESOLVED' as const,
      time,
      ...told,
      outcome: winner < 0 ? null : nameOf(winner),
      tx: hashText(tx),
      payouts: prices.map((price, outcome) => ({ outcome: nameOf(outcome), price })),
    }
    const topic = changes.get(market)?.topic ?? ''
    const news = { message: notice, outcome: null }
    return { id: notice.id, topic, time, key, low: null, high: null, news }
  })
}
