import type { Hash } from '../ledger/quantities.ts'
import {
  addressIn,
  arrayWords,
  conditionIn,
  countIn,
  dataWord,
  decimalIn,
  hashIn,
  indexedWord,
  LogRefused,
  microIn,
  openLog,
} from './abi-words.ts'
import { bookAct } from './collateral-adapters.ts'
import type { Contract } from './contracts.ts'
import type { ChainLog } from './fact.ts'
import { conditionIdOf, questionIdOf } from './ids.ts'
import { placeOf, type TransactionState } from './transaction-state.ts'

const FEE_BIPS_MAX = 10_000
const LAST_QUESTION = 255
const OUTCOMES = 2

/** Reads MarketPrepared: a fact. */
export function decodeMarketPrepared(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 2, 3, 'MORE')
  state.facts.push({
    kind: 'NEG_RISK_MARKET',
    market: hashIn(indexedWord(words, 0)),
    oracle: addressIn(indexedWord(words, 1)),
    feeBips: countIn(dataWord(words, 0), FEE_BIPS_MAX, 'the fee'),
    block: log.blockNumber,
    logIndex: log.logIndex,
  })
}

/** Reads QuestionPrepared: a fact, with the condition that follows from the question. */
export function decodeQuestionPrepared(log: ChainLog, state: TransactionState, emitter: Contract): void {
  const words = openLog(log, 2, 3, 'MORE')
  const market = hashIn(indexedWord(words, 0))
  const questionId = hashIn(indexedWord(words, 1))
  const index = countIn(dataWord(words, 0), LAST_QUESTION, "the question's index")
  if (questionIdOf(market, index) !== questionId)
    throw new LogRefused('the question is not its market and index')
  state.facts.push({
    kind: 'NEG_RISK_QUESTION',
    market,
    questionId,
    index,
    condition: conditionIdOf(emitter.address, questionId, OUTCOMES),
    block: log.blockNumber,
    logIndex: log.logIndex,
  })
}

/** Reads the adapter's own PositionSplit or PositionsMerge. */
export function decodeNegRiskSplitOrMerge(
  kind: 'SPLIT' | 'MERGE',
  log: ChainLog,
  state: TransactionState,
  emitter: Contract,
): void {
  const words = openLog(log, 2, 1)
  const owner = addressIn(indexedWord(words, 0))
  const amount = microIn(dataWord(words, 0))
  const event = { kind, ...placeOf(log), owner, condition: conditionIn(indexedWord(words, 1)), amount }
  bookAct(state, { log, emitter, basis: state.contracts.wrappedCollateral, event })
}

/**
 * Reads PositionsConverted, of the adapter itself or re-emitted by a collateral adapter for its user. The log does not
 * hold the market's fee, so the fact that prepared the market provides it.
 */
export function decodePositionsConverted(log: ChainLog, state: TransactionState, emitter: Contract): void {
  const words = openLog(log, 3, 1)
  const owner = addressIn(indexedWord(words, 0))
  const market = hashIn(indexedWord(words, 1))
  const indexSet = decimalIn(indexedWord(words, 2))
  const amount = microIn(dataWord(words, 0))
  if (indexSet === '0') throw new LogRefused('no question is converted')
  const feeBips = feeBipsOf(state, market)
  const event = { kind: 'CONVERT' as const, ...placeOf(log), owner, market, indexSet, amount, feeBips }
  bookAct(state, { log, emitter, basis: state.contracts.wrappedCollateral, event })
}

/** A market prepared in this same transaction is not known outside it yet. */
function feeBipsOf(state: TransactionState, market: Hash): number {
  for (const fact of state.facts)
    if (fact.kind === 'NEG_RISK_MARKET' && fact.market === market) return fact.feeBips
  return state.feeBipsOf(market)
}

/** Reads the adapter's own PayoutRedemption, which holds the redeemed shares of each outcome. */
export function decodeNegRiskRedemption(log: ChainLog, state: TransactionState, emitter: Contract): void {
  const words = openLog(log, 2, 3, 'MORE')
  const owner = addressIn(indexedWord(words, 0))
  const amounts = arrayWords(words, 0, OUTCOMES).map(microIn)
  const payout = microIn(dataWord(words, 1))
  if (amounts.length !== OUTCOMES) throw new LogRefused(`${amounts.length} amounts for ${OUTCOMES} outcomes`)
  const condition = conditionIn(indexedWord(words, 1))
  const event = { kind: 'REDEEM' as const, ...placeOf(log), owner, condition, amounts, payout }
  bookAct(state, { log, emitter, basis: state.contracts.wrappedCollateral, event })
}
