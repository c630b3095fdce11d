import type {
  Address,
  ConditionId,
  Hash,
  MicroPrice,
  MicroShares,
  MicroUsd,
  Seconds,
} from '../ledger/quantities.ts'
import type { POSITION_CHANGES } from '../store/ingest/whole-trade-rows.ts'

export type EffectCause =
  | 'TRADE'
  | 'SPLIT'
  | 'MERGE'
  | 'CONVERSION'
  | 'REDEMPTION'
  | 'TRANSFER'
  | 'RESOLUTION'

/** The decisions of a followed wallet that its followers are notified about. */
export const NOTICE_KINDS = ['OPENED', 'ADDED', 'REDUCED', 'CLOSED', 'RESOLVED'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A trader's record over all time by a snapshot. */
export interface TraderRecord {
  /** Dollars, below 0 for a loss. */
  profit: number
  /** Units decided with a profit and with a loss, and the share of the first, 0 to 1; absent where none is decided. */
  wins?: number
  losses?: number
  winRate?: number
  /** The test of skill against luck; absent under 30 decided units. */
  verdict?: 'SKILLED' | 'UNSKILLED' | 'CANNOT_TELL'
}

/** The numbers beside a notice that were known when its message was made; others are absent. */
export interface Standing {
  /** The outcome's mark, dollars a share, 0 to 1: for free accounts that of the delay ago. */
  priceNow?: number
  record?: TraderRecord
}

/** An act of a trader, as of the time that its notice was written. Everything unknown is null. */
export interface TraderNotice extends Standing {
  /** Unique, and never changed. */
  id: string
  /** The time of the newest event in it. */
  time: Seconds
  trader: { address: Address; name: string | null }
  outcome: string | null
  question: string | null
  slug: string | null
  condition: string | null
  category: string | null
  shares: MicroShares
  /** Before fees. */
  usd: MicroUsd
  /** Dollars per share, on average; null for no shares. */
  price: MicroPrice | null
  /** The transaction of its first event. */
  tx: Hash | null
}

/** A decision's notice. */
export interface WalletNotice extends TraderNotice {
  kind: NoticeKind
  /** The ways shares came or went, each once. */
  causes: readonly EffectCause[]
  /** Profit, or loss, that it fixed; null where shares came in. */
  realized: MicroUsd | null
  /** Shares held afterwards. */
  held: MicroShares
}

/** A whale alert as a subscriber receives it: the fill, its trader, and the boards that qualified it. */
export interface DeliverableAlert extends Omit<TraderNotice, 'slug'> {
  side: 'BUY' | 'SELL'
  condition: ConditionId | null
  price: MicroPrice
  /** Ids of the boards that had the trader in their top 100 at the start of the fill's week, such as `copyable-all`. */
  qualifying: readonly string[]
}

/** A large trade. */
export interface TradeNotice extends TraderNotice {
  side: 'BUY' | 'SELL'
  /** The effect on the trader's position. */
  change: (typeof POSITION_CHANGES)[number]
  /** Fills of its transaction that it sums up. */
  fills: number
}

interface Told extends Standing {
  /** The id of the notice, unique and never changed: it derives from the content and the transaction. */
  id: string
  time: Seconds
  condition: ConditionId
  /** The outcome's name, null if unknown, like the next three. */
  outcome: string | null
  question: string | null
  slug: string | null
  category: string | null
  /** The transaction; null where the source does not name it. */
  tx: Hash | null
}

export interface CrossingNotice extends Told {
  /** ROSE: to `level` or above it; FELL: to it or below it. */
  kind: 'ROSE' | 'FELL'
  level: MicroPrice
  price: MicroPrice
}

/** A price differs much from one within the hour before. */
export interface JumpNotice extends Told {
  kind: 'JUMPED'
  /** The price that it differs from. */
  from: MicroPrice
  price: MicroPrice
}

/** A market was resolved; `outcome` is the one that won, null where several share. */
export interface ResolutionNotice extends Told {
  kind: 'RESOLVED'
  /** The payout of a share of each outcome, in order. */
  payouts: readonly { outcome: string | null; price: MicroPrice }[]
}

/** A wallet came to hold much of an outcome. */
export interface HolderNotice extends Told {
  kind: 'HOLDS'
  trader: {
    address: Address
    /** Null if unknown. */
    name: string | null
  }
  shares: MicroShares
  /** Its part of the outcome's shares, 0.01 to 1, rounded down to thousandths. */
  share: number
}

/** Smart money changed sides; `outcome` is the one of which it holds most now. */
export interface StanceNotice extends Told {
  kind: 'TURNED'
  /** YES: the first outcome; NO: the second. */
  side: 'YES' | 'NO'
  /** The other outcome, in which the cohort held most before. */
  before: string | null
  /** The part of its value that is on the side, 0.6 to 1, rounded down to thousandths. */
  share: number
  /** Members that hold shares in the market. */
  members: number
}

export type MarketNotice = CrossingNotice | JumpNotice | ResolutionNotice | HolderNotice | StanceNotice

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

/** A copy that a registered rule bought, or a part of one that was sold or paid out. */
export interface RuleDeed {
  did: 'BOUGHT' | 'SOLD' | 'PAID'
  /** The copied trader. */
  trader: Address
  /** Null while unknown. */
  question: string | null
  outcome: string | null
  /** Dollars that it cost or brought, fees included. */
  usd: MicroUsd
}

/** The message to a follower of a registered rule: what its record got with a snapshot, or within a day. */
export interface RuleNotice {
  /** Unique by rule, span and snapshot, and never changed. */
  id: string
  time: Seconds
  /** The rule's id. */
  rule: string
  title: string
  /** The UTC day that it sums up; null for the news of a snapshot. */
  day: string | null
  /** Copies that bought anything, their dollars, and those that bought nothing. */
  bought: number
  staked: MicroUsd
  missed: number
  /** Parts of copies that were sold or paid out, and the dollars that they brought. */
  closed: number
  received: MicroUsd
  /** Entries that no longer count. */
  corrected: number
  /** The net result since the registration; null for the news of a snapshot. */
  net: MicroUsd | null
  /** Whether the rule ended. */
  hasEnded: boolean
  /** The first of them, without those of wallets that opted out. */
  deeds: readonly RuleDeed[]
}
