/** Formats by their decimals: to make one takes longer than to use it a hundred times. */
const FORMATS = new Map<string, Intl.NumberFormat>()

function decimals(least: number, most: number = least): Intl.NumberFormat {
  const key = `${least} ${most}`
  const format =
    FORMATS.get(key) ??
    new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: most })
  FORMATS.set(key, format)
  return format
}

const SHORT = new Intl.NumberFormat('en', {
  notation: 'compact',
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
})

/** The ends of an interval. */
interface Ends {
  low: number
  high: number
}

/** How an amount of dollars is shown. */
export interface AmountOptions {
  /** True: with its sign, and in the colour of a gain or a loss. @default false */
  isSigned?: boolean
}

/** Formats dollars as text: `$4.05`, `$412,800`, `$1.92M`. */
export function moneyText(value: number, { isSigned = false }: AmountOptions = {}): string {
  return signed(value, `$${digitsOf(value).format(Math.abs(value))}`, isSigned)
}

/** Both ends of an interval of gains in dollars, with the digits of the larger one: `−$4 to +$120`. */
export function moneyRange({ low, high }: Ends): string {
  const digits = digitsOf(Math.abs(low) > Math.abs(high) ? low : high)
  const end = (value: number) => signed(value, `$${digits.format(Math.abs(value))}`, true)
  return `${end(low)} to ${end(high)}`
}

function digitsOf(value: number): Intl.NumberFormat {
  const size = Math.abs(value)
  return Math.round(size) >= 1_000_000 ? SHORT : decimals(size < 10 && size > 0 ? 2 : 0)
}

/** Formats dollars as their owner wrote them: with cents if there are any. */
export function exactMoneyText(value: number): string {
  return signed(value, `$${decimals(Number.isInteger(value) ? 0 : 2).format(Math.abs(value))}`)
}

/** Formats dollars on an axis: `$1.2M`, `$0.05`. @param digits decimals at most, which parts of a dollar have all of */
export function axisMoneyText(value: number, digits: number): string {
  const isSmall = Math.abs(value) < 1_000 && !Number.isInteger(value)
  const size = new Intl.NumberFormat('en', {
    notation: 'compact',
    minimumFractionDigits: isSmall ? digits : 0,
    maximumFractionDigits: digits,
  }).format(Math.abs(value))
  return signed(value, `$${size}`)
}

/** How a fraction is shown. */
export interface PercentOptions {
  /** @default a decimal below 10%, none from there on */
  digits?: number
  /** @default false */
  isSigned?: boolean
}

/** Formats a fraction as a percentage in text: `85%`, `4.2%`. */
export function percentText(value: number, { digits, isSigned = false }: PercentOptions = {}): string {
  const size = Math.abs(value)
  const shown = digits ?? (size > 0 && size < 0.0995 ? 1 : 0)
  return signed(value, percentOf(size, { least: shown, most: shown }), isSigned)
}

/** Formats a difference of fractions as text: `+12.3 pts`. @param digits decimals */
export function pointsText(value: number, digits = 1): string {
  return signed(value, `${decimals(digits).format(Math.abs(value) * 100)} pts`, true)
}

/** Both ends of an interval of differences, in percentage points: `−1 to 13 points`. */
export function pointsRange({ low, high }: Ends): string {
  const end = (value: number) => signed(value, decimals(0).format(Math.abs(value) * 100))
  return `${end(low)} to ${end(high)} points`
}

/**
 * Both ends of an interval of fractions with the same decimals: one decimal where both are below 10% or one of them is negative, else none.
 * `73–92%`, `1.2–8.0%`, `−1.2% to 13.0%`.
 * @param isSigned true: of gains, `+54.2% to +105.1%`
 */
export function percentRange(interval: Ends, isSigned?: boolean): string
export function percentRange(interval: Ends | null | undefined, isSigned?: boolean): string | null
export function percentRange(interval: Ends | null | undefined, isSigned = false): string | null {
  if (!interval) return null
  const { low, high } = interval
  const hasSign = isSigned || low < 0
  const digits = hasSign || high < 0.0995 ? 1 : 0
  const [from, to] = [low, high].map((end) => percentText(end, { digits, isSigned })) as [string, string]
  return hasSign ? `${from} to ${to}` : `${from.replace('%', '')}–${to}`
}

/** Below this many cases a share is a count: a percentage would look more exact than it is. */
const FEW = 100

/** A share of some cases: `41 of 47`, and `87%` from a hundred on. */
export function shareText(share: number, cases: number): string {
  return cases < FEW ? `${countText(share * cases)} of ${countText(cases)}` : percentText(share)
}

/** Decided bets with a profit and with a loss. */
export interface Bets {
  wins: number
  losses: number
}

/** The bets won, of one bet or more: `41 of 47 bets`, `87% of 210 bets`. */
export function wonText({ wins, losses }: Bets, noun = ' bets'): string {
  const bets = wins + losses
  const share = shareText(wins / bets, bets)
  return `${share}${share.endsWith('%') ? ` of ${countText(bets)}` : ''}${noun}`
}

/** Formats a whole number as text. */
export function countText(value: number): string {
  return decimals(0).format(value)
}

/** Formats a number as text, with the decimals that it has. @param most decimals at most */
export function numberText(value: number, most = 2): string {
  return signed(value, decimals(0, most).format(Math.abs(value)))
}

/** Formats a number with two decimals as text. */
export function hundredthsText(value: number): string {
  return decimals(2).format(value)
}

/** Formats shares as text: whole ones from a hundred on. */
export function sharesText(value: number): string {
  return (value < 100 && !Number.isInteger(value) ? hundredthsText : countText)(value)
}

/** An address as `0xbad0…0b35`. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** A count with its noun: `1 market`, `12 markets`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${countText(value)} ${value === 1 ? one : many}`
}

/** Adds a sign to a size, except to one that rounds to zero: `$0.00`, never `−$0.00`. */
export function signed(value: number, size: string, isSigned = false): string {
  if (!/[1-9]/.test(size)) return size
  if (value < 0) return `−${size}`
  return isSigned ? `+${size}` : size
}

/** The number of decimals of a text. */
interface Decimals {
  /** @default 0 */
  least?: number
  /** @default 1 */
  most?: number
}

/** A fraction as pages, messages and the CLI print it: `85%`, without a space. */
export function percentOf(share: number, decimals: Decimals = {}): string {
  return `${hundredfold(share, decimals)}%`
}

/** A price from 0 to 1 with the decimals that it was given with: `62.5¢`. */
export function exactCentsText(price: number): string {
  return `${hundredfold(price, { most: 4 })}¢`
}

/** A price from 0 to 1 as it is read: whole cents, with a decimal where that would say 0 or 100. */
export function centsText(price: number): string {
  const digits = price > 0 && price < 1 && (price < 0.01 || price > 0.99) ? 1 : 0
  return `${hundredfold(price, { least: digits, most: digits })}¢`
}

/** A change of a price as it is read: as {@link centsText}, of the change to a tenth of a cent. */
export function roundMove(change: number): number {
  return Math.round(change * 1000) / 1000
}

/** A change of a market's price as it is read: `▲ 17¢`, `▼ 0.4¢`, and `0¢` without an arrow. */
export function moveText(change: number): string {
  const rounded = roundMove(change)
  if (rounded === 0) return centsText(0)
  return `${rounded > 0 ? '▲' : '▼'}\u2009${centsText(Math.abs(rounded))}`
}

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** A moment's UTC day as it is read: `Mar 1, 2026`. */
export function dateText(time: Date): string {
  return DATE.format(time)
}

const MINUTE = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  hourCycle: 'h23',
})

/** A moment to the minute in UTC, under a heading that says so: `Mar 1, 2026, 23:59`. @param time in ISO 8601 */
export function minuteText(time: string): string {
  return MINUTE.format(new Date(time))
}

/** A moment as it is read: `Mar 1, 2026, 23:59 UTC`. @param time in ISO 8601 */
export function momentText(time: string): string {
  return `${minuteText(time)} UTC`
}

function hundredfold(value: number, { least = 0, most = 1 }: Decimals): string {
  return decimals(least, most).format(value * 100)
}

/** An amount of micro-dollars to the micro: `$24.80`, `−$0.000001`. */
export function exactMoney(micro: number, isSigned = false): string {
  if (micro === 0) return '$0'
  return signed(micro, `$${decimals(2, 6).format(Math.abs(micro) / 1e6)}`, isSigned)
}

/** An amount of micro-shares to the micro: `40 shares`, `0.5 shares`. */
export function exactShares(micro: number, isSigned = false): string {
  const size = Math.abs(micro) / 1e6
  return signed(micro, `${decimals(0, 6).format(size)} ${size === 1 ? 'share' : 'shares'}`, isSigned)
}
