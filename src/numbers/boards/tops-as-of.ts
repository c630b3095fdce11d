import { setImmediate } from 'node:timers/promises'
import type { Day } from '../../ledger/quantities.ts'
import { type PeriodDefinition, periodNamed } from '../../metrics/periods.ts'
import { MINIMUM_UNITS } from '../../metrics/skill/high-conviction.ts'
import type { Sql } from '../../store/engine/database.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { buildMarks } from '../inputs/build-marks.ts'
import type { Marks } from '../inputs/marks.ts'
import { readPriceDays } from '../inputs/read-price-days.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { type AddressOrder, readAddressOrder } from '../publish/address-order.ts'
import { hasEnoughFills } from '../publish/has-enough-fills.ts'
import { closingPrices } from '../windows/closing-prices.ts'
import {
  copyDays,
  DAYS_AT_ONCE,
  eachPosition,
  eachTrader,
  SCORE_COLUMNS,
  type ScoredDays,
} from '../windows/trader-days.ts'
import { createWindowsOf, periodWindows } from '../windows/windows-of.ts'
import { readCutoff } from './cutoff.ts'
import { type BoardTop, createRangeBoards, type RangeBoards, type TopsAsked } from './range-boards.ts'
import { readTraderRecords } from './read-trader-records.ts'
import { type ScoredTotals, scoredTotals, scoresAt } from './trader-scores.ts'
import { TraderWalk } from './trader-walk.ts'

/** Traders whose rows of all days are in memory together. */
const RANGE = 5_000

/** A trader who may have a score, and the totals by day and period. */
interface Candidate {
  days: ScoredDays
  totals: readonly ScoredTotals[]
}

/** The moment of the ledger that a pass reads. */
interface World {
  lastDay: Day
  order: AddressOrder
  marks: Marks
}

/**
 * The tops of boards as of several days, the same as a refresh as of each day would publish, in one pass over all
 * traders' days. Writes nothing. Memory holds the marks, and the rows of a range of traders beside the tops so far.
 * @throws PequodError as `refresh` does
 */
export async function topsAsOf(sources: Sources, asked: TopsAsked): Promise<BoardTop[]> {
  const { sql } = sources
  const world = await readWorld(sql, asked.days.at(-1) ?? null)
  const periods = [...new Set([periodNamed('ALL'), ...asked.boards.map(({ period }) => period)])]
  const boards = createRangeBoards({ ...asked, periods }, world.order)
  const windows = asked.days.flatMap((day) => periodWindows(periods, day))
  const windowsOf = createWindowsOf(windows, (close) => closingPrices(world.marks, close))
  let waiting: Candidate[] = []
  let [waitingDays, inRange] = [0, 0]
  const score = async () => {
    await scoreCandidates(sources, waiting, { ...world, ...asked, periods, boards })
    waiting = []
    waitingDays = 0
  }
  await eachTrader(
    SCORE_COLUMNS,
    ledgerOf(sql).days({ columns: SCORE_COLUMNS, lists: true, upTo: world.lastDay }),
    async (days) => {
      if (world.order.hidden[days.trader] === 1) return
      const numbers = windowsOf(days)
      const isCandidate = positionsOf(days) >= MINIMUM_UNITS || hasEnoughFills(days)
      boards.put(days.trader, numbers, isCandidate)
      if (isCandidate) {
        waiting.push({ days: copyDays(SCORE_COLUMNS, days), totals: numbers.map(scoredTotals) })
        waitingDays += days.count
      }
      const isRange = ++inRange === RANGE
      if (waitingDays >= DAYS_AT_ONCE || isRange) await score()
      if (!isRange) return
      boards.cut()
      inRange = 0
    },
  )
  await score()
  return boards.tops()
}

async function readWorld(sql: Sql, day: Day | null): Promise<World> {
  const { day: lastDay } = await readCutoff(sql, day)
  const facts = await readTokenFacts(sql, lastDay)
  const prices = await readPriceDays(sql, facts.condition.length, lastDay)
  return { lastDay, order: await readAddressOrder(sql), marks: buildMarks(facts, prices, lastDay) }
}

function positionsOf(days: ScoredDays): number {
  let positions = 0
  eachPosition(days, () => {
    positions += 1
  })
  return positions
}

interface Scoring extends World, Pick<TopsAsked, 'days'> {
  periods: readonly PeriodDefinition[]
  boards: RangeBoards
}

async function scoreCandidates(
  sources: Sources,
  candidates: readonly Candidate[],
  { lastDay, marks, days, periods, boards }: Scoring,
): Promise<void> {
  if (candidates.length === 0) return
  const ids = candidates.map((own) => own.days.trader)
  const recordsOf = await readTraderRecords(sources, ids, lastDay)
  for (const { days: own, totals } of candidates) {
    const firstDay = own.columns.day.reduce((first, day) => Math.min(first, day))
    const walk = new TraderWalk({ days: own, marks, records: recordsOf(own.trader) })
    for (const [i, day] of days.entries()) {
      if (day < firstDay) continue
      const totalsOf = (period: PeriodDefinition) => totals[i * periods.length + periods.indexOf(period)]
      walk.moveTo(day)
      boards.putScores(i, own.trader, scoresAt(walk, totalsOf))
    }
    // A server in this process must get its turn.
    await setImmediate()
  }
}
