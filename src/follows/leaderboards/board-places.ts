import { defined } from '../../checks.ts'
import { type BoardMove, byRank } from '../../delivery/notices/board-notice.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import { DEFAULT_ROWS } from '../../metrics/leaderboards.ts'

/** The most places of a board that can be followed: those that every tier may read. */
export const MOST_TOP = DEFAULT_ROWS

/**
 * Returns the ranks below `top` at which a trader still counts as in it, so that a trader at its edge does
 * not cause notices again and again.
 */
export function marginOf(top: number): number {
  return Math.max(1, Math.floor(top / 10))
}

/** The ranks of a board that decide the members of any top. */
export const WATCHED_RANKS = MOST_TOP + marginOf(MOST_TOP)

/** The smallest top that keeps a trader at a rank, by rank − 1. */
const STAYS_IN = Array.from({ length: WATCHED_RANKS }, (_, i) => {
  let top = 1
  while (top + marginOf(top) <= i) top++
  return top
})

export interface KnownPlace {
  trader: number
  /** From 1. */
  rank: number
  /**
   * The smallest top with the trader in it, at most {@link MOST_TOP}. Every larger top has the trader too.
   */
  top: number
}

/** A trader who entered or left some tops, with the places before and after. */
export interface PlaceChange {
  /** Null if below {@link WATCHED_RANKS} or off the board. */
  rank: number | null
  /** Null if unknown, below {@link WATCHED_RANKS} or off the board. */
  previousRank: number | null
  /** The smallest top with the trader in it, now and before. Null if none. */
  top: number | null
  previousTop: number | null
}

/** A snapshot's changes of a board, for followers of a top of any length. */
export interface BoardChanges {
  time: Seconds
  moves: readonly (BoardMove & PlaceChange)[]
}

/**
 * Returns the places of a board's next order. A trader enters a top at a rank within it, and leaves it at a
 * rank more than the margin below it.
 * @param order ids of the first {@link WATCHED_RANKS} traders, best first
 */
export function nextPlaces(before: readonly KnownPlace[], order: ArrayLike<number>): KnownPlace[] {
  const known = new Map(before.map(({ trader, top }) => [trader, top]))
  return STAYS_IN.slice(0, order.length)
    .map((staysIn, i): KnownPlace => {
      const trader = defined(order[i])
      const rank = i + 1
      return { trader, rank, top: Math.min(rank, Math.max(known.get(trader) ?? Infinity, staysIn)) }
    })
    .filter(({ top }) => top <= MOST_TOP)
}

/** Returns the traders who entered or left any top between two lists of places. */
export function changesBetween(
  before: readonly KnownPlace[],
  after: readonly KnownPlace[],
): (PlaceChange & { trader: number })[] {
  const now = new Map(after.map((place) => [place.trader, place]))
  const then = new Map(before.map((place) => [place.trader, place]))
  return [...new Set([...now.keys(), ...then.keys()])].flatMap((trader) => {
    const [place, previous] = [now.get(trader), then.get(trader)]
    if (place?.top === previous?.top) return []
    return {
      trader,
      rank: place?.rank ?? null,
      previousRank: previous?.rank ?? null,
      top: place?.top ?? null,
      previousTop: previous?.top ?? null,
    }
  })
}

/** Returns the traders who entered and who left one top, best first. */
export function changesOfTop<Change extends PlaceChange>(
  changes: readonly Change[],
  top: number,
): { entered: Change[]; left: Change[] } {
  const isIn = (smallest: number | null) => smallest !== null && smallest <= top
  const ordered = changes.toSorted(byRank)
  return {
    entered: ordered.filter((one) => isIn(one.top) && !isIn(one.previousTop)),
    left: ordered.filter((one) => !isIn(one.top) && isIn(one.previousTop)),
  }
}
