import {
  applyConvert,
  applyFill,
  applyMerge,
  applyRedeem,
  applyResolve,
  applySplit,
  applyTransfer,
} from '../ledger/fold.ts'
import { takeIn } from '../ledger/holding.ts'
import { emptyPosition, type Position } from '../ledger/position.ts'
import { exactSum } from '../ledger/quantities.ts'
import { positionLeaf } from './leaves.ts'
import { type EventUse, ProofError, type ProofFile, type ProvenEvent } from './verify-proof.ts'

// The third check: the fold of the events of a full proof arrives at the positions that the proof has proven.

/**
 * Folds a full proof's events from nothing on.
 * @returns how many events were folded
 * @throws ProofError where a position or the income is another than the proven one
 */
export function refold({ trader, positions = [], events = [] }: ProofFile): number {
  const [, address, , , ...rest] = JSON.parse(trader.leaf) as unknown[]
  const state: Folded = { address: String(address), positions: new Map(), income: 0 }
  for (const event of events) foldEvent(state, event)
  const proven = positions.map((leaf) => ({ leaf, parts: JSON.parse(leaf) as unknown[] }))
  for (const { leaf, parts } of proven) {
    const [token, price] = [String(parts[2]), parts[14]]
    const position = positionOf(state, token)
    const folded = positionLeaf(state.address, {
      ...position,
      token,
      price: price === null ? null : Number(price),
    })
    if (folded !== leaf)
      throw new ProofError(`The events do not fold to the proven position in token ${token}.`)
  }
  const known = new Set(proven.map(({ parts }) => parts[2]))
  for (const [token, position] of state.positions)
    if (!known.has(token) && Object.values(position).some((value) => value !== 0))
      throw new ProofError(`The events fold to a position in token ${token} that is not proven.`)
  if (state.income !== rest[8]) throw new ProofError('The events do not add up to the proven income.')
  return events.length
}

interface Folded {
  address: string
  positions: Map<string, Position>
  income: number
}

function positionOf({ positions }: Folded, token: string): Position {
  const known = positions.get(token) ?? emptyPosition()
  positions.set(token, known)
  return known
}

/** Terms of a leaf behind its kind and place. */
type Terms = readonly (string | number | null | readonly number[])[]

function foldEvent(state: Folded, { leaf, use }: ProvenEvent): void {
  const [kind, , , , , , , ...terms] = JSON.parse(leaf) as [string, ...Terms]
  const own = (use?.tokens ?? []).map((token) => positionOf(state, token))
  switch (kind) {
    case 'FILL':
      foldFill(state, terms)
      break
    case 'TRANSFER':
      foldTransfer(state, terms, use)
      break
    case 'SPLIT':
      applySplit(own, Number(terms[2]))
      break
    case 'MERGE':
      applyMerge(own, Number(terms[2]))
      break
    case 'CONVERT':
      applyConvert(own.slice(0, use?.no ?? 0), own.slice(use?.no ?? 0), Number(terms[3]), Number(terms[4]))
      break
    case 'RESOLVE':
      for (const [i, position] of own.entries())
        if (position.shares > 0) applyResolve([position], [use?.prices?.[i] ?? 0])
      break
    case 'REDEEM':
      applyRedeem(own, {
        amounts: terms[2] as readonly number[] | null,
        payout: Number(terms[3]),
        prices: use?.prices ?? null,
      })
      break
    case 'INCOME':
      state.income += Number(terms[1])
      break
    default:
      throw new ProofError(`An event has the unknown kind ${kind}.`)
  }
}

function foldFill(state: Folded, terms: Terms): void {
  const [owner, , , role, side, token, shares, usd, fee, feeIn] = terms
  if (owner !== state.address) throw new ProofError('A fill is of another trader.')
  applyFill(positionOf(state, String(token)), {
    side: side === 'BUY' ? 'BUY' : 'SELL',
    role: role === 'MAKER' || role === 'TAKER' ? role : null,
    shares: Number(shares),
    usd: Number(usd),
    fee: Number(fee),
    feeIn: feeIn === 'SHARES' ? 'SHARES' : 'USD',
  })
}

/** Shares that come bring their cost from the sender, which the proof names. */
function foldTransfer(state: Folded, [from, to, token, amount]: Terms, use: EventUse | null): void {
  if (from === to) return
  const position = positionOf(state, String(token))
  if (from === state.address) {
    applyTransfer(position, null, Number(amount))
    return
  }
  const known = use?.shares ?? 0
  if (known > 0) takeIn(position, known, use?.cost ?? 0)
  position.untracked = exactSum(position.untracked, Number(amount) - known, 'untracked')
}
