import {
  ADDRESSES,
  CONTRACT,
  type DayRow,
  FIRST_DAY,
  floorDiv,
  type Played,
  payoutOf,
  TOKENS_OF,
} from './small-world.ts'

/*
 * A snapshot by the methodology's words: every number goes through all rows again, in bigints, day by day.
 */
export interface SlowStats {
  trader_id: number
  period: number
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
}

const LENGTHS = new Map<number, number | null>([
  [0, null],
  [1, 7],
  [2, 30],
  [3, 90],
])
const WIRES = new Map([
  [0, 'all'],
  [1, '7d'],
  [2, '30d'],
  [3, '90d'],
])

function resolvedDay(played: Played, token: number): number {
  const resolution = played.resolutions.get(TOKENS_OF[token - 1]?.condition ?? 0)
  return resolution ? Math.floor(resolution.time / 86_400) : Number.POSITIVE_INFINITY
}

function priceOn(played: Played, token: number, day: number): number | null {
  const { condition, outcome } = TOKENS_OF[token - 1] ?? { condition: null, outcome: null }
  if (resolvedDay(played, token) <= day) {
    return payoutOf(played.resolutions.get(condition ?? 0)?.payouts ?? [], outcome ?? 0)
  }
  const family = TOKENS_OF.filter((other) => condition !== null && other.condition === condition)
  const seen = played.prices
    .filter(
      (row) =>
        row.day <= day &&
        (row.token_id === token || (family.length === 2 && family.some(({ id }) => id === row.token_id))),
    )
    .sort((a, b) => a.time - b.time || a.key - b.key)
    .at(-1)
  if (!seen) return null
  return seen.token_id === token ? seen.close : 1_000_000 - seen.close
}

/** The trader's last row of each token at or before the day. */
function holdings(played: Played, trader: number, day: number): DayRow[] {
  const last = new Map<number, DayRow>()
  for (const row of played.days) {
    if (row.trader_id !== trader || row.day > day) continue
    if ((last.get(row.token_id)?.day ?? 0) <= row.day) last.set(row.token_id, row)
  }
  return [...last.values()].filter((row) => row.shares > 0)
}

function worthOf(played: Played, row: DayRow, day: number): bigint {
  const price = priceOn(played, row.token_id, day)
  return price === null ? BigInt(row.cost) : floorDiv(BigInt(row.shares) * BigInt(price), 1_000_000n)
}

function total(rows: readonly DayRow[], part: (row: DayRow) => number): bigint {
  return rows.reduce((sum, row) => sum + BigInt(part(row)), 0n)
}

function pnlOn(played: Played, trader: number, day: number): bigint {
  const rows = played.days.filter((row) => row.trader_id === trader && row.day <= day)
  const open = holdings(played, trader, day)
  return (
    total(rows, (row) => row.realized) +
    open.reduce((sum, row) => sum + worthOf(played, row, day) - BigInt(row.cost), 0n)
  )
}

/** False where all that the day's row tells of is that shares left which never came. */
function isTouch({ touches }: Played, { trader_id, token_id, day }: DayRow): boolean {
  return touches.some((touch) => touch.trader === trader_id && touch.token === token_id && touch.day === day)
}

/** Profit and day of every unit of the trader that is decided at the day's close. */
function decided(played: Played, trader: number, day: number): { pnl: bigint; on: number }[] {
  const rows = played.days.filter((row) => row.trader_id === trader && row.day <= day && isTouch(played, row))
  const units = Map.groupBy(rows, (row) => {
    const token = TOKENS_OF[row.token_id - 1]
    if (token?.condition == null) return `token ${row.token_id}`
    return token.negRisk === null ? `condition ${token.condition}` : `market ${token.negRisk}`
  })
  const open = new Set(
    holdings(played, trader, day)
      .filter((row) => resolvedDay(played, row.token_id) > day)
      .map((row) => row.token_id),
  )
  return [...units.values()]
    .filter((unit) => unit.every((row) => !open.has(row.token_id)))
    .map((unit) => ({
      pnl: total(unit, (row) => row.realized),
      // Events after a resolution without a purchase (a redemption, a sale of settled shares) decide nothing.
      on: Math.max(
        ...unit.map((row) =>
          row.bought > 0 ? row.day : Math.min(row.day, resolvedDay(played, row.token_id)),
        ),
      ),
    }))
}

/** The trader's numbers of a period at the close of a day; null where nothing can have moved. */
export function slowStats(played: Played, trader: number, period: number, day: number): SlowStats | null {
  const length = LENGTHS.get(period) ?? null
  const before = length === null ? Number.NEGATIVE_INFINITY : day - length
  const stats = slowWindow(played, trader, before, day)
  return stats && { ...stats, period }
}

/** The same of the days after one up to another. */
export function slowWindow(
  played: Played,
  trader: number,
  before: number,
  day: number,
): Omit<SlowStats, 'period'> | null {
  const mine = played.days.filter((row) => row.trader_id === trader && row.day <= day)
  const within = mine.filter((row) => row.day > before)
  const incomes = played.income.filter((row) => row.trader_id === trader && row.day <= day)
  const income = incomes.filter((row) => row.day > before)
  const isOpen = (at: number) =>
    holdings(played, trader, at).some((row) => resolvedDay(played, row.token_id) > at)
  if (mine.length + incomes.length === 0) return null
  if (within.length + income.length === 0 && !isOpen(before) && !isOpen(day)) return null
  const start = holdings(played, trader, before).reduce((sum, row) => sum + worthOf(played, row, before), 0n)
  const pnl = pnlOn(played, trader, day) - pnlOn(played, trader, before)
  const realized = total(within, (row) => row.realized)
  const bought = total(within, (row) => row.bought)
  const units = decided(played, trader, day).filter(({ on }) => on > before)
  const wins = units.filter((unit) => unit.pnl >= 10_000n).length
  const losses = units.filter((unit) => unit.pnl <= -10_000n).length
  const traded = within.filter((row) => row.fills > 0)
  return {
    trader_id: trader,
    pnl: Number(pnl),
    realized: Number(realized),
    unrealized: Number(pnl - realized),
    volume: Number(total(within, (row) => row.volume)),
    share_volume: Number(total(within, (row) => row.traded)),
    bought: Number(bought),
    fees: Number(total(within, (row) => row.fees)),
    income: income.reduce((sum, row) => sum + row.amount, 0),
    fills: Number(total(within, (row) => row.fills)),
    markets: new Set(traded.map((row) => TOKENS_OF[row.token_id - 1]?.condition ?? `token ${row.token_id}`))
      .size,
    start_value: Number(start),
    wins,
    losses,
    roi: start + bought > 0n ? Number(pnl) / Number(start + bought) : null,
    win_rate: wins + losses === 0 ? null : wins / (wins + losses),
    untracked: Number(total(mine, (row) => row.untracked)),
    first_time: 86_400 * Math.min(...mine.map((row) => row.day), ...incomes.map((row) => row.day)),
  }
}

/** The trader's daily series up to a day, every day looked at. */
export function slowSeries(played: Played, trader: number, day: number): number[][] {
  const points: number[][] = []
  let last = [0, 0]
  for (let at = FIRST_DAY; at <= day; at++) {
    const today = played.days.filter((row) => row.trader_id === trader && row.day === at)
    const upToNow = played.days.filter((row) => row.trader_id === trader && row.day <= at)
    const pnl = Number(pnlOn(played, trader, at))
    const realized = Number(total(upToNow, (row) => row.realized))
    const isNew = pnl !== last[0] || realized !== last[1] || today.some((row) => row.fills > 0)
    if (isNew) points.push([at, pnl, realized, Number(total(today, (row) => row.volume))])
    last = [pnl, realized]
  }
  return points
}

/** Trader ids of a board at the close of a day, best first. */
export function slowBoard(
  played: Played,
  tab: 'pnl' | 'volume' | 'roi',
  period: number,
  day: number,
): number[] {
  const address = (trader: number) => ADDRESSES[trader - 1] ?? ''
  return [1, 2, 3, 4, 5, 6, 7]
    .filter((trader) => trader !== CONTRACT)
    .flatMap((trader) => slowStats(played, trader, period, day) ?? [])
    .filter((row) =>
      tab === 'roi' ? row.roi !== null && row.volume >= 100_000_000 && row.fills > 0 : row.fills > 0,
    )
    .sort(
      (a, b) =>
        (b[tab] ?? 0) - (a[tab] ?? 0) ||
        b.volume - a.volume ||
        (address(a.trader_id) < address(b.trader_id) ? -1 : 1),
    )
    .map((row) => row.trader_id)
}

/** Every board's id with its tab and period. */
export const SLOW_BOARDS = (['pnl', 'volume', 'roi'] as const).flatMap((tab) =>
  [...WIRES].map(([period, wire]) => ({ id: `${tab}-${wire}`, tab, period })),
)
