import type { Day } from '../ledger/quantities.ts'
import { type DecidedUnit, decidedUnits } from '../metrics/decided-units.ts'
import { isBot } from '../metrics/is-bot.ts'
import { dayBeforeWindow, PERIODS, type PeriodDefinition, periodNamed } from '../metrics/periods.ts'
import { behaviourSums } from './analytics/behaviour-sums.ts'
import { type DatedFacts, hasFactWithin } from './analytics/has-fact-within.ts'
import { isBotBySums } from './analytics/is-bot-by-sums.ts'
import type { TraderSources, World } from './compute-trader.ts'
import { type OwnFigures, P_VALUE, PARTIAL_FROM } from './figures.ts'
import type { Moments } from './moments.ts'
import { FORESIGHT_DELAY, recordsUpTo, type TraderRecords } from './read-trader-records.ts'
import { tokenRecords } from './token-records.ts'
import { addScores, repeatScores } from './trader-scores.ts'
import type { WindowTotals } from './window-totals.ts'

/** What of a trader is worked out before the figures are. */
export interface FigureSources {
  facts: DatedFacts
  /** Decided at the cutoff. */
  units: readonly DecidedUnit[]
  /** Totals by window, in the moments' order, at the cutoff and the day before. */
  windows: readonly WindowTotals[]
  previous: readonly WindowTotals[]
  /** By all fills; null without any. */
  botProbability: number | null
  /** Of the edge; null where it is not tested. */
  pValue: number | null
}

/** A trader's figures at the cutoff and at the close of the day before. */
export function figuresOf(
  { ledger, records }: Pick<TraderSources, 'ledger' | 'records'>,
  { marks, moments }: World,
  { facts, units, windows, previous, botProbability, pValue }: FigureSources,
): OwnFigures {
  const own = new Map<string, number>()
  const day = moments.days.at(-1) ?? 0
  if (pValue !== null) own.set(P_VALUE, pValue)
  const untracked = ledger.positions.flat().filter((row) => row.untracked > 0)
  if (untracked.length > 0) own.set(PARTIAL_FROM, Math.min(...untracked.map((row) => row.day)))
  const totalsIn = (totals: readonly WindowTotals[]) => totalsOfPeriods(moments, totals)
  addScores(own, 'now', {
    ...{ ledger, marks, day, units: () => units, ...records },
    isBot: () => isBot(botProbability),
    totalsOf: totalsIn(windows),
  })
  const isQuiet = !hasFactWithin(facts, day, day)
  if (isQuiet && isAsDayBefore(facts, records, day)) {
    repeatScores(own)
    return own
  }
  const before = recordsUpTo(records, day - 1)
  const totalsBefore = totalsIn(previous)
  addScores(own, 'dayBefore', {
    ...{ ledger, marks, day: day - 1, ...before },
    // What was decided and how it was traded is the same where nothing lies on the cutoff's day.
    units: () => (isQuiet ? units : decidedUnits(tokenRecords(ledger, marks, day - 1))),
    isBot: () =>
      isQuiet
        ? isBot(botProbability)
        : isBotBySums(behaviourSums(before.behaviour), totalsBefore(ALL_TIME)?.volume ?? 0),
    totalsOf: totalsBefore,
  })
  return own
}

const ALL_TIME = periodNamed('ALL')

/**
 * True where no window gains or loses anything by ending a day earlier, of a trader with nothing on the cutoff's day: most
 * did nothing lately.
 */
function isAsDayBefore(facts: DatedFacts, { foresight }: TraderRecords, day: Day): boolean {
  if (foresight.at(-1)?.day === day - FORESIGHT_DELAY) return false
  return PERIODS.every((period) => {
    const before = dayBeforeWindow(period, day)
    return before === null || !hasFactWithin(facts, before, before)
  })
}

function totalsOfPeriods({ windows }: Moments, totals: readonly WindowTotals[]) {
  return (period: PeriodDefinition) => totals[windows.findIndex((window) => window.period === period)]
}
