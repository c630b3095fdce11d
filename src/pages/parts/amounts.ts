import { centsText, moveText, percentOf, roundMove } from '../../text.ts'
import { type Html, html } from '../kit/html.ts'

const NONE = html`<span class="none" title="Not known">–</span>`

const grouped = (digits: number) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const WHOLE = grouped(0)
const CENTS = grouped(2)
const SHORT = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})

interface AmountOptions {
  /** True: with its sign, and in the colour of a gain or a loss. @default false */
  isSigned?: boolean
  /** True: three digits and a letter from a million on. @default false */
  isShort?: boolean
}

/** Dollars as people read them; exact in the title and the value. */
export function money(value: number | null | undefined, options: AmountOptions = {}): Html {
  if (value === null || value === undefined) return NONE
  const exact = signed(value, `$${CENTS.format(Math.abs(value))}`, options.isSigned)
  return amount(value, exact, moneyText(value, options), options.isSigned)
}

/** Formats dollars as text. */
export function moneyText(value: number, { isSigned = false, isShort = false }: AmountOptions = {}): string {
  const size = Math.abs(value)
  const digits = isShort && size >= 1_000_000 ? SHORT : size < 100 && size > 0 ? CENTS : WHOLE
  return signed(value, `$${digits.format(size)}`, isSigned)
}

/** Shows a fraction as a percentage. @param digits decimals */
export function percent(
  value: number | null | undefined,
  { digits = 0, isSigned = false }: { digits?: number; isSigned?: boolean } = {},
): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, `${value * 100}%`, percentText(value, { digits, isSigned }), isSigned)
}

/** Formats a fraction as a percentage in text. */
export function percentText(
  value: number,
  { digits = 0, isSigned = false }: { digits?: number; isSigned?: boolean } = {},
): string {
  return signed(value, percentOf(Math.abs(value), { least: digits, most: digits }), isSigned)
}

/** A difference of two fractions, in percentage points. */
export function points(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, `${value * 100} points`, pointsText(value), true)
}

/** Formats a difference of fractions as text: `+12.3 pts`. @param digits decimals */
export function pointsText(value: number, digits = 1): string {
  return signed(value, `${grouped(digits).format(Math.abs(value) * 100)} pts`, true)
}

/** Both ends of an interval of differences, in percentage points: `−1 to 13 points`. */
export function pointsRange({ low, high }: { low: number; high: number }): string {
  const end = (value: number) => signed(value, WHOLE.format(Math.abs(value) * 100))
  return `${end(low)} to ${end(high)} points`
}

/** Both ends of an interval of fractions: `73–92%`. */
export function percentRange(interval: { low: number; high: number } | null | undefined): string | null {
  if (!interval) return null
  const end = (value: number) => signed(value, WHOLE.format(Math.abs(value) * 100))
  const joint = interval.low < 0 ? ' to ' : '–'
  return `${end(interval.low)}${joint}${end(interval.high)}%`
}

/** A price from 0 to 1, in cents. */
export function cents(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, `$${value}`, centsText(value))
}

/** A change of a price, in cents, with its sign. */
export function centsMove(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  const rounded = roundMove(value)
  return amount(rounded, `${value}`, signed(rounded, centsText(Math.abs(rounded)), true), true)
}

/** A change of a market's price, in cents, with an arrow. */
export function priceMove(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  const rounded = roundMove(value)
  return amount(rounded, `${value}`, moveText(value), true)
}

/** Shows a whole number. */
export function count(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, WHOLE.format(value), WHOLE.format(value))
}

/** Formats a whole number as text. */
export function countText(value: number): string {
  return WHOLE.format(value)
}

/** Shares: whole ones from a hundred on. */
export function shares(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, String(value), (value < 100 ? CENTS : WHOLE).format(value))
}

/** Shows a ratio with two decimals. */
export function ratio(value: number | null | undefined): Html {
  if (value === null || value === undefined) return NONE
  return amount(value, String(value), signed(value, CENTS.format(Math.abs(value))))
}

/** A count with its noun: `1 market`, `12 markets`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${WHOLE.format(value)} ${value === 1 ? one : many}`
}

/** Adds a sign to a size, except to one that rounds to zero: `$0.00`, never `−$0.00`. */
function signed(value: number, size: string, isSigned = false): string {
  if (!/[1-9]/.test(size)) return size
  if (value < 0) return `−${size}`
  return isSigned ? `+${size}` : size
}

function amount(value: number, exact: string, shown: string, isSigned = false): Html {
  const tone = !isSigned || !/[1-9]/.test(shown) ? null : value > 0 ? 'gain' : 'loss'
  return tone === null
    ? html`<data value="${value}" title="${exact}">${shown}</data>`
    : html`<data value="${value}" title="${exact}" class="${tone}">${shown}</data>`
}
