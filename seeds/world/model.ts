import type { Address, ConditionId, Hash, MicroShares, TokenId } from '../../src/ledger/quantities.ts'
import type { Category, EventPlan } from '../market/market-plan.ts'

/** How a simulated trader was planted to behave. */
export type Role =
  | 'SKILLED'
  | 'UNSKILLED'
  | 'MARKET_MAKER'
  | 'BOT'
  | 'SNIPER'
  | 'SPECIALIST'
  | 'FARMER'
  | 'CROWD'

/** A simulated trader: what was drawn for it once, and the open positions that it may come back to. */
export interface Trader {
  index: number
  address: Address
  role: Role
  /** Typical dollars of one order. */
  scale: number
  /** The percentage of a market's remaining life that an informed trader foresees; 0 for all others. */
  foresight: number
  /** Where a specialist trades. */
  field: Category
  /** The hours from the world's start between which it trades: [from, until). */
  from: number
  until: number
  /** Orders that it sends in an hour (bots only). */
  pace: number
  /** Open conditions that it has held shares of. */
  held: OpenCondition[]
}

/** The first outcome (Yes) or the second (No). */
export type Outcome = 0 | 1

/** An order that waits in the book for somebody to cross. */
export interface RestingOrder {
  trader: Trader
  side: 'BUY' | 'SELL'
  outcome: Outcome
  shares: MicroShares
}

/** A condition that is open: who holds what, and which orders wait. */
export interface OpenCondition {
  event: OpenEvent
  /** Its number in the event. */
  question: number
  id: ConditionId
  tokens: readonly [TokenId, TokenId]
  holdings: Map<Trader, [MicroShares, MicroShares]>
  resting: RestingOrder[]
}

/** An event that is open. Its paths exist only as long as it is. */
export interface OpenEvent {
  plan: EventPlan
  /** The neg-risk market; null for a plain condition. */
  market: Hash | null
  /** The public odds by the hour. */
  path: readonly Int32Array[]
  /** An independent path of the same kind: what people believe who believe rumours. */
  rumour: readonly Int32Array[]
  conditions: readonly OpenCondition[]
}
