import type { Fill } from '../ledger/event.ts'
import type { Address } from '../ledger/quantities.ts'
import { type FeeRefund, type FillRow, isWallet, refuse, type TransactionState } from './transaction-state.ts'

/**
 * Turns the transaction's exchange rows into fills: refunds deducted from the fees, V1 taker rows corrected by their
 * maker rows, rows without shares or with an impossible fee refused, rows of infrastructure skipped.
 */
export function settleFills(state: TransactionState): Fill[] {
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
