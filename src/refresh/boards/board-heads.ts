import { setImmediate } from 'node:timers/promises'
import type { Day } from '../../ledger/quantities.ts'
import type { Ranking } from '../../metrics/leaderboards.ts'
import { dayBeforeWindow, type PeriodDefinition, periodNamed } from '../../metrics/periods.ts'
import { decidedUnits } from '../../metrics/skill/decided-units.ts'
import { standingScorer } from '../../metrics/standing-scorer.ts'
import type { Sql } from '../../store/engine/database.ts'
import { streamDays } from '../../store/ledger/stream-days.ts'
import { behaviourSums } from '../analytics/behaviour-sums.ts'
import { isBotBySums } from '../analytics/is-bot-by-sums.ts'
import { eachTrader, ledgerOf, type TraderDays } from '../days/trader-days.ts'
import { updateBehaviour } from '../days/update-behaviour.ts'
import { createWindowCounter, type WindowNumbers } from '../days/window-numbers.ts'
import { buildMarks } from '../inputs/build-marks.ts'
import type { Marks } from '../inputs/marks.ts'
import { readPriceDays } from '../inputs/read-price-days.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { tokenRecords } from '../inputs/token-records.ts'
import type { BetDay, LedgerOf } from '../inputs/trader-ledger.ts'
import { readAddressOrder } from '../publish/address-order.ts'
import { closingPrices } from '../publish/closing-prices.ts'
import { mayBeScored } from '../publish/may-be-scored.ts'
import { readCutoff } from './cutoff.ts'
import { type OpenHead, openHead } from './open-head.ts'
import { readTraderRecords, recordsUpTo, type TraderRecords } from './read-trader-records.ts'
import type { ScoredTotals } from './score-sources.ts'
import { scoredTotals, traderScores } from './trader-scores.ts'

/** Which boards and other orders are asked for, as of which days. */
export interface HeadsAsked {
  /** One or more, ascending, none of them before the ledger's first day. */
  days: readonly Day[]
  boards: readonly Ranking[]
  /** How many traders of each board, 1 or more. */
  size: number
}

/** The first traders of a board as of a day, best first. */
export interface BoardHead {
  day: Day
  board: string
  traders: number[]
}

/** Positions below which no head is asked for: the least that `high-conviction` rests on, in decided units. */
const LEAST_POSITIONS = 10
const CANDIDATES_AT_ONCE = 40

/** A trader who may have a score, and the totals by day and period. */
interface Candidate {
  ledger: LedgerOf<BetDay>
  totals: readonly ScoredTotals[]
}

/**
 * The heads of boards as of several days, as a refresh as of each of them would publish them, in one pass over
 * everybody's ledger. Nothing is published; all that is written are days of behaviour that the last refresh did not
 * know. In memory are the marks, a few ledgers, and a few hundred places a head.
 * @throws PequodError as `refresh` does
 */
export async function boardHeads(tx: Sql, { days, boards, size }: HeadsAsked): Promise<BoardHead[]> {
  const cutoff = await readCutoff(tx, days.at(-1) ?? null)
  await updateBehaviour(tx, cutoff)
  const order = await readAddressOrder(tx)
  const addressRank = new Int32Array(order.hidden.length)
  order.traders.forEach((trader, rank) => {
    addressRank[trader] = rank
  })
  const facts = await readTokenFacts(tx, cutoff.day)
  const marks = buildMarks(facts, await readPriceDays(tx, facts.condition.length, cutoff.day), cutoff.day)
  const periods = [...new Set([periodNamed('ALL'), ...boards.map(({ period }) => period)])]
  const windows = days.flatMap((last) =>
    periods.map((period) => {
      const before = dayBeforeWindow(period, last)
      return { first: before === null ? null : before + 1, last }
    }),
  )
  const counter = createWindowCounter(windows, (close) => closingPrices(marks, close))
  const heads = days.map((day) => boards.map((board) => openHead(day, board, size, addressRank)))
  let waiting: Candidate[] = []
  const score = async () => {
    const batch = waiting
    waiting = []
    const ledgers = batch.map(({ ledger }) => ledger)
    const ids = ledgers.map(({ trader }) => trader)
    const { recordsOf } = await readTraderRecords(tx, { traders: { ids }, ledgers }, cutoff.day)
    for (const { ledger, totals } of batch) {
      const own = { ledger, marks, records: recordsOf(ledger.trader) }
      for (const [i, ofDay] of heads.entries()) {
        const totalsOf = (period: PeriodDefinition) => totals[i * periods.length + periods.indexOf(period)]
        putScored(ofDay, { ...own, day: days[i] ?? 0, totalsOf })
      }
    }
    // SQLite answers without a pause: a server in this process must get its turn.
    await setImmediate()
  }
  await eachTrader(streamDays(tx, { upTo: cutoff.day }), async (own) => {
    if (order.hidden[own.trader] === 1) return
    counter.count(own)
    for (const [i, ofDay] of heads.entries()) {
      const windowOf = (period: PeriodDefinition) =>
        counter.windows[i * periods.length + periods.indexOf(period)]
      putUnscored(ofDay, own.trader, windowOf)
    }
    if (positionsOf(own) < LEAST_POSITIONS && !mayBeScored(own)) return
    waiting.push({ ledger: ledgerOf(own), totals: counter.windows.map(scoredTotals) })
    if (waiting.length >= CANDIDATES_AT_ONCE) await score()
  })
  if (waiting.length > 0) await score()
  return heads.flat().map((head) => ({ day: head.day, board: head.board.id, traders: head.traders() }))
}

function positionsOf(days: TraderDays): number {
  const token = days.column('token_id')
  let positions = 0
  for (let row = 0; row < days.count; row++) if (row === 0 || token[row] !== token[row - 1]) positions += 1
  return positions
}

/** Whoever has not traded in a board's period does not stand on it. */
function putUnscored(
  heads: readonly OpenHead[],
  trader: number,
  windowOf: (period: PeriodDefinition) => WindowNumbers | undefined,
): void {
  for (const head of heads) {
    const { tab, period } = head.board
    const totals = windowOf(period)
    if (tab.isScored || !totals || totals.fills === 0) continue
    const volume = Number(totals.volume)
    const score = standingScorer(tab)(totals.pnl, volume, Number(totals.stake))
    if (!Number.isNaN(score)) head.put({ trader, score, volume })
  }
}

interface OwnOn extends Pick<Candidate, 'ledger'> {
  marks: Marks
  records: TraderRecords
  day: Day
  totalsOf: (period: PeriodDefinition) => ScoredTotals | undefined
}

function putScored(heads: readonly OpenHead[], { ledger, marks, records, day, totalsOf }: OwnOn): void {
  const known = recordsUpTo(records, day)
  const scores = traderScores({
    ...{ ledger, marks, day, totalsOf },
    units: () => decidedUnits(tokenRecords(ledger, marks, day)),
    isBot: () => isBotBySums(behaviourSums(known.behaviour), totalsOf(periodNamed('ALL'))?.volume ?? 0),
    ...known,
  })
  for (const head of heads) {
    const totals = totalsOf(head.board.period)
    if (!head.board.tab.isScored || !totals || totals.fills === 0) continue
    const score = scores.scoreOf(head.board)
    if (score !== null) head.put({ trader: ledger.trader, score, volume: Number(totals.volume) })
  }
}
