import type { Day, MicroShares, MicroUsd } from '../../ledger/quantities.ts'
import type { TokenRecord } from '../analytics/trader-facts.ts'
import { isResolved, type TokenFacts, UNRESOLVED } from './marks.ts'
import type { BetDay, LedgerOf } from './trader-ledger.ts'

/** What a trader has done with each token up to a day's close. */
export function tokenRecords({ positions }: LedgerOf<BetDay>, facts: TokenFacts, upTo: Day): TokenRecord[] {
  const records: TokenRecord[] = []
  for (const position of positions) {
    const first = position[0]
    if (first !== undefined && first.day <= upTo)
      records.push(tokenRecord(position, first.token, facts, upTo))
  }
  return records
}

/** The number by which analytics know a token's condition; a token of unknown condition goes by its negative id. */
export function conditionNumber(facts: TokenFacts, token: number): number {
  return facts.condition[token] || -token
}

function tokenRecord(position: readonly BetDay[], token: number, facts: TokenFacts, upTo: Day): TokenRecord {
  const flows = flowsOf(position, upTo)
  const resolvedOn = facts.resolvedOn[token] ?? UNRESOLVED
  const isKnown = isResolved(facts, token, upTo)
  return {
    unit: facts.unit[token] ?? 3 * token + 2,
    condition: conditionNumber(facts, token),
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
    resolution: isKnown ? { day: resolvedOn, payout: facts.payout[token] ?? 0 } : null,
  }
}

function flowsOf(position: readonly BetDay[], upTo: Day) {
  const sums = { held: 0, realized: 0, cost: 0, buyShares: 0, splitCost: 0, splitShares: 0 }
  let lastBought = 0
  let lastTouch: Day | null = null
  let lastFill: Day | null = null
  let cost = 0
  for (const row of position) {
    if (row.day > upTo) break
    if (isTouch(row, sums.held, cost)) lastTouch = row.day
    cost = row.cost
    sums.held = row.shares
    sums.realized += row.realized
    sums.cost += row.bought
    sums.buyShares += row.buyShares
    sums.splitCost += row.splitCost
    sums.splitShares += row.splitShares
    if (row.bought > 0) lastBought = row.day
    if (row.fills > 0) lastFill = row.day
  }
  return { ...sums, lastBought, lastTouch, lastFill }
}

/** True for a day on which the ledger saw shares of a known cost come, go or be settled: untracked ones touch nothing. */
function isTouch(row: BetDay, held: MicroShares, cost: MicroUsd): boolean {
  if (row.untracked === 0) return true
  return row.shares !== held || row.cost !== cost || row.bought !== 0 || row.sold !== 0 || row.realized !== 0
}
