import { DAY_SECONDS, type MicroPrice, type Seconds } from '../../ledger/quantities.ts'
import { isSettled, marketPrices } from '../../smart-money/market-prices.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Market, marketsById, type Outcome } from '../kit/market-page.ts'
import { type Mover, moversOf } from '../markets/movers.ts'

/** Days in which the trader who moved a market is looked for. */
export const MOVER_DAYS = 7
/** Markets of a followed event that are looked at, the largest first. */
const MOST_OF_EVENT = 64

/** A followed market whose price moved by the chosen amount, or that was resolved. */
export interface Move {
  market: Market
  outcome: Outcome
  before: MicroPrice | null
  after: MicroPrice | null
  isResolved: boolean
  from: Seconds
  /** When the price was made, or the market was resolved. */
  time: Seconds
}

interface Watched {
  market: Market
  outcome: number
  /** Null: no change of this size, or no level, is asked for. */
  jump: MicroPrice | null
  above: MicroPrice | null
  below: MicroPrice | null
}

type Rules = Partial<Omit<Watched, 'market'>>
type Followed = readonly { key: string; rules: Rules }[]

/** Followed markets, and the markets of followed events, each once. */
export async function watchedMarkets(
  markets: Followed,
  events: Followed,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<Watched[]> {
  const { marketStore } = context.reader
  const { ledgerVersion: version, cutoff } = snapshot
  const own = await marketStore.markets(
    'condition',
    markets.map(({ key }) => key),
    version,
  )
  const rulesOf = new Map(markets.map(({ key, rules }) => [key, rules]))
  const asked = new Map<number, Rules>(own.map(({ id, condition }) => [id, rulesOf.get(condition) ?? {}]))
  if (events.length > 0) {
    const known = await marketStore.events(
      'source_id',
      events.map(({ key }) => key),
      version,
    )
    const list = await marketStore.list(snapshot, cutoff.time)
    for (const { id, sourceId } of known) {
      const rules = events.find(({ key }) => key === sourceId)?.rules ?? {}
      for (const { market } of list.select('VOLUME', { event: id }).all().slice(0, MOST_OF_EVENT))
        if (!asked.has(market)) asked.set(market, rules)
    }
  }
  const all = await marketsById([...asked.keys()], snapshot, context)
  return [...asked].flatMap(([id, { outcome = 0, jump = null, above = null, below = null }]) => {
    const market = all.get(id)
    return market === undefined ? [] : [{ market, outcome, jump, above, below }]
  })
}

/** The markets that moved or were resolved after a time, the largest change first. */
export async function movesOf(
  watched: readonly Watched[],
  from: Seconds,
  { cutoff }: Snapshot,
  { reader }: RequestContext,
): Promise<Move[]> {
  const [first] = watched
  if (first === undefined) return []
  const outcomes = await first.market.page.outcomes()
  const tokensOf = ({ market }: Watched) => outcomes.get(market.facts.id) ?? []
  const moments = watched.flatMap((one) =>
    [from, cutoff.time].flatMap((time) => tokensOf(one).map(({ token }) => ({ token, time }))),
  )
  const closes = await reader.marketStore.lastPrices(moments)
  let at = 0
  const moves = watched.flatMap((one): Move[] => {
    const { market, outcome: index } = one
    const own = tokensOf(one)
    const [then, now] = [from, cutoff.time].map((time) => {
      const part = closes.slice(at, at + own.length)
      at += own.length
      return { part, price: marketPrices(market.facts, own, part, time)[index] ?? null }
    })
    const outcome = own.find((other) => other.outcome === index)
    if (outcome === undefined || isSettled(market.facts, from)) return []
    const isResolved = isSettled(market.facts, cutoff.time)
    const [before, after] = [then?.price ?? null, now?.price ?? null]
    if (!isResolved && !hasMoved(one, before, after)) return []
    const priced = Math.max(from, ...(now?.part ?? []).map((close) => close?.time ?? from))
    const time = isResolved ? (market.facts.resolvedTime ?? priced) : priced
    return [{ market, outcome: { ...outcome, of: market }, before, after, isResolved, from, time }]
  })
  return moves.sort((a, b) => sizeOf(b) - sizeOf(a) || a.market.facts.id - b.market.facts.id)
}

function sizeOf({ before, after }: Move): number {
  return before === null || after === null ? 0 : Math.abs(after - before)
}

function hasMoved(
  { jump, above, below }: Watched,
  before: MicroPrice | null,
  after: MicroPrice | null,
): boolean {
  if (before === null || after === null) return false
  return (
    (jump !== null && Math.abs(after - before) >= jump) ||
    (above !== null && before < above && after >= above) ||
    (below !== null && before > below && after <= below)
  )
}

/** Returns the trader with the largest net trading in the direction of a market's price. */
export async function moverOf(
  { market, outcome, before, after, from }: Move,
  _args: object,
  context: RequestContext,
): Promise<Mover | null> {
  if (before === null || after === null) return null
  const to = market.snapshot.cutoff.time + 1
  const since = Math.max(from + 1, to - MOVER_DAYS * DAY_SECONDS)
  if (since >= to) return null
  const asked = { outcome: outcome.outcome, from: since, to, rows: 1 }
  const movers = await moversOf(market, asked, context)
  return (after < before ? movers?.sellers[0] : movers?.buyers[0]) ?? null
}
