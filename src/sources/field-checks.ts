import { isObject } from '../checks.ts'
import { EARLIEST_TIME, latestTime, TEXT_BOUNDS } from '../ledger/bounds.ts'
import {
  type Address,
  type ConditionId,
  type Hash,
  MAX_MICRO,
  type Seconds,
  type TokenId,
} from '../ledger/quantities.ts'
import { characterCount } from '../text.ts'

/** One part of a file that cannot be used, said so that a person can mend it. */
export interface Refusal {
  /** The line, or the row, from 1 (a CSV's header is not counted as a row). */
  line: number
  /** One plain sentence: what is wrong and what would be right. */
  reason: string
}

/** Thrown where one line or row cannot be used; its message is the reason, and the rest of the file goes on. */
export class Refused extends Error {
  override name = 'Refused'
}

/** The value as a reason shows it: JSON, cut to 60 characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? kindOf(value) : String(JSON.stringify(value))
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function kindOf(value: object): string {
  return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
}

/** The refusal of one named field: it is absent, or is not what is needed. */
export function refusedField(name: string, value: unknown, needed: string): Refused {
  return new Refused(`${name} is ${value === undefined ? 'missing' : shown(value)}: ${needed} is needed`)
}

const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/
const AMOUNT = /^(?:0|[1-9]\d{0,15})$/
const UINT = /^(?:0|[1-9]\d{0,77})$/
const MAX_UINT256 = (2n ** 256n - 1n).toString()
const SECONDS_LIMIT = 2 ** 33
const HTTPS = /^https:\/\/\S+$/i

/** The value as an address, or Refused. */
export function addressField(name: string, value: unknown): Address {
  if (typeof value === 'string' && ADDRESS.test(value)) return value as Address
  throw refusedField(name, value, 'an address (0x and 40 lower-case hex digits)')
}

/** The value as a transaction's, order's or market's hash, or Refused. */
export function hashField(name: string, value: unknown): Hash {
  if (typeof value === 'string' && HASH.test(value)) return value as Hash
  throw refusedField(name, value, 'a hash (0x and 64 lower-case hex digits)')
}

/** The value as a condition, or Refused. */
export function conditionField(name: string, value: unknown): ConditionId {
  if (typeof value === 'string' && HASH.test(value)) return value as ConditionId
  throw refusedField(name, value, 'a condition (0x and 64 lower-case hex digits)')
}

/** The value as an outcome token's id below 2^256, or Refused. */
export function tokenField(name: string, value: unknown): TokenId {
  if (isUint256(value)) return value as TokenId
  throw refusedField(name, value, 'a token id (a decimal string below 2^256, without leading zeros)')
}

/** The value as the decimal text of a number below 2^256, or Refused. */
export function uint256Field(name: string, value: unknown): string {
  if (isUint256(value)) return value
  throw refusedField(name, value, 'a decimal string below 2^256, without leading zeros')
}

function isUint256(value: unknown): value is string {
  // Two decimal texts of the same length sort like their numbers.
  return (
    typeof value === 'string' &&
    UINT.test(value) &&
    (value.length < MAX_UINT256.length || value <= MAX_UINT256)
  )
}

/** The value, a decimal string of millionths from 0 to {@link MAX_MICRO}, as a number, or Refused. */
export function amountField(name: string, value: unknown): number {
  if (typeof value === 'string' && AMOUNT.test(value)) {
    const amount = Number(value)
    if (amount <= MAX_MICRO) return amount
  }
  throw refusedField(name, value, `a whole number of millionths from 0 to ${MAX_MICRO}, as a decimal string,`)
}

/** The value as an integer of at least `least` and below `limit`, or Refused. */
export function integerField(name: string, value: unknown, least: number, limit: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value < limit) return value
  throw refusedField(name, value, `an integer of at least ${least} and below ${limit}`)
}

/** The value as seconds since 1970, from 2020-01-01 to a day from now, or Refused; 13 digits are read as milliseconds. */
export function secondsField(name: string, value: unknown): Seconds {
  if (typeof value !== 'number' || !Number.isInteger(value) || value <= 0)
    throw refusedField(name, value, 'a whole number of seconds since 1970')
  const hint = value >= 1e12 && value < 1e13 ? 'milliseconds? ' : ''
  if (value >= SECONDS_LIMIT) throw new Refused(`${name} is ${value}: ${hint}seconds expected, below 2^33`)
  if (value >= EARLIEST_TIME && value <= latestTime()) return value
  const written = new Date(value * 1_000).toISOString().slice(0, 19)
  throw new Refused(`${name} is ${value} (${written}Z): a time from 2020-01-01 to a day from now is needed`)
}

/** A check of text of at most `limit` characters, without NUL (PostgreSQL cannot hold it). */
export function textField(limit: number): (name: string, value: unknown) => string {
  return (name, value) => {
    if (typeof value !== 'string' || value.includes('\0'))
      throw refusedField(name, value, 'text without NUL characters')
    return boundedText(name, value, limit)
  }
}

/** The text, or Refused where it has more than `limit` characters. */
export function boundedText(name: string, text: string, limit: number): string {
  // A character takes at most two units, so a text of any length is counted no further than twice the limit.
  if (text.length <= limit) return text
  const count = text.length > 2 * limit ? `more than ${limit}` : characterCount(text)
  if (typeof count === 'number' && count <= limit) return text
  throw new Refused(`${name} has ${count} characters: at most ${limit} are possible`)
}

/** The value as the https:// address of a picture, or Refused: pages show it. */
export function pictureField(name: string, value: unknown): string {
  if (typeof value !== 'string' || !HTTPS.test(value) || !URL.canParse(value))
    throw refusedField(name, value, 'an https:// address')
  return boundedText(name, value, TEXT_BOUNDS.picture)
}

/** The value as a list of at most `limit`, each entry checked by `check` under the name `name[i]`, or Refused. */
export function listField<T>(
  name: string,
  value: unknown,
  limit: number,
  check: (name: string, value: unknown) => T,
): T[] {
  if (!Array.isArray(value) || value.length > limit)
    throw refusedField(name, value, `a list of at most ${limit} entries`)
  return value.map((entry, i) => check(`${name}[${i}]`, entry))
}

/** The value as an object with no other fields than those of `known`, or Refused naming the field. */
export function objectField(
  name: string,
  value: unknown,
  known: ReadonlySet<string>,
): Record<string, unknown> {
  if (!isObject(value)) throw refusedField(name, value, 'an object')
  for (const key in value) {
    if (!known.has(key))
      throw new Refused(`${name} has an unknown field ${key}: it has ${[...known].join(', ')}`)
  }
  return value
}

/** Null if the value is null or absent, otherwise what `check` makes of it. */
export function nullable<T>(
  name: string,
  value: unknown,
  check: (name: string, value: unknown) => T,
): T | null {
  return value === null || value === undefined ? null : check(name, value)
}
