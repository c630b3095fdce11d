import type { Fill, LedgerEvent } from '../ledger/event.ts'
import type { Address, Hash } from '../ledger/quantities.ts'
import { LogRefused } from './abi-words.ts'
import { settleAdapterActs } from './collateral-adapters.ts'
import {
  decodeConditionPreparation,
  decodeConditionResolution,
  decodePayoutRedemption,
  decodeSplitOrMerge,
} from './conditional-tokens.ts'
import { type ContractKind, type ContractSet, POLYGON } from './contracts.ts'
import { decodeFeeRefunded, decodeOrderFilledV1, decodeOrderFilledV2 } from './exchange.ts'
import type { ChainFact, ChainLog } from './fact.ts'
import {
  decodeModuleMerged,
  decodeModuleRedeemed,
  decodeModuleResolved,
  decodeModuleSplit,
} from './modules.ts'
import {
  decodeMarketPrepared,
  decodeNegRiskRedemption,
  decodeNegRiskSplitOrMerge,
  decodePositionsConverted,
  decodeQuestionPrepared,
} from './neg-risk.ts'
import { decodePoolBuy, decodePoolCreation, decodePoolSell } from './pools.ts'
import { EVENT_OF_TOPIC, type EventName, SILENT_TOPICS } from './topics.ts'
import {
  type FeeRefund,
  type FillRow,
  isWallet,
  type LogDecoder,
  type Refusal,
  refuse,
  type TransactionState,
} from './transaction-state.ts'
import { decodeTransferBatch, decodeTransferSingle, walletTransfers } from './transfers.ts'

export interface DecodedTransaction {
  /** In log order; one event for each action of a wallet, for any number of logs. */
  events: LedgerEvent[]
  facts: ChainFact[]
  /** Refused logs of known events, each with its reason. */
  refused: Refusal[]
  /** Numbers of skipped logs, by topic 0: unknown events, or known ones from strangers' contracts. */
  skipped: Map<string, number>
}

/** The contracts that may emit each event: the same topic from any other contract is skipped. */
const DECODERS: Record<EventName, { from: readonly ContractKind[]; decode: LogDecoder }> = {
  orderFilledV1: { from: ['EXCHANGE'], decode: decodeOrderFilledV1 },
  orderFilledV2: { from: ['EXCHANGE'], decode: decodeOrderFilledV2 },
  feeRefunded: { from: ['FEE_MODULE'], decode: decodeFeeRefunded },
  conditionPreparation: { from: ['CONDITIONAL_TOKENS'], decode: decodeConditionPreparation },
  conditionResolution: { from: ['CONDITIONAL_TOKENS'], decode: decodeConditionResolution },
  positionSplit: {
    from: ['CONDITIONAL_TOKENS', 'COLLATERAL_ADAPTER', 'NEG_RISK_COLLATERAL_ADAPTER'],
    decode: (...given) => decodeSplitOrMerge('SPLIT', ...given),
  },
  positionsMerge: {
    from: ['CONDITIONAL_TOKENS', 'COLLATERAL_ADAPTER', 'NEG_RISK_COLLATERAL_ADAPTER'],
    decode: (...given) => decodeSplitOrMerge('MERGE', ...given),
  },
  payoutRedemption: {
    from: ['CONDITIONAL_TOKENS', 'COLLATERAL_ADAPTER', 'NEG_RISK_COLLATERAL_ADAPTER'],
    decode: decodePayoutRedemption,
  },
  transferSingle: { from: ['CONDITIONAL_TOKENS', 'POSITION_MANAGER'], decode: decodeTransferSingle },
  transferBatch: { from: ['CONDITIONAL_TOKENS', 'POSITION_MANAGER'], decode: decodeTransferBatch },
  marketPrepared: { from: ['NEG_RISK_ADAPTER'], decode: decodeMarketPrepared },
  questionPrepared: { from: ['NEG_RISK_ADAPTER'], decode: decodeQuestionPrepared },
  negRiskSplit: {
    from: ['NEG_RISK_ADAPTER'],
    decode: (...given) => decodeNegRiskSplitOrMerge('SPLIT', ...given),
  },
  negRiskMerge: {
    from: ['NEG_RISK_ADAPTER'],
    decode: (...given) => decodeNegRiskSplitOrMerge('MERGE', ...given),
  },
  positionsConverted: {
    from: ['NEG_RISK_ADAPTER', 'NEG_RISK_COLLATERAL_ADAPTER'],
    decode: decodePositionsConverted,
  },
  negRiskRedemption: { from: ['NEG_RISK_ADAPTER'], decode: decodeNegRiskRedemption },
  poolBuy: { from: ['POOL'], decode: decodePoolBuy },
  poolSell: { from: ['POOL'], decode: decodePoolSell },
  poolCreation: { from: ['POOL_FACTORY'], decode: decodePoolCreation },
  moduleResolved: { from: ['MODULE'], decode: decodeModuleResolved },
  moduleSplit: { from: ['MODULE'], decode: decodeModuleSplit },
  moduleMerged: { from: ['MODULE'], decode: decodeModuleMerged },
  moduleRedeemed: { from: ['MODULE'], decode: decodeModuleRedeemed },
}

/**
 * Decodes the logs of ONE transaction, in any order (the same log twice counts once). `feeBipsOf` gives a neg-risk
 * market's conversion fee, as learned from its NEG_RISK_MARKET fact. Never throws on a log's contents.
 */
export function decodeTransaction(
  logs: readonly ChainLog[],
  contracts: ContractSet = POLYGON,
  feeBipsOf: (market: Hash) => number = () => 0,
): DecodedTransaction {
  const state: TransactionState = {
    contracts,
    feeBipsOf,
    events: [],
    facts: [],
    rows: [],
    refunds: [],
    moves: [],
    acts: [],
    mints: [],
    refused: [],
  }
  const skipped = new Map<string, number>()
  for (const log of inLogOrder(logs)) if (!decodeLog(log, state)) countSkipped(skipped, log)
  settleAdapterActs(state)
  const fills = settleFills(state)
  const events = [...state.events, ...fills, ...walletTransfers(state, fills)].sort(byPlace)
  state.refused.sort((a, b) => a.logIndex - b.logIndex)
  return { events, facts: state.facts, refused: state.refused, skipped }
}

/** False if the log is none of the venue's events. */
function decodeLog(log: ChainLog, state: TransactionState): boolean {
  const topic = topicOf(log)
  const name = EVENT_OF_TOPIC.get(topic)
  if (name === undefined) return SILENT_TOPICS.has(topic)
  const emitter = state.contracts.byAddress.get(log.address.toLowerCase())
  const { from, decode } = DECODERS[name]
  if (emitter === undefined || !from.includes(emitter.kind)) return false
  try {
    decode(log, state, emitter)
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error
    refuse(state, log, error.message, error.outlandish && emitter.kind === 'CONDITIONAL_TOKENS')
  }
  return true
}

/** A log without topics counts under the empty string; longer texts are not used as keys. */
function topicOf(log: ChainLog): string {
  return (log.topics[0] ?? '').slice(0, 66).toLowerCase()
}

function countSkipped(skipped: Map<string, number>, log: ChainLog): void {
  const topic = topicOf(log)
  skipped.set(topic, (skipped.get(topic) ?? 0) + 1)
}

function inLogOrder(logs: readonly ChainLog[]): readonly ChainLog[] {
  const ordered = logs.every((log, i) => i === 0 || log.logIndex > (logs[i - 1]?.logIndex ?? -1))
  if (ordered) return logs
  return [...new Map(logs.map((log) => [log.logIndex, log])).values()].sort((a, b) => a.logIndex - b.logIndex)
}

function byPlace(a: LedgerEvent, b: LedgerEvent): number {
  return (a.logIndex ?? 0) - (b.logIndex ?? 0) || (a.item ?? 0) - (b.item ?? 0)
}

/**
 * Turns the transaction's exchange rows into fills: refunds deducted from the fees, V1 taker rows corrected by their
 * maker rows, rows without shares or with an impossible fee refused, rows of infrastructure skipped.
 */
function settleFills(state: TransactionState): Fill[] {
  correctTakerRows(state.rows)
  for (const refund of state.refunds) takeRefund(state, refund)
  return state.rows.filter((row) => isSound(state, row)).map((row) => row.fill)
}

/**
 * A taker row can hold the requested amount, not the spent one: the rest returns to the taker without an event. In V1
 * any taker row can, in V2 only where sets are minted or merged (reference A4). The maker rows of the match, which
 * precede it, give the spent amount.
 */
function correctTakerRows(rows: readonly FillRow[]): void {
  const matches = new Map<Address | null, Fill[]>()
  for (const { fill, generation } of rows) {
    const match = matches.get(fill.exchange) ?? []
    if (fill.role === 'TAKER') correctTaker(fill, match, generation)
    if (fill.role === 'TAKER') matches.delete(fill.exchange)
    else matches.set(fill.exchange, match)
    match.push(fill)
  }
}

/**
 * Nothing changes if maker rows are missing (logs fetched by wallet): the taker's received amount is always right, so
 * it shows whether the available maker rows are complete.
 */
function correctTaker(taker: Fill, match: readonly Fill[], generation: FillRow['generation']): void {
  const makers = match.filter((maker) => maker.counterparty === taker.owner)
  const asked = generation === 1 || makers.some((maker) => maker.side === taker.side)
  if (makers.length === 0 || !asked) return
  const collateral = makers.reduce((sum, maker) => sum + collateralSide(taker, maker), 0)
  const shares = makers.reduce((sum, maker) => sum + maker.shares, 0)
  if (taker.side === 'BUY' && shares >= taker.shares) taker.usd = Math.min(taker.usd, Math.max(0, collateral))
  if (taker.side === 'SELL' && collateral >= taker.usd) taker.shares = Math.min(taker.shares, shares)
}

/**
 * The dollars between the taker and one maker row: the maker's own where shares change hands; with a maker on the
 * taker's side, sets are minted or merged, and the taker pays or gets the rest of a dollar a share.
 */
function collateralSide(taker: Fill, maker: Fill): number {
  return maker.side === taker.side ? maker.shares - maker.usd : maker.usd
}

/** A refund belongs to the first row of its order whose fee still covers it; an order can be filled twice. */
function takeRefund(state: TransactionState, refund: FeeRefund): void {
  const row = state.rows.find(
    ({ fill }) =>
      fill.orderHash === refund.orderHash &&
      fill.fee >= refund.amount &&
      refund.token === (fill.feeIn === 'SHARES' ? fill.token : null),
  )
  if (row === undefined) refuse(state, refund.log, 'refunds more than any fill of its order paid')
  else row.fill.fee -= refund.amount
}

function isSound(state: TransactionState, { log, fill }: FillRow): boolean {
  if (!isWallet(state, fill.owner)) return false
  const received = fill.feeIn === 'SHARES' ? fill.shares : fill.usd
  const paidOnTop = fill.side === 'BUY' && fill.feeIn === 'USD'
  // Without shares there is no price, and no position to hold the money.
  if (fill.shares === 0) refuse(state, log, 'a fill of no shares')
  else if (!paidOnTop && fill.fee > received) refuse(state, log, 'the fee is above the amount received')
  else return true
  return false
}
