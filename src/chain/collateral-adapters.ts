import type { Address, MicroShares, TokenId } from '../ledger/quantities.ts'
import { type Contract, type ContractKind, NO_TOKEN_BURN_ADDRESS, ZERO_ADDRESS } from './contracts.ts'
import { conditionIdOf, questionIdOf, tokensOfCondition } from './ids.ts'
import {
  type AdapterAct,
  isWallet,
  refuse,
  type TokenMove,
  type TransactionState,
} from './transaction-state.ts'

/*
 * Collateral adapters take the venue's later coin and act on the conditional tokens, or on the neg-risk adapter, for
 * their users. Those contracts' logs then name the adapter, and the shares that it passes on or takes over identify the
 * user. One generation may also repeat the event with its user's name. Either is read, and both together are one event
 * (reference A2).
 */

export interface BookedAct {
  log: AdapterAct['log']
  emitter: Contract
  /** The collateral of the shares. */
  basis: Address
  event: AdapterAct['event']
}

/** Books an owner's action: immediately for a wallet, and at the end of the transaction for an adapter. */
export function bookAct(state: TransactionState, { log, emitter, basis, event }: BookedAct): void {
  const own = isAdapter(emitter.kind)
  if (own || isAdapterAt(state, event.owner))
    state.acts.push({ log, adapter: own ? emitter.address : event.owner, own, basis, event })
  else take(state, basis, event)
}

function take(state: TransactionState, basis: Address, event: AdapterAct['event']): void {
  if (!isWallet(state, event.owner) || isNothing(event)) return
  state.events.push(event)
  if (event.kind === 'CONVERT' || basis !== state.contracts.collateral) return
  const place = { block: event.block ?? 0, logIndex: event.logIndex ?? 0 }
  state.facts.push({ kind: 'ON_COLLATERAL', condition: event.condition, ...place })
}

function isNothing(event: AdapterAct['event']): boolean {
  if (event.kind !== 'REDEEM') return event.amount === 0
  return event.payout === 0 && event.amounts !== null && event.amounts.every((amount) => amount === 0)
}

/** Whether the log can belong to a wallet: it names one, or involves a collateral adapter. */
export function mayBook(state: TransactionState, emitter: Contract, owner: Address): boolean {
  return isWallet(state, owner) || isAdapter(emitter.kind) || isAdapterAt(state, owner)
}

function isAdapter(kind: ContractKind | undefined): boolean {
  return kind === 'COLLATERAL_ADAPTER' || kind === 'NEG_RISK_COLLATERAL_ADAPTER'
}

function isAdapterAt(state: TransactionState, address: Address): boolean {
  return isAdapter(state.contracts.byAddress.get(address)?.kind)
}

/** Turns the acts of the transaction's adapters into events of their users, each once. */
export function settleAdapterActs(state: TransactionState): void {
  const own = state.acts.filter((act) => act.own)
  for (const act of state.acts) {
    if (act.own) continue
    const at = own.findIndex((other) => isSameAct(other, act))
    const [repeated] = at < 0 ? [] : own.splice(at, 1)
    settleAct(state, act, repeated)
  }
  for (const { basis, event } of own) take(state, basis, event)
}

function isSameAct({ adapter, event: a }: AdapterAct, other: AdapterAct): boolean {
  const b = other.event
  if (adapter !== other.adapter || a.kind !== b.kind) return false
  if (a.kind === 'CONVERT' && b.kind === 'CONVERT')
    return a.market === b.market && a.indexSet === b.indexSet && a.amount === b.amount
  if (a.kind === 'CONVERT' || b.kind === 'CONVERT' || a.condition !== b.condition) return false
  return a.kind === 'REDEEM' || b.kind === 'REDEEM' || a.amount === b.amount
}

function settleAct(state: TransactionState, act: AdapterAct, repeated: AdapterAct | undefined): void {
  const user = repeated?.event.owner
  const handover = takeHandover(state, act, user)
  const owner = user ?? handover?.party
  if (owner === undefined) {
    if (dealtWithWallets(state, act.adapter))
      refuse(state, act.log, 'the owner of the shares that a collateral adapter moved is not among the logs')
    return
  }
  const event = { ...(repeated ?? act).event, owner }
  if (event.kind === 'REDEEM' && act.event.kind === 'REDEEM') {
    event.amounts = handover?.amounts ?? act.event.amounts ?? event.amounts
    // An adapter that redeems more than the user's shares redeems strays, which nobody owns.
    if (event.amounts?.every((amount) => amount === 0)) return
  }
  take(state, act.basis, event)
}

/** Without a wallet on the other end an adapter acts for an exchange, inside a match. */
function dealtWithWallets(state: TransactionState, adapter: Address): boolean {
  return state.moves.some(
    ({ from, to }) => (from === adapter && isWallet(state, to)) || (to === adapter && isWallet(state, from)),
  )
}

/** The shares that an adapter took over from its user, or passed on to it. */
interface Handover {
  party: Address
  /** Shares by token, in the order of the act's tokens. */
  amounts: MicroShares[]
}

/**
 * Finds the movements of an act and marks them as explained: for a split the nearest after it, for any other act the
 * nearest before it. An adapter redeems all of its holding, stray shares included, so the handover gives the user's
 * number; for other acts the amounts are equal.
 */
function takeHandover(
  state: TransactionState,
  { log, adapter, basis, event }: AdapterAct,
  user: Address | undefined,
): Handover | null {
  const gives = event.kind === 'SPLIT'
  const partyOf = (move: TokenMove) => (gives ? move.to : move.from)
  const near = state.moves.filter(
    (move) =>
      !move.explained &&
      (gives ? move.from : move.to) === adapter &&
      (gives ? move.log.logIndex > log.logIndex : move.log.logIndex < log.logIndex) &&
      (event.kind === 'REDEEM' || move.amount === event.amount) &&
      (user === undefined ? !isLedger(state, partyOf(move)) : partyOf(move) === user),
  )
  if (!gives) near.reverse()
  const [nearest] = near
  if (nearest === undefined) return null
  // Most acts are those of an exchange, whose tokens are costly to derive and not needed.
  if (!near.some((move) => isWallet(state, partyOf(move)))) return { party: partyOf(nearest), amounts: [] }
  const tokens = tokensOf(state, { basis, event })
  for (const party of new Set(near.map(partyOf))) {
    const moves = tokens.map((token) => near.find((move) => partyOf(move) === party && move.token === token))
    const found = moves.filter((move) => move !== undefined)
    if (found.length === 0 || (event.kind !== 'REDEEM' && found.length < tokens.length)) continue
    for (const move of found) move.explained = true
    return { party, amounts: moves.map((move) => move?.amount ?? 0) }
  }
  return null
}

/** Contracts that mint, burn and hold shares for an adapter, which never are its user. */
function isLedger(state: TransactionState, address: Address): boolean {
  if (address === ZERO_ADDRESS || address === NO_TOKEN_BURN_ADDRESS) return true
  return state.contracts.byAddress.get(address)?.kind === 'NEG_RISK_ADAPTER'
}

/** The tokens that move between an adapter and its user: for a conversion, the NO of each converted question. */
function tokensOf(state: TransactionState, { basis, event }: Pick<AdapterAct, 'basis' | 'event'>): TokenId[] {
  if (event.kind !== 'CONVERT') return tokensOfCondition(event.condition, basis)
  const oracle = state.contracts.contracts.find(({ kind }) => kind === 'NEG_RISK_ADAPTER')
  if (oracle === undefined) return []
  return questionsIn(event.indexSet).map(
    (index) =>
      tokensOfCondition(conditionIdOf(oracle.address, questionIdOf(event.market, index), 2), basis)[1],
  )
}

function questionsIn(indexSet: string): number[] {
  const bits = BigInt(indexSet).toString(2)
  return Array.from(bits, (bit, i) => (bit === '1' ? bits.length - 1 - i : -1)).filter((index) => index >= 0)
}
