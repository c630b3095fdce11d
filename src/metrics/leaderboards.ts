import { MINIMUM_UNITS } from './behaviour/copyable.ts'
import { PERIODS, type PeriodDefinition, type PeriodWire } from './periods.ts'
import type { ExactTotal } from './running-sum.ts'

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
