import type { Convert, EventPlace, Fill, LedgerEvent, Redeem, SplitOrMerge } from '../ledger/event.ts'
import type { Address, Hash, TokenId } from '../ledger/quantities.ts'
import type { Contract, ContractSet } from './contracts.ts'
import type { ChainFact, ChainLog } from './fact.ts'

/** A row of a V1 or V2 exchange, before the corrections that need the whole transaction. */
export interface FillRow {
  log: ChainLog
  fill: Fill
  generation: 1 | 2
}

/** Part of a V1 fee, refunded by a fee module. */
export interface FeeRefund {
  log: ChainLog
  orderHash: Hash
  /** Null means dollars. */
  token: TokenId | null
  amount: number
}

/** One ERC-1155 movement. */
export interface TokenMove {
  log: ChainLog
  /** Its number within its log. */
  item: number
  from: Address
  to: Address
  token: TokenId
  amount: number
  /** Part of a TransferBatch, so never the burn of a redemption. */
  batch: boolean
  /** Another event of the transaction explains it. */
  explained: boolean
}

/** One log of a collateral adapter's act for a user. */
export interface AdapterAct {
  log: ChainLog
  adapter: Address
  /** Whether the adapter's own log names the wallet; the other contract's log names the adapter. */
  own: boolean
  /** The collateral of the shares. */
  basis: Address
  event: SplitOrMerge | Redeem | Convert
}

export interface Mint {
  logIndex: number
  to: Address
  tokens: readonly TokenId[]
}

export interface Refusal {
  tx: string
  logIndex: number
  reason: string
  /** Anybody can make the chain emit such a log, on positions without a market; nothing is missing because of it. */
  strange?: true
}

/** The events and facts of one transaction so far, in log order. */
export interface TransactionState {
  readonly contracts: ContractSet
  /** A neg-risk market's conversion fee in 1/10,000. */
  readonly feeBipsOf: (market: Hash) => number
  readonly events: LedgerEvent[]
  readonly facts: ChainFact[]
  readonly rows: FillRow[]
  readonly refunds: FeeRefund[]
  readonly moves: TokenMove[]
  readonly acts: AdapterAct[]
  /** Tokens that the conditional tokens minted, unrepresentable amounts included. */
  readonly mints: Mint[]
  readonly refused: Refusal[]
}

/** Reads one log, known to come from a contract that may emit it, into the state. Throws LogRefused. */
export type LogDecoder = (log: ChainLog, state: TransactionState, emitter: Contract) => void

/** Whether the address may own positions: it is not infrastructure, which includes the zero address. */
export function isWallet(state: TransactionState, address: Address): boolean {
  return !state.contracts.infrastructure.has(address)
}

/** The place of a log's event; `item` numbers the events of one log. */
export function placeOf(log: ChainLog, item = 0): EventPlace {
  const place = {
    block: log.blockNumber,
    logIndex: log.logIndex,
    tx: log.transactionHash.toLowerCase() as Hash,
    time: log.blockTime,
  }
  return item === 0 ? place : { ...place, item }
}

/** Records that a log, or a part of it, was refused. */
export function refuse(state: TransactionState, log: ChainLog, reason: string, strange = false): void {
  const refusal = { tx: log.transactionHash.toLowerCase(), logIndex: log.logIndex, reason }
  state.refused.push(strange ? { ...refusal, strange } : refusal)
}
