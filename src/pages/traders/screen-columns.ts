import { percentRange } from '../../formats.ts'
import { SCREEN_COLUMNS, type ScreenColumn } from '../../metrics/screen-columns.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { rowDay } from '../kit/times.ts'
import { titleCase } from '../kit/words.ts'
import type { Given } from '../page.ts'
import { count, money, percent, ratio, share, shares } from '../parts/amounts.ts'

/** A column of the table of traders: a number of the registry, or both ends of an interval. */
export interface Column {
  /** Its name in the address. */
  name: string
  /** Its field in the answer. */
  field: string
  head: string
  title: string
  /** The number that it sorts by, as `order` names it; null for a flag. */
  by: string | null
  isGated: boolean
  /** The class of its cells. */
  className: string
  /** Fields of the answer that its cell needs too. */
  beside: readonly string[]
  /** @param values of the row, by field @param page the time of the page's last event */
  cell(values: Values, page: string): Part
}

type Values = Readonly<Record<string, unknown>>

/** Heads that are shorter than the registry's titles. */
const HEADS: Readonly<Record<string, string>> = {
  pnl: 'Profit',
  roi: 'Return',
  edge: 'Edge',
  edgeInterval: '95% interval',
  winRate: 'Win rate',
  volume: 'Volume',
  marketCount: 'Markets',
  sharpeRatio: 'Sharpe',
  lastTrade: 'Last trade',
}

const WIN_RATE = 'winRate'

/** Columns that give way where the table is too wide: those of 1 first, then those of 2 and 3. */
const GIVES: Readonly<Record<string, 1 | 2 | 3>> = { sharpeRatio: 1, marketCount: 2, lastTrade: 3 }

/** The columns without a choice. */
const USUAL = Object.keys(HEADS).map(snake)

/** Every column that may be chosen, in the order of the registry. */
export const COLUMNS: readonly Column[] = SCREEN_COLUMNS.filter(({ id }) => !/[a-z]High$/.test(id)).map(
  columnOf,
)

/**
 * The columns of a view, in the order of the registry; without a choice the usual ones in theirs, and the numbers by which the view
 * filters and sorts.
 */
export function columnsOf({ columns, order = '', ...view }: Given): readonly Column[] {
  const names = columns?.split(',') ?? []
  const chosen = COLUMNS.filter(({ name }) => names.includes(name))
  if (chosen.length > 0) return chosen
  const usual = USUAL.flatMap((name) => COLUMNS.find((one) => one.name === name) ?? [])
  const asked = new Set([
    ...order.split(',').map((part) => part.replace(/[:*].*/, '')),
    ...Object.keys(view).map((name) => snake(name.replace(/^(?:min|max|known)(?=[A-Z])/, '')).slice(1)),
  ])
  const isAsked = ({ name, by }: Column) => by !== null && (asked.has(by) || asked.has(name))
  const given = usual.map((column) => (isAsked(column) ? column : { ...column, className: givesWay(column) }))
  return [...given, ...COLUMNS.filter((column) => isAsked(column) && !USUAL.includes(column.name))]
}

function givesWay({ field }: Column): string {
  return GIVES[field] === undefined ? '' : `gives-${GIVES[field]}`
}

/** The table's columns as the file of its rows names them: an interval's name stands for both of its ends. */
export function fileColumns(columns: readonly Column[], hasScores: boolean): string[] {
  const score = hasScores ? ['score'] : []
  return ['rank', 'username', 'address', ...score, ...columns.map(({ field }) => `numbers.${field}`)]
}

/**
 * A form to choose columns, which works without scripts; everything else that the view says stays as it is.
 * @param isSignedIn false leaves out the numbers that require an account
 */
export function columnPicker(view: Given, isSignedIn: boolean): Html {
  const shown = new Set(columnsOf(view).map(({ name }) => name))
  const hidden = Object.entries(view).filter(([name]) => name !== 'columns')
  const offered = COLUMNS.filter(({ isGated }) => isSignedIn || !isGated)
  return html`<details class="menu pop filter"><summary>Columns</summary><div class="card"><form class="filters" action="/traders">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${offered.map(({ name, title }) => html`<label class="check"><input type="checkbox" name="columns" value="${name}"${shown.has(name) && html` checked`}> ${title}</label>`)}
    <button class="button">Show</button>
  </form></div></details>`
}

function columnOf(column: ScreenColumn): Column {
  const interval = /^(.+)Low$/.exec(column.id)?.[1]
  const field = interval === undefined ? column.id : `${interval}Interval`
  const title = column.title.replace(', lower end', '')
  return {
    name: snake(field),
    field,
    head: HEADS[field] ?? title,
    title,
    by: column.kind === 'FLAG' ? null : snake(column.id),
    isGated: column.isGated,
    className: '',
    beside: field === WIN_RATE ? ['wins', 'losses'] : [],
    cell: (values, page) => {
      if (field === WIN_RATE) return winRateOf(values)
      return interval === undefined ? cellOf(column, values[field], page) : rangeOf(values[field])
    },
  }
}

function snake(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function cellOf({ id, kind, unit, range }: ScreenColumn, value: unknown, page: string): Part {
  if (kind === 'FLAG') return value === true ? 'Yes' : 'No'
  if (kind === 'LABEL')
    return typeof value === 'string' ? titleCase(value.toLowerCase().replaceAll('_', ' ')) : null
  if (kind === 'DAY') return typeof value === 'string' ? rowDay(value.slice(0, 10), page) : null
  const known = typeof value === 'number' ? value : null
  if (unit === 'USD') {
    const isNeverNegative = typeof range === 'object' && (range.minimum ?? -1) >= 0
    return money(known, { isSigned: !isNeverNegative })
  }
  if (unit === 'fraction' || unit === 'probability')
    return percent(known, RETURNS.has(id) ? { digits: 1 } : {})
  if (unit === 'count') return count(known)
  return unit === 'shares' ? shares(known) : ratio(known)
}

function winRateOf({ winRate, wins, losses }: Values): Part {
  return share(winRate as number | null, Number(wins) + Number(losses))
}

/** Fractions that always have a decimal. */
const RETURNS = new Set(['roi', 'edge'])

function rangeOf(value: unknown): Part {
  return (
    percentRange(value as { low: number; high: number } | null) ??
    html`<span class="none" title="Not known">–</span>`
  )
}
