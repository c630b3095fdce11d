import { moneyText, numberText, percentText } from '../../formats.ts'
import type { Tab } from '../../metrics/leaderboards.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { address, type MetricName, metricLink } from '../kit/links.ts'
import { titleCase } from '../kit/words.ts'
import type { BoardRowFragment, SortedRowFragment } from '../operations.generated.ts'
import type { Given } from '../page.ts'
import { count, money, percent, ratio, share } from '../parts/amounts.ts'
import type { Skill } from '../parts/person.ts'

/** A row of the page, of a leaderboard or of traders in another order. */
export interface BoardLine
  extends Omit<BoardRowFragment, 'rank' | 'trader' | 'value'>,
    Pick<Partial<SortedRowFragment['numbers'] & object>, 'consistent' | 'copyable' | 'prescience'> {
  rank: number
  strategy: string | null
  skill: Skill | null
  pnlSeries: readonly { pnl: number }[] | null
}

/** A leaderboard's row as a row of the page. */
export function boardLine({ trader, value, ...row }: BoardRowFragment, { metric }: Tab): BoardLine {
  return {
    ...row,
    [metric]: value,
    strategy: trader?.analytics?.strategy.name ?? null,
    skill: trader?.skill ?? null,
    pnlSeries: trader?.pnlSeries ?? null,
  }
}

/** A trader in another order as a row of the page. */
export function sortedLine({ rank, node, numbers }: SortedRowFragment): BoardLine {
  if (rank === null || numbers === null) throw new Error('A trader in an order has a rank and numbers.')
  const { pnlSeries = null, ...identity } = node
  return { ...identity, ...numbers, rank, previousRank: null, skill: numbers, pnlSeries }
}

/** A column with the number that it sorts by. */
export interface Column {
  metric: MetricName
  words: string
  value(row: BoardLine): number | string | null | undefined
  cell(row: BoardLine): Part
  /** True where the lowest value is the best. @default false */
  isLowest?: boolean
  /** Where the table is too wide, columns give way: those of 1 first, then those of 2 and 3. @default it stays */
  gives?: 1 | 2 | 3
}

/** The numbers of a row that are metrics. */
type NumberName = {
  [Name in keyof BoardLine & MetricName]-?: BoardLine[Name] extends number | null | undefined ? Name : never
}[keyof BoardLine & MetricName]

function column(
  metric: NumberName,
  words: string,
  show: (value: number | null | undefined) => Html,
  how: Pick<Column, 'isLowest' | 'gives'> = {},
): Column {
  const value = (row: BoardLine) => row[metric]
  return { metric, words, value, cell: (row) => show(value(row)), ...how }
}

const COLUMNS: readonly Column[] = [
  column('pnl', 'Profit', (pnl) => money(pnl, { isSigned: true })),
  column('realizedPnl', 'Realized', (pnl) => money(pnl, { isSigned: true }), { gives: 2 }),
  column('roi', 'Return', (roi) => percent(roi, { digits: 1 })),
  column('volume', 'Volume', (volume) => money(volume)),
  {
    metric: 'winRate',
    words: 'Win rate',
    value: ({ winRate }) => winRate,
    cell: ({ winRate, wins, losses }) => share(winRate, (wins ?? 0) + (losses ?? 0)),
  },
  column('tradeCount', 'Trades', count),
  column('marketCount', 'Markets', count, { gives: 1 }),
  {
    metric: 'strategy',
    words: 'Strategy',
    value: strategyWords,
    cell: strategyWords,
    gives: 3,
  },
  column('botProbability', 'Bot', percent, { isLowest: true, gives: 1 }),
]

function strategyWords({ strategy }: BoardLine): string | null {
  return strategy && titleCase(strategy)
}

/** The columns of numbers that a tab's boards have beside those of every board. */
const OWN: readonly Column[] = [
  column('sharpeRatio', 'Sharpe', ratio),
  column('consistent', 'Consistency', ratio),
  column('copyable', 'Copyability', ratio),
  column('prescience', 'Prescience', ratio),
]

/** Returns the columns of a tab's boards: its own number first, and no strategies if none is shown to the reader. */
export function boardColumns({ metric }: Tab, rows: readonly BoardLine[]): readonly Column[] {
  const hasStrategies = rows.some(({ strategy }) => strategy !== null)
  const own = [...COLUMNS, ...OWN].filter((one) => one.metric === metric)
  const others = COLUMNS.filter(
    (one) => one.metric !== metric && (hasStrategies || one.metric !== 'strategy'),
  )
  return [...own, ...others]
}

/** The class of a column's cells; the one that rows are sorted by stays. */
export function givesWay(column: Column, shown: ShownOrder): string {
  return column.gives === undefined || directionOf(column, shown) !== null ? '' : `gives-${column.gives}`
}

/** An order of rows as an address has it; null for the board's own. */
export interface ShownOrder {
  tab: Tab
  view: Given
  path: string
}

/** The name of a metric as an order has it. */
export function orderName(metric: string): string {
  return metric.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The direction in which rows are sorted by a column; null if another decides. */
function directionOf({ metric, isLowest = false }: Column, { tab, view }: ShownOrder): 'asc' | 'desc' | null {
  const { order } = view
  if (order === undefined) return metric === tab.metric ? 'desc' : null
  const [by, direction = isLowest ? 'asc' : 'desc'] = order.toLowerCase().split(':')
  if (by !== orderName(metric)) return null
  return direction === 'asc' ? 'asc' : 'desc'
}

/** The address's value of a column's order; null for the board's own. */
function orderOf({ metric }: Column, direction: 'asc' | 'desc', { tab }: ShownOrder): string | null {
  return metric === tab.metric && direction === 'desc' ? null : `${orderName(metric)}:${direction}`
}

function classOf(column: Column, shown: ShownOrder): Part {
  const name = givesWay(column, shown)
  return name && html` class="${name}"`
}

/** A column's head: it sorts by its better direction, then by the other. */
export function sortHead(column: Column, shown: ShownOrder): Html {
  const direction = directionOf(column, shown)
  const [best, worst] = column.isLowest ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
  const order = orderOf(column, direction === best ? worst : best, shown)
  const href = address(shown.path, { ...shown.view, order })
  const sort = direction && html` aria-sort="${direction === 'asc' ? 'ascending' : 'descending'}"`
  return html`<th scope="col" role="columnheader"${classOf(column, shown)}${sort}><a href="${href}" title="Sort by ${column.words.toLowerCase()}">${column.words}${direction && html`<span aria-hidden="true">${direction === 'asc' ? ' ↑' : ' ↓'}</span>`}</a></th>`
}

/** A column's head where rows have one order. */
export function plainHead(column: Column, shown: ShownOrder): Html {
  const { metric, words } = column
  return html`<th scope="col" role="columnheader"${classOf(column, shown)}>${metricLink(metric, words)}</th>`
}

/** The orders as choices of a form, each column's better direction first. */
export function orderChoices(columns: readonly Column[], shown: ShownOrder): (readonly [string, string])[] {
  return columns.flatMap((column) => {
    const both = column.isLowest ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
    return both.map((direction) => {
      const words = `${column.words}, ${direction === 'asc' ? 'lowest' : 'highest'} first`
      return [orderOf(column, direction, shown) ?? '', words] as const
    })
  })
}

/** Returns a row's number on a tab's board as text. */
export function valueText(value: number, { metric }: Tab): string {
  if (metric === 'roi') return percentText(value, { digits: 1 })
  if (metric === 'volume') return moneyText(value)
  if (metric === 'pnl') return moneyText(value, { isSigned: true })
  return numberText(value)
}
