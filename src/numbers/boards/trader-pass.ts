import { setImmediate } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { closingPrices, type Marks } from '../inputs/marks.ts'
import type { AddressOrder } from '../publish/address-order.ts'
import type { ClosedDays } from '../publish/closed-days.ts'
import { copyDays, DAYS_AT_ONCE, eachTrader, SCORE_COLUMNS, type ScoredDays } from '../windows/trader-days.ts'
import { createWindowsOf, type DayWindow, type WindowNumbers } from '../windows/windows-of.ts'
import { readTraderRecords, type TraderRecords } from './read-trader-records.ts'
import { TraderWalk } from './trader-walk.ts'

/** A trader who is scored, at the close of the day to which the walk has moved. */
export interface ScoredTrader {
  days: ScoredDays
  walk: TraderWalk
  records: TraderRecords
}

/** Scores a trader at the close of one of the visitor's days, given by its place. */
export type Scoring = (place: number, scored: ScoredTrader) => void

/** Something that is computed of all traders: several visitors share one pass over their days. */
export interface PassVisitor {
  /** Windows whose numbers it needs of each trader. */
  readonly windows: readonly DayWindow[]
  /** Days at whose closes traders are scored, ascending. */
  readonly days: readonly Day[]
  /**
   * Takes a trader's days, which may go beyond the visitor's, and the numbers of its windows; both are valid until it
   * returns.
   * @returns the scoring of a trader who may have a score, or null
   */
  show(days: ScoredDays, numbers: readonly WindowNumbers[]): Scoring | null
  /** Called before traders are scored, with their ids. */
  prepare?(ids: readonly number[]): Promise<void>
  /** Called after each range of traders, once all are scored. */
  endRange?(): void
}

/** The moment of the ledger that a pass reads, and its traders. */
export interface PassOptions {
  marks: Marks
  order: Pick<AddressOrder, 'hidden'>
  /** The last day that is read. */
  upTo: Day
  /** Ids, ascending. @default all traders */
  traders?: readonly number[] | undefined
  /** Keeps days before the last one, and is read in their place. @default none */
  closed?: ClosedDays | null
  /** Called with the number of traders that were shown. */
  onTraders?: ((done: number) => void) | undefined
}

/** Traders of a range, and traders after which progress is reported. */
const RANGE = 5_000
const REPORTED = 1_000

/**
 * Shows every visitor each trader's days, in one pass over the ledger's. Memory holds the days of those who wait to be
 * scored, whose records are read together.
 */
export async function passOverTraders(
  sources: Sources,
  options: PassOptions,
  visitors: readonly PassVisitor[],
): Promise<void> {
  const pass = new TraderPass(sources, options, visitors)
  await eachTraderOf(sources.sql, options, (days) => pass.take(days))
  await pass.end()
}

/** Shows each trader's days in the order of their ids: for one who is kept, only rows of the last day are read. */
async function eachTraderOf(
  sql: Sql,
  { upTo, traders, closed = null }: PassOptions,
  use: (days: ScoredDays) => void | Promise<void>,
): Promise<void> {
  const read = (asked: { traders: readonly number[] | undefined; from?: Day }, each: typeof use) =>
    eachTrader(
      SCORE_COLUMNS,
      ledgerOf(sql).days({ columns: SCORE_COLUMNS, lists: true, upTo, ...asked }),
      each,
    )
  const useRead = (days: ScoredDays) => {
    closed?.keep(days)
    return use(days)
  }
  closed?.renew()
  const kept = closed === null ? [] : (traders ?? []).filter(closed.has)
  if (closed === null || kept.length === 0) return read({ traders }, useRead)
  const later = new Map<number, ScoredDays>()
  await read({ traders: kept, from: closed.day }, (days) => {
    later.set(days.trader, copyDays(SCORE_COLUMNS, days))
  })
  let next = 0
  const useKept = async (before: number) => {
    for (; next < kept.length && defined(kept[next]) < before; next++) {
      const trader = defined(kept[next])
      const days = closed.withLater(trader, later.get(trader) ?? null)
      if (days.count > 0) await use(days)
    }
  }
  const others = traders?.filter((trader) => !closed.has(trader)) ?? []
  if (others.length > 0)
    await read({ traders: others }, async (days) => {
      await useKept(days.trader)
      await useRead(days)
    })
  await useKept(Number.POSITIVE_INFINITY)
}

/** A trader who waits to be scored, with the scorings by the visitors' places. */
interface Waiting {
  days: ScoredDays
  scorings: readonly (Scoring | null)[]
}

class TraderPass {
  readonly #sources: Sources
  readonly #options: PassOptions
  readonly #visitors: readonly PassVisitor[]
  readonly #windowsOf: ReturnType<typeof createWindowsOf>
  /** Each visitor's part of the numbers, which are in the same memory for each trader. */
  #numbers: readonly (readonly WindowNumbers[])[] | null = null
  /** Every visitor's days in order, because a walk moves only forward. */
  readonly #stops: readonly { day: Day; visitor: number; place: number }[]
  #waiting: Waiting[] = []
  #waitingDays = 0
  #done = 0

  constructor(sources: Sources, options: PassOptions, visitors: readonly PassVisitor[]) {
    this.#sources = sources
    this.#options = options
    this.#visitors = visitors
    const windows = visitors.flatMap((visitor) => visitor.windows)
    this.#windowsOf = createWindowsOf(windows, (close) => closingPrices(options.marks, close))
    this.#stops = visitors
      .flatMap(({ days }, visitor) => days.map((day, place) => ({ day, visitor, place })))
      .sort((a, b) => a.day - b.day)
  }

  take(days: ScoredDays): void | Promise<void> {
    if (this.#options.order.hidden[days.trader] === 1) return
    this.#show(days)
    this.#done += 1
    const isRange = this.#done % RANGE === 0
    if (isRange || this.#waitingDays >= DAYS_AT_ONCE || this.#done % REPORTED === 0)
      return this.#pause(isRange)
  }

  async end(): Promise<void> {
    await this.#score()
    this.#options.onTraders?.(this.#done)
  }

  #show(days: ScoredDays): void {
    const all = this.#windowsOf(days)
    this.#numbers ??= parted(all, this.#visitors)
    const numbers = this.#numbers
    const scorings = this.#visitors.map((visitor, i) => visitor.show(days, defined(numbers[i])))
    if (scorings.every((scoring) => scoring === null)) return
    this.#waiting.push({ days: copyDays(SCORE_COLUMNS, days), scorings })
    this.#waitingDays += days.count
  }

  async #pause(isRange: boolean): Promise<void> {
    if (isRange || this.#waitingDays >= DAYS_AT_ONCE) await this.#score()
    if (isRange) for (const visitor of this.#visitors) visitor.endRange?.()
    if (this.#done % REPORTED !== 0) return
    this.#options.onTraders?.(this.#done)
    // SQLite answers without a pause: a server in this process must get its turn.
    await setImmediate()
  }

  async #score(): Promise<void> {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    this.#waitingDays = 0
    const ids = waiting.map(({ days }) => days.trader)
    const recordsOf = await readTraderRecords(this.#sources, ids, this.#options.upTo)
    for (const visitor of this.#visitors) await visitor.prepare?.(ids)
    const { marks } = this.#options
    for (const { days, scorings } of waiting) {
      const records = recordsOf(days.trader)
      const walk = new TraderWalk({ days, marks, records })
      for (const { day, visitor, place } of this.#stops) {
        const scoring = scorings[visitor]
        if (!scoring) continue
        walk.moveTo(day)
        scoring(place, { days, walk, records })
      }
      // A server in this process must get its turn.
      await setImmediate()
    }
  }
}

function parted(
  numbers: readonly WindowNumbers[],
  visitors: readonly PassVisitor[],
): (readonly WindowNumbers[])[] {
  let from = 0
  return visitors.map(({ windows }) => {
    const own = numbers.slice(from, from + windows.length)
    from += windows.length
    return own
  })
}
