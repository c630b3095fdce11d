import type { LotMethod } from '../../ledger/lot-heap.ts'
import type { MicroUsd } from '../../ledger/quantities.ts'
import type { StoredDisposal, YearIncome } from '../../store/trades/lot-record.ts'
import type { TraderProfile } from './loaders.ts'

export interface YearOfLots {
  trader: TraderProfile
  wallets: readonly TraderProfile[]
  method: LotMethod
  year: number
  /** Years with anything in them, the newest first. */
  years: readonly number[]
  disposals: readonly StoredDisposal[]
  income: readonly YearIncome[]
  /** Realized profit of the wallets by the fold. */
  realized: MicroUsd
}
