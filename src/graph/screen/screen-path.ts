import { type Day, dayText } from '../../ledger/quantities.ts'
import { type Period, periodNamed } from '../../metrics/periods.ts'
import type { DayWindow } from '../kit/board-access.ts'
import type { GivenOrder, GivenWhere } from './trader-where.ts'

/** A question about everybody, as a caller gives it. */
export interface GivenQuestion {
  where: GivenWhere | null
  orderBy: readonly GivenOrder[]
  period: Period
  window: DayWindow | null
  category: string | null
  tag: string | null
  asOf: Day | null
  compareTo: Day | null
}

/** The question as a link to the REST API: one text for one question, its parameters by name. Defaults are omitted. */
export function screenPath({
  where,
  orderBy,
  period,
  window,
  category,
  tag,
  asOf,
  compareTo,
}: GivenQuestion): string {
  const given: Record<string, string | null> = {
    where: where === null ? null : canonical(where),
    order: orderBy.length === 0 ? null : orderBy.map(orderText).join(','),
    period: period === 'ALL' || window !== null ? null : periodNamed(period).wire,
    from: window && dayText(window.from),
    to: window && dayText(window.to),
    category: category === null ? null : category.toLowerCase(),
    tag,
    asOf: asOf === null ? null : dayText(asOf),
    compareTo: compareTo === null ? null : dayText(compareTo),
  }
  const parts = Object.entries(given)
    .filter((part): part is [string, string] => part[1] !== null && part[1] !== '{}')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return ['/v1/traders', ...(parts.length === 0 ? [] : [parts.join('&')])].join('?')
}

function orderText({ by, direction, weight, change }: GivenOrder): string {
  const name = by.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const parts = [typeof weight === 'number' ? `${name}*${weight}` : name]
  if (direction) parts.push(direction.toLowerCase())
  if (change) parts.push('change')
  return parts.join(':')
}

/** Conditions as JSON in their one spelling, with days as texts. */
export function canonical(where: GivenWhere): string {
  return JSON.stringify(said(where, dayText) ?? {})
}

/** Conditions in their one spelling: sorted members, without those that say nothing; null without a condition. */
export function canonicalWhere<Where extends object>(where: Where | null): Where | null {
  return (said(where, (day) => day) as Where | undefined) ?? null
}

/** True for a condition that says nothing. */
export function isEmpty(condition: unknown): boolean {
  return said(condition, (day) => day) === undefined
}

/** Null, and a text or an object that is empty, say nothing; but nobody fits the opposite of no condition. */
function said(value: unknown, shownDay: (day: Day) => unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.map((one) => said(one, shownDay) ?? {})
  if (typeof value !== 'object') return value
  const members = Object.entries(value).flatMap(([name, own]) => {
    const isDay = (name === 'from' || name === 'to') && typeof own === 'number'
    const isOpposite = name === 'not' && own !== null && own !== undefined
    const one = isDay ? shownDay(own) : (said(own, shownDay) ?? (isOpposite ? {} : undefined))
    return one === undefined ? [] : [[name, one] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))
}
