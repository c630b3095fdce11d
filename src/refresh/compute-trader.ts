import type { Day } from '../ledger/quantities.ts'
import { type DecidedUnit, decidedUnits } from '../metrics/decided-units.ts'
import { dayBeforeWindow, PERIODS } from '../metrics/periods.ts'
import type { SkillRecord } from '../store/snapshot/trader-record.ts'
import { accountsOf } from './accounts.ts'
import { behaviourSums } from './analytics/behaviour-sums.ts'
import { botAssessment } from './analytics/bot-assessment.ts'
import { labelledUnits } from './analytics/labelled-groups.ts'
import { skillRecord } from './analytics/skill-record.ts'
import type { PeriodGroups } from './baselines.ts'
import type { DailyCloser } from './daily-closes.ts'
import type { OwnFigures } from './figures.ts'
import { figuresOf } from './figures-of.ts'
import type { Marks } from './marks.ts'
import type { Moments, Window } from './moments.ts'
import type { TraderRecords } from './read-trader-records.ts'
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
}

/** What one trader is computed from. */
export interface TraderSources {
  ledger: TraderLedger
  records: TraderRecords
  /** What was computed of the trader's skill last; null where nothing was, or by other rules. */
  earlier: SkillRecord | null
}

/** What a snapshot's boards and shared numbers need of a trader. */
export interface TraderResult {
  trader: number
  /** Totals by window, in the moments' order. */
  windows: WindowTotals[]
  previous: WindowTotals[]
  figures: OwnFigures
  skill: SkillRecord
  /** What the baselines hold of the trader. */
  groups: PeriodGroups
  /** The ledger has gaps: shares left that never came. */
  isPartial: boolean
}

/** Computes what everybody's boards and shared numbers need of one trader. */
export function computeTrader({ ledger, records, earlier }: TraderSources, world: World): TraderResult {
  const { marks, moments, closesOf, labels } = world
  const cutoffDay = moments.days.at(-1) ?? 0
  const accounts = accountsOf(ledger, marks, moments)
  const totalsOf = (window: Window) => windowTotals(accounts, window)
  const windows = moments.windows.map(totalsOf)
  const previous = moments.previous.map(totalsOf)
  const tokens = tokenRecords(ledger, marks, cutoffDay)
  const units = decidedUnits(tokens)
  const { behaviour } = records
  const facts = { closes: closesOf(ledger), tokens, behaviour }
  const volume = windows[ALL]?.volume ?? 0
  const botProbability = botAssessment(behaviourSums(behaviour), volume)?.probability ?? null
  const skill = skillRecord(units, records.address, earlier)
  const { pValue } = skill
  return {
    trader: ledger.trader,
    windows,
    previous,
    figures: figuresOf({ ledger, records }, world, {
      facts,
      units,
      windows,
      previous,
      botProbability,
      pValue,
    }),
    skill,
    groups: groupsOf(units, labels, cutoffDay),
    isPartial: accounts.some(({ untracked }) => untracked > 0),
  }
}

const ALL = PERIODS.findIndex(({ days }) => days === null)

/** The decided units of each period under their categories and tags. */
function groupsOf(units: readonly DecidedUnit[], { byUnit }: WorldLabels, cutoffDay: Day): PeriodGroups {
  return PERIODS.flatMap((period) => {
    const before = dayBeforeWindow(period, cutoffDay) ?? Number.NEGATIVE_INFINITY
    const { categories, tags } = labelledUnits(
      units.filter(({ decidedOn }) => decidedOn > before),
      byUnit,
    )
    return [...categories, ...tags].map((sums) => ({ period: period.code, ...sums }))
  })
}
