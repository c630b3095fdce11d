import type { Address, Seconds } from '../../ledger/quantities.ts'
import { byRank, type PlaceChange } from './board-places.ts'

/** A trader who entered or left the top of a board. */
export interface BoardMove {
  address: Address
  /** Null where none is known. */
  name: string | null
  /** From 1; null: behind the first 1,000, or not on the board any more. */
  rank: number | null
  /** When followers were last told; null: further behind, or not on the board. */
  previousRank: number | null
}

/** What the followers of a board, each of a top of it, are told of with a snapshot. */
export interface BoardChanges {
  /** When the snapshot was computed. */
  time: Seconds
  moves: readonly (BoardMove & PlaceChange)[]
}

/** What the follower of a leaderboard is told: who entered and who left its top with a snapshot. */
export interface BoardNotice {
  /** Of this board, top and snapshot, unique and never changed. */
  id: string
  /** When the snapshot was computed. */
  time: Seconds
  /** The leaderboard's id, such as `pnl-7d`. */
  leaderboard: string
  title: string
  /** The followed places: the first so many. */
  top: number
  /** The best first; likewise `left`. */
  entered: readonly BoardMove[]
  left: readonly BoardMove[]
}

/**
 * Several notices of one top as one: who entered or left from before the first to the last of them. Whoever came and went
 * meanwhile is left out, so it may say that nobody did.
 * @param notices oldest first
 */
export function joinNotices(notices: readonly [BoardNotice, ...BoardNotice[]]): BoardNotice {
  const [first] = notices
  const moves = new Map<Address, { move: BoardMove; wasIn: boolean; isIn: boolean }>()
  for (const { entered, left } of notices) {
    for (const [list, isIn] of [[entered, true] as const, [left, false] as const])
      for (const move of list) {
        const before = moves.get(move.address)
        const previousRank = before ? before.move.previousRank : move.previousRank
        moves.set(move.address, { move: { ...move, previousRank }, wasIn: before?.wasIn ?? !isIn, isIn })
      }
  }
  const ordered = [...moves.values()].sort((a, b) => byRank(a.move, b.move))
  return {
    ...first,
    time: notices.at(-1)?.time ?? first.time,
    entered: ordered.filter(({ wasIn, isIn }) => isIn && !wasIn).map(({ move }) => move),
    left: ordered.filter(({ wasIn, isIn }) => wasIn && !isIn).map(({ move }) => move),
  }
}
