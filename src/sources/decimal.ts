import { MAX_MICRO, type Seconds } from '../ledger/quantities.ts'
import { refusedField, secondsField } from './field-checks.ts'

/** An exact decimal number of at least 0: `digits` · 10^-`scale`. */
export interface Decimal {
  digits: bigint
  scale: number
}

const DECIMAL = /^(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/
const MICRO_SCALE = 6

/**
 * Parses a decimal from a file (`0.45`, `1e-7`); null for any other text and for a negative one. A JSON number is
 * passed as its shortest text, so nothing is lost to binary fractions.
 */
export function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL.exec(text)
  if (match === null) return null
  const [, whole = '', fraction = '', exponent = '0'] = match
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** The number in millionths, rounded half up. */
export function toMicro(value: Decimal): bigint {
  return roundHalfUp(value.digits * 10n ** BigInt(MICRO_SCALE), value.scale)
}

/** `micro` · `factor`, rounded half up to a whole number: millionths stay millionths. */
export function timesMicro(micro: bigint, factor: Decimal): bigint {
  return roundHalfUp(micro * factor.digits, factor.scale)
}

/** The one text of the number: no exponent, no zeros that say nothing. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/(?<!0)0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function roundHalfUp(digits: bigint, scale: number): bigint {
  const unit = 10n ** BigInt(scale)
  return (2n * digits + unit) / (2n * unit)
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:Z|\+00(?::?00)?| UTC)?$/

/** The field as millionths, rounded half up, or Refused. */
export function amountOf(name: string, value: unknown): number {
  return micro(name, value, toMicro(decimalOf(name, value)))
}

/** The field as a decimal of at least 0, from a number or its text, or Refused. */
export function decimalOf(name: string, value: unknown): Decimal {
  const written = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  const decimal = parseDecimal(written)
  if (decimal === null) throw refusedField(name, value, 'a decimal number of at least 0')
  return decimal
}

/** An amount of the field in millionths, or Refused where it is above {@link MAX_MICRO}. */
export function micro(name: string, value: unknown, amount: bigint): number {
  if (amount <= BigInt(MAX_MICRO)) return Number(amount)
  throw refusedField(name, value, `at most ${MAX_MICRO} millionths`)
}

/** The field `timestamp`: seconds since 1970, or a date and time in UTC as spreadsheets write it; or Refused. */
export function timeOf(value: unknown): Seconds {
  if (typeof value === 'number') return secondsField('timestamp', value)
  if (typeof value === 'string' && /^\d{1,16}$/.test(value)) return secondsField('timestamp', Number(value))
  const match = typeof value === 'string' ? DATE_TIME.exec(value.trim()) : null
  const written = match === null ? '' : `${match[1]}T${match[2]}.000Z`
  const time = Date.parse(written)
  // A day such as 31 February is moved on by the parser: it must come back as it was written.
  if (Number.isNaN(time) || new Date(time).toISOString() !== written)
    throw refusedField('timestamp', value, 'whole seconds since 1970 or "YYYY-MM-DD HH:MM:SS" (UTC)')
  return secondsField('timestamp', time / 1000)
}

/** A text without spaces around it and in lower case; another value as it is. */
export function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value
}
