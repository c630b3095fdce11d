import { isDeepStrictEqual } from 'node:util'
import { MARKET_CATEGORIES } from '../../src/ledger/market-category.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { fitsRow, ROW_NUMBERS, type ShownNumbers } from '../row-numbers.ts'
import { type Ask, answerOf, GATED, NAMES } from './link-boards.ts'

/** The arguments of one question for a board's rows. */
export interface Slice {
  id: string
  asOf?: string | null
  window?: { from: string; to: string } | null
  category?: string | null
  excludeBots?: boolean
  excludePartial?: boolean
  minVolume?: number
  minTrades?: number
  coverage?: 'WHOLE' | null
}

/** What callers are told by the arguments of boards. */
export interface SliceLinkage {
  /** Questions that were tried on gated boards, and for windows without Pro. */
  asked: number
  /** Those that said anything that the board does not say without arguments. 0 where nothing leaks. */
  told: number
}

const ROWS = `query ($id: String!, $asOf: Date, $window: DayWindow, $category: MarketCategory, $excludeBots: Boolean,
  $excludePartial: Boolean, $minVolume: Float, $minTrades: Int, $coverage: CoverageFilter) {
  leaderboard(id: $id, asOf: $asOf, window: $window, category: $category) { entryCount
  entries(first: 100, excludeBots: $excludeBots, excludePartial: $excludePartial, minVolume: $minVolume, minTrades: $minTrades, coverage: $coverage) {
  totalCount nodes { rank previousRank address label ${NAMES.join(' ')} } } } }`

interface Board {
  entries: { totalCount: number; nodes: ShownNumbers[] }
}

/** The categories in GraphQL, and none. */
export const CATEGORIES = [null, ...MARKET_CATEGORIES.map((category) => category.toUpperCase())]

/**
 * True where a board says anything by its arguments that it does not say without them to a caller who is not told who
 * its traders are. Bots may be left out: the bands are the same without them.
 */
export async function tellsMore(caller: Ask, { id, excludeBots = false, ...slice }: Slice): Promise<boolean> {
  const { data, errors } = await caller(ROWS, { id, excludeBots, ...slice })
  const { leaderboard } = (data ?? {}) as { leaderboard?: Board | null }
  if (!leaderboard) return errors === undefined
  return !isDeepStrictEqual(data, await answerOf(caller, ROWS, { id, excludeBots }))
}

/** Tries the arguments of boards on gated ones, and windows on all of them without Pro. */
export async function linkSlices(
  { anonymous, free, pro }: Record<'anonymous' | 'free' | 'pro', Ask>,
  days: readonly string[],
): Promise<SliceLinkage> {
  const linkage: SliceLinkage = { asked: 0, told: 0 }
  const attempt = async (caller: Ask, slice: Slice) => {
    linkage.asked++
    if (await tellsMore(caller, slice)) linkage.told++
  }
  const [to = ''] = days
  for (const { id } of LEADERBOARDS)
    for (const caller of [free, anonymous])
      for (const from of days) await attempt(caller, { id, window: { from, to } })
  for (const { id } of GATED) {
    const { nodes } = boardOf(await answerOf(pro, ROWS, { id })).entries
    for (const slice of slicesOf(days, nodes)) await attempt(anonymous, { id, ...slice })
  }
  return linkage
}

/**
 * Joins the rows of gated boards with all that public boards name by their arguments.
 * @returns for each gated row, how many of its board's members fit it whom public boards name
 */
export async function linkNamed({ anonymous, pro }: Record<'anonymous' | 'pro', Ask>): Promise<number[]> {
  const named = await readNamed(anonymous)
  const fits: number[] = []
  for (const { id, period } of GATED) {
    const rows = boardOf(await answerOf(anonymous, ROWS, { id })).entries.nodes
    const exact = boardOf(await answerOf(pro, ROWS, { id })).entries.nodes
    const members = new Set(exact.map(({ address }) => address))
    const known = (named.get(period.wire) ?? []).filter(({ address }) => members.has(address))
    for (const row of rows) {
      const fitting = known.filter((one) => fitsRow(row, one, ROW_NUMBERS))
      fits.push(new Set(fitting.map(({ address }) => address)).size)
    }
  }
  return fits
}

function boardOf(data: unknown): Board {
  return (data as { leaderboard: Board }).leaderboard
}

/** Each argument by itself, thresholds on either side of each row's own numbers, and all with each other on one of them. */
function slicesOf(days: readonly string[], rows: readonly ShownNumbers[]): Omit<Slice, 'id'>[] {
  const volumes = rows.map(({ volume }) => Number(volume))
  const trades = rows.map(({ tradeCount }) => Number(tradeCount))
  const ways: Omit<Slice, 'id'>[][] = [
    [{}, { excludeBots: true }],
    [{}, ...days.map((asOf) => ({ asOf }))],
    CATEGORIES.map((category) => ({ category })),
    [{}, { coverage: 'WHOLE' }, { excludePartial: true }],
    [{}, { minVolume: volumes.at(-1) ?? 1 }],
    [{}, { minTrades: trades.at(-1) ?? 1 }],
  ]
  const all = ways.reduce(
    (found, way) => found.flatMap((one) => way.map((other) => ({ ...one, ...other }))),
    [{}],
  )
  const halves = volumes.flatMap((volume) => [{ minVolume: volume }, { minVolume: volume + 0.000001 }])
  return [...all, ...halves, ...trades.flatMap((count) => [{ minTrades: count }, { minTrades: count + 1 }])]
}

/**
 * Rows that public boards show by name, by period: lists by ever higher thresholds bring up who stood below. What is told of
 * other days and of categories bounds these numbers, which are exact, no further.
 */
async function readNamed(caller: Ask): Promise<Map<string, ShownNumbers[]>> {
  const found = new Map<string, ShownNumbers[]>()
  for (const { id, period } of LEADERBOARDS.filter(({ tab }) => tab.access === 'PUBLIC'))
    for (let minVolume = 1; minVolume < 1e9; minVolume *= 8) {
      const { nodes } = boardOf(await answerOf(caller, ROWS, { id, minVolume })).entries
      found.set(period.wire, [...(found.get(period.wire) ?? []), ...nodes])
      if (nodes.length === 0) break
    }
  return found
}
