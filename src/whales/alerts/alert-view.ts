import type { MarketCategory } from '../../ledger/market-category.ts'
import type { Address, ConditionId, Hash, Seconds, TokenId } from '../../ledger/quantities.ts'
import type { QualifyingBoard } from '../config/qualifying-board.ts'

/** The known facts of an alert's market. */
export interface AlertMarket {
  condition: ConditionId
  question: string | null
  slug: string | null
}

/** The later prices of an alert's token: dollars a share, null until known. */
export interface AlertMarks {
  afterHour: number | null
  afterDay: number | null
  /** The payout of a share. */
  payout: number | null
}

export interface AlertTrader {
  id: number
  address: Address
  username: string | null
  profileImage: string | null
  xUsername: string | null
  verified: boolean
}

/** The fields of an alert that only Pro callers see. */
export interface AlertIdentity {
  trader: AlertTrader
  tx: Hash | null
  orderHash: Hash | null
  token: TokenId
  shares: number
  role: 'MAKER' | 'TAKER' | null
  marks: AlertMarks
}

/** An alert as a caller sees it; dollars, shares and prices as decimals. */
export interface AlertView {
  id: string
  /** Null without Pro. */
  identity: AlertIdentity | null
  /** The trader's label where `identity` is null. */
  label: string | null
  side: 'BUY' | 'SELL'
  /** The outcome's name; null if unknown. */
  outcome: string | null
  /** Null while the token's market is unknown. */
  market: AlertMarket | null
  category: MarketCategory | null
  usd: number
  /** Dollars a share. */
  price: number
  time: Seconds
  /** The unit that `time` is floored to. */
  timePrecision: 'SECOND' | 'MINUTE'
  /** Ids of the boards that had the trader in their top 100 at the start of the week. */
  qualifying: readonly QualifyingBoard[]
}
