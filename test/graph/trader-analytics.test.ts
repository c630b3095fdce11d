import { describe, expect, it } from 'vitest'
import { PERIODS, type PeriodDefinition, periodNamed } from '../../src/metrics/leaderboards.ts'
import { attribution } from '../../src/metrics/profit/attribution.ts'
import { type TraderAnalytics, traderAnalytics } from '../../src/numbers/analytics/trader-analytics.ts'
import type { LabelledSums } from '../../src/store/snapshot/trader-record.ts'
import { plantedAsk } from './support/ask.ts'
import { metricName } from './support/metric-name.ts'
import {
  plantedBaseline,
  plantedLabel,
  plantedMarket,
  plantedQValue,
  plantedRecord,
} from './support/planted-analytics.ts'
import { type PlantedTrader, plantWorld } from './support/planted-world.ts'

const QUERY = `query ($address: String!, $period: Period) { trader(address: $address) {
  botComponents { ...Bot }
  analytics(period: $period) { period
    summary { pnl realizedPnl unrealizedPnl volume tradeCount marketCount activeDays meanTrade roi wins losses winRate }
    risk { sharpeRatio sortinoRatio profitFactor maxDrawdown maxDrawdownPct largestWin largestLoss }
    behavior { hourHistogram makerRatio holdingTime entryPrices sizeVariation fillsPerActiveDay botProbability
      botComponents { ...Bot } isBot }
    skill { units edge edgeInterval { low high } edgePValue edgeQValue verdict }
    attribution { byCategory { ...Row } byTag { ...Row } }
    calibration { from count meanPrice outcomeRate effective interval { low high } }
    bestMarkets { ...Market } worstMarkets { ...Market }
    strategy { name rule } insufficient cutoff { block } } } }
  fragment Bot on BotComponents { frequency makerRatio entropy sizeRegularity }
  fragment Row on AttributionRow { name units winRate pnl edgeOverBaseline confidence }
  fragment Market on MarketResult { condition question slug pnl }`

const world = plantWorld(48, { seed: 9 })
const ask = plantedAsk(world)

function dollars<T extends number | null>(micro: T): T | number {
  return micro === null ? micro : Number(micro) / 1e6
}

/** A trader's own analytics, with the planted totals; zeros where the period is quiet. */
function ownAnalytics({ id, stats }: PlantedTrader, period: PeriodDefinition): TraderAnalytics {
  const record = plantedRecord(id)
  const planted = stats[period.name]
  const none = { pnl: 0, realized: 0, unrealized: 0, volume: 0, fills: 0, roi: null }
  const ofPeriod = record.periods[PERIODS.indexOf(period)]
  if (!ofPeriod) throw new Error('there is a record for each period')
  return traderAnalytics(ofPeriod, {
    totals: planted ?? none,
    skill: record.skill,
    qValue: plantedQValue(id),
    nameOf: plantedLabel,
  })
}

function rows(groups: readonly LabelledSums[], { code }: PeriodDefinition) {
  const named = groups.map((group) => ({ ...group, name: plantedLabel(group.label) }))
  const edges = named.map(({ label, name }): [string, number] => {
    const { stakedPnl, cost } = plantedBaseline(label, code)
    return [name, stakedPnl / cost]
  })
  return attribution(named, new Map(edges)).map((row) => ({ ...row, pnl: row.pnl / 1e6 }))
}

function markets(results: TraderAnalytics['bestMarkets']) {
  return results.map(({ condition, pnl }) => ({
    condition: null,
    question: null,
    slug: null,
    ...plantedMarket(condition),
    pnl: pnl / 1e6,
  }))
}

function interval(pair: readonly [number, number] | null) {
  return pair && { low: pair[0], high: pair[1] }
}

/** Returns the expected answer for a trader and a period, from the planted numbers. */
function expected(trader: PlantedTrader, period: PeriodDefinition) {
  const own = ownAnalytics(trader, period)
  const stats = trader.stats[period.name]
  const { risk, skill, behavior } = own
  return {
    period: period.name,
    summary: {
      pnl: dollars(stats?.pnl ?? 0),
      realizedPnl: dollars(stats?.realized ?? 0),
      unrealizedPnl: dollars(stats?.unrealized ?? 0),
      volume: dollars(stats?.volume ?? 0),
      tradeCount: stats?.fills ?? 0,
      marketCount: stats?.markets ?? 0,
      activeDays: own.summary.activeDays,
      meanTrade: stats ? stats.volume / stats.fills / 1e6 : null,
      roi: stats?.roi ?? null,
      wins: stats?.wins ?? 0,
      losses: stats?.losses ?? 0,
      winRate: stats?.win_rate ?? null,
    },
    risk: {
      ...risk,
      maxDrawdown: dollars(risk.maxDrawdown),
      largestWin: dollars(risk.largestWin),
      largestLoss: dollars(risk.largestLoss),
    },
    behavior,
    skill: { ...skill, edgeInterval: interval(skill.edgeInterval) },
    attribution: {
      byCategory: rows(own.attribution.categories, period),
      byTag: rows(own.attribution.tags, period),
    },
    calibration: own.calibration.map((bin) => ({ ...bin, interval: interval(bin.interval) })),
    bestMarkets: markets(own.bestMarkets),
    worstMarkets: markets(own.worstMarkets),
    strategy: { name: own.strategy.strategy, rule: own.strategy.rule },
    insufficient: own.insufficient.map(metricName),
    cutoff: { block: 80_000_000 },
  }
}

describe("a trader's analytics", () => {
  it.each(PERIODS)('equal the planted world, over $title', async (period) => {
    for (const trader of world.traders) {
      const { data, errors } = await ask(QUERY, { address: trader.address, period: period.name }, 'FREE')
      expect(errors).toBeUndefined()
      expect(data?.trader).toMatchObject({ analytics: expected(trader, period) })
    }
  })

  it('cover all time without a period, and are null for anonymous callers', async () => {
    const [trader] = world.traders
    if (!trader) throw new Error('no trader')
    const { address } = trader
    for (const variables of [{ address }, { address, period: null }]) {
      const free = await ask(QUERY, variables, 'FREE')
      expect(free).toEqual(await ask(QUERY, { address, period: 'ALL' }, 'PRO'))
      const anonymous = await ask(QUERY, variables)
      expect(anonymous.errors).toBeUndefined()
      expect(anonymous.data?.trader).toMatchObject({ analytics: null })
    }
  })

  it('show everybody the parts of the bot probability of all time', async () => {
    for (const trader of world.traders) {
      const { data } = await ask(QUERY, { address: trader.address })
      const { botComponents } = ownAnalytics(trader, periodNamed('ALL')).behavior
      expect(data?.trader).toMatchObject({ botComponents })
    }
  })
})
