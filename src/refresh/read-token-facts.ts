import { payoutPrices } from '../ledger/payouts.ts'
import { type Day, dayOf } from '../ledger/quantities.ts'
import type { Sql } from '../store/database.ts'
import { type TokenFacts, UNRESOLVED } from './marks.ts'

const PAGE = 20_000

interface TokenRow {
  id: number
  condition_id: number | null
  outcome: number | null
  neg_risk_id: number | null
  payouts: string | null
  resolved_time: number | null
}

/** Reads what every token is part of; a resolution after the day's close is not seen. */
export async function readTokenFacts(tx: Sql, upTo: Day): Promise<TokenFacts> {
  const last = await tx.get<{ id: number | null; condition: number | null }>(
    'SELECT MAX(id) AS id, MAX(condition_id) AS condition FROM tokens',
  )
  const facts = emptyFacts((last?.id ?? 0) + 1)
  const firstToken = new Int32Array((last?.condition ?? 0) + 1)
  const tokenCount = new Int32Array(firstToken.length)
  let after = 0
  for (;;) {
    const rows = await tx.all<TokenRow>(
      'SELECT t.id, t.condition_id, t.outcome, c.neg_risk_id, c.payouts, c.resolved_time FROM tokens t ' +
        'LEFT JOIN conditions c ON c.id = t.condition_id WHERE t.id > ? ORDER BY t.id LIMIT ?',
      [after, PAGE],
    )
    for (const row of rows) {
      addToken(facts, row, upTo)
      pair(facts, row, firstToken, tokenCount)
    }
    if (rows.length < PAGE) break
    after = rows.at(-1)?.id ?? after
  }
  partLargeConditions(facts, tokenCount)
  return facts
}

function emptyFacts(size: number): TokenFacts {
  return {
    condition: new Int32Array(size),
    sibling: new Int32Array(size),
    unit: new Float64Array(size),
    resolvedOn: new Int32Array(size).fill(UNRESOLVED),
    payout: new Int32Array(size),
  }
}

function addToken(facts: TokenFacts, row: TokenRow, upTo: Day): void {
  facts.condition[row.id] = row.condition_id ?? 0
  facts.unit[row.id] = unitOf(row)
  if (row.payouts === null || row.resolved_time === null || row.outcome === null) return
  const payout = payoutPrices(JSON.parse(row.payouts) as string[])[row.outcome]
  const day = dayOf(row.resolved_time)
  if (payout === undefined || day > upTo) return
  facts.resolvedOn[row.id] = day
  facts.payout[row.id] = payout
}

function unitOf(row: TokenRow): number {
  return row.condition_id === null ? 3 * row.id + 2 : conditionUnit(row.condition_id, row.neg_risk_id)
}

/**
 * The unit of a condition's tokens. Markets, conditions and tokens each count from 1: three residues keep their numbers
 * apart.
 */
export function conditionUnit(condition: number, negRisk: number | null): number {
  return negRisk === null ? 3 * condition + 1 : 3 * negRisk
}

function pair(facts: TokenFacts, row: TokenRow, firstToken: Int32Array, tokenCount: Int32Array): void {
  const condition = row.condition_id
  if (condition === null || row.outcome === null) return
  const count = (tokenCount[condition] ?? 0) + 1
  tokenCount[condition] = count
  const first = firstToken[condition] ?? 0
  if (count === 1) firstToken[condition] = row.id
  if (count !== 2) return
  facts.sibling[row.id] = first
  facts.sibling[first] = row.id
}

/** A price speaks for its complement only where there are exactly two outcomes. */
function partLargeConditions(facts: TokenFacts, tokenCount: Int32Array): void {
  for (let token = 0; token < facts.sibling.length; token++) {
    if ((tokenCount[facts.condition[token] ?? 0] ?? 0) > 2) facts.sibling[token] = 0
  }
}
