import { DEFAULT_ROWS } from '../../metrics/leaderboards.ts'

/** Most places of a board that can be followed: those that every account may read, whatever its tier. */
export const MOST_TOP = DEFAULT_ROWS

/** Ranks behind `top` at which a trader still counts as in it, so that one at its edge is not told of again and again. */
export function marginOf(top: number): number {
  return Math.max(1, Math.floor(top / 10))
}

/** Ranks of a board that decide who is in any top of it: the first so many. */
export const WATCHED_RANKS = MOST_TOP + marginOf(MOST_TOP)

/** By rank − 1, the smallest top that a trader in it stays in at that rank. */
const STAYS_IN = Array.from({ length: WATCHED_RANKS }, (_, i) => {
  let top = 1
  while (top + marginOf(top) <= i) top++
  return top
})

/** Where a trader was when followers were last told. */
export interface KnownPlace {
  trader: number
  /** From 1. */
  rank: number
  /** The smallest top that the trader is in; {@link MOST_TOP} at most. Whoever is in one is in all larger ones. */
  top: number
}

/** What the places of somebody who entered or left some tops are and were. */
export interface PlaceChange {
  /** Null: behind {@link WATCHED_RANKS}, or not on the board any more. */
  rank: number | null
  /** Null: unknown, behind {@link WATCHED_RANKS} or not on the board. */
  previousRank: number | null
  /** The smallest top that the trader is in now, and was in before. Null: none. */
  top: number | null
  previousTop: number | null
}

/**
 * The places of a board's next order. A trader enters a top by a rank within it, and leaves it by a rank more than its margin
 * behind it.
 * @param order ids of the first {@link WATCHED_RANKS} traders, best first
 */
export function nextPlaces(before: readonly KnownPlace[], order: ArrayLike<number>): KnownPlace[] {
  const known = new Map(before.map(({ trader, top }) => [trader, top]))
  return STAYS_IN.slice(0, order.length)
    .map((staysIn, i): KnownPlace => {
      const trader = order[i] ?? 0
      const rank = i + 1
      return { trader, rank, top: Math.min(rank, Math.max(known.get(trader) ?? Infinity, staysIn)) }
    })
    .filter(({ top }) => top <= MOST_TOP)
}

/** Who entered or left any top from one list of places to the next. */
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

/** Who entered and who left one top: the best first. */
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

/** The best first, who is not on the board last, by the ranks before. */
export function byRank(one: Ranks, other: Ranks): number {
  return (
    (one.rank ?? Infinity) - (other.rank ?? Infinity) ||
    (one.previousRank ?? Infinity) - (other.previousRank ?? Infinity) ||
    0
  )
}

type Ranks = Pick<PlaceChange, 'rank' | 'previousRank'>
