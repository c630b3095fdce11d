import type { Day, MicroPrice, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { TokenRecord } from '../analytics/trader-facts.ts'
import { type TokenFacts, UNRESOLVED } from './marks.ts'
import type { BetDay, LedgerOf } from './trader-ledger.ts'

/** What a trader has done with each token up to a day's close. */
export function tokenRecords({ positions }: LedgerOf<BetDay>, facts: TokenFacts, upTo: Day): TokenRecord[] {
  const records: TokenRecord[] = []
  for (const position of positions) {
    const first = position[0]
    if (first !== undefined && first.day <= upTo)
      records.push(tokenRecord(flowsOf(position, upTo), placeOfToken(facts, first.token), upTo))
  }
  return records
}

/** The number by which analytics know a token's condition; a token of unknown condition goes by its negative id. */
function conditionNumber(facts: TokenFacts, token: number): number {
  return facts.condition[token] || -token
}

/** What a record takes from a token's own facts. */
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

/** No day yet. */
export const NO_FLOWS: Readonly<TokenFlows> = {
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

/** A position's days up to one, added up. */
export function flowsOf(position: readonly BetDay[], upTo: Day): TokenFlows {
  const flows = { ...NO_FLOWS }
  for (const row of position) {
    if (row.day > upTo) break
    addFlow(flows, row)
  }
  return flows
}

/** Adds the next day of a position, in place. */
export function addFlow(flows: TokenFlows, row: BetDay): void {
  if (isTouch(row, flows.held, flows.heldCost)) flows.lastTouch = row.day
  flows.heldCost = row.cost
  flows.held = row.shares
  flows.realized += row.realized
  flows.cost += row.bought
  flows.buyShares += row.buyShares
  flows.splitCost += row.splitCost
  flows.splitShares += row.splitShares
  if (row.bought > 0) flows.lastBought = row.day
  if (row.fills > 0) flows.lastFill = row.day
}

/** True for a day on which the ledger saw shares of a known cost come, go or be settled: untracked ones touch nothing. */
function isTouch(row: BetDay, held: MicroShares, cost: MicroUsd): boolean {
  if (row.untracked === 0) return true
  return row.shares !== held || row.cost !== cost || row.bought !== 0 || row.sold !== 0 || row.realized !== 0
}
