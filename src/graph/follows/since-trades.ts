import {
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import { netFlow, type TraderTrading } from '../../store/markets/flows.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { RequestContext } from '../kit/context.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { type Market, marketsById, type Outcome } from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import { marketLinks } from '../traders/market-links.ts'

export const MOST_LINES = 20

export interface Line {
  profile: TraderProfile
  market: Market | null
  /** The outcome that the sums are of; null where metadata do not link it yet. */
  outcome: Outcome | null
  fills: number
  volume: MicroUsd
  usd: MicroUsd
  shares: MicroShares
  lowest: MicroPrice | null
  highest: MicroPrice | null
  last: Seconds
}

/** The fills of some traders after a time, by trader and token. */
export async function tradingOf(
  profiles: readonly TraderProfile[],
  after: Seconds,
  snapshot: Snapshot,
  { reader }: RequestContext,
): Promise<TraderTrading[]> {
  if (profiles.length === 0) return []
  const traders = profiles.map(({ row }) => row.id)
  return reader.marketStore.trading({ traders, after, upTo: eventEnd(snapshot) })
}

interface Trading {
  /** Net by trader and market, most traded first; at most {@link MOST_LINES}. */
  lines: readonly Line[]
  activeTraders: number
  /** The time of the last fill; null without one. */
  lastAt: Seconds | null
}

/** Reads the trades of traders. Markets are read a few at a time, until no other can have a line among the first. */
export async function linesOf(
  profiles: readonly TraderProfile[],
  after: Seconds,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<Trading> {
  const rows = await tradingOf(profiles, after, snapshot, context)
  const tokens = await marketLinks(snapshot, context).tokens(rows.map(({ token }) => token))
  const named = rows.map((row, i) => ({ ...row, condition: tokens[i]?.condition ?? null }))
  const groups = Map.groupBy(
    named,
    ({ trader, token, condition }) => `${trader} ${condition ?? `token ${token}`}`,
  )
  const byVolume = [...groups.values()]
    .map((own) => ({ own, volume: own.reduce((sum, row) => sum + volumeOf(row), 0) }))
    .sort((a, b) => b.volume - a.volume)
  const byId = new Map(profiles.map((profile) => [profile.row.id, profile]))
  let lines: Line[] = []
  for (let at = 0; at < byVolume.length; at += MOST_LINES) {
    const least = lines[MOST_LINES - 1]?.volume ?? -1
    // A line has at most the volume of its group.
    if (least > (byVolume[at]?.volume ?? 0)) break
    const some = byVolume.slice(at, at + MOST_LINES).map(({ own }) => own)
    const ids = new Set(some.flatMap(([first]) => first?.condition ?? []))
    const markets = await marketsById([...ids], snapshot, context)
    const more = await Promise.all(some.map((own) => linesOfGroup(own, { byId, markets })))
    lines = [...lines, ...more.flat()].sort((a, b) => b.volume - a.volume || b.last - a.last)
  }
  return {
    lines: lines.slice(0, MOST_LINES),
    activeTraders: new Set(rows.map(({ trader }) => trader)).size,
    lastAt: rows.reduce<Seconds | null>((last, row) => Math.max(last ?? row.last, row.last), null),
  }
}

/** A trader's fills of a market's tokens as one line of two outcomes, or as a line an outcome. */
async function linesOfGroup(
  own: readonly (TraderTrading & { condition: number | null })[],
  { byId, markets }: { byId: ReadonlyMap<number, TraderProfile>; markets: ReadonlyMap<number, Market> },
): Promise<Line[]> {
  const [{ trader, condition } = { trader: 0, condition: null }] = own
  const profile = byId.get(trader)
  if (profile === undefined) return []
  const market = (condition !== null && markets.get(condition)) || null
  const outcomes = market === null ? [] : ((await market.page.outcomes()).get(market.facts.id) ?? [])
  const parts = outcomes.length === 2 ? [own] : own.map((row) => [row])
  return parts.map((part) => {
    const { token, ...net } = netOf(part)
    const outcome = outcomes.find((one) => one.token === token)
    return { profile, market, outcome: outcome && market ? { ...outcome, of: market } : null, ...net }
  })
}

function volumeOf({ boughtUsd, soldUsd }: TraderTrading): MicroUsd {
  return boughtUsd + soldUsd
}

/** The sums of both outcomes of a market as those of the one that was traded most; there is at least one row. */
function netOf(rows: readonly TraderTrading[]) {
  const [main, ...others] = rows.toSorted((a, b) => volumeOf(b) - volumeOf(a) || a.token - b.token)
  if (main === undefined) throw new RangeError('there are no fills')
  const net = {
    token: main.token,
    fills: main.fills,
    volume: volumeOf(main),
    ...netFlow(main, false),
    lowest: main.lowest,
    highest: main.highest,
    last: main.last,
  }
  for (const other of others) {
    const { shares, usd } = netFlow(other, true)
    net.fills += other.fills
    net.volume += volumeOf(other)
    net.usd += usd
    net.shares += shares
    const prices = [net.lowest, net.highest, turned(other.lowest), turned(other.highest)]
    const known = prices.filter((price) => price !== null)
    if (known.length > 0) Object.assign(net, { lowest: Math.min(...known), highest: Math.max(...known) })
    net.last = Math.max(net.last, other.last)
  }
  return net
}

function turned(price: MicroPrice | null): MicroPrice | null {
  return price === null ? null : MICRO - price
}
