import { moneyText, percentText } from '../../formats.ts'
import type { Tab } from '../../metrics/leaderboards.ts'
import type { Part } from '../kit/html.ts'
import { type MetricName, metricLink } from '../kit/links.ts'
import type { BoardRowFragment } from '../operations.generated.ts'
import { count, money, percent, ratio } from '../parts/amounts.ts'

export interface Column {
  head: Part
  cell(row: BoardRowFragment): Part
  /** True omits it on a narrow screen. */
  isWide?: boolean
}

interface Numbered extends Column {
  metric: MetricName
}

const column = (metric: MetricName, words: string, cell: Column['cell']): Numbered => ({
  metric,
  head: metricLink(metric, words),
  cell,
})

const COLUMNS: readonly Numbered[] = [
  column('pnl', 'Profit', ({ pnl }) => money(pnl, { isSigned: true })),
  column('realizedPnl', 'Realized', ({ realizedPnl }) => money(realizedPnl, { isSigned: true })),
  column('roi', 'Return', ({ roi }) => percent(roi, { digits: 1 })),
  column('volume', 'Volume', ({ volume }) => money(volume, { isShort: true })),
  column('sharpeRatio', 'Sharpe', ({ sharpeRatio }) => ratio(sharpeRatio)),
  column('winRate', 'Win rate', ({ winRate }) => percent(winRate)),
  column('marketCount', 'Markets', ({ marketCount }) => count(marketCount)),
]

/**
 * Returns the columns of a tab's boards: its own number first; the others are omitted on a narrow screen and
 * if every row withholds them.
 */
export function boardColumns({ metric, title }: Tab, rows: readonly BoardRowFragment[]): readonly Column[] {
  const own =
    COLUMNS.find((one) => one.metric === metric) ?? column(metric, title, ({ value }) => ratio(value))
  const areNamed = rows.some(({ address }) => address !== null)
  const others = COLUMNS.filter((one) => areNamed && one.metric !== metric).map((one) => ({
    ...one,
    isWide: true,
  }))
  return [own, ...others]
}

/** Returns a row's number on a tab's board as text. */
export function valueText(value: number, { metric }: Tab): string {
  if (metric === 'roi') return percentText(value, { digits: 1 })
  if (metric === 'volume') return moneyText(value, { isShort: true })
  if (metric === 'pnl') return moneyText(value, { isSigned: true, isShort: true })
  return value.toLocaleString('en', { maximumFractionDigits: 2 })
}
