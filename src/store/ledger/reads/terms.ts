import { DAY_SECONDS } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import { wholeNumber } from '../../engine/duckdb.ts'
import type { Value } from '../../engine/table.ts'
import type { EventFilter } from '../event-filter.ts'
import { MOVEMENT_CODES } from '../movement-row.ts'
import type { PlaceBound } from '../place.ts'
import type { Segment } from '../sealed/manifest.ts'

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

/** DuckDB reads a list above this length far sooner as one text than as an expression each. */
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

/** The filter as a condition of the store's SQL; its text depends on what is named, not on the values. */
export function whereOf(sql: Sql, filter: EventFilter): Condition {
  return rowsWhere(sql, termsOf(filter))
}

/** The filter as a condition of DuckDB's SQL. */
export function sealedWhereOf(filter: EventFilter): string {
  return sealedWhere(termsOf(filter))
}

/** False where the segment's bounds say that it holds no such event. */
export function mayHold(segment: Segment, filter: EventFilter): boolean {
  const { firstKey, lastKey, firstTime, lastTime } = segment
  const since = Math.max(filter.since ?? 0, filter.behind?.time ?? 0)
  const ids = [filter.tokens, filter.owners, filter.conditions, filter.negRisk]
  return (
    ids.every((list) => list === undefined || list.length > 0) &&
    lastTime >= since &&
    firstTime <= Math.min(filter.ahead?.time ?? firstTime, filter.upTo?.time ?? firstTime) &&
    (filter.before === undefined || firstTime < filter.before) &&
    (filter.afterKey === undefined || lastKey > filter.afterKey) &&
    (filter.upToKey === undefined || firstKey <= filter.upToKey) &&
    (filter.keys === undefined || filter.keys.some((key) => key >= firstKey && key <= lastKey)) &&
    (filter.times === undefined || filter.times.some((time) => time >= firstTime && time <= lastTime))
  )
}

function termsOf(filter: EventFilter): Term[] {
  const terms: Term[] = []
  const isIn = (left: string, value: readonly number[] | undefined) => {
    if (value !== undefined) terms.push({ left, operator: 'IN', value })
  }
  const is = (left: string, operator: Term['operator'], ...value: (number | undefined)[]) => {
    const known = value.filter((number) => number !== undefined)
    if (known.length > 0) terms.push({ left, operator, value: known })
  }
  isIn('token_id', filter.tokens)
  isIn('owner_id', filter.owners)
  isIn('condition_id', filter.conditions)
  if (filter.withoutCondition) terms.push({ left: 'condition_id', operator: 'IS NULL', value: [] })
  isIn('neg_risk_id', filter.negRisk)
  isIn(
    'kind',
    filter.kinds?.map((kind) => MOVEMENT_CODES[kind]),
  )
  isIn('key', filter.keys)
  isIn('time', filter.times)
  if (filter.days !== undefined) {
    isIn(
      `time - time % ${DAY_SECONDS}`,
      filter.days.map((day) => day * DAY_SECONDS),
    )
    // The same again for the index.
    is(
      'time',
      '>=',
      filter.days.reduce((first, day) => Math.min(first, day * DAY_SECONDS), Number.MAX_SAFE_INTEGER),
    )
  }
  is('time', '>=', filter.since)
  is('time', '<', filter.before)
  const isPlaced = (operator: Term['operator'], place: PlaceBound | undefined) => {
    if (place === undefined) return
    const { time, key, item } = place
    is(item === undefined ? '(time, key)' : '(time, key, item)', operator, time, key, item)
    // The same again for the index, which is on the time alone.
    is('time', operator === '>' ? '>=' : '<=', time)
  }
  isPlaced('>', filter.behind)
  isPlaced('<', filter.ahead)
  isPlaced('<=', filter.upTo)
  is('key', '>', filter.afterKey)
  is('key', '<=', filter.upToKey)
  is('key', '>=', filter.chain ? 0 : undefined)
  is('side', '=', filter.side)
  is('role', '=', filter.role)
  is('usd', '>=', filter.minUsd)
  is('usd', '<', filter.usdBefore)
  return terms
}
