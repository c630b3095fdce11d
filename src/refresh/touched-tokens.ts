import type { Day } from '../ledger/quantities.ts'
import type { TouchedToken } from '../metrics/decided-units.ts'
import { isResolved, type TokenFacts, UNRESOLVED } from './marks.ts'
import type { PositionDay, TraderLedger } from './trader-ledger.ts'

/** What a trader has done with each token up to the cutoff's day, as `decidedUnits` reads it. */
export function touchedTokens(ledger: TraderLedger, facts: TokenFacts, cutoffDay: Day): TouchedToken[] {
  return ledger.positions.map((position) => touchedToken(position, facts, cutoffDay))
}

function touchedToken(position: readonly PositionDay[], facts: TokenFacts, cutoffDay: Day): TouchedToken {
  let realized = 0
  let cost = 0
  let token = 0
  let shares = 0
  let lastDay = 0
  let lastBought = 0
  for (const row of position) {
    token = row.token
    shares = row.shares
    lastDay = row.day
    realized += row.realized
    cost += row.bought
    if (row.bought > 0) lastBought = row.day
  }
  const open = shares > 0 && !isResolved(facts, token, cutoffDay)
  const resolvedOn = facts.resolvedOn[token] ?? UNRESOLVED
  // A redemption comes after the result was known and does not delay it; a purchase after it is a bet of its own day.
  const closedOn = Math.max(Math.min(resolvedOn, lastDay), lastBought)
  // Shares bought are not in the grain, and no number computed here reads them.
  return { unit: facts.unit[token] ?? 3 * token + 2, open, realized, cost, shares: 0, closedOn }
}
