import { setImmediate } from 'node:timers/promises'
import type { Day } from '../ledger/quantities.ts'
import { decidedUnits } from '../metrics/decided-units.ts'
import type { Ranking } from '../metrics/leaderboards.ts'
import { dayBeforeWindow, type PeriodDefinition, periodNamed } from '../metrics/periods.ts'
import { standingScorer } from '../metrics/standing-scorer.ts'
import type { Sql } from '../store/database.ts'
import { accountsOf } from './accounts.ts'
import { behaviourSums } from './analytics/behaviour-sums.ts'
import { isBotBySums } from './analytics/is-bot-by-sums.ts'
import { buildMarks } from './build-marks.ts'
import { readCutoff } from './cutoff.ts'
import type { Marks } from './marks.ts'
import { type OpenHead, openHead } from './open-head.ts'
import { readAddressOrder } from './publish/address-order.ts'
import { readPriceDays } from './read-price-days.ts'
import { readTokenFacts } from './read-token-facts.ts'
import { readTraderLedgers } from './read-trader-ledgers.ts'
import { readTraderRecords, recordsUpTo, type TraderRecords } from './read-trader-records.ts'
import { tokenRecords } from './token-records.ts'
import type { TraderLedger } from './trader-ledger.ts'
import { type TraderScores, traderScores } from './trader-scores.ts'
import { updateBehaviour } from './update-behaviour.ts'
import { type WindowTotals, windowTotals } from './window-totals.ts'

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

/**
 * The heads of boards as of several days, as a refresh as of each of them would publish them, in one pass over
 * everybody's ledger. Nothing is published; all that is written are days of behaviour that the last refresh did not
 * know. In memory are the marks, a batch of ledgers, and a few hundred places a head.
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
  const headsOn = new Map(
    days.map((day) => [day, boards.map((board) => openHead(day, board, size, addressRank))]),
  )
  const moments = { days: closesOf(days, boards) }
  for await (const batch of readTraderLedgers(tx, cutoff.day)) {
    const shown = { ...batch, ledgers: batch.ledgers.filter(({ trader }) => order.hidden[trader] !== 1) }
    const { recordsOf } = await readTraderRecords(tx, shown, cutoff.day)
    for (const ledger of shown.ledgers)
      stand(headsOn, moments.days, { ledger, marks, records: recordsOf(ledger.trader) })
    // SQLite answers without a pause: a server in this process must get its turn.
    await setImmediate()
  }
  return [...headsOn.values()]
    .flat()
    .map((head) => ({ day: head.day, board: head.board.id, traders: head.traders() }))
}

/** The days at whose close an account must be taken, ascending. */
function closesOf(days: readonly Day[], boards: readonly Ranking[]): Day[] {
  const starts = days.flatMap((day) => boards.map(({ period }) => dayBeforeWindow(period, day) ?? day))
  return [...new Set([...days, ...starts])].sort((a, b) => a - b)
}

interface Own {
  ledger: TraderLedger
  marks: Marks
  records: TraderRecords
}

/** Shows a trader, as of each day, to the heads of that day. */
function stand(headsOn: ReadonlyMap<Day, readonly OpenHead[]>, closes: readonly Day[], own: Own): void {
  const accounts = accountsOf(own.ledger, own.marks, { days: closes })
  for (const [day, heads] of headsOn) {
    const known = new Map<PeriodDefinition, WindowTotals>()
    const totalsOf = (period: PeriodDefinition) => {
      const before = dayBeforeWindow(period, day)
      const place = before === null ? null : closes.indexOf(before)
      const totals = known.get(period) ?? windowTotals(accounts, { before: place, end: closes.indexOf(day) })
      known.set(period, totals)
      return totals
    }
    standOn(heads, { ...own, day, totalsOf })
  }
}

interface OwnOn extends Own {
  day: Day
  totalsOf: (period: PeriodDefinition) => WindowTotals
}

/** Whoever has not traded in a board's period does not stand on it. */
function standOn(heads: readonly OpenHead[], { ledger, marks, records, day, totalsOf }: OwnOn): void {
  const trader = ledger.trader
  let scores: TraderScores | null = null
  for (const head of heads) {
    const totals = totalsOf(head.board.period)
    if (totals.fills === 0) continue
    const volume = Number(totals.volume)
    if (!head.board.tab.isScored) {
      const score = standingScorer(head.board.tab)(totals.pnl, volume, totals.stake)
      if (!Number.isNaN(score)) head.put({ trader, score, volume })
      continue
    }
    scores ??= scoresOn({ ledger, marks, records, day, totalsOf })
    const score = scores.scoreOf(head.board)
    if (score !== null) head.put({ trader, score, volume })
  }
}

const ALL_TIME = periodNamed('ALL')

function scoresOn({ ledger, marks, records, day, totalsOf }: OwnOn): TraderScores {
  const known = recordsUpTo(records, day)
  return traderScores({
    ...{ ledger, marks, day, totalsOf },
    units: () => decidedUnits(tokenRecords(ledger, marks, day)),
    isBot: () => isBotBySums(behaviourSums(known.behaviour), totalsOf(ALL_TIME).volume),
    ...known,
  })
}
