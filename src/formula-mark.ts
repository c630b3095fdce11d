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
