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

/**
 * Returns the words that distinguish texts of one form: those between the words that all begin and all end with, `Ada` of
 * `Will Ada win?`. Whole texts where one has no words of its own.
 */
export function distinctParts(texts: readonly string[]): string[] {
  if (texts.length < 2) return [...texts]
  const all = texts.map((text) => text.split(' '))
  const [first = [], ...others] = all
  const least = Math.min(...all.map(({ length }) => length)) - 1
  const isShared = (at: (words: readonly string[]) => string | undefined) =>
    others.every((words) => at(words) === at(first))
  let [start, end] = [0, 0]
  while (start < least && isShared((words) => words[start])) start++
  while (start + end < least && isShared((words) => words.at(-1 - end))) end++
  const parts = all.map((words) => words.slice(start, words.length - end).join(' '))
  const isTold = new Set(parts).size === texts.length
  return isTold ? parts.map((part) => part.replace(/[?.,:;]{1,9}$/, '')) : [...texts]
}
