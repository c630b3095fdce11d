import { setImmediate } from 'node:timers/promises'
import type { Day } from '../../ledger/quantities.ts'
import type { Ranking } from '../../metrics/leaderboards.ts'
import { dayBeforeWindow, type PeriodDefinition, periodNamed } from '../../metrics/periods.ts'
import { decidedUnits } from '../../metrics/skill/decided-units.ts'
import { standingScorer } from '../../metrics/standing-scorer.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { behaviourSums } from '../analytics/behaviour-sums.ts'
import { isBotBySums } from '../analytics/is-bot-by-sums.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { buildMarks } from '../inputs/build-marks.ts'
import type { Marks } from '../inputs/marks.ts'
import { readPriceDays } from '../inputs/read-price-days.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { readAddressOrder } from '../publish/address-order.ts'
import { hasEnoughFills } from '../publish/has-enough-fills.ts'
import { closingPrices } from '../windows/closing-prices.ts'
import { tokenRecords } from '../windows/token-records.ts'
import { BET_COLUMNS, copyDays, eachTrader, type TraderDays } from '../windows/trader-days.ts'
import { createWindowsOf, type WindowNumbers } from '../windows/windows-of.ts'
import { readCutoff } from './cutoff.ts'
import { readTraderRecords, recordsUpTo, type TraderRecords } from './read-trader-records.ts'
import { createRunningTop, type RunningTop } from './running-top.ts'
import type { ScoredTotals } from './score-sources.ts'
import { scoredTotals, traderScores } from './trader-scores.ts'

/** Boards and other orders to compute, and the days to compute them as of. */
export interface TopsAsked {
  /** One or more, ascending, none of them before the ledger's first day. */
  days: readonly Day[]
  boards: readonly Ranking[]
  /** How many traders of each board, 1 or more. */
  size: number
}

/** The first traders of a board as of a day, best first. */
export interface BoardTop {
  day: Day
  board: string
  traders: number[]
}

/** Fewest positions that can give a score: the least number of decided units of `high-conviction`. */
const LEAST_POSITIONS = 10
const CANDIDATES_AT_ONCE = 40

/** A trader who may have a score, and the totals by day and period. */
interface Candidate {
  days: TraderDays
  totals: readonly ScoredTotals[]
}

/**
 * The tops of boards as of several days, the same as a refresh as of each day would publish, in one pass over all
 * traders' ledgers. Writes nothing. Memory holds the marks, a few ledgers, and a few hundred places a top.
 * @throws PequodError as `refresh` does
 */
export async function boardTops(
  { sql, behaviour }: Sources,
  { days, boards, size }: TopsAsked,
): Promise<BoardTop[]> {
  const cutoff = await readCutoff(sql, days.at(-1) ?? null)
  const order = await readAddressOrder(sql)
  const addressRank = new Int32Array(order.hidden.length)
  order.traders.forEach((trader, rank) => {
    addressRank[trader] = rank
  })
  const facts = await readTokenFacts(sql, cutoff.day)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, cutoff.day), cutoff.day)
  const periods = [...new Set([periodNamed('ALL'), ...boards.map(({ period }) => period)])]
  const windows = days.flatMap((last) =>
    periods.map((period) => {
      const before = dayBeforeWindow(period, last)
      return { first: before === null ? null : before + 1, last }
    }),
  )
  const windowsOf = createWindowsOf(windows, (close) => closingPrices(marks, close))
  const tops = days.map((day) => boards.map((board) => createRunningTop(day, board, size, addressRank)))
  let waiting: Candidate[] = []
  const score = async () => {
    const batch = waiting
    waiting = []
    const ids = batch.map((own) => own.days.trader)
    const recordsOf = await readTraderRecords(behaviour, ids, cutoff.day)
    for (const { days: own, totals } of batch) {
      const ofTrader = { days: own, marks, records: recordsOf(own.trader) }
      for (const [i, ofDay] of tops.entries()) {
        const totalsOf = (period: PeriodDefinition) => totals[i * periods.length + periods.indexOf(period)]
        putScored(ofDay, { ...ofTrader, day: days[i] ?? 0, totalsOf })
      }
    }
    // SQLite answers without a pause: a server in this process must get its turn.
    await setImmediate()
  }
  await eachTrader(
    BET_COLUMNS,
    ledgerOf(sql).days({ columns: BET_COLUMNS, upTo: cutoff.day }),
    async (own) => {
      if (order.hidden[own.trader] === 1) return
      const numbers = windowsOf(own)
      for (const [i, ofDay] of tops.entries()) {
        const windowOf = (period: PeriodDefinition) => numbers[i * periods.length + periods.indexOf(period)]
        putUnscored(ofDay, own.trader, windowOf)
      }
      if (positionsOf(own) < LEAST_POSITIONS && !hasEnoughFills(own)) return
      waiting.push({ days: copyDays(BET_COLUMNS, own), totals: numbers.map(scoredTotals) })
      if (waiting.length >= CANDIDATES_AT_ONCE) await score()
    },
  )
  if (waiting.length > 0) await score()
  return tops.flat().map((top) => ({ day: top.day, board: top.board.id, traders: top.traders() }))
}

function positionsOf(days: TraderDays): number {
  const { token_id: token } = days.columns
  let positions = 0
  for (let row = 0; row < days.count; row++) if (row === 0 || token[row] !== token[row - 1]) positions += 1
  return positions
}

/** A trader without a trade in a board's period is not on it. */
function putUnscored(
  tops: readonly RunningTop[],
  trader: number,
  windowOf: (period: PeriodDefinition) => WindowNumbers | undefined,
): void {
  for (const top of tops) {
    const { tab, period } = top.board
    const totals = windowOf(period)
    if (tab.isScored || !totals || totals.fills === 0) continue
    const volume = Number(totals.volume)
    const score = standingScorer(tab)(totals.pnl, volume, Number(totals.stake))
    if (!Number.isNaN(score)) top.put({ trader, score, volume })
  }
}

interface OwnOn extends Pick<Candidate, 'days'> {
  marks: Marks
  records: TraderRecords
  day: Day
  totalsOf: (period: PeriodDefinition) => ScoredTotals | undefined
}

function putScored(tops: readonly RunningTop[], { days, marks, records, day, totalsOf }: OwnOn): void {
  const known = recordsUpTo(records, day)
  const scores = traderScores({
    days,
    marks,
    day,
    totalsOf,
    units: () => decidedUnits(tokenRecords(days, marks, day)),
    isBot: () => isBotBySums(behaviourSums(known.behaviour), totalsOf(periodNamed('ALL'))?.volume ?? 0),
    ...known,
  })
  for (const top of tops) {
    const totals = totalsOf(top.board.period)
    if (!top.board.tab.isScored || !totals || totals.fills === 0) continue
    const score = scores.scoreOf(top.board)
    if (score !== null) top.put({ trader: days.trader, score, volume: Number(totals.volume) })
  }
}
