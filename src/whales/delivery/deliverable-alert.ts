import type { Address, Hash, MicroPrice, MicroShares, MicroUsd, Seconds } from '../../ledger/quantities.ts'

/** A whale alert as a subscriber receives it: the fill, who made it, and the boards that made it an alert. */
export interface DeliverableAlert {
  /** The alert's public id, unique and never changed. */
  id: string
  /** The fill's block time. */
  time: Seconds
  trader: {
    address: Address
    /** The trader's name, or null where none is known. */
    name: string | null
  }
  side: 'BUY' | 'SELL'
  /** The name of the outcome that was traded, or null where the market is unknown. */
  outcome: string | null
  /** The market's question, or null where it is unknown. */
  question: string | null
  /** The market's category, or null where it has none. */
  category: string | null
  price: MicroPrice
  usd: MicroUsd
  shares: MicroShares
  /** The fill's transaction, or null where the source does not name it. */
  tx: Hash | null
  /** Ids of the boards on which the trader stood at the start of the fill's week: `copyable-all` and the like. */
  qualifying: readonly string[]
}
