import type { Address, ConditionId, MicroShares } from '../ledger/quantities.ts'
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
import { bookAct, mayBook } from './collateral-adapters.ts'
import { type Contract, type ContractSet, ZERO_ADDRESS } from './contracts.ts'
import type { ChainLog } from './fact.ts'
import { tokensOfCondition } from './ids.ts'
import { isWallet, placeOf, type TransactionState } from './transaction-state.ts'

/** The contract allows no more outcomes. */
const MAX_OUTCOMES = 256
const TOP_LEVEL = '0'.repeat(64)
const NESTED = 'positions nested in other positions'

/** Reads ConditionPreparation: a fact. */
export function decodeConditionPreparation(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 3, 1)
  state.facts.push({
    kind: 'CONDITION',
    condition: conditionIn(indexedWord(words, 0)),
    oracle: addressIn(indexedWord(words, 1)),
    questionId: hashIn(indexedWord(words, 2)),
    outcomes: countIn(dataWord(words, 0), MAX_OUTCOMES, 'the number of outcomes'),
    block: log.blockNumber,
    logIndex: log.logIndex,
  })
}

/** Reads ConditionResolution: the payout numerators, one for each outcome and not all 0. */
export function decodeConditionResolution(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 3, 3, 'MORE')
  const outcomes = countIn(dataWord(words, 0), MAX_OUTCOMES, 'the number of outcomes')
  const payouts = arrayWords(words, 1, MAX_OUTCOMES).map(decimalIn)
  if (payouts.length !== outcomes) throw new LogRefused(`${payouts.length} payouts for ${outcomes} outcomes`)
  if (payouts.every((payout) => payout === '0')) throw new LogRefused('every payout is 0')
  state.events.push({
    kind: 'RESOLVE',
    ...placeOf(log),
    condition: conditionIn(indexedWord(words, 0)),
    payouts,
  })
}

/** Reads PositionSplit or PositionsMerge, of the contract itself or re-emitted by a collateral adapter for its user. */
export function decodeSplitOrMerge(
  kind: 'SPLIT' | 'MERGE',
  log: ChainLog,
  state: TransactionState,
  emitter: Contract,
): void {
  const words = openLog(log, 3, 4, 'MORE')
  const owner = addressIn(indexedWord(words, 0))
  const collateral = addressIn(dataWord(words, 0))
  const foreign = isForeign(state.contracts, emitter, collateral)
  const nested = indexedWord(words, 1) !== TOP_LEVEL
  // A merge of nested positions can mint a market's own token.
  if (foreign || (nested && kind === 'SPLIT')) addStrange(state, log, owner)
  if (foreign || !mayBook(state, emitter, owner)) return
  if (nested) throw new LogRefused(NESTED, 'OUTLANDISH')
  if (singleOutcomes(arrayWords(words, 1, MAX_OUTCOMES)).length !== 2)
    throw new LogRefused('the partition is not two single outcomes', 'OUTLANDISH')
  const amount = microIn(dataWord(words, 2))
  const event = { kind, ...placeOf(log), owner, condition: conditionIn(indexedWord(words, 2)), amount }
  bookAct(state, { log, emitter, basis: basisOf(state.contracts, emitter, collateral), event })
}

/** Anyone can create positions on any coin: those are not the venue's, regardless of their condition. */
function isForeign(contracts: ContractSet, emitter: Contract, collateral: Address): boolean {
  if (emitter.kind !== 'CONDITIONAL_TOKENS') return false
  return collateral !== contracts.collateral && collateral !== contracts.wrappedCollateral
}

/** Tokens minted to the owner of such a split or merge just before its log. */
function addStrange(state: TransactionState, log: ChainLog, owner: Address): void {
  const minted = state.mints.findLast(({ to, logIndex }) => to === owner && logIndex < log.logIndex)
  if (minted !== undefined)
    state.facts.push({
      kind: 'STRANGE_TOKENS',
      tokens: minted.tokens,
      block: log.blockNumber,
      logIndex: log.logIndex,
    })
}

/** The outcomes of index sets with one outcome each, 0 or 1. Combined sets belong to markets of the first era. */
function singleOutcomes(indexSets: readonly string[]): (0 | 1)[] {
  const outcomes = indexSets.map((set) => {
    const bits = countIn(set, 3, 'an index set', 'OUTLANDISH')
    if (bits !== 1 && bits !== 2)
      throw new LogRefused('an index set is not one of two outcomes', 'OUTLANDISH')
    return bits === 1 ? 0 : 1
  })
  if (new Set(outcomes).size !== outcomes.length)
    throw new LogRefused('an index set is named twice', 'OUTLANDISH')
  return outcomes
}

/**
 * Reads PayoutRedemption, of the contract itself or re-emitted by a collateral adapter for its user. The log lacks the
 * number of redeemed shares; the burns before it in the same transaction give it.
 */
export function decodePayoutRedemption(log: ChainLog, state: TransactionState, emitter: Contract): void {
  const words = openLog(log, 3, 4, 'MORE')
  const owner = addressIn(indexedWord(words, 0))
  const collateral = addressIn(indexedWord(words, 1))
  if (!mayBook(state, emitter, owner) || isForeign(state.contracts, emitter, collateral)) return
  if (indexedWord(words, 2) !== TOP_LEVEL) throw new LogRefused(NESTED, 'OUTLANDISH')
  const condition = conditionIn(dataWord(words, 0))
  const outcomes = singleOutcomes(arrayWords(words, 1, MAX_OUTCOMES))
  const payout = microIn(dataWord(words, 2))
  const basis = basisOf(state.contracts, emitter, collateral)
  const holder = emitter.kind === 'CONDITIONAL_TOKENS' ? owner : null
  const amounts = redeemedAmounts(state, { condition, basis, holder, outcomes, payout })
  const event = { kind: 'REDEEM' as const, ...placeOf(log), owner, condition, amounts, payout }
  bookAct(state, { log, emitter, basis, event })
}

/** The collateral in an adapter's own log is its user's payment; the adapter's own collateral backs the shares. */
function basisOf(contracts: ContractSet, emitter: Contract, collateral: Address): Address {
  if (emitter.kind === 'CONDITIONAL_TOKENS') return collateral
  return emitter.kind === 'NEG_RISK_COLLATERAL_ADAPTER' ? contracts.wrappedCollateral : contracts.collateral
}

interface Redemption {
  condition: ConditionId
  /** The collateral of the redeemed positions. */
  basis: Address
  /** The holder of the burnt tokens; null if an adapter has taken them over from its user. */
  holder: Address | null
  outcomes: readonly (0 | 1)[]
  payout: number
}

/**
 * The shares burnt by outcome; null, the whole holding, if no burn is available (movements were not fetched) and both
 * outcomes were redeemed. With only one outcome "the whole holding" is ambiguous: refused, unless it paid nothing,
 * which makes no difference.
 */
function redeemedAmounts(state: TransactionState, redemption: Redemption): MicroShares[] | null {
  const burnt = state.moves.filter(
    (move) =>
      !move.explained &&
      !move.batch &&
      move.to === ZERO_ADDRESS &&
      (redemption.holder === null ? !isWallet(state, move.from) : move.from === redemption.holder),
  )
  // Downloaded rows have no burns: the tokens, which take points of a curve, are needed for those alone.
  if (burnt.length === 0) return withoutBurns(redemption)
  const tokens = tokensOfCondition(redemption.condition, redemption.basis)
  const burns = burnt.filter(({ token }) => tokens.includes(token))
  if (burns.length === 0) return withoutBurns(redemption)
  const amounts: [number, number] = [0, 0]
  for (const burn of burns) {
    amounts[burn.token === tokens[0] ? 0 : 1] += burn.amount
    burn.explained = true
  }
  return amounts
}

function withoutBurns({ outcomes, payout }: Redemption): MicroShares[] | null {
  if (outcomes.length === 2) return null
  if (payout === 0) return [0, 0]
  throw new LogRefused('one outcome is redeemed, but its burn is not among the logs')
}
