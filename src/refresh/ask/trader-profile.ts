import { DAY_SECONDS } from '../../ledger/quantities.ts'
import { isBot } from '../../metrics/behaviour/is-bot.ts'
import { type PnlPoint, pnlSeries } from '../../metrics/profit/pnl-series.ts'
import { ratioOf } from '../../metrics/ratio-of.ts'
import { drawdownAfter } from '../../metrics/risk/drawdown-state.ts'
import { addTo, emptySum, exactTotal } from '../../metrics/running-sum.ts'
import { type DecidedUnit, decidedUnits } from '../../metrics/skill/decided-units.ts'
import type { SeriesPoint, TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import type { PeriodRecord, SkillRecord, TraderRecord } from '../../store/snapshot/trader-record.ts'
import { behaviourSums } from '../analytics/behaviour-sums.ts'
import { botAssessment } from '../analytics/bot-assessment.ts'
import { windowRecord } from '../analytics/period-record.ts'
import { periodRecords } from '../analytics/period-records.ts'
import { skillRecord } from '../analytics/skill-record.ts'
import type { TraderFacts } from '../analytics/trader-facts.ts'
import { type WindowTotals, windowTotals } from '../days/window-totals.ts'
import { accountsOf } from '../inputs/accounts.ts'
import { categoryVolumes } from '../inputs/category-volumes.ts'
import { once } from '../inputs/once.ts'
import { tokenRecords } from '../inputs/token-records.ts'
import { firstDayOf, type TraderLedger } from '../inputs/trader-ledger.ts'
import type { AskedView, AskedWindow } from './asked-view.ts'
import type { ProfileWorld } from './profile-world.ts'

/** Everything that a view tells of one trader. */
export interface TraderProfile {
  /** By the view's windows; null where nothing can have moved in one. */
  stats: readonly (TraderStats | null)[]
  series: readonly SeriesPoint[]
  record: TraderRecord
  /** About how much memory it takes, in hundreds of bytes. */
  weight: number
}

/** What one trader's profile is computed from. */
export interface ProfileSources extends Pick<TraderFacts, 'address' | 'behaviour'> {
  ledger: TraderLedger
  /** What the tests of skill gave for the same units or others; null where they were never run. */
  earlier: SkillRecord | null
}

/** Computes a trader's profile. Tests of skill are run when they are asked for. */
export function traderProfile(sources: ProfileSources, world: ProfileWorld, view: AskedView): TraderProfile {
  const { address, behaviour, earlier } = sources
  const ledger = world.inCategory(sources.ledger)
  const { marks, closesOf } = world
  const accounts = accountsOf(ledger, marks, view)
  const totals = view.windows.map((window) => windowTotals(accounts, window))
  const tokens = tokenRecords(ledger, marks, view.day)
  const units = decidedUnits(tokens)
  const volumeByCategory = categoryVolumes(ledger, marks, world.labels, view)
  const closes = closesOf(ledger)
  const facts: TraderFacts = {
    ...{ address, behaviour, tokens, totals, volumeByCategory },
    cutoffDay: view.day,
    labels: world.labels.byUnit,
    closes,
    conditionId: world.conditionId,
  }
  const periods = recordsOf(facts, units, view)
  const life = lifetimeOf(sources, periods, view)
  const series = pnlSeries(closes, null).map(seriesPoint)
  const skill = once(() => skillRecord(units, address, earlier))
  return {
    stats: view.windows.map((window, i) => {
      const [own, record] = [totals[i], periods[i]]
      const isWhole = window.before === null && view.category === null
      return own && record && (isWhole || own.active) ? statsOf(life, window, own, record) : null
    }),
    series,
    record: {
      get skill() {
        return skill()
      },
      periods,
    },
    weight: weightOf(series, periods) + units.length,
  }
}

/** Periods share their records where they can. */
function recordsOf(
  facts: TraderFacts,
  units: readonly DecidedUnit[],
  { windows }: AskedView,
): PeriodRecord[] {
  if (windows.every(({ period }) => period !== null)) return periodRecords(facts, units)
  return windows.map(({ dayBefore }, i) =>
    windowRecord(facts, { dayBefore, volumes: facts.volumeByCategory[i] }, units),
  )
}

function seriesPoint({ day, pnl, realizedPnl, volume }: PnlPoint): SeriesPoint {
  return { day, pnl, realized: realizedPnl, volume }
}

/** What is true of a trader whatever the window and the category. */
type Lifetime = Pick<TraderStats, 'trader' | 'untracked' | 'firstTime' | 'botProbability' | 'isBot'>

function lifetimeOf(
  { ledger, behaviour }: ProfileSources,
  periods: readonly PeriodRecord[],
  { windows }: AskedView,
): Lifetime {
  const allTime = windows.findIndex(({ before }) => before === null)
  const sums = periods[allTime]?.behaviour ?? behaviourSums(behaviour)
  const volume = emptySum()
  let untracked = 0
  for (const position of ledger.positions)
    for (const row of position) {
      addTo(volume, row.volume)
      untracked += row.untracked
    }
  const botProbability = botAssessment(sums, exactTotal(volume))?.probability ?? null
  const firstTime = firstDayOf(ledger) * DAY_SECONDS
  return { trader: ledger.trader, untracked, firstTime, botProbability, isBot: isBot(botProbability) }
}

/** Exact totals beyond 2^53 are told as the nearest double. */
function statsOf(
  life: Lifetime,
  { period }: AskedWindow,
  totals: WindowTotals,
  { units, drawdown, markets }: PeriodRecord,
): TraderStats {
  const { pnl, realized, unrealized, fees, income, fills, startValue, roi, official } = totals
  const { wins, losses, sharpeRatio, sortinoRatio, profitFactor } = units
  const { capitalAtRisk } = drawdown
  // The last day is one more step of the drawdown.
  const { worst, peakCapital } = drawdownAfter(drawdown.before, { pnl, capitalAtRisk })
  return {
    ...life,
    ...{ period, pnl, realized, unrealized, fees, income, fills, markets, startValue, wins, losses, roi },
    volume: Number(totals.volume),
    shareVolume: Number(totals.shareVolume),
    bought: Number(totals.bought),
    winRate: ratioOf(wins, wins + losses),
    pnlOfficial: official,
    maxDrawdown: worst,
    maxDrawdownPct: ratioOf(worst, peakCapital),
    ...{ sharpeRatio, sortinoRatio, profitFactor },
  }
}

/** A trader's four rows of numbers and the fixed parts of its records, and one group of a record. */
const FIXED_WEIGHT = 60
const GROUP_WEIGHT = 2

function weightOf(series: readonly SeriesPoint[], periods: readonly PeriodRecord[]): number {
  const records = new Set(periods)
  let groups = 0
  for (const { categories, tags } of records) groups += categories.length + tags.length
  return FIXED_WEIGHT + series.length + GROUP_WEIGHT * groups
}
