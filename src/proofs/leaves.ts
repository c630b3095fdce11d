import type { LedgerEvent } from '../ledger/event.ts'
import { valueAt } from '../ledger/holding.ts'
import { type Day, dayText, type MicroPrice, type MicroUsd } from '../ledger/quantities.ts'

// The bytes of leaves: JSON without spaces, in UTF-8, as docs/proofs.md writes them down. A changed form is another proof format.

/** A value of a leaf; amounts above 2^53 are exact integers of any size. */
type Part = string | number | bigint | null | readonly Part[]

/** JSON without spaces; a bigint is written as an integer. */
export function leafText(parts: readonly Part[]): string {
  return `[${parts.map(partText).join(',')}]`
}

function partText(part: Part): string {
  if (typeof part === 'bigint') return part.toString()
  if (Array.isArray(part)) return leafText(part)
  return JSON.stringify(part)
}

/** An event of the ledger as a leaf: its kind and place, then its terms. */
export function eventLeaf(event: LedgerEvent): string {
  const { kind, time, block, logIndex, item = 0, row = null, tx } = event
  return leafText([kind, time, block, logIndex, item, row, tx, ...termsOf(event)])
}

function termsOf(event: LedgerEvent): Part[] {
  switch (event.kind) {
    case 'FILL':
      return [
        event.owner,
        event.exchange,
        event.counterparty,
        event.role,
        event.side,
        event.token,
        event.shares,
        event.usd,
        event.fee,
        event.feeIn,
        event.orderHash,
      ]
    case 'SPLIT':
    case 'MERGE':
      return [event.owner, event.condition, event.amount]
    case 'CONVERT':
      return [event.owner, event.market, event.indexSet, event.amount, event.feeBips]
    case 'RESOLVE':
      return [event.condition, event.payouts]
    case 'REDEEM':
      return [event.owner, event.condition, event.amounts, event.payout]
    case 'TRANSFER':
      return [event.from, event.to, event.token, event.amount]
    case 'INCOME':
      return [event.owner, event.amount, event.reason]
  }
}

/** The numbers of a position since its first event, in the order of its leaf. */
export const POSITION_NUMBERS = [
  'shares',
  'cost',
  'realized',
  'bought',
  'sold',
  'fees',
  'volume',
  'fills',
  'makerFills',
  'buys',
  'untracked',
] as const

/** A position at a day's close; amounts are in micro-units. */
export interface PositionState extends Record<(typeof POSITION_NUMBERS)[number], number> {
  token: string
  /** The mark at the close; null while unknown: then the holding counts at its cost. */
  price: MicroPrice | null
}

/** A position as a leaf: whose, token, the numbers, its price and its value. */
export function positionLeaf(address: string, state: PositionState): string {
  const numbers = POSITION_NUMBERS.map((name) => state[name])
  return leafText(['POSITION', address, state.token, ...numbers, state.price, heldValue(state)])
}

/** The value of a holding in micro-dollars: at its price, or at its cost without one. */
function heldValue({ shares, cost, price }: Pick<PositionState, 'shares' | 'cost' | 'price'>): MicroUsd {
  return price === null ? cost : valueAt(shares, price)
}

/** The sums of a trader's positions, in the order of the leaf. */
const TRADER_SUMS = ['realized', 'bought', 'sold', 'fees', 'volume', 'fills', 'makerFills', 'buys'] as const

/** A trader's leaf: address, profit, its unrealized part, the sums over positions, income, their count and their root. */
export function traderLeaf(
  address: string,
  positions: readonly PositionState[],
  income: number | bigint,
  positionsRoot: string,
): string {
  const sum = (name: (typeof TRADER_SUMS)[number]) =>
    positions.reduce((total, position) => total + BigInt(position[name]), 0n)
  const unrealized = positions.reduce(
    (total, state) => total + BigInt(heldValue(state)) - BigInt(state.cost),
    0n,
  )
  const sums = TRADER_SUMS.map(sum)
  const pnl = sum('realized') + unrealized
  return leafText(['TRADER', address, pnl, unrealized, ...sums, income, positions.length, positionsRoot])
}

export interface DayLeaf {
  day: Day
  /** Events of the day, and the root over them in the ledger's order. */
  events: number
  eventsRoot: string
  /** Traders with an event up to the close, and the root over them by address. */
  traders: number
  tradersRoot: string
  /** The number of the log's entry that this one corrects, and why; null for a day's first. */
  replaces: number | null
  reason: 'EVENTS' | 'EARLIER' | null
  /**
   * Each chain of records when the entry was made: name, number and hash of its last record; of `alerts` and `rules` the number and
   * the root of the leaves that the entry has of them.
   */
  records: readonly (readonly [name: string, seq: number, hash: string])[]
}

/** A day as a leaf of the log. */
export function dayLeaf(day: DayLeaf): string {
  return leafText([
    'DAY',
    dayText(day.day),
    day.events,
    day.eventsRoot,
    day.traders,
    day.tradersRoot,
    day.replaces,
    day.reason,
    day.records,
  ])
}

/** The head of a registered rule's record as a leaf: the rule's id, the number of its last entry, and the entry's hash. */
export function ruleLeaf(rule: string, seq: number, hash: string): string {
  return leafText(['RULE', rule, seq, hash])
}

/** An alert of the radar as everybody may know it; amounts are in micro-units. */
export interface ShownAlert {
  /** Its public id. */
  id: string
  /** The start of the minute of its fill. */
  minute: number
  token: string
  side: 'BUY' | 'SELL'
  /** Dollars, rounded down to two digits. */
  usd: MicroUsd
  /** Of a share, to the cent. */
  price: MicroPrice
  /** Ids of the qualifying boards. */
  boards: readonly string[]
  /** SHA-256 of {@link sealedText}, in hex. */
  sealed: string
}

/** An alert as a leaf. */
export function alertLeaf({ id, minute, token, side, usd, price, boards, sealed }: ShownAlert): string {
  return leafText(['ALERT', id, minute, token, side, usd, price, boards, sealed])
}

/** The leaf that takes an alert back. */
export function retractionLeaf(id: string): string {
  return leafText(['RETRACTED', id])
}

/** The facts of an alert's fill that not everybody may know. */
export interface SealedFill {
  /** 22 characters that nobody can guess: without them, fills could be tried against the hash. */
  nonce: string
  block: number | null
  logIndex: number | null
  tx: string | null
  time: number
  trader: string
  shares: number
  usd: MicroUsd
  role: 'MAKER' | 'TAKER' | null
  orderHash: string | null
}

/** The hidden facts of an alert, as the text that its leaf has the hash of. */
export function sealedText(fill: SealedFill): string {
  const { nonce, block, logIndex, tx, time, trader, shares, usd, role, orderHash } = fill
  return leafText(['FILL', nonce, block, logIndex, tx, time, trader, shares, usd, role, orderHash])
}
