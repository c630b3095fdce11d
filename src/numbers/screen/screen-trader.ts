import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import { isBot } from '../../metrics/behaviour/trade-habits.ts'
import { addTo, emptySum, exactTotal, ratioOf } from '../../metrics/running-sum.ts'
import type { ScreenColumnId } from '../../metrics/screen-columns.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/decided-units.ts'
import { BEHAVIOUR_COLUMNS, behaviourOf, behaviourSums, botAssessment } from '../analytics/behaviour-sums.ts'
import { DrawdownWalk, tradedMarkets, unitFigures } from '../analytics/period-record.ts'
import {
  behaviourOf as behaviourNumbers,
  type CountedRecord,
  riskOf,
  strategyOf,
  summaryOf,
} from '../analytics/trader-analytics.ts'
import type { WorldAt } from '../inputs/labels-by-unit.ts'
import { closingPrices, isResolved, type Marks, markAt, markedValue } from '../inputs/marks.ts'
import { categoryVolumes, createDailyCloser } from '../windows/daily-closes.ts'
import { tokenRecords } from '../windows/token-records.ts'
import { copyDays, eachPosition, PROFILE_COLUMNS, type TraderDays } from '../windows/trader-days.ts'
import { profileMoments, spansOf, windowTotals } from '../windows/windows-of.ts'

/** The columns of positions' days that a screen is computed from, with the lists. */
export const SCREENED_COLUMNS = [...PROFILE_COLUMNS, ...BEHAVIOUR_COLUMNS] as const
type ScreenedDays = TraderDays<(typeof SCREENED_COLUMNS)[number]>

/** Columns that are computed from more than the trader's own days: income, the tests of skill, scores of boards, coverage. */
const COMPUTED_APART = [
  'income',
  'edge',
  'edgeLow',
  'edgeHigh',
  'edgePValue',
  'edgeQValue',
  'units',
  'verdict',
  'consistent',
  'copyable',
  'prescience',
] as const satisfies ScreenColumnId[]
type OwnColumn = Exclude<ScreenColumnId, (typeof COMPUTED_APART)[number]>

/** A trader's numbers of a window from the trader's own days; amounts in micro-dollars, labels by name. */
export interface ScreenedTrader {
  numbers: Readonly<Record<OwnColumn, number | boolean | string | null>>
  /** The units that were decided in the window: what the tests of skill are run over. */
  units: readonly DecidedUnit[]
  /** False if nothing can have moved the numbers: no event in the window, nothing open at either end. */
  isActive: boolean
}

/** The days and the category or tag that count. */
export interface ScreenScope {
  /** The first day; null for all time. */
  first: Day | null
  last: Day
  /** The label of the only category or tag that counts; null for all markets. */
  label: number | null
}

/**
 * A calculator of one trader after the other, by the functions that profiles are computed with.
 * @param firstDay the ledger's first day
 * @returns the numbers of a trader's days up to the scope's last, whose tokens have the world's numbers
 */
export function createScreenCalculator(
  { marks, byUnit }: Pick<WorldAt, 'marks' | 'byUnit'>,
  { first, last, label }: ScreenScope,
  firstDay: Day,
): (days: ScreenedDays) => ScreenedTrader {
  const dayBefore = first === null ? null : first - 1
  const after = dayBefore ?? Number.NEGATIVE_INFINITY
  const { closes, spans } = spansOf([{ first, last }])
  const span = defined(spans[0])
  const atCloses = {
    // The last moment of a profile has no holdings: it is that of a day without events.
    closes: [...closes, last + 1],
    priceAt: closes.map((close) => closingPrices(marks, close)),
    isDecided: (token: number, day: Day) => isResolved(marks, token, day),
  }
  const closesOf = createDailyCloser(marks, Math.min(firstDay, last), last)
  const counts = (token: number) => {
    const own = byUnit.get(marks.unit[token] ?? 0)
    return own !== undefined && (own.category === label || own.tags.some((tag) => tag === label))
  }
  const volumesOf = (days: ScreenedDays) =>
    defined(categoryVolumes(days, { marks, byUnit, counts: () => true }, [dayBefore])[0])
  return (all) => {
    const { token_id: token } = all.columns
    const days = label === null ? all : copyDays(SCREENED_COLUMNS, all, (row) => counts(defined(token[row])))
    const totals = windowTotals(
      profileMoments(days, atCloses, () => true),
      span,
    )
    const tokens = tokenRecords(days, marks, last)
    const units = decidedUnits(tokens).filter(({ decidedOn }) => decidedOn > after)
    const drawdown = new DrawdownWalk(dayBefore, last)
    closesOf(
      days,
      () => true,
      (close) => drawdown.add(close),
    )
    const lifetime = behaviourOf(all)
    const volumes = volumesOf(days)
    const record: CountedRecord = {
      units: unitFigures(units),
      drawdown: drawdown.record(),
      behaviour: behaviourSums(label === null ? lifetime : behaviourOf(days), after),
      markets: tradedMarkets(tokens, after),
      volumeByCategory: [...volumes].filter(([, usd]) => usd > 0),
    }
    const { realized, unrealized, winRateInterval, markets, ...summary } = summaryOf(record, totals)
    const { entryPrices, ...behaviour } = behaviourNumbers(record, totals)
    const life = lifeOf(all, after)
    const bot = botAssessment(behaviourSums(lifetime), exactTotal(life.volume))?.probability ?? null
    return {
      units,
      isActive: totals.isActive,
      numbers: {
        ...riskOf(record, totals),
        pnl: summary.pnl,
        realizedPnl: realized,
        unrealizedPnl: unrealized,
        officialPnl: totals.official,
        volume: Number(totals.volume),
        shareVolume: Number(totals.shareVolume),
        totalBought: Number(totals.bought),
        fees: totals.fees,
        tradeCount: totals.fills,
        marketCount: markets,
        activeDays: summary.activeDays,
        meanTrade: summary.meanTrade,
        roi: totals.roi,
        wins: summary.wins,
        losses: summary.losses,
        winRate: summary.winRate,
        winRateLow: winRateInterval?.[0] ?? null,
        winRateHigh: winRateInterval?.[1] ?? null,
        makerRatio: behaviour.makerRatio,
        holdingTime: behaviour.holdingTime,
        sizeVariation: behaviour.sizeVariation,
        fillsPerActiveDay: behaviour.fillsPerActiveDay,
        longShotShare: entryPrices?.[0] ?? null,
        nearCertainShare: entryPrices?.at(-1) ?? null,
        botProbability: bot,
        isBot: isBot(bot),
        strategy: strategyOf(record, { totals, nameOf: String }).strategy,
        categoryShare: ratioOf(
          label === null ? Math.max(0, ...volumes.values()) : totals.volume,
          exactTotal(life.inWindow),
        ),
        coverage: life.untracked > 0 ? 'PARTIAL' : 'OK',
        ...openOf(days, marks, last),
        ...tradedBetween(days),
      },
    }
  }
}

/** Sums of all of a trader's days, regardless of the category. */
function lifeOf({ count, columns }: ScreenedDays, after: Day) {
  const life = { volume: emptySum(), inWindow: emptySum(), untracked: 0 }
  for (let row = 0; row < count; row++) {
    const volume = defined(columns.volume[row])
    addTo(life.volume, volume)
    if (defined(columns.day[row]) > after) addTo(life.inWindow, volume)
    life.untracked += defined(columns.untracked[row])
  }
  return life
}

/** The value of the open positions at a close, and the largest one's share of it; null if it is 0. */
function openOf(days: ScreenedDays, marks: Marks, last: Day) {
  const { token_id: token, shares, cost } = days.columns
  let [openValue, largest] = [0, 0]
  eachPosition(days, (_, end) => {
    const [own, held] = [defined(token[end - 1]), defined(shares[end - 1])]
    if (held === 0 || isResolved(marks, own, last)) return
    const value = markedValue(held, defined(cost[end - 1]), markAt(marks, own, last))
    openValue += value
    largest = Math.max(largest, value)
  })
  return { openValue, largestShare: ratioOf(largest, openValue) }
}

/** The first and the last day with a fill; null without one. */
function tradedBetween({ count, columns }: ScreenedDays) {
  let [firstTrade, lastTrade]: [Day | null, Day | null] = [null, null]
  for (let row = 0; row < count; row++) {
    if (columns.fills[row] === 0) continue
    const day = defined(columns.day[row])
    firstTrade = Math.min(firstTrade ?? day, day)
    lastTrade = Math.max(lastTrade ?? day, day)
  }
  return { firstTrade, lastTrade }
}
