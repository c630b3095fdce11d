import { DAY_SECONDS } from '../../../ledger/quantities.ts'
import type { Sql } from '../../engine/database.ts'
import type { EventFilter } from '../event-filter.ts'
import { MOVEMENT_CODES } from '../movement-row.ts'
import type { PlaceBound } from '../place.ts'
import type { Segment } from '../sealed/manifest.ts'
import { type Condition, rowsWhere, sealedWhere, type Term } from './terms.ts'

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
  is('usd', '>=', filter.minUsd)
  is('usd', '<', filter.usdBefore)
  return terms
}
