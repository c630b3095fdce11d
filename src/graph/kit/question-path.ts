import { type Day, dayText } from '../../ledger/quantities.ts'

/* Questions about all rows of a table in their one spelling, and as links. */

/** One order of several. */
export interface GivenOrder {
  by: string
  direction?: 'ASC' | 'DESC' | null | undefined
  weight?: number | null | undefined
  change?: boolean | null | undefined
}

/** The name of a column in the enum of what rows are sorted by: `edgePValue` is EDGE_P_VALUE, `volume7d` VOLUME_7D. */
export function sortName(id: string): string {
  return id.replaceAll(/[A-Z]|(?<!\d)\d/g, (letter) => `_${letter}`).toUpperCase()
}

/** Said of the link of every question. */
export const QUESTION_LINK = 'The question as a link to the REST API: the same text for the same question.'

/** A link to the REST API: one text for one question, its parameters by name, without those that are null. */
export function questionPath(path: string, given: Readonly<Record<string, string | null>>): string {
  const parts = Object.entries(given)
    .filter((part): part is [string, string] => part[1] !== null && part[1] !== '{}')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return [path, ...(parts.length === 0 ? [] : [parts.join('&')])].join('?')
}

/** Orders as the text that REST takes; null without an order. */
export function orderText(orderBy: readonly GivenOrder[]): string | null {
  if (orderBy.length === 0) return null
  return orderBy
    .map(({ by, direction, weight, change }) => {
      const name = sortName(by).toLowerCase()
      const parts = [typeof weight === 'number' ? `${name}*${weight}` : name]
      if (direction) parts.push(direction.toLowerCase())
      if (change) parts.push('change')
      return parts.join(':')
    })
    .join(',')
}

/** Conditions as JSON in their one spelling, with days as texts. */
export function canonical(where: object): string {
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

/** Null, and a text or an object that is empty, say nothing; but no row fits the opposite of no condition. */
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
