import type { Fill, MarketInfo, SourceRecord } from '../../src/ledger/event.ts'
import { payoutPrices } from '../../src/ledger/holding.ts'
import { type Address, type ConditionId, type Day, dayOf, MICRO } from '../../src/ledger/quantities.ts'
import { PERIODS } from '../../src/metrics/leaderboards.ts'
import { priceBin } from '../../src/metrics/skill/calibration.ts'
import type { BehaviourDay, TraderFacts } from '../../src/numbers/analytics/trader-facts.ts'
import type { TokenRecord } from '../../src/numbers/windows/trader-days.ts'
import { numbersOfLists } from '../../src/store/ledger/position-day.ts'

/** A world's markets by token, and how each condition ended. */
interface Listing {
  readonly market: MarketInfo
  readonly condition: number
  readonly unit: number
  readonly category: number
  readonly resolution: { day: Day; payout: number } | null
}

/**
 * Every trader's facts over all time, only from a simulated world's fills: its splits, merges and conversions bring no
 * profit. Closes are omitted, so there are no drawdowns.
 */
export function worldFacts(records: readonly SourceRecord[], categories: readonly string[]): TraderFacts[] {
  const listings = listingsOf(records, categories)
  const fills = records.filter((record) => record.kind === 'FILL')
  const cutoffDay = dayOf(fills.at(-1)?.time ?? 0)
  return [...Map.groupBy(fills, ({ owner }) => owner)].map(([address, own]) =>
    traderFacts(address, own, listings, cutoffDay),
  )
}

function listingsOf(records: readonly SourceRecord[], categories: readonly string[]): Map<string, Listing> {
  const ends = new Map<string, { day: Day; payouts: number[] }>()
  for (const record of records) {
    if (record.kind !== 'RESOLVE') continue
    ends.set(record.condition, { day: dayOf(record.time), payouts: payoutPrices(record.payouts) })
  }
  const listings = new Map<string, Listing>()
  const units = new Map<string, number>()
  for (const market of records) {
    if (market.kind !== 'MARKET') continue
    const event = market.negRisk?.market ?? market.condition
    const unit = units.get(event) ?? units.size + 1
    units.set(event, unit)
    const category = categories.indexOf(market.category ?? '')
    const end = ends.get(market.condition)
    market.tokens.forEach((token, outcome) => {
      const resolution = end ? { day: end.day, payout: end.payouts[outcome] ?? 0 } : null
      listings.set(token, {
        market,
        condition: Math.ceil((listings.size + 1) / 2),
        unit,
        category,
        resolution,
      })
    })
  }
  return listings
}

function traderFacts(
  address: Address,
  fills: readonly Fill[],
  listings: ReadonlyMap<string, Listing>,
  cutoffDay: Day,
): TraderFacts {
  const tokens = [...Map.groupBy(fills, ({ token }) => token)].flatMap(([token, own]) => {
    const listing = listings.get(token)
    return listing ? [tokenRecord(own, listing)] : []
  })
  const volumes = new Map<number, number>()
  for (const { token, usd } of fills) {
    const category = listings.get(token)?.category ?? -1
    volumes.set(category, (volumes.get(category) ?? 0) + usd)
  }
  const pnl = tokens.reduce((sum, { realized }) => sum + realized, 0)
  const volume = fills.reduce((sum, { usd }) => sum + usd, 0)
  const labels = [...listings.values()].map(({ unit, category }) => [unit, { category, tags: [] }] as const)
  return {
    address,
    cutoffDay,
    tokens,
    labels: new Map(labels),
    closes: [],
    behaviour: [...Map.groupBy(fills, ({ time }) => dayOf(time))].map(([day, own]) => behaviourDay(day, own)),
    totals: PERIODS.map(() => ({
      pnl,
      realized: pnl,
      unrealized: 0,
      volume,
      fills: fills.length,
      roi: null,
    })),
    volumeByCategory: PERIODS.map(() => volumes),
    conditionId: (condition) => `0x${condition.toString(16).padStart(64, '0')}` as ConditionId,
  }
}

function tokenRecord(fills: readonly Fill[], { condition, unit, resolution }: Listing): TokenRecord {
  let [cost, bought, held, cash] = [0, 0, 0, 0]
  for (const { side, shares, usd, fee, feeIn } of fills) {
    const dollars = feeIn === 'USD' ? fee : 0
    const kept = feeIn === 'SHARES' ? shares - fee : shares
    held += side === 'BUY' ? kept : -shares
    cash += side === 'BUY' ? -usd - dollars : usd - dollars
    if (side === 'BUY') [cost, bought] = [cost + usd + dollars, bought + kept]
  }
  const lastFill = dayOf(fills.at(-1)?.time ?? 0)
  const realized = cash + Math.floor((held * (resolution?.payout ?? 0)) / MICRO)
  const open = resolution === null && held !== 0
  const closedOn = resolution?.day ?? lastFill
  const paid = { cost, shares: bought, buyCost: cost, buyShares: bought }
  return { unit, condition, open, realized, ...paid, closedOn, lastFill, resolution }
}

function behaviourDay(day: Day, fills: readonly Fill[]): BehaviourDay {
  const hours = new Array<number>(24).fill(0)
  const entryUsd = new Array<number>(10).fill(0)
  let usdSquares = 0n
  for (const { time, side, usd, shares } of fills) {
    const hour = Math.floor(time / 3600) % 24
    hours[hour] = (hours[hour] ?? 0) + 1
    usdSquares += BigInt(usd) ** 2n
    const bin = priceBin((usd / shares) * MICRO)
    if (side === 'BUY') entryUsd[bin] = (entryUsd[bin] ?? 0) + usd
  }
  const makerFills = fills.filter(({ role }) => role === 'MAKER').length
  const buys = fills.filter(({ side }) => side === 'BUY').length
  const counts = { fills: fills.length, makerFills, knownRoleFills: fills.length, buys }
  const lists = numbersOfLists({ hours, entryCost: entryUsd, heldSeconds: [] })
  return { day, ...counts, usdSquares, lists }
}
