import { defined } from '../../checks.ts'
import { type Day, type MicroUsd, weekStart } from '../../ledger/quantities.ts'
import {
  type CopiedRecord,
  copyable,
  couldBeCopied,
  MINIMUM_UNITS,
} from '../../metrics/behaviour/copyable.ts'
import { isBot } from '../../metrics/behaviour/trade-habits.ts'
import {
  dayBeforeWindow,
  LEADERBOARDS,
  type PeriodDefinition,
  periodNamed,
  type Ranking,
  type TabNumbers,
} from '../../metrics/leaderboards.ts'
import { roi } from '../../metrics/profit/results.ts'
import { type ExactTotal, exactTotal } from '../../metrics/running-sum.ts'
import { MINIMUM_WEEKS } from '../../metrics/skill/consistent.ts'
import { highConviction } from '../../metrics/skill/high-conviction.ts'
import { MINIMUM_FORESIGHT_FILLS } from '../../metrics/skill/prescience.ts'
import { memoize } from '../../store/snapshot/keep-newest.ts'
import type { TraderDays } from '../windows/trader-days.ts'
import type { WindowNumbers, WindowTotals } from '../windows/windows-of.ts'
import type { TraderWalk } from './trader-walk.ts'

/** The totals of a window that scores are read from. */
export type ScoredTotals = Pick<WindowTotals, 'pnl' | 'volume' | 'bought' | 'fills' | 'roi'>

/** The totals that scores read of a window: the stake of all time is what was bought, and scores of other windows ask for none. */
export function scoredTotals({ pnl, volume, stake, fills }: WindowNumbers): ScoredTotals {
  return { pnl, volume, bought: stake, fills, roi: roi(pnl, 0, stake) }
}

/** A trader's scores at a day's close, computed lazily, because most traders are on few boards. */
export interface TraderScores {
  isBot(): boolean
  /** The trader's score on a board; null if the trader is not on it. */
  scoreOf(board: Ranking): number | null
  /** Whether a price at the cutoff moves a score in other ways than by its change: of the weeks, or of who could be copied. */
  isSensitive(): boolean
}

const ALL_TIME = periodNamed('ALL')

/** A trader's scores where a walk has arrived: they are read before it moves on. */
export function scoresAt(
  walk: TraderWalk,
  totalsOf: (period: PeriodDefinition) => ScoredTotals | undefined,
): TraderScores {
  const allTime = totalsOf(ALL_TIME)
  const bot = memoize(() => isBot(walk.botProbability(allTime?.volume ?? 0)))
  const copied = memoize((): CopiedRecord => {
    const { buys, fills, buySlippage, sellSlippage, movedSlippage } = walk.behaviour()
    return {
      pnl: allTime?.pnl ?? 0,
      bought: allTime?.bought ?? 0,
      buySlippage: exactTotal(buySlippage),
      sellSlippage: exactTotal(sellSlippage),
      movedSlippage: exactTotal(movedSlippage),
      buys,
      fills,
      get decidedUnits() {
        return walk.units().length
      },
      get isBot() {
        return bot()
      },
    }
  })
  return {
    isBot: bot,
    scoreOf: ({ tab, period }) =>
      tab.value(new BoardNumbers(totalsOf(period), dayBeforeWindow(period, walk.day), walk, copied)),
    isSensitive: () => walk.behaviour().activeWeeks >= MINIMUM_WEEKS || couldBeCopied(copied()),
  }
}

/**
 * A trader's numbers of one board; a tab reads of these what it is ordered by, and only that is computed. A class, for getters
 * on each of millions of objects cost more than all that they compute.
 */
class BoardNumbers implements TabNumbers {
  readonly fills: number
  readonly volume: ExactTotal
  readonly pnl: number
  readonly roi: number | null
  readonly #before: Day | null
  readonly #walk: TraderWalk
  readonly #copied: () => CopiedRecord

  constructor(
    totals: ScoredTotals | undefined,
    before: Day | null,
    walk: TraderWalk,
    copied: () => CopiedRecord,
  ) {
    const { fills = 0, volume = 0, pnl = 0, roi = null } = totals ?? {}
    this.fills = fills
    this.volume = volume
    this.pnl = pnl
    this.roi = roi
    this.#before = before
    this.#walk = walk
    this.#copied = copied
  }

  get decidedUnits(): number {
    return this.#walk.decidedAfter(this.#before)
  }

  get sharpeRatio(): number | null {
    return this.#walk.sharpeRatio(this.#before)
  }

  get consistent(): number | null {
    // Without a profit in the period there is no score, and the weeks add up to the same profit.
    const isAsked = this.pnl > 0 && this.#walk.behaviour().activeWeeks >= MINIMUM_WEEKS
    return isAsked ? this.#walk.consistent(this.#before) : null
  }

  get copyable(): number | null {
    return copyable(this.#copied())
  }

  get prescience(): number | null {
    return this.#walk.prescience()
  }

  get highConviction(): MicroUsd | null {
    const walk = this.#walk
    const { buys, fills } = walk.behaviour()
    const shares = memoize(() => walk.keptShares())
    return highConviction({
      pnl: this.pnl,
      buys,
      fills,
      get decidedUnits() {
        return walk.units().length
      },
      get settled() {
        return shares().settled
      },
      get kept() {
        return shares().kept
      },
    })
  }
}

/** The boards that are ordered by what few traders have. */
export const SCORED_BOARDS = LEADERBOARDS.filter(({ tab }) => tab.isScored)

/** Traders with a score, and traders that are bots, at one moment. */
export interface ScoreBook {
  /** By board, the scores by trader id. */
  scores: ReadonlyMap<string, Map<number, number>>
  bots: Set<number>
  /** By board, the traders whose score was put or removed since this was last cleared. */
  touched: ReadonlyMap<string, Set<number>>
}

/** A book without traders. */
export function emptyScoreBook(): ScoreBook {
  return {
    scores: new Map(SCORED_BOARDS.map(({ id }) => [id, new Map()])),
    bots: new Set(),
    touched: new Map(SCORED_BOARDS.map(({ id }) => [id, new Set()])),
  }
}

/** The same book, to be changed apart. */
export function copyOf({ scores, bots, touched }: ScoreBook): ScoreBook {
  return {
    scores: new Map([...scores].map(([board, own]) => [board, new Map(own)])),
    bots: new Set(bots),
    touched: new Map([...touched].map(([board, own]) => [board, new Set(own)])),
  }
}

/** Puts a trader's scores in the place of those that were there; null for a trader who has none. */
export function putScores(book: ScoreBook, trader: number, scores: TraderScores | null): void {
  if (scores?.isBot()) book.bots.add(trader)
  else book.bots.delete(trader)
  for (const board of SCORED_BOARDS) putScore(book, board, trader, scores?.scoreOf(board) ?? null)
}

/** Puts one score in the place of what was there; null for none. */
function putScore(
  { scores, touched }: ScoreBook,
  { id }: Ranking,
  trader: number,
  score: number | null,
): void {
  const own = scores.get(id)
  if (own === undefined || (score === null && !own.has(trader))) return
  touched.get(id)?.add(trader)
  if (score === null) own.delete(trader)
  else own.set(trader, score)
}

/** Fewest fills of a bot: below, entropy is 0 (methodology §6), and the other parts do not reach the threshold. */
const LEAST_BOT_FILLS = 50
/** With fewer fills only a score by weeks is possible. */
const LEAST_FILLS = Math.min(LEAST_BOT_FILLS, MINIMUM_FORESIGHT_FILLS)

/**
 * Whether a trader has enough fills up to a day's close for a score by fills, or to be a bot. Scores by decided units depend on the number of
 * positions instead ({@link LEAST_POSITIONS}).
 */
export function hasEnoughFills(days: TraderDays, upTo: Day): boolean {
  const { day, fills } = days.columns
  let count = 0
  for (let row = 0; row < days.count; row++) if (defined(day[row]) <= upTo) count += defined(fills[row])
  if (count >= LEAST_FILLS || count < MINIMUM_WEEKS) return count >= LEAST_FILLS
  const weeks = new Set<number>()
  for (let row = 0; row < days.count; row++)
    if (defined(fills[row]) > 0 && defined(day[row]) <= upTo) weeks.add(weekStart(defined(day[row])))
  return weeks.size >= MINIMUM_WEEKS
}

/** Fewest positions for a board's score by decided units. (`high-conviction`, which is no board, needs fewer.) */
export const LEAST_POSITIONS = MINIMUM_UNITS
