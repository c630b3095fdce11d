import { DAY_SECONDS, type Day, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { MOVEMENT_CODES, type MovementKind } from './movement-kinds.ts'
import { type Condition, rowsWhere, sealedWhere, type Term } from './reads/terms.ts'
import type { Segment } from './sealed/manifest.ts'

/** Which events are asked for: those that meet everything that is named. What only one kind has narrows that kind alone. */
export interface EventFilter {
  /** Ids of tokens. */
  tokens?: readonly number[]
  /** Ids of those whose fills they are. */
  owners?: readonly number[]
  /** Movements: ids of conditions. */
  conditions?: readonly number[]
  /** Movements: without a condition. */
  withoutCondition?: boolean
  /** Movements: ids of neg-risk markets. */
  negRisk?: readonly number[]
  /** Movements: of these kinds. */
  kinds?: readonly MovementKind[]
  keys?: readonly number[]
  /** Exactly at one of these seconds. */
  times?: readonly Seconds[]
  /** On one of these UTC days. */
  days?: readonly Day[]
  /** At this second or later. */
  since?: Seconds
  /** Earlier than this second. */
  before?: Seconds
  /** Behind this place in the ledger's order; with an item, which fills do not have, for movements. */
  behind?: PlaceBound
  /** Ahead of this place in the ledger's order, likewise. */
  ahead?: PlaceBound
  /** At this place or ahead of it, likewise. */
  upTo?: PlaceBound
  /** With a key behind this one. */
  afterKey?: number
  /** With this key or one before it. */
  upToKey?: number
  /** The events of the chain only. */
  chain?: boolean
  /** Fills: 0 BUY, 1 SELL. */
  side?: number
  /** Fills. */
  minUsd?: MicroUsd
  /** Fills. */
  usdBefore?: MicroUsd
}

/** A place that events are compared with. */
export interface PlaceBound {
  time: Seconds
  key: number
  item?: number
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
  is('usd', '>=', filter.minUsd)
  is('usd', '<', filter.usdBefore)
  return terms
}
