import type { Seconds } from '../../ledger/quantities.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import type { Place } from '../ledger/place.ts'

/** A fill as the ledger keeps it: ids in place of names, amounts in micro-units. */
export interface StoredTrade extends Place {
  time: Seconds
  owner: number
  /** Null if unknown. */
  counterparty: number | null
  /** 0 MAKER, 1 TAKER; null if unknown. */
  role: number | null
  /** 0 BUY, 1 SELL. */
  side: number
  token: number
  shares: number
  usd: number
  fee: number
  /** 0 USD, 1 shares. */
  feeIn: number
  /** The transaction; undefined for a sealed fill, whose hash is in a file of its own. */
  tx?: Uint8Array | null
}

/** An event that is no fill, as the ledger keeps it. */
export interface StoredMovement extends MovementRow {
  /** INCOME: the type of the Data API. */
  reason: string | null
  /** The transaction; undefined for a sealed movement, whose hash is in a file of its own. */
  tx?: Uint8Array | null
}
