import { PERIODS, type PeriodDefinition, type PeriodWire } from './periods.ts'

/** The tabs of methodology §7, in the order in which they are listed. */
export const TABS = [
  {
    name: 'PNL',
    wire: 'pnl',
    title: 'Profit and loss',
    metric: 'pnl',
    eligible: 'at least 1 trade in the period',
    periods: ['7d', '30d', '90d', 'all'],
    access: 'PUBLIC',
  },
  {
    name: 'VOLUME',
    wire: 'volume',
    title: 'Volume',
    metric: 'volume',
    eligible: 'at least 1 trade in the period',
    periods: ['7d', '30d', '90d', 'all'],
    access: 'PUBLIC',
  },
  {
    name: 'ROI',
    wire: 'roi',
    title: 'Return on capital',
    metric: 'roi',
    eligible: 'at least $100 of volume in the period',
    periods: ['7d', '30d', '90d', 'all'],
    access: 'PUBLIC',
  },
] as const satisfies readonly TabDefinition[]

interface TabDefinition {
  /** Its name in GraphQL. */
  name: string
  /** Its name on the wire. */
  wire: string
  title: string
  /** The metric that orders it, by its id in the registry. */
  metric: string
  /** Who stands on it, in words. */
  eligible: string
  periods: readonly PeriodWire[]
  /** SIGNED_IN: an anonymous caller sees the rows without the people behind them. */
  access: 'PUBLIC' | 'SIGNED_IN'
}

/** One of {@link TABS}. */
export type Tab = (typeof TABS)[number]

/** One board: a tab in one of its periods. */
export interface LeaderboardDefinition {
  /** `{tab}-{period}`, such as `pnl-7d`. */
  id: string
  tab: Tab
  period: PeriodDefinition
  title: string
  description: string
}

/** Rows of a board that are shown unless more are asked for. */
export const DEFAULT_ROWS = 100
/** Rows of a board that a Pro caller can ask for; everybody else gets at most {@link DEFAULT_ROWS}. */
export const MAX_ROWS = 1_000
/** Volume below which a return says nothing, in micro-dollars. */
export const MIN_ROI_VOLUME = 100_000_000

/** Every board, in the order in which they are listed. */
export const LEADERBOARDS: readonly LeaderboardDefinition[] = TABS.flatMap((tab) =>
  PERIODS.filter((period) => (tab.periods as readonly string[]).includes(period.wire)).map((period) => ({
    id: `${tab.wire}-${period.wire}`,
    tab,
    period,
    title: `${tab.title}, ${period.title}`,
    description:
      `Traders by ${tab.metric} over ${period.days === null ? 'all time' : `the ${period.days} UTC days up to the cutoff`}, ` +
      `highest first; ties by volume, then by address. Who is on it: ${tab.eligible}.`,
  })),
)

const byId = new Map(LEADERBOARDS.map((board) => [board.id, board]))

/** The board of an id such as `pnl-7d`, or undefined. */
export function leaderboardById(id: string): LeaderboardDefinition | undefined {
  return byId.get(id)
}
