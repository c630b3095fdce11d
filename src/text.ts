/** Control characters, marks that turn the direction of writing, invisible letters, and line breaks of Unicode. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Returns a text in which characters that control a terminal or a display are JSON escapes (`\u202e`). Names
 * and questions are third-party texts, so terminals and logs show them only in this form. JSON remains JSON
 * of the same value.
 */
export function printable(text: string): string {
  return text.replaceAll(STEERING, (character) => character.split('').map(escaped).join(''))
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Returns whether a text has only characters that can be typed, shown and stored alike on both engines: no
 * control characters (PostgreSQL refuses NUL), and no half of a surrogate pair, which is stored as another
 * character. Our names, ids, cursors and addresses have none of them.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/**
 * Characters of third-party text that a person does not see but a model reads: control characters, marks that
 * change the direction, and the invisible letters (tags, variation selectors) in which whole sentences have
 * been smuggled. It includes all that XML cannot hold. The two joiners and the selectors of emoji are kept,
 * since texts need them.
 */
const HIDDEN =
  /(?![\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Co}]|[\ufe00-\ufe0d\ufffe\uffff]|[\u{e0100}-\u{e01ef}])/gu
const BREAKS = /[\t\n\r\u0085\u2028\u2029]+/g

/** Returns a text on one line, without hidden characters. */
export function harmlessText(text: string): string {
  return text.toWellFormed().replaceAll(BREAKS, ' ').replaceAll(HIDDEN, '')
}

/** A value of JSON with every text in it made {@link harmlessText}; keys are the schema's and stay. */
export function harmlessValue(value: unknown): unknown {
  if (typeof value === 'string') return harmlessText(value)
  if (Array.isArray(value)) return value.map(harmlessValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, harmlessValue(part)]))
}

/**
 * A text without the URLs in it, which may hold passwords, for sentences and log lines. Looks for one at the beginnings
 * of words alone: a long word is read once.
 */
export function withoutUrls(text: string): string {
  return text.replaceAll(/\b\w+:\/\/\S+/g, '<url>')
}

/**
 * Returns the length of a text as people and JSON Schema count it: a character beyond the basic plane is one.
 */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Text that a spreadsheet would compute, after any marks: a formula begins with =, +, -, @, tab or a line's end, also in full width. */
const FORMULA = "'*[=+\\-@\\t\\r\\n\uFF1D\uFF0B\uFF0D\uFF20]"
const UNMARKED = new RegExp(`^${FORMULA}`)
const MARKED = new RegExp(`^'${FORMULA}`)

/** Puts an apostrophe before text that a spreadsheet would take for a formula, and before text that looks marked already. */
export function markFormula(text: string): string {
  return UNMARKED.test(text) ? `'${text}` : text
}

/** Takes the mark of {@link markFormula} off. */
export function unmarkFormula(text: string): string {
  return MARKED.test(text) ? text.slice(1) : text
}

/** The same as {@link markFormula} in DuckDB's SQL, of an expression that is text. */
export function markedFormulaSql(sql: string): string {
  return `CASE WHEN regexp_matches(${sql}, '^${FORMULA.replaceAll("'", "''")}') THEN '''' || ${sql} ELSE ${sql} END`
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

/** A price from 0 to 1 as pages, messages and the CLI print it: `66¢`, without a space. */
export function centsOf(price: number, decimals: Decimals = {}): string {
  return `${hundredfold(price, decimals)}¢`
}

/** A price from 0 to 1 as it is read: whole cents, with a decimal where that would say 0 or 100. */
export function centsText(price: number): string {
  const digits = price > 0 && price < 1 && (price < 0.02 || price > 0.98) ? 1 : 0
  return centsOf(price, { least: digits, most: digits })
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

/** Formats by their decimals: to make one takes longer than to use it a hundred times. */
const FORMATS = new Map<string, Intl.NumberFormat>()

function hundredfold(value: number, { least = 0, most = 1 }: Decimals): string {
  const key = `${least} ${most}`
  const format =
    FORMATS.get(key) ??
    new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: most })
  FORMATS.set(key, format)
  return format.format(value * 100)
}
