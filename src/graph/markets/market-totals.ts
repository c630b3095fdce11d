import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import { valueAt } from '../../ledger/holding.ts'
import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { dayOfSnapshot, type Market, MarketRef, OutcomeRef } from '../kit/market-page.ts'
import { OPEN_INTEREST } from './market-columns.ts'

builder.objectFields(OutcomeRef, (t) => ({
  supply: t.amount(
    async ({ of, outcome }) => (await supplies(of, dayOfSnapshot(of.snapshot)))[outcome] ?? 0,
    {
      complexity: WHOLE_MARKET / MAX_OUTCOMES,
      description: 'Shares of the outcome held by traders, 0 or more.',
    },
  ),
}))

builder.objectFields(MarketRef, (t) => ({
  openInterest: t.amount((market) => openInterest(market, dayOfSnapshot(market.snapshot)), {
    nullable: true,
    complexity: WHOLE_MARKET,
    description: OPEN_INTEREST,
  }),
  traderCount: t.int({
    complexity: WHOLE_MARKET,
    description:
      'Traders with an event in one of its positions, 0 or more, also if all their shares were untracked.',
    resolve: (market) => traderCount(market, dayOfSnapshot(market.snapshot)),
  }),
}))

/** Shares of each outcome that traders hold at a day's close, in the outcomes' order. */
export async function supplies({ facts, page }: Market, day: Day): Promise<readonly MicroShares[]> {
  const known = await page.supplies(day)
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  if (known !== null) return outcomes.map(({ token }) => known.get(token) ?? 0)
  const { byToken } = await page.book(day)
  return outcomes.map(({ token }) => (byToken.get(token) ?? []).reduce((sum, { shares }) => sum + shares, 0))
}

/** Returns the value of all shares held at a day's close; null if any price is unknown. */
export async function openInterest(market: Market, day: Day): Promise<MicroUsd | null> {
  const prices = (await market.page.prices(day)).get(market.facts.id) ?? []
  const values = (await supplies(market, day)).map((supply, i) => {
    const price = prices[i] ?? null
    return supply === 0 ? 0 : price === null ? null : valueAt(supply, price)
  })
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

/** Traders who ever had an event in a market up to a day's close. */
async function traderCount({ facts, page }: Market, day: Day): Promise<number> {
  const counts = await page.traders(day)
  if (counts !== null) return counts.get(facts.id) ?? 0
  const { byToken } = await page.book(day)
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  return new Set(outcomes.flatMap(({ token }) => (byToken.get(token) ?? []).map(({ trader }) => trader))).size
}
