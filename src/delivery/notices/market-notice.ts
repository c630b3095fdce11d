import type { Address, ConditionId, Hash, MicroPrice, MicroShares, Seconds } from '../../ledger/quantities.ts'
import type { Standing } from './wallet-notice.ts'

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
