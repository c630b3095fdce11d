import type { Address, Seconds } from '../../ledger/quantities.ts'

/** A trader who entered or left a followed top. */
export interface BoardMove {
  address: Address
  /** Null if unknown. */
  name: string | null
  /** From 1; null if below the first 1,000 or off the board. */
  rank: number | null
  /** The rank in the last notice; null if lower, or off the board. */
  previousRank: number | null
}

/** The message to a follower of a top: the traders who entered and who left it with a snapshot. */
export interface TopNotice {
  /** Unique by list, top and snapshot, and never changed. */
  id: string
  time: Seconds
  title: string
  /** The number of followed places. */
  top: number
  /** Best first, like `left`. */
  entered: readonly BoardMove[]
  left: readonly BoardMove[]
}

/** The message to a follower of a leaderboard. */
export interface BoardNotice extends TopNotice {
  /** The leaderboard's id, such as `pnl-7d`. */
  leaderboard: string
}

/** The message to a follower of a saved screen. */
export interface ScreenNotice extends TopNotice {
  /** The screen's id; its title is the name that its owner gave it. */
  screen: string
  /** The question as a link to the REST API. */
  path: string
}

/** The message to a follower whose follow of a screen, or of trades by its members, ended because the screen cannot be read any more. */
export interface ScreenEnd {
  id: string
  time: Seconds
  screen: string
  /** The screen's last known name; null where no snapshot was looked at yet, and for a follow of trades. */
  title: string | null
  /** The rest of the filter of the followed trades in words, empty without any; null for a follow of the screen. */
  trades: string | null
  ended: 'DELETED' | 'PRIVATE'
}

/**
 * Joins several notices of one top: traders who entered or left between the first and the last. A trader who
 * came and went in between is omitted, so the result may be empty.
 * @param notices oldest first
 */
export function joinNotices<Of extends TopNotice>(notices: readonly [Of, ...Of[]]): Of {
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

/** Orders by the ranks before, best first; a trader who is off the board comes last. */
export function byRank(one: Ranks, other: Ranks): number {
  return (
    (one.rank ?? Infinity) - (other.rank ?? Infinity) ||
    (one.previousRank ?? Infinity) - (other.previousRank ?? Infinity) ||
    0
  )
}

type Ranks = Pick<BoardMove, 'rank' | 'previousRank'>
