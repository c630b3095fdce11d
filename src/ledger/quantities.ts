/**
 * The exact quantities of the ledger. Strings that name things on the chain are branded, so an address cannot be
 * mistaken for a token; amounts are integers of 1e-6 in JavaScript numbers, which are exact up to {@link MAX_MICRO}
 * (9.0e9 dollars or shares): larger ones are refused at the edge, never rounded.
 */
declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

/** A wallet or contract: `0x` and 40 lower-case hex digits. */
export type Address = Branded<'Address'>
/** A transaction's, order's or condition's hash: `0x` and 64 lower-case hex digits. */
export type Hash = Branded<'Hash'>
/** A condition (one question's set of outcomes): `0x` and 64 lower-case hex digits. */
export type ConditionId = Branded<'ConditionId'>
/** An outcome token's ERC-1155 id in decimal, up to 78 digits. */
export type TokenId = Branded<'TokenId'>
/** US dollars in millionths, a safe integer. */
export type MicroUsd = number & { readonly __unit?: 'MicroUsd' }
/** Outcome shares in millionths, a safe integer. */
export type MicroShares = number & { readonly __unit?: 'MicroShares' }
/** Dollars per share in millionths, 0 to 1,000,000. */
export type MicroPrice = number & { readonly __unit?: 'MicroPrice' }
/** A UTC day, counted from 1970-01-01. */
export type Day = number & { readonly __unit?: 'Day' }
/** Seconds since 1970-01-01 UTC. */
export type Seconds = number & { readonly __unit?: 'Seconds' }

/** One dollar, one share, or the price of certainty, in millionths. */
export const MICRO = 1_000_000
/** The largest amount that one event or one position can hold. */
export const MAX_MICRO = Number.MAX_SAFE_INTEGER
export const DAY_SECONDS = 86_400

export function dayOf(time: Seconds): Day {
  return Math.floor(time / DAY_SECONDS)
}

/** The day in ISO 8601: `2026-02-17`. */
export function dayText(day: Day): string {
  return new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10)
}

/** Parses a day such as `2026-02-17`; null for an impossible day, or another format. */
export function dayOfText(text: string): Day | null {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  const day = dayOf(time / 1000)
  // Date.parse accepts February 31 as March 3.
  return !Number.isNaN(day) && dayText(day) === text ? day : null
}

/** The first day of the ISO week (a Monday) that the day belongs to. 1970-01-01 was a Thursday. */
export function weekStart(day: Day): Day {
  return day - ((day + 3) % 7)
}

/**
 * floor(a · b / divisor) in exact integers, also if the product leaves the safe range. `divisor` is positive; `a` may
 * be negative (a conversion can leave a negative cost basis).
 */
export function mulDivFloor(a: number, b: number, divisor: number): number {
  const product = a * b
  if (Number.isSafeInteger(product)) return Math.floor(product / divisor)
  const exact = BigInt(a) * BigInt(b)
  const by = BigInt(divisor)
  const quotient = exact / by
  return Number(exact < 0n && quotient * by !== exact ? quotient - 1n : quotient)
}

/** a · b / divisor truncated towards zero, exact as {@link mulDivFloor}; `b` is 0 or more. Never −0. */
export function mulDivTruncated(a: number, b: number, divisor: number): number {
  return a < 0 ? 0 - mulDivFloor(-a, b, divisor) : mulDivFloor(a, b, divisor)
}

/** True for a wallet's or contract's address as the ledger writes it: 0x and 40 lower-case hex digits. */
export function isAddress(text: string): text is Address {
  return /^0x[0-9a-f]{40}$/.test(text)
}

/** The address that a lower-case text names, or null for any other text. */
export function addressOf(text: string): Address | null {
  return isAddress(text) ? text : null
}

/**
 * a + b, exactly: a sum beyond a double's exact range is refused, never rounded.
 * @throws RangeError naming `field` for a sum that is not a safe integer (above 9.0e9 dollars or shares, a fraction,
 * NaN)
 */
export function exactSum(a: number, b: number, field: string): number {
  const sum = a + b
  if (!Number.isSafeInteger(sum)) throw new RangeError(`${field} leaves the exact range: ${a} + ${b}`)
  return sum
}

/**
 * An amount of millionths as the API shows it: decimal dollars or shares. The nearest double to the exact quotient,
 * which prints with at most 6 decimals below 2^33 (8.6e9), the range that a quantity can have.
 */
export function decimalOf(micro: number): number {
  return micro / MICRO
}

/** The fewest whole millionths that are an amount in dollars or shares, or more. */
export function leastMicro(amount: number): number {
  const nearest = Math.round(amount * MICRO)
  return nearest / MICRO < amount ? nearest + 1 : nearest
}

/** The most whole millionths that are an amount in dollars or shares, or less. */
export function mostMicro(amount: number): number {
  return -leastMicro(-amount)
}
