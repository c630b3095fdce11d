import type { Day } from '../ledger/quantities.ts'
import { MINIMUM_UNITS } from './behaviour/copyable.ts'
import type { MetricDefinition } from './metric-definition.ts'
import type { ExactTotal } from './running-sum.ts'

/** The periods of every board and profile: their name in GraphQL, on the wire, in the store, and their length. */
export const PERIODS = [
  { name: 'DAYS_7', wire: '7d', code: 1, days: 7, title: '7 days' },
  { name: 'DAYS_30', wire: '30d', code: 2, days: 30, title: '30 days' },
  { name: 'DAYS_90', wire: '90d', code: 3, days: 90, title: '90 days' },
  { name: 'ALL', wire: 'all', code: 0, days: null, title: 'all time' },
] as const

export type PeriodDefinition = (typeof PERIODS)[number]
export type Period = PeriodDefinition['name']
/** A period's name on the wire (`7d`). */
export type PeriodWire = PeriodDefinition['wire']

/** The definition of a period by its GraphQL name. */
export function periodNamed(name: Period): PeriodDefinition {
  return PERIODS.find((period) => period.name === name) ?? PERIODS[3]
}

/**
 * The last day before a period's window, whose close is what the window's PnL is counted from.
 * The window of N days at a cutoff is the cutoff's UTC day and the N − 1 days before it; null for all time.
 */
export function dayBeforeWindow(period: PeriodDefinition, cutoffDay: Day): Day | null {
  return period.days === null ? null : cutoffDay - period.days
}

/** The least volume for a meaningful return, in micro-dollars. */
const MIN_ROI_VOLUME = 100_000_000
/** The fewest decided units for a meaningful Sharpe ratio. */
const MIN_SHARPE_UNITS = 20

/** The order of every board by its metric, for descriptions; {@link compareRanks} is the same as code. */
export const BOARD_ORDER = 'highest first; ties by volume, then by address'

/** Tabs whose values are sums of any window and category. */
const OF_TOTALS = {
  periods: ['7d', '30d', '90d', 'all'],
  access: 'PUBLIC',
  isSliced: true,
  isScored: false,
  leastUnits: 0,
} as const

/** The tabs of methodology §7, in the order of their lists. */
export const TABS = [
  {
    name: 'PNL',
    wire: 'pnl',
    title: 'Profit and loss',
    metric: 'pnl',
    eligible: 'at least 1 trade in the period',
    ...OF_TOTALS,
    leastVolume: 0,
    value: ({ fills, pnl }) => (fills > 0 ? pnl : null),
  },
  {
    name: 'VOLUME',
    wire: 'volume',
    title: 'Volume',
    metric: 'volume',
    eligible: 'at least 1 trade in the period',
    ...OF_TOTALS,
    leastVolume: 0,
    value: ({ fills, volume }) => (fills > 0 ? Number(volume) : null),
  },
  {
    name: 'ROI',
    wire: 'roi',
    title: 'Return on capital',
    metric: 'roi',
    eligible: 'at least $100 of volume in the period',
    ...OF_TOTALS,
    leastVolume: MIN_ROI_VOLUME,
    value: ({ volume, roi }) => (volume >= MIN_ROI_VOLUME ? roi : null),
  },
  {
    name: 'SHARPE',
    wire: 'sharpe',
    title: 'Risk-adjusted return',
    metric: 'sharpeRatio',
    eligible: 'at least 20 units decided in the period, 10 of them at a cost of $1 or more',
    periods: ['7d', '30d', '90d', 'all'],
    access: 'PUBLIC',
    isSliced: false,
    isScored: true,
    leastUnits: MIN_SHARPE_UNITS,
    leastVolume: 0,
    value: ({ decidedUnits, sharpeRatio }) => (decidedUnits >= MIN_SHARPE_UNITS ? sharpeRatio : null),
  },
  {
    name: 'CONSISTENT',
    wire: 'consistent',
    title: 'Consistency',
    metric: 'consistent',
    eligible: 'at least 8 active ISO weeks and a profit in the period',
    periods: ['90d', 'all'],
    access: 'SIGNED_IN',
    isSliced: false,
    isScored: true,
    leastUnits: 0,
    leastVolume: 0,
    value: ({ consistent }) => consistent,
  },
  {
    name: 'COPYABLE',
    wire: 'copyable',
    title: 'Copyability',
    metric: 'copyable',
    eligible: 'no bot, at least 20 decided units, a profit, and buys at least 60% of fills',
    periods: ['all'],
    access: 'SIGNED_IN',
    isSliced: false,
    isScored: true,
    leastUnits: MINIMUM_UNITS,
    leastVolume: 0,
    value: ({ copyable }) => copyable,
  },
  {
    name: 'PRESCIENCE',
    wire: 'prescience',
    title: 'Prescience',
    metric: 'prescience',
    eligible: 'at least 20 counting fills in at least 10 markets',
    periods: ['all'],
    access: 'SIGNED_IN',
    isSliced: false,
    isScored: true,
    leastUnits: 0,
    leastVolume: 0,
    value: ({ prescience }) => prescience,
  },
] as const satisfies readonly TabDefinition[]

/** A trader's numbers of one period, as boards read them; amounts in micro-dollars. */
export interface TabNumbers {
  readonly fills: number
  readonly volume: ExactTotal
  readonly pnl: number
  /** Units decided in the period. */
  readonly decidedUnits: number
  /** The metrics of these names; null if the metric is. */
  readonly roi: number | null
  readonly sharpeRatio: number | null
  readonly consistent: number | null
  readonly copyable: number | null
  readonly prescience: number | null
  /**
   * The score of the cohort `high-conviction`, which has no board (high-conviction.ts); null for traders
   * outside it.
   */
  readonly highConviction: number | null
}

interface TabDefinition {
  name: string
  wire: string
  title: string
  /** The metric that orders it, by its id in the registry. */
  metric: string
  /** The eligible traders, in words. */
  eligible: string
  periods: readonly PeriodWire[]
  /** SIGNED_IN: an anonymous caller sees the rows without their traders. */
  access: 'PUBLIC' | 'SIGNED_IN'
  /** It has a board of any days, and one in each category. */
  isSliced: boolean
  /**
   * True for a board of few traders whose score depends on no other trader: a refresh stores it for those
   * alone.
   */
  isScored: boolean
  /** The fewest decided units of an eligible trader; 0 where others than units count. */
  leastUnits: number
  /** The least volume of an eligible trader, in micro-dollars. */
  leastVolume: number
  /**
   * The number that orders a trader on it; null if the trader is not eligible. Consistency, copyability and
   * prescience decide that themselves. Above 2^53 the nearest double.
   */
  value: (numbers: TabNumbers) => number | null
}

export type Tab = (typeof TABS)[number]

/** An order of traders, best first: a board, or one that is not shown. */
export interface Ranking {
  id: string
  tab: Pick<TabDefinition, 'metric' | 'isScored' | 'leastUnits' | 'leastVolume' | 'value'>
  period: PeriodDefinition
}

/** One board: a tab in one of its periods. */
export interface LeaderboardDefinition extends Ranking {
  /** `{tab}-{period}`, such as `pnl-7d`. */
  id: string
  tab: Tab
  title: string
  description: string
}

export const DEFAULT_ROWS = 100
/** The most rows of a board for a Pro caller; others get at most {@link DEFAULT_ROWS}. */
export const MAX_ROWS = 1_000

/** The boards, in the order of their lists. */
export const LEADERBOARDS: readonly LeaderboardDefinition[] = TABS.flatMap((tab) =>
  PERIODS.filter((period) => (tab.periods as readonly string[]).includes(period.wire)).map((period) => ({
    id: `${tab.wire}-${period.wire}`,
    tab,
    period,
    ...boardWords(tab, {
      title: period.title,
      says: period.days === null ? 'all time' : `the ${period.days} UTC days up to the cutoff`,
    }),
  })),
)

/**
 * The heading and the description of a tab's board.
 * @param span what its numbers are of: as a heading, and in a sentence
 */
export function boardWords(
  tab: Pick<TabDefinition, 'title' | 'metric' | 'eligible'>,
  span: { title: string; says: string },
): Pick<LeaderboardDefinition, 'title' | 'description'> {
  return {
    // Joined, as times are: it is in every answer of a board.
    title: [tab.title, span.title].join(', '),
    description: `Traders by ${tab.metric} over ${span.says}, ${BOARD_ORDER}. Eligible: ${tab.eligible}.`,
  }
}

const byId = new Map(LEADERBOARDS.map((board) => [board.id, board]))

/** The board of an id such as `pnl-7d`, or undefined. */
export function leaderboardById(id: string): LeaderboardDefinition | undefined {
  return byId.get(id)
}

/**
 * The order of boards: by score (the board's metric) descending, then volume descending, then address ascending. Below
 * 0 if place A is above place B. Takes numbers, not objects: boards are sorted in columns.
 * @param volumeA of the board's period, in micro-dollars; above 2^53 the nearest double
 * @param addressA the address's place among all addresses in byte order
 */
export function compareRanks(
  scoreA: number,
  scoreB: number,
  volumeA: number,
  volumeB: number,
  addressA: number,
  addressB: number,
): number {
  return scoreB - scoreA || volumeB - volumeA || addressA - addressB
}

export const PERCENTILES = {
  id: 'percentiles',
  title: 'Percentiles',
  formula:
    "The trader's rank on the metric, less a half, divided by the number of the period's eligible traders, which is returned too. 0.01 is the top 1%.",
  unit: 'fraction',
  range: { exclusiveMinimum: 0, exclusiveMaximum: 1 },
  minimumSample: null,
  direction: 'LOWER_IS_BETTER',
  nullWhen: 'the trader is not eligible',
  source: 'methodology §4',
  shape: 'LIST',
} as const satisfies MetricDefinition

/**
 * (rank − 0.5) / n for a rank from 1 (best) to n: near 0 at the top, near 1 at the bottom, 0.5 for a trader alone.
 * Null when rank is null (not eligible). Throws a RangeError for a rank that is not one of 1 to n.
 */
export function percentile(rank: number | null, n: number): number | null {
  if (rank === null) return null
  if (!Number.isInteger(rank) || rank < 1 || rank > n) {
    throw new RangeError(`A rank among ${n} lies between 1 and ${n}, not at ${rank}`)
  }
  return (rank - 0.5) / n
}
