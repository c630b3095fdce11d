import type { TraderResult } from './compute-trader.ts'
import type { Row } from './versioned-rows.ts'

/** Rows that tell of traders, by the table that they are for. */
export interface TraderRows {
  stats: Row[]
  series: Row[]
  analytics: Row[]
  closes: Row[]
}

/** Rows of nobody. */
export function emptyTraderRows(): TraderRows {
  return { stats: [], series: [], analytics: [], closes: [] }
}

/** Adds the rows that tell of one trader. */
export function addTraderRows(rows: TraderRows, result: TraderResult): void {
  const { trader, history, close } = result
  for (const row of result.stats) rows.stats.push(row)
  if (history !== null) rows.series.push({ trader_id: trader, points: history })
  rows.analytics.push({ trader_id: trader, body: result.analyticsText })
  if (close !== null) rows.closes.push({ trader_id: trader, ...close, change: 0, official_change: 0 })
}
