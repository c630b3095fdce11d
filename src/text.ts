/** Control characters, marks that turn the direction of writing, invisible letters, and line breaks of Unicode. */
const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * A text with nothing in it that steers whatever shows it: such characters come as JSON escapes (`\u202e`). Names and
 * questions are texts of strangers; no terminal and no log gets one raw. What is JSON stays JSON, of the same value.
 */
export function printable(text: string): string {
  return text.replaceAll(STEERING, (character) => character.split('').map(escaped).join(''))
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * Whether a text has only characters that can be typed, shown and stored alike on both engines: no control characters,
 * of which PostgreSQL takes no NUL, and no half of a surrogate pair, which is stored as another character. No name, id,
 * cursor or address of ours has any.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text)
}

/**
 * What a text of strangers may hide from whoever reads it on a screen, while a model reads it all the same: control
 * characters, marks that turn the direction, and the invisible letters (tags, variation selectors) in which whole
 * sentences have been smuggled. What XML cannot hold is among it. The two joiners and the selectors of emoji stay:
 * texts need them.
 */
const HIDDEN =
  /(?![\u200c\u200d])(?:[\p{Cc}\p{Cf}\p{Co}]|[\ufe00-\ufe0d\ufffe\uffff]|[\u{e0100}-\u{e01ef}])/gu
const BREAKS = /[\t\n\r\u0085\u2028\u2029]+/g

/** A text with nothing hidden in it, on one line. */
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

/** How many characters a text has as people and JSON Schema count them: those beyond the basic plane are one each. */
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

/** How many decimals a text has. */
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

function hundredfold(value: number, { least = 0, most = 1 }: Decimals): string {
  return (value * 100).toLocaleString('en', { minimumFractionDigits: least, maximumFractionDigits: most })
}
