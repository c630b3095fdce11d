import { defined } from '../checks.ts'
import { DAY_SECONDS, MICRO, type MicroPrice, type MicroUsd, type Seconds } from '../ledger/quantities.ts'
import type { Rule } from './rule.ts'
import { BUY, firstAt, priceOf, SELL, type Selection, type Tape, type TokenTerms } from './tape.ts'

/** A trader's fill that is copied. Everything about it was known at its time. */
export interface Decision {
  /** The row of the fill. */
  row: number
  time: Seconds
  trader: number
  token: number
  side: number
  price: MicroPrice
  usd: MicroUsd
}

/**
 * Step 1: the fills that a rule copies, in the ledger's order. Reads each chosen trader's fills while that trader is chosen, and nothing
 * later than a decision to make it.
 */
export function decisionsOf(
  rule: Pick<Rule, 'entry'>,
  tape: Tape,
  tokens: TokenTerms,
  selections: readonly Selection[],
): Decision[] {
  const rows: number[] = []
  for (const { from, until, traders } of selections)
    for (const trader of traders) {
      const own = tape.ofOwner(trader)
      for (let at = firstAt(tape, own, from); at < own.length; at++) {
        const row = defined(own[at])
        if (defined(tape.time[row]) >= until) break
        rows.push(row)
      }
    }
  const isFirst = rule.entry.firstOnly ? firstInMarket(tape, tokens) : () => true
  const agrees = agreement(rule, tape, new Set(selections.flatMap(({ traders }) => traders)).size)
  const decisions: Decision[] = []
  for (const row of Int32Array.from(rows).sort())
    if (fits(rule, tape, tokens, row) && (tape.side[row] === SELL || isFirst(row)) && agrees(row))
      decisions.push(decisionOf(tape, row))
  return decisions
}

function decisionOf(tape: Tape, row: number): Decision {
  return {
    row,
    time: defined(tape.time[row]),
    trader: defined(tape.owner[row]),
    token: defined(tape.token[row]),
    side: defined(tape.side[row]),
    price: priceOf(tape, row),
    usd: defined(tape.usd[row]),
  }
}

function fits({ entry }: Pick<Rule, 'entry'>, tape: Tape, tokens: TokenTerms, row: number): boolean {
  const price = priceOf(tape, row)
  if (price <= 0 || price >= MICRO) return false
  if (tape.side[row] === SELL && entry.sides === 'BUYS') return false
  if (defined(tape.usd[row]) < entry.minUsd * MICRO) return false
  if (price < entry.minPrice * MICRO || price > entry.maxPrice * MICRO) return false
  if (entry.categories.length === 0) return true
  const category = tokens.category(defined(tape.token[row]), defined(tape.time[row]))
  return category !== null && (entry.categories as readonly string[]).includes(category)
}

/** Whether a row is its trader's first fill in the market, by all fills of the tape up to it. */
function firstInMarket(tape: Tape, tokens: TokenTerms): (row: number) => boolean {
  const firsts = new Map<number, Map<number, number>>()
  return (row) => {
    const trader = defined(tape.owner[row])
    let own = firsts.get(trader)
    if (own === undefined) {
      own = new Map()
      for (const other of tape.ofOwner(trader)) {
        const market = tokens.market(defined(tape.token[other]))
        if (!own.has(market)) own.set(market, other)
      }
      firsts.set(trader, own)
    }
    return own.get(tokens.market(defined(tape.token[row]))) === row
  }
}

/**
 * Whether as many traders bought the outcome lately as the rule wants, by the fills that it was called with before.
 * @param traders how many can have bought it
 */
function agreement({ entry }: Pick<Rule, 'entry'>, tape: Tape, traders: number): (row: number) => boolean {
  const { agreeAtLeast, agreeAtMost, agreeDays } = entry
  if (agreeAtLeast <= 1 && agreeAtMost >= traders) return () => true
  const last = new Map<number, Map<number, Seconds>>()
  return (row) => {
    if (tape.side[row] !== BUY) return true
    const [token, time] = [defined(tape.token[row]), defined(tape.time[row])]
    const buyers = last.get(token) ?? new Map<number, Seconds>()
    last.set(token, buyers)
    buyers.set(defined(tape.owner[row]), time)
    let count = 0
    for (const bought of buyers.values()) if (bought > time - agreeDays * DAY_SECONDS) count += 1
    return count >= agreeAtLeast && count <= agreeAtMost
  }
}
