import type { ConditionId, Day } from '../ledger/quantities.ts'
import { type DecidedUnit, decidedUnits } from '../metrics/decided-units.ts'
import { PERIODS } from '../metrics/periods.ts'
import { type PnlPoint, pnlSeries } from '../metrics/pnl-series.ts'
import { seriesText } from '../store/series-text.ts'
import type { PeriodRecord, TraderRecord } from '../store/snapshot/trader-record.ts'
import type { SeriesPoint } from '../store/snapshot-reader.ts'
import { accountsOf } from './accounts.ts'
import { analyticsText } from './analytics/analytics-text.ts'
import { botAssessment } from './analytics/bot-assessment.ts'
import { periodRecords } from './analytics/period-records.ts'
import { skillRecord } from './analytics/skill-record.ts'
import type { TokenRecord, TraderFacts } from './analytics/trader-facts.ts'
import { categoryVolumes } from './category-volumes.ts'
import type { DailyCloser, TraderClose } from './daily-closes.ts'
import type { OwnFigures } from './figures.ts'
import { figuresOf } from './figures-of.ts'
import type { Marks } from './marks.ts'
import type { Moments, Window } from './moments.ts'
import type { TraderRecords } from './read-trader-records.ts'
import { lifetimeOf, type StatsRow, statsRow } from './stats-row.ts'
import { tokenRecords } from './token-records.ts'
import type { TraderLedger } from './trader-ledger.ts'
import { type WindowTotals, windowTotals } from './window-totals.ts'
import type { WorldLabels } from './world-labels.ts'

/** What every trader's computation shares. */
export interface World {
  marks: Marks
  moments: Moments
  closesOf: DailyCloser
  labels: WorldLabels
  /** A condition's id on the chain by its number; a token's, where its condition is not known. */
  conditionId: (condition: number) => ConditionId
}

/** What one trader is computed from. */
export interface TraderSources {
  ledger: TraderLedger
  records: TraderRecords
  /** What the newest head snapshot tells; null where it tells nothing of the trader, or by other rules. */
  earlier: TraderRecord | null
}

/** A trader's part of a snapshot. */
export interface TraderResult {
  trader: number
  /** One row a period in which anything can have moved; all time always. */
  stats: StatsRow[]
  /** The daily series before the cutoff's day as the store holds it, or null where no such day has a point. */
  history: string | null
  /** The cutoff's day; null where it has no point. */
  close: { volume: number; fills: number } | null
  analytics: TraderRecord
  analyticsText: string
  /** Totals by window, in the moments' order. */
  windows: WindowTotals[]
  previous: WindowTotals[]
  figures: OwnFigures
  /** The ledger has gaps: shares left that never came. */
  isPartial: boolean
}

/** Computes everything that a snapshot tells of one trader, from that trader's own records and what all share. */
export function computeTrader(sources: TraderSources, world: World): TraderResult {
  const { ledger } = sources
  const { marks, moments } = world
  const cutoffDay = moments.days.at(-1) ?? 0
  const accounts = accountsOf(ledger, marks, moments)
  const totalsOf = (window: Window) => windowTotals(accounts, window)
  const windows = moments.windows.map(totalsOf)
  const previous = moments.previous.map(totalsOf)
  const tokens = tokenRecords(ledger, marks, cutoffDay)
  const units = decidedUnits(tokens)
  const closes = world.closesOf(ledger)
  const facts = factsOf(sources, world, { tokens, closes, windows })
  const analytics = analyticsOf(facts, units, sources.earlier)
  const botProbability = botProbabilityOf(analytics, windows)
  const life = lifetimeOf(ledger, accounts, botProbability)
  const stats = moments.windows.flatMap((window, i) => {
    const [totals, record] = [windows[i], analytics.periods[i]]
    const isKept = window.before === null || totals?.active
    return totals && record && isKept ? [statsRow(life, totals, record, window)] : []
  })
  return {
    trader: ledger.trader,
    stats,
    ...seriesOf(closes, cutoffDay),
    analytics,
    analyticsText: analyticsText(analytics),
    windows,
    previous,
    figures: figuresOf(sources, world, { facts, units, windows, previous, botProbability, analytics }),
    isPartial: life.untracked > 0,
  }
}

function factsOf(
  { ledger, records }: TraderSources,
  { marks, moments, labels, conditionId }: World,
  own: { tokens: TokenRecord[]; closes: TraderClose[]; windows: WindowTotals[] },
): TraderFacts {
  return {
    address: records.address,
    cutoffDay: moments.days.at(-1) ?? 0,
    totals: own.windows,
    tokens: own.tokens,
    labels: labels.byUnit,
    closes: own.closes,
    behaviour: records.behaviour,
    volumeByCategory: categoryVolumes(ledger, marks, labels, moments),
    conditionId,
  }
}

function analyticsOf(
  facts: TraderFacts,
  units: readonly DecidedUnit[],
  earlier: TraderRecord | null,
): TraderRecord {
  return {
    skill: skillRecord(units, facts.address, earlier?.skill ?? null),
    periods: periodRecords(facts, units),
  }
}

const ALL = PERIODS.findIndex(({ days }) => days === null)

/** A trader is a bot or is not, whatever the period: the probability is that of all fills. */
function botProbabilityOf({ periods }: TraderRecord, windows: readonly WindowTotals[]): number | null {
  const all: PeriodRecord | undefined = periods[ALL]
  return all ? (botAssessment(all.behaviour, windows[ALL]?.volume ?? 0)?.probability ?? null) : null
}

/** The series in its two parts, which the store keeps apart. */
function seriesOf(closes: readonly TraderClose[], cutoffDay: Day): Pick<TraderResult, 'history' | 'close'> {
  const points = pnlSeries(closes, null).map(seriesPoint)
  const close = points.at(-1)?.day === cutoffDay ? closes.at(-1) : undefined
  const history = close ? points.slice(0, -1) : points
  return {
    history: history.length === 0 ? null : seriesText(history),
    close: close ? { volume: close.volume, fills: close.trades } : null,
  }
}

function seriesPoint({ day, pnl, realizedPnl, volume }: PnlPoint): SeriesPoint {
  return { day, pnl, realized: realizedPnl, volume }
}
