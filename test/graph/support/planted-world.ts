import {
  LEADERBOARDS,
  type LeaderboardDefinition,
  PERIODS,
  type Period,
} from '../../../src/metrics/leaderboards.ts'

/** A trader's numbers over a period, in micro-units. */
export interface PlantedStats {
  pnl: number
  realized: number
  unrealized: number
  volume: number
  share_volume: number
  bought: number
  fees: number
  income: number
  fills: number
  markets: number
  start_value: number
  wins: number
  losses: number
  roi: number | null
  win_rate: number | null
  untracked: number
  first_time: number
  official: number
  /** With `pnl` they make the drawdown: the larger of the worst before and the fall from the peak. */
  drawdown_peak: number
  drawdown_worst: number
  peak_capital: number
  sharpe: number | null
  sortino: number | null
  profit_factor: number | null
  /** One for all periods. */
  bot_probability: number | null
}

/** One day of a series as the store keeps it: day, pnl, realized, volume. */
export type PlantedPoint = [number, number, number, number]

/** A trader with everything that is stored of it. */
export interface PlantedTrader {
  id: number
  address: string
  username: string | null
  profileImage: string | null
  xUsername: string | null
  verified: boolean
  bio: string | null
  stats: Readonly<Record<Period, PlantedStats | null>>
  series: PlantedPoint[]
  /** The trader's scores on boards that keep them, by the board's id; null if not eligible. */
  scores: Readonly<Record<string, number | null>>
  /**
   * The numbers of the boards of the day before; null for a trader who was on none. Those of all time are
   * unknown.
   */
  dayBefore: Readonly<Record<Period, PlantedBefore | null>>
}

/** A trader's numbers of a period as of the day before. */
export interface PlantedBefore {
  pnl: number
  volume: number
  stake: number
  isPartial: boolean
  /** By board. */
  scores: Readonly<Record<string, number>>
}

export interface PlantedOrder {
  ids: number[]
  /** Each trader's rank a day before, 0 for none; null if unknown. */
  previous: number[] | null
  /** Null if the board keeps no scores. */
  scores: number[] | null
  /** Everybody on the board the day before, best first. */
  before: number[]
}

/** A world whose every number is known, to compare answers with. */
export interface PlantedWorld {
  traders: readonly PlantedTrader[]
  /** By the columns of `snapshots`. */
  snapshot: {
    cutoff_time: number
    cutoff_block: number
    first_day: number
    generated_at: number
    traders: number
    partial_traders: number
    events: number
  }
  simulated: boolean
  order(board: LeaderboardDefinition): PlantedOrder
}

const CUTOFF_DAY = 20_501
const CUTOFF_TIME = CUTOFF_DAY * 86_400 + 43_205
const NAMES = [
  'Ahab',
  'ahab',
  'Ishmael',
  'Queequeg',
  'Starbuck',
  'Ähab the Mad',
  'Stubb 100%',
  'under_score',
  'a',
]

/** A world of `count` traders, the same for the same seed. */
export function plantWorld(count: number, { seed = 1, simulated = true } = {}): PlantedWorld {
  const random = dice(seed)
  const traders = Array.from({ length: count }, (_, i) => plantTrader(i + 1, random))
  return {
    traders,
    simulated,
    snapshot: {
      cutoff_time: CUTOFF_TIME,
      cutoff_block: 80_000_000,
      first_day: CUTOFF_DAY - 150,
      generated_at: CUTOFF_TIME + 60,
      traders: count,
      partial_traders: traders.filter(({ stats }) => (stats.ALL?.untracked ?? 0) > 0).length,
      events: count * 100,
    },
    order: (board) => orderOf(traders, board),
  }
}

function plantTrader(id: number, random: (sides: number) => number): PlantedTrader {
  const name = NAMES[random(NAMES.length * 2)] ?? null
  const first = CUTOFF_TIME - random(150) * 86_400
  const bot = random(10) ? random(1_000) / 1_000 : null
  const statsOf = (name: Period) => [
    name,
    name === 'ALL' || random(5) > 0 ? plantStats(first, bot, random) : null,
  ]
  const stats: PlantedTrader['stats'] = Object.fromEntries(PERIODS.map(({ name }) => statsOf(name)))
  return {
    id,
    address: `0x${(id * 7_919 + random(1_000)).toString(16).padStart(8, '0')}${'ab'.repeat(16)}`,
    username: name,
    profileImage: random(2) ? `https://example.org/${id}.png` : null,
    xUsername: random(2) ? `whaler${id}` : null,
    verified: random(2) === 1,
    bio: random(2) ? `Trader "${id}"` : null,
    stats,
    dayBefore: Object.fromEntries(
      PERIODS.map(({ name, days }) => [name, days === null ? null : plantBefore(stats[name], name, random)]),
    ) as PlantedTrader['dayBefore'],
    series: plantSeries(random),
    scores: Object.fromEntries(
      LEADERBOARDS.filter(({ tab }) => tab.isScored).map(({ id: board, period }) => [
        board,
        stats[period.name] && random(10) ? random(1_000_000) / 1_000_000 - 0.2 : null,
      ]),
    ),
  }
}

function plantBefore(
  stats: PlantedStats | null,
  period: Period,
  random: (sides: number) => number,
): PlantedBefore | null {
  if (stats === null || random(6) === 0) return null
  const boards = LEADERBOARDS.filter((board) => board.tab.isScored && board.period.name === period)
  return {
    pnl: stats.pnl - random(400_000_000_000) + 200_000_000_000,
    volume: LEAST_VOLUME + random(3_000_000_000_000),
    stake: stats.start_value + stats.bought,
    isPartial: stats.untracked > 0 && random(2) === 0,
    scores: Object.fromEntries(boards.map(({ id }) => [id, random(1_000_000) / 1_000_000])),
  }
}

/** The least volume of a trader with a return on a board. */
const LEAST_VOLUME = 100_000_000

function plantStats(first: number, bot: number | null, random: (sides: number) => number): PlantedStats {
  const realized = random(2_000_000_000_000) - 1_000_000_000_000
  const unrealized = random(2_000_000_000) - 1_000_000_000
  const wins = random(20)
  const losses = random(3) * random(20)
  const isStaked = random(6) > 0
  const bought = isStaked ? 1 + random(1_000_000_000_000) : 0
  const startValue = isStaked ? random(1_000_000_000) : 0
  return {
    pnl: realized + unrealized,
    realized,
    unrealized,
    volume: LEAST_VOLUME + random(3_000_000_000_000),
    share_volume: random(5_000_000_000_000),
    bought,
    fees: random(1_000_000_000),
    income: random(3) * random(1_000_000),
    fills: 1 + random(5_000),
    markets: 1 + random(300),
    start_value: startValue,
    wins,
    losses,
    roi: isStaked ? (realized + unrealized) / (startValue + bought) : null,
    win_rate: wins + losses === 0 ? null : wins / (wins + losses),
    untracked: random(4) ? 0 : 1 + random(1_000_000),
    first_time: first,
    official: realized + random(1_000_000_000) - 500_000_000,
    drawdown_peak: random(2_000_000_000_000) - 1_000_000_000_000,
    drawdown_worst: random(500_000_000_000),
    peak_capital: random(4) * random(1_000_000_000_000),
    sharpe: random(4) ? random(3_000_000) / 1_000_000 - 1 : null,
    sortino: random(4) ? random(3_000_000) / 1_000_000 - 1 : null,
    profit_factor: random(4) ? random(5_000_000) / 1_000_000 : null,
    bot_probability: bot,
  }
}

function plantSeries(random: (sides: number) => number): PlantedPoint[] {
  const points: PlantedPoint[] = []
  for (let day = CUTOFF_DAY - 140; day <= CUTOFF_DAY; day += 1 + random(30)) {
    points.push([day, random(2_000_000) - 1_000_000, random(2_000_000) - 1_000_000, random(1_000_000)])
  }
  return points
}

function orderOf(traders: readonly PlantedTrader[], board: LeaderboardDefinition): PlantedOrder {
  const rows = traders
    .flatMap((trader) => {
      const value = worth(trader, board)
      return value === null
        ? []
        : [{ id: trader.id, value, volume: trader.stats[board.period.name]?.volume ?? 0 }]
    })
    .sort((a, b) => b.value - a.value || b.volume - a.volume || a.id - b.id)
  const ids = rows.map(({ id }) => id)
  const before = traders
    .flatMap((trader) => {
      const own = trader.dayBefore[board.period.name]
      const value = own && worthBefore(own, board)
      return own && value !== null ? [{ ...own, id: trader.id, value }] : []
    })
    .sort((a, b) => b.value - a.value || b.volume - a.volume || a.id - b.id)
  return {
    ids,
    previous:
      board.period.days === null ? null : ids.map((id) => 1 + before.findIndex((row) => row.id === id)),
    scores: board.tab.isScored ? rows.map(({ value }) => value) : null,
    before: before.map(({ id }) => id),
  }
}

function worthBefore({ pnl, volume, stake, scores }: PlantedBefore, { id, tab }: LeaderboardDefinition) {
  switch (tab.metric) {
    case 'pnl':
      return pnl
    case 'volume':
      return volume
    case 'roi':
      return stake > 0 ? pnl / stake : null
    default:
      return scores[id] ?? null
  }
}

/** Returns the number that orders a trader on a board, as stored; null if the trader is not on it. */
export function worth(
  { scores, stats }: PlantedTrader,
  { id, tab, period }: LeaderboardDefinition,
): number | null {
  const numbers = stats[period.name]
  switch (tab.metric) {
    case 'pnl':
    case 'volume':
    case 'roi':
      return numbers?.[tab.metric] ?? null
    default:
      return scores[id] ?? null
  }
}

/** Returns whether a trader's coverage is PARTIAL, by the numbers of a board's period. */
export function isPlantedPartial(
  { stats }: PlantedTrader,
  { period }: Pick<LeaderboardDefinition, 'period'>,
): boolean {
  return (stats[period.name]?.untracked ?? 0) > 0
}

/** Returns whether a trader is a bot. */
export function isPlantedBot({ stats }: PlantedTrader): boolean {
  return (stats.ALL?.bot_probability ?? 0) >= 0.7
}

/** Dice with any number of sides, by mulberry32: `random(6)` is 0 to 5. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * sides)
  }
}
