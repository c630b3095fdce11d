import type { Address, Hash, MicroPrice, MicroShares, MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import type { Standing } from './wallet-notice.ts'

/** A large trade, as of the time that its notice was written. */
export interface TradeNotice extends Standing {
  /** Unique by topic and trade, and never changed. */
  id: string
  time: Seconds
  trader: {
    address: Address
    /** Null if unknown. */
    name: string | null
  }
  side: 'BUY' | 'SELL'
  /** The effect on the trader's position. */
  change: (typeof POSITION_CHANGES)[number]
  /** Null if unknown, like the others. */
  outcome: string | null
  question: string | null
  slug: string | null
  condition: string | null
  category: string | null
  shares: MicroShares
  /** Before fees. */
  usd: MicroUsd
  /** Dollars per share, on average; null without shares. */
  price: MicroPrice | null
  /** Fills of its transaction that it sums up. */
  fills: number
  /** Null if unknown. */
  tx: Hash | null
}
