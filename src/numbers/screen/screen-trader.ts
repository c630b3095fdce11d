import { defined } from '../../checks.ts'
import type { Day, MicroPrice } from '../../ledger/quantities.ts'
import { isBot } from '../../metrics/behaviour/trade-habits.ts'
import { addTo, emptySum, exactTotal, ratioOf } from '../../metrics/running-sum.ts'
import type { ScreenColumnId } from '../../metrics/screen-columns.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/edge.ts'
import type { DrawdownRecord } from '../../store/snapshot/trader-record.ts'
import { BEHAVIOUR_COLUMNS, behaviourOf, behaviourSums, botAssessment } from '../analytics/behaviour-sums.ts'
import { DrawdownWalk, drawdownAt, tradedMarkets, unitFigures } from '../analytics/period-record.ts'
import {
  behaviourOf as behaviourNumbers,
  type CountedRecord,
  strategyOf,
  summaryOf,
} from '../analytics/trader-analytics.ts'
import type { WorldAt } from '../inputs/labels-by-unit.ts'
import { closingPrices, isResolved, markAt, markedValue } from '../inputs/marks.ts'
import { categoryVolumes, createDailyCloser } from '../windows/daily-closes.ts'
import {
  copyDays,
  eachPosition,
  PROFILE_COLUMNS,
  type TraderDays,
  tokenRecords,
} from '../windows/trader-days.ts'
import {
  addHolding,
  type HeldPosition,
  holdingAt,
  type Moment,
  profileMoments,
  type SettledTotals,
  spansOf,
  windowTotals,
  withHoldings,
} from '../windows/windows-of.ts'

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

/** The numbers that prices at the window's last close decide, beside the trader's days. */
const CLOSING = [
  'pnl',
  'unrealizedPnl',
  'officialPnl',
  'roi',
  'maxDrawdown',
  'maxDrawdownPct',
  'openValue',
  'largestShare',
] as const satisfies ScreenColumnId[]
type OwnColumn = Exclude<ScreenColumnId, (typeof COMPUTED_APART | typeof CLOSING)[number]>

/** A number of a trader: a label by its name. */
export type Value = number | boolean | string | null
type ClosingNumbers = Readonly<Record<(typeof CLOSING)[number], number | null>>

/** A trader's numbers of a window from the trader's own days; amounts in micro-dollars, labels by name. */
export interface ScreenedTrader {
  numbers: Readonly<Record<OwnColumn, Value>>
  /** The units that were decided in the window: what the tests of skill are run over. */
  units: readonly DecidedUnit[]
  settled: SettledTrader
}

/** The part of a trader that stays while only prices of the window's last day change. */
export interface SettledTrader {
  /** Without what is open at the window's end. */
  totals: SettledTotals
  drawdown: DrawdownRecord
  /** The open positions at the last close, each as five numbers: most traders have few, and everybody's are kept. */
  open: readonly number[]
}

/** Calls back with each open position and the id of its token. */
export function eachOpen(
  { open }: Pick<SettledTrader, 'open'>,
  use: (token: number, held: HeldPosition) => void,
): void {
  for (let i = 0; i < open.length; i += 5) {
    const [token = 0, shares = 0, cost = 0, officialAmount = 0, officialAvg = 0] = open.slice(i, i + 5)
    use(token, { shares, cost, officialAmount, officialAvg })
  }
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
  world: Pick<WorldAt, 'marks' | 'byUnit' | 'ids'>,
  { first, last, label }: ScreenScope,
  firstDay: Day,
): (days: ScreenedDays) => ScreenedTrader {
  const { marks, byUnit } = world
  const dayBefore = first === null ? null : first - 1
  const after = dayBefore ?? Number.NEGATIVE_INFINITY
  const { closes, spans } = spansOf([{ first, last }])
  const span = defined(spans[0])
  const atCloses = {
    closes,
    priceAt: closes.slice(0, -1).map((close) => closingPrices(marks, close)),
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
    const moments = profileMoments(days, atCloses, () => true)
    const open = holdAtEnd(days, defined(moments[span.end]), world, last)
    const drawdown = new DrawdownWalk(dayBefore, last)
    closesOf(
      days,
      () => true,
      (close) => drawdown.add(close),
    )
    const totals = windowTotals(moments, span)
    const { pnl, realized, official, startValue, bought } = totals
    const settled = {
      totals: { pnl, realized, official, startValue, bought },
      drawdown: drawdown.record(),
      open,
    }
    const tokens = tokenRecords(days, marks, last)
    const units = decidedUnits(tokens).filter(({ decidedOn }) => decidedOn > after)
    const lifetime = behaviourOf(all)
    const volumes = volumesOf(days)
    const record: CountedRecord = {
      units: unitFigures(units),
      drawdown: settled.drawdown,
      behaviour: behaviourSums(label === null ? lifetime : behaviourOf(days), after),
      markets: tradedMarkets(tokens, after),
      volumeByCategory: [...volumes].filter(([, usd]) => usd > 0),
    }
    const { winRateInterval, markets, ...summary } = summaryOf(record, totals)
    const { entryPrices, ...behaviour } = behaviourNumbers(record, totals)
    const { sharpeRatio, sortinoRatio, profitFactor, largestWin, largestLoss } = record.units
    const life = lifeOf(all, after)
    const bot = botAssessment(behaviourSums(lifetime), exactTotal(life.volume))?.probability ?? null
    return {
      units,
      settled,
      numbers: {
        sharpeRatio,
        sortinoRatio,
        profitFactor,
        largestWin,
        largestLoss,
        realizedPnl: totals.realized,
        volume: Number(totals.volume),
        shareVolume: Number(totals.shareVolume),
        totalBought: Number(totals.bought),
        fees: totals.fees,
        tradeCount: totals.fills,
        marketCount: markets,
        activeDays: summary.activeDays,
        meanTrade: summary.meanTrade,
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
        ...tradedBetween(days),
      },
    }
  }
}

/** Adds decided holdings, whose prices stay, to the last moment. @returns the other ones */
function holdAtEnd(
  days: ScreenedDays,
  moment: Moment,
  { marks, ids }: Pick<WorldAt, 'marks' | 'ids'>,
  last: Day,
): number[] {
  const open: number[] = []
  eachPosition(days, (_, end) => {
    const token = defined(days.columns.token_id[end - 1])
    const held = holdingAt(days, end - 1)
    const { shares, cost, officialAmount, officialAvg } = held
    if (isResolved(marks, token, last)) addHolding(moment, held, markAt(marks, token, last), true)
    else if (shares !== 0 || officialAmount !== 0)
      open.push(defined(ids[token - 1]), shares, cost, officialAmount, officialAvg)
  })
  return open
}

/** The numbers at some prices of the open positions. */
export function closingNumbers(
  settled: SettledTrader,
  priceOf: (token: number) => MicroPrice | null,
): ClosingNumbers {
  const end = { value: 0, unrealized: 0, official: 0, isOpen: false }
  let [openValue, largest] = [0, 0]
  eachOpen(settled, (token, held) => {
    const price = priceOf(token)
    addHolding(end, held, price, false)
    const value = held.shares === 0 ? 0 : markedValue(held.shares, held.cost, price)
    openValue += value
    largest = Math.max(largest, value)
  })
  const { pnl, unrealized, official, roi } = withHoldings(settled.totals, end)
  const largestShare = ratioOf(largest, openValue)
  return {
    pnl,
    unrealizedPnl: unrealized,
    officialPnl: official,
    roi,
    ...drawdownAt(settled.drawdown, pnl),
    openValue,
    largestShare,
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
