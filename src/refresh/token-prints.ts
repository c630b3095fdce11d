import type { Day } from '../ledger/quantities.ts'
import { emptyFingerprint, mixInto } from './fingerprint.ts'
import { isResolved, type Marks, markIndex, UNRESOLVED } from './marks.ts'
import type { WorldLabels } from './world-labels.ts'

/** Where an unknown price stands among the prices at the cutoff. */
const NO_PRICE = -1

/** What traders' numbers read of each token, by token id: three 32-bit integers each. */
export type TokenPrints = Int32Array

/** Tokens that say something else than before. */
export interface ChangedTokens {
  /** What they are part of, or their marks before the cutoff's day: all who ever held them are concerned. */
  past: number[]
  /** Their outcome became known, or unknown again, on the cutoff's day: those who hold them then are concerned. */
  settled: number[]
  /** Their price at the cutoff alone: what those who hold them then have is worth something else. */
  priced: number[]
}

/** Takes the prints: two integers for a token's facts and marks before the cutoff's day, one for its state on it. */
export function tokenPrints(marks: Marks, labels: WorldLabels, cutoffDay: Day): TokenPrints {
  const prints = new Int32Array(3 * marks.condition.length)
  for (let token = 0; token < marks.condition.length; token++) {
    const { a, b } = pastOf(marks, labels, token, cutoffDay)
    prints[3 * token] = a
    prints[3 * token + 1] = b
    prints[3 * token + 2] = stateOn(marks, token, cutoffDay)
  }
  return prints
}

/** The price of a token on the day that its prints were taken, in micro-dollars; null where it was unknown. */
export function printedPrice(prints: TokenPrints, token: number): number | null {
  const state = prints[3 * token + 2] ?? NO_PRICE
  return state === NO_PRICE ? null : state >> 1
}

/** Tells prints of the same cutoff day apart; a token without one before has changed throughout. */
export function changedTokens(before: TokenPrints, after: TokenPrints): ChangedTokens {
  const changed: ChangedTokens = { past: [], settled: [], priced: [] }
  for (let token = 0; 3 * token < after.length; token++) {
    const at = 3 * token
    const [old, now] = [before[at + 2] ?? NO_PRICE, after[at + 2] ?? NO_PRICE]
    if (before[at] !== after[at] || before[at + 1] !== after[at + 1]) changed.past.push(token)
    else if (isSettled(old) !== isSettled(now)) changed.settled.push(token)
    else if (old !== now) changed.priced.push(token)
  }
  return changed
}

function isSettled(state: number): boolean {
  return state !== NO_PRICE && (state & 1) === 1
}

function pastOf(marks: Marks, labels: WorldLabels, token: number, cutoffDay: Day) {
  const print = emptyFingerprint()
  const resolvedOn = marks.resolvedOn[token] ?? UNRESOLVED
  mixInto(print, marks.condition[token] ?? 0)
  const unit = marks.unit[token] ?? 0
  mixInto(print, unit)
  mixInto(print, labels.printOf(unit))
  // A resolution on the cutoff's day is part of the state on it.
  mixInto(print, resolvedOn < cutoffDay ? resolvedOn : UNRESOLVED)
  const end = marks.start[token + 1] ?? 0
  for (let i = marks.start[token] ?? 0; i < end && (marks.day[i] ?? 0) < cutoffDay; i++) {
    mixInto(print, marks.day[i] ?? 0)
    mixInto(print, marks.price[i] ?? 0)
  }
  return print
}

function stateOn(marks: Marks, token: number, day: Day): number {
  const index = markIndex(marks, token, day)
  if (index === null) return NO_PRICE
  return 2 * (marks.price[index] ?? 0) + (isResolved(marks, token, day) ? 1 : 0)
}
