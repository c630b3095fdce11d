import type { Sql } from '../../engine/database.ts'
import { wholeNumber } from '../../engine/duckdb.ts'
import type { Value } from '../../engine/table-types.ts'

/** A condition on a row, written once for the store's rows and for sealed files. */
export interface Term {
  /** A column, or several in brackets. */
  left: string
  operator: '=' | '>=' | '>' | '<' | '<=' | 'IN' | 'IS NULL'
  value: readonly number[]
}

/** A condition of the store's SQL with its values. */
export interface Condition {
  text: string
  values: readonly Value[]
}

/** Terms as a condition of the store's SQL; its text depends on what is named, not on the values. */
export function rowsWhere(sql: Sql, terms: readonly Term[]): Condition {
  const conditions: string[] = []
  const values: Value[] = []
  for (const { left, operator, value } of terms) {
    if (operator === 'IS NULL') conditions.push(`${left} IS NULL`)
    else if (operator === 'IN') {
      conditions.push(sql.isIn(left, 'int'))
      values.push(sql.list(value))
    } else {
      conditions.push(
        `${left} ${operator} ${value.length === 1 ? '?' : `(${value.map(() => '?').join(', ')})`}`,
      )
      values.push(...value)
    }
  }
  return { text: conditions.join(' AND ') || 'TRUE', values }
}

/** Beyond so many, DuckDB reads a list far sooner as one text than as an expression each. */
const LONG_LIST = 1_000

/** Terms as a condition of DuckDB's SQL. Short lists are written out: only then are other columns read of their rows alone. */
export function sealedWhere(terms: readonly Term[]): string {
  const conditions = terms.map(({ left, operator, value }) => {
    const numbers = value.map(wholeNumber).join(', ')
    if (operator === 'IS NULL') return `${left} IS NULL`
    if (value.length === 0) return 'FALSE'
    if (value.length > LONG_LIST)
      return `${left} IN (SELECT unnest(string_split('${numbers}', ', ')::BIGINT[]))`
    if (operator === 'IN') return `${left} IN (${numbers})`
    return value.length > 1 ? comparison(left, operator, value) : `${left} ${operator} ${numbers}`
  })
  return conditions.join(' AND ') || 'TRUE'
}

/** A comparison of several columns, one by one: DuckDB makes a range of two of rows, and then refuses it. */
function comparison(left: string, operator: string, value: readonly number[]): string {
  const columns = left.slice(1, -1).split(', ')
  return value.reduceRight((behind, number, i) => {
    const [column = '', limit] = [columns[i], wholeNumber(number)]
    const own = behind === '' ? operator : operator.replace('=', '')
    const tie = behind === '' ? '' : ` OR (${column} = ${limit} AND ${behind})`
    return `(${column} ${own} ${limit}${tie})`
  }, '')
}
