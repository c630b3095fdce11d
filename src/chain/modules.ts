import type { Transfer } from '../ledger/event.ts'
import type { Address, ConditionId, TokenId } from '../ledger/quantities.ts'
import {
  addressIn,
  arrayWords,
  conditionIn,
  dataWord,
  decimalIn,
  indexedWord,
  LogRefused,
  microIn,
  openLog,
  tokenIn,
} from './abi-words.ts'
import { type Contract, isExchange } from './contracts.ts'
import type { ChainLog } from './fact.ts'
import { conditionOfStructuredToken, outcomeOfStructuredToken, structuredTokensOf } from './ids.ts'
import { isWallet, placeOf, type TransactionState } from './transaction-state.ts'

const RESULT_DENOMINATOR = 1_000_000n

/** Reads ConditionResolved of a Protocol V2 module: two results in millionths that sum to one. */
export function decodeModuleResolved(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 1, 2, 'MORE')
  const payouts = arrayWords(words, 0, 2).map(decimalIn)
  const sum = payouts.reduce((total, payout) => total + BigInt(payout), 0n)
  if (payouts.length !== 2 || sum !== RESULT_DENOMINATOR)
    throw new LogRefused('the results do not sum to one')
  state.events.push({
    kind: 'RESOLVE',
    ...placeOf(log),
    condition: moduleCondition(indexedWord(words, 0)),
    payouts,
  })
}

/** A bytes31 is left-aligned in its word; its last byte is the outcome's place, here 00. */
function moduleCondition(word: string): ConditionId {
  if (!word.endsWith('00')) throw new LogRefused('the condition is longer than 31 bytes')
  return conditionIn(word)
}

/**
 * Reads PositionsSplit of a module. An exchange's own split is part of a match. A splitting wallet pays, and shares
 * minted to others are transfers from it; for the router the recipient counts as the wallet.
 */
export function decodeModuleSplit(log: ChainLog, state: TransactionState): void {
  const words = openLog(log, 3, 2)
  const initiator = addressIn(indexedWord(words, 0))
  const recipients = [addressIn(indexedWord(words, 2)), addressIn(dataWord(words, 0))] as const
  const condition = moduleCondition(indexedWord(words, 1))
  const amount = microIn(dataWord(words, 1))
  if (amount === 0 || isExchange(initiator, state.contracts)) return
  const owner = isWallet(state, initiator) ? initiator : soleRecipient(recipients)
  if (!isWallet(state, owner)) return
  state.events.push({ kind: 'SPLIT', ...placeOf(log), owner, condition, amount })
  for (const [outcome, token] of structuredTokensOf(condition).entries()) {
    const to = recipients[outcome] ?? owner
    if (to !== owner && isWallet(state, to))
      state.events.push(gift(log, outcome + 1, { from: owner, to, token, amount }))
  }
}

function soleRecipient([first, second]: readonly [Address, Address]): Address {
  if (first !== second) throw new LogRefused('two recipients, and the payer is not known')
  return first
}

function gift(
  log: ChainLog,
  item: number,
  move: Pick<Transfer, 'from' | 'to' | 'token' | 'amount'>,
): Transfer {
  return { kind: 'TRANSFER', ...placeOf(log, item), ...move }
}

/** Reads PositionsMerged of a module: shares sent to the module earlier become collateral. */
export function decodeModuleMerged(log: ChainLog, state: TransactionState, emitter: Contract): void {
  const words = openLog(log, 3, 1)
  const condition = moduleCondition(indexedWord(words, 1))
  const amount = microIn(dataWord(words, 0))
  const [token] = structuredTokensOf(condition)
  const owner = ownerBehind(state, emitter, {
    initiator: addressIn(indexedWord(words, 0)),
    recipient: addressIn(indexedWord(words, 2)),
    token,
  })
  if (owner !== null && amount > 0)
    state.events.push({ kind: 'MERGE', ...placeOf(log), owner, condition, amount })
}

/** Reads PositionRedeemed of a module: one outcome's shares, sent to the module earlier, are paid out. */
export function decodeModuleRedeemed(log: ChainLog, state: TransactionState, emitter: Contract): void {
  const words = openLog(log, 3, 2)
  const token = tokenIn(indexedWord(words, 1))
  const outcome = outcomeOfStructuredToken(token)
  const amount = microIn(dataWord(words, 0))
  const payout = microIn(dataWord(words, 1))
  if (outcome > 1) throw new LogRefused(`outcome ${outcome} of two`)
  const owner = ownerBehind(state, emitter, {
    initiator: addressIn(indexedWord(words, 0)),
    recipient: addressIn(indexedWord(words, 2)),
    token,
  })
  if (owner === null || amount === 0) return
  state.events.push({
    kind: 'REDEEM',
    ...placeOf(log),
    owner,
    condition: conditionOfStructuredToken(token),
    amounts: outcome === 0 ? [amount, 0] : [0, amount],
    payout,
  })
}

interface ModuleCall {
  initiator: Address
  recipient: Address
  token: TokenId
}

/**
 * The owner of shares that a module burnt: the calling wallet; for a call by the router or the auto-redeemer the wallet
 * that sent the token to the module, or else the recipient. Null for a call by an exchange, and for infrastructure.
 */
function ownerBehind(
  state: TransactionState,
  module: Contract,
  { initiator, recipient, token }: ModuleCall,
): Address | null {
  if (isExchange(initiator, state.contracts)) return null
  if (isWallet(state, initiator)) return initiator
  const handovers = state.moves.filter(
    (move) =>
      !move.explained && move.to === module.address && move.token === token && isWallet(state, move.from),
  )
  const handed = handovers.find((move) => move.from === recipient) ?? handovers.at(-1)
  if (handed !== undefined) handed.explained = true
  const owner = handed?.from ?? recipient
  return isWallet(state, owner) ? owner : null
}
