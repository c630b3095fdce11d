import { type MetricDefinition, PROFIT, TOTAL } from './metric-definition.ts'

// The fold and the marks keep these totals and a window adds them up, so they have a definition but no function here.

export const REALIZED_PNL = {
  id: 'realizedPnl',
  title: 'Realized profit or loss',
  formula:
    'Proceeds of sales, merges and resolutions less the average cost of the shares that left. Shares that came from outside the ledger earn nothing.',
  ...PROFIT,
  source: 'methodology §2',
} as const satisfies MetricDefinition

/** Profit that hangs on the mark. */
export const UNREALIZED_PNL = {
  id: 'unrealizedPnl',
  title: 'Unrealized profit or loss',
  formula:
    'Shares times the mark, less their cost, over open positions. A position without a known price is carried at cost.',
  ...PROFIT,
  source: 'methodology §3',
} as const satisfies MetricDefinition

export const VOLUME = {
  id: 'volume',
  title: 'Volume',
  formula: "Sum of the gross dollars of the trader's fills, each owner's side once.",
  unit: 'USD',
  range: { minimum: 0 },
  minimumSample: null,
  direction: 'HIGHER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const SHARE_VOLUME = {
  id: 'shareVolume',
  title: 'Volume in shares',
  formula: "Sum of the gross shares of the trader's fills, each owner's side once.",
  unit: 'shares',
  ...TOTAL,
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const TOTAL_BOUGHT = {
  id: 'totalBought',
  title: 'Total bought',
  formula: 'Sum of the cost of buys, fees included, and of the collateral that was split.',
  unit: 'USD',
  ...TOTAL,
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const FEES = {
  id: 'fees',
  title: 'Fees',
  formula: "Trading fees of the trader's fills, those taken in shares at the fill's own price.",
  unit: 'USD',
  ...TOTAL,
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const TRADE_COUNT = {
  id: 'tradeCount',
  title: 'Trades',
  formula: "Number of the trader's fills.",
  unit: 'count',
  ...TOTAL,
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const ACTIVE_DAYS = {
  id: 'activeDays',
  title: 'Active days',
  formula: 'Number of UTC days with at least one fill.',
  unit: 'count',
  ...TOTAL,
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const MARKET_COUNT = {
  id: 'marketCount',
  title: 'Markets',
  formula: "Number of distinct conditions among the trader's fills.",
  unit: 'count',
  ...TOTAL,
  source: 'methodology §4',
} as const satisfies MetricDefinition

/** Money that is not from trading. */
export const INCOME = {
  id: 'income',
  title: 'Income',
  formula: 'Sum of rewards and rebates, kept apart from profit.',
  unit: 'USD',
  ...TOTAL,
  source: 'methodology §1',
} as const satisfies MetricDefinition
