import { defined } from '../../checks.ts'
import type { Day, MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { TouchedToken } from '../../metrics/skill/decided-units.ts'
import { type TokenFacts, UNRESOLVED } from '../inputs/marks.ts'
import { eachPosition, type TraderDays } from './trader-days.ts'

/** A trader's totals in one token up to the cutoff. */
export interface TokenRecord extends TouchedToken {
  /** The condition's number; a token of unknown condition has a number of its own. */
  readonly condition: number
  /** The last day with a fill, or null if no fill touched it. */
  readonly lastFill: Day | null
  /** Paid in BUYs alone, fees included, and the shares that came in for it. */
  readonly buyCost: MicroUsd
  readonly buyShares: MicroShares
  /** How the condition was resolved; null if it is not known at the cutoff. */
  readonly resolution: { readonly day: Day; readonly payout: MicroPrice } | null
}

/** A trader's record of each token up to a day's close. */
export function tokenRecords(days: TraderDays, facts: TokenFacts, upTo: Day): TokenRecord[] {
  const { token_id: token } = days.columns
  const records: TokenRecord[] = []
  const add = (first: number, end: number) => {
    const place = placeOfToken(facts, defined(token[first]))
    records.push(tokenRecord(flowsOf(days, first, end, upTo), place, upTo))
  }
  eachPosition(days, add, upTo)
  return records
}

/** The condition and the last day with a fill of each token that a trader traded up to a day's close: that part of the records alone. */
export function lastFills(
  days: TraderDays,
  facts: TokenFacts,
  upTo: Day,
): Pick<TokenRecord, 'condition' | 'lastFill'>[] {
  const { token_id: token, day, fills } = days.columns
  const traded: Pick<TokenRecord, 'condition' | 'lastFill'>[] = []
  const add = (first: number, end: number) => {
    let row = end - 1
    while (row >= first && fills[row] === 0) row--
    if (row < first) return
    traded.push({ condition: conditionNumber(facts, defined(token[first])), lastFill: defined(day[row]) })
  }
  eachPosition(days, add, upTo)
  return traded
}

/** The number by which analytics know a token's condition; a token of unknown condition goes by its negative id. */
function conditionNumber(facts: TokenFacts, token: number): number {
  return facts.condition[token] || -token
}

/** The part of a record that comes from a token's own facts. */
export interface TokenPlace {
  unit: number
  condition: number
  resolvedOn: Day
  payout: MicroPrice
}

/** A token's facts by its number in them. */
export function placeOfToken(facts: TokenFacts, token: number): TokenPlace {
  return {
    unit: facts.unit[token] ?? 3 * token + 2,
    condition: conditionNumber(facts, token),
    resolvedOn: facts.resolvedOn[token] ?? UNRESOLVED,
    payout: facts.payout[token] ?? 0,
  }
}

/** The record at a day's close of a position with these flows up to then. */
export function tokenRecord(flows: TokenFlows, token: TokenPlace, upTo: Day): TokenRecord {
  const { unit, condition, resolvedOn, payout } = token
  const isKnown = resolvedOn <= upTo
  return {
    unit,
    condition,
    open: flows.held > 0 && !isKnown,
    realized: flows.realized,
    cost: flows.cost,
    shares: flows.buyShares + flows.splitShares,
    // A redemption comes after the result was known and does not delay it; a purchase after it is a bet of its own day.
    closedOn:
      flows.lastTouch === null ? null : Math.max(Math.min(resolvedOn, flows.lastTouch), flows.lastBought),
    lastFill: flows.lastFill,
    buyCost: flows.cost - flows.splitCost,
    buyShares: flows.buyShares,
    resolution: isKnown ? { day: resolvedOn, payout } : null,
  }
}

/** A position's days so far, added up. */
export interface TokenFlows {
  held: MicroShares
  heldCost: MicroUsd
  realized: MicroUsd
  cost: MicroUsd
  buyShares: MicroShares
  splitCost: MicroUsd
  splitShares: MicroShares
  lastBought: Day
  lastTouch: Day | null
  lastFill: Day | null
}

/** A position's days up to one, added up: those from `first` up to, not including, `end`. */
export function flowsOf(days: TraderDays, first: number, end: number, upTo: Day): TokenFlows {
  const flows = emptyFlows()
  for (let row = first; row < end && defined(days.columns.day[row]) <= upTo; row++) addFlow(flows, days, row)
  return flows
}

/** A position before its first day. */
export function emptyFlows(): TokenFlows {
  return {
    held: 0,
    heldCost: 0,
    realized: 0,
    cost: 0,
    buyShares: 0,
    splitCost: 0,
    splitShares: 0,
    lastBought: 0,
    lastTouch: null,
    lastFill: null,
  }
}

/** Adds the next day of a position, in place. */
export function addFlow(flows: TokenFlows, { columns }: TraderDays, row: number): void {
  const day = defined(columns.day[row])
  const bought = defined(columns.bought[row])
  if (isTouch(columns, row, flows)) flows.lastTouch = day
  flows.heldCost = defined(columns.cost[row])
  flows.held = defined(columns.shares[row])
  flows.realized += defined(columns.realized[row])
  flows.cost += bought
  flows.buyShares += defined(columns.buy_shares[row])
  flows.splitCost += defined(columns.split_cost[row])
  flows.splitShares += defined(columns.split_shares[row])
  if (bought > 0) flows.lastBought = day
  if (defined(columns.fills[row]) > 0) flows.lastFill = day
}

/** True for a day on which the ledger saw shares of a known cost come, go or be settled: untracked ones touch nothing. */
function isTouch(columns: TraderDays['columns'], row: number, { held, heldCost }: TokenFlows): boolean {
  if (columns.untracked[row] === 0 || columns.shares[row] !== held || columns.cost[row] !== heldCost)
    return true
  return columns.bought[row] !== 0 || columns.sold[row] !== 0 || columns.realized[row] !== 0
}
