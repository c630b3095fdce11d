import type {
  Address,
  ConditionId,
  Hash,
  MicroPrice,
  MicroShares,
  MicroUsd,
  Seconds,
} from '../../ledger/quantities.ts'
import type { Standing } from './wallet-notice.ts'

/** A whale alert as a subscriber receives it: the fill, its trader, and the boards that qualified it. */
export interface DeliverableAlert extends Standing {
  /** The alert's public id, unique and never changed. */
  id: string
  /** The fill's block time. */
  time: Seconds
  trader: {
    address: Address
    /** The trader's name, or null if unknown. */
    name: string | null
  }
  side: 'BUY' | 'SELL'
  /** The market's condition, or null where it is unknown. */
  condition: ConditionId | null
  /** The name of the outcome that was traded, or null where the market is unknown. */
  outcome: string | null
  /** The market's question, or null where it is unknown. */
  question: string | null
  /** The market's category, or null for a market without one. */
  category: string | null
  price: MicroPrice
  usd: MicroUsd
  shares: MicroShares
  /** The fill's transaction, or null if the source lacks it. */
  tx: Hash | null
  /** Ids of the boards that had the trader in their top 100 at the start of the fill's week, such as `copyable-all`. */
  qualifying: readonly string[]
}
