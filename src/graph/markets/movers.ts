import { wrongArgument } from '../../errors.ts'
import { MAX_OUTCOMES } from '../../ledger/bounds.ts'
import {
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import { periodNamed } from '../../metrics/leaderboards.ts'
import { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import { netFlow, type TraderFlow } from '../../store/markets/flows.ts'
import { priceByEither } from '../../store/markets/last-prices.ts'
import type { ScreenScope, Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { LARGE_FILL } from '../../store/tables.ts'
import type { RecordedTrade } from '../../store/trades/whole-trades.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { SLICE, WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { type Market, MarketRef, type Outcome, OutcomeRef } from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/page-slice.ts'
import { rowOf, ScreenNumbersType } from '../screen/screen-numbers.ts'
import { TraderType } from '../traders/trader.ts'
import { PositionChangeEnum } from '../trades/trade-where.ts'

/** The numbers of a record: of all time and all markets. */
const EVER: ScreenScope = { window: periodNamed('ALL'), category: null }
/** Days of the longest range. */
const MOST_DAYS = 7
const USUAL_ROWS = 3
const MOST_ROWS = 20
/** Large trades of a range that impacts are summed over; of a range with more, impacts are unknown. */
const MOST_TRADES = 2_000

/** A trader's profit and volume up to the close of a day. */
interface MoverRecord {
  trader: number
  day: Day
  pnl: MicroUsd
  realized: MicroUsd
  volume: MicroUsd
}

export interface Net {
  trader: number
  shares: MicroShares
  usd: MicroUsd
}

export interface Mover extends Net {
  profile: TraderProfile
  impact: MicroPrice | null
  changes: readonly number[]
  record: MoverRecord | null
}

interface Movers extends Pick<Snapshot, 'cutoff'> {
  from: Seconds
  to: Seconds
  outcome: Outcome
  priceBefore: MicroPrice | null
  priceAfter: MicroPrice | null
  buyers: readonly Mover[]
  sellers: readonly Mover[]
}

const MoverRecordType = builder.objectRef<MoverRecord>('MoverRecord').implement({
  description: "A trader's record over all markets up to the close of a UTC day.",
  fields: (t) => ({
    day: t.of('Date', 'day', 'The UTC day whose close ends the record.'),
    pnl: t.amount((row) => row.pnl, 'Marked profit up to then, in USD.'),
    realizedPnl: t.amount((row) => row.realized, 'Realized profit up to then, in USD.'),
    volume: t.amount((row) => row.volume, 'Value of all fills up to then in USD, 0 or more.'),
    numbers: t.field({
      type: ScreenNumbersType,
      nullable: true,
      complexity: { field: SLICE },
      description:
        "All of the trader's numbers of all time at that close, as a screen of that day has them. Null for a trader without a trade by then.",
      resolve: async ({ trader, day }, _args, { reader, caller, snapshot }) => {
        const then = await snapshot(day)
        return rowOf(await reader.screen(then, EVER, caller.limiterKey), trader)
      },
    }),
  }),
})

export const SNAPSHOT_TRADER = { type: TraderType, description: 'The trader, as of the snapshot.' } as const

export const NET_USD =
  'USD paid less USD received, before fees; below 0 if more was received. A share of the other outcome of two counts as sold at 1 less its price.'
export const NET_SHARES = 'Shares bought less shares sold; below 0 for a seller.'

export const MoverType = builder.objectRef<Mover>('Mover').implement({
  description:
    'A trader with its net trading of a market in a range of time. A purchase of the other outcome of two counts as a sale.',
  fields: (t) => ({
    trader: t.expose('profile', SNAPSHOT_TRADER),
    usd: t.amount((row) => row.usd, NET_USD),
    shares: t.amount((row) => row.shares, NET_SHARES),
    impact: t.amount('impact', {
      nullable: true,
      description: `Sum of the price changes by the trader's whole trades of $1,000 or more as taker, in USD per share of the outcome; above 0 if they raised its price. 0 without such a trade. Null if the range has more than ${MOST_TRADES} large trades, or a price is unknown.`,
    }),
    changes: t.of(
      [PositionChangeEnum],
      ({ changes }) => changes.flatMap((one) => POSITION_CHANGES[one] ?? []),
      "Distinct effects of the trader's whole trades of $1,000 or more on its positions in the market, in the order of the enum.",
    ),
    record: t.of(MoverRecordType, 'record', {
      nullable: true,
      description:
        "The trader's record up to the close of the UTC day before the range begins. Null for a trader without an event by then.",
    }),
  }),
})

const MarketMoversType = builder.objectRef<Movers>('MarketMovers').implement({
  description: 'The largest net buyers and sellers of an outcome in a range of time, with its price.',
  fields: (t) => ({
    from: t.when('from', 'Fills count from this time on.'),
    to: t.when('to', 'Fills count before this time.'),
    cutoff: t.expose('cutoff', CUTOFF),
    outcome: t.of(OutcomeRef, 'outcome', 'The outcome that was bought and sold.'),
    priceBefore: t.amount('priceBefore', {
      nullable: true,
      description:
        "The outcome's last price before the range, in USD per share; in a market of two, fills of the other outcome count as 1 less their price. Null without one.",
    }),
    priceAfter: t.amount('priceAfter', {
      nullable: true,
      description: "The outcome's last price by the end of the range, as `priceBefore`. Null without one.",
    }),
    buyers: t.of([MoverType], 'buyers', {
      rows: MOST_ROWS,
      description: 'Traders who paid more than they received, most dollars first.',
    }),
    sellers: t.of([MoverType], 'sellers', {
      rows: MOST_ROWS,
      description: 'Traders who received more than they paid, most dollars first.',
    }),
  }),
})

builder.objectFields(MarketRef, (t) => ({
  movers: t.field({
    type: MarketMoversType,
    nullable: true,
    complexity: WHOLE_MARKET,
    description:
      'The largest net buyers and sellers of an outcome between two times, and its price before and after. Null for an unknown outcome.',
    args: {
      outcome: t.arg.int({
        defaultValue: 0,
        limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
        description: 'The index of the outcome, from {limits}. Default: 0.',
      }),
      from: t.arg({
        type: 'DateTime',
        description: 'The time of the first fill that can count. Default: 24 hours before `to`.',
      }),
      to: t.arg({
        type: 'DateTime',
        description: `Only fills before this time, at most ${MOST_DAYS} days after \`from\`. Default: up to the cutoff.`,
      }),
      first: t.arg.int({
        defaultValue: USUAL_ROWS,
        limits: { minimum: 1, maximum: MOST_ROWS },
        description: `Buyers, and sellers, at most: {limits}. Default: ${USUAL_ROWS}.`,
      }),
    },
    resolve: (market, { outcome, from, to, first }, context) =>
      moversOf(
        market,
        { outcome: outcome ?? 0, from: from ?? null, to: to ?? null, rows: first ?? USUAL_ROWS },
        context,
      ),
  }),
}))

interface Asked {
  outcome: number
  /** Null: a day before the end. */
  from: Seconds | null
  /** Null: after the cutoff. */
  to: Seconds | null
  rows: number
}

/** The largest net buyers and sellers of an outcome in a range of time; null for an unknown outcome. */
export async function moversOf(
  market: Market,
  { outcome, rows, ...asked }: Asked,
  context: RequestContext,
): Promise<Movers | null> {
  const to = asked.to ?? market.snapshot.cutoff.time + 1
  const from = asked.from ?? to - DAY_SECONDS
  if (to <= from) throw wrongArgument('to', 'is not after from')
  if (to - from > MOST_DAYS * DAY_SECONDS)
    throw wrongArgument('to', `is more than ${MOST_DAYS} days after from`)
  const { facts, snapshot, page } = market
  const { cutoff } = snapshot
  const outcomes = (await page.outcomes()).get(facts.id) ?? []
  const own = outcomes.find((one) => one.outcome === outcome)
  if (own === undefined) return null
  const isPair = outcomes.length === 2
  const tokens = isPair ? outcomes.map(({ token }) => token) : [own.token]
  const upTo = eventEnd(snapshot)
  const { marketStore, trades } = context.reader
  const flows = await marketStore.flows({ tokens, since: from, before: to, upTo }, snapshot.ledgerVersion)
  // The other outcome of two prices this one as well, as in every price of the market.
  const priced = isPair ? [own.token, ...tokens.filter((token) => token !== own.token)] : [own.token]
  const closes = await marketStore.lastPrices(
    [from - 1, to - 1].flatMap((time) =>
      priced.map((token) => ({ token, time: Math.min(time, cutoff.time) })),
    ),
  )
  const [before, after] = [closes.slice(0, priced.length), closes.slice(priced.length)].map(([one, other]) =>
    priceByEither(one, other),
  )
  const range = { since: from, before: to, upTo, after: null, limit: MOST_TRADES + 1 }
  const usd = { min: LARGE_FILL, max: Number.MAX_SAFE_INTEGER }
  const streams = tokens.map((id) => ({ column: 'token_id' as const, id }))
  const large = await trades.tape({ ...range, order: 'NEWEST', streams, usd })
  const wholes = large.length > MOST_TRADES ? null : large
  const nets = netOf(flows, own.token)
  const shown = async (side: readonly Net[]) =>
    completed(await shownAmong(side, rows, snapshot, context), { wholes, token: own.token, from }, context)
  return {
    from,
    to,
    cutoff,
    outcome: { ...own, of: market },
    priceBefore: before ?? null,
    priceAfter: after ?? null,
    buyers: await shown(nets.filter(({ usd }) => usd > 0)),
    sellers: await shown(nets.filter(({ usd }) => usd < 0).reverse()),
  }
}

/** Each trader's net purchases of an outcome, with those of its mirror as sales, largest first. */
export function netOf(flows: readonly TraderFlow[], token: number): Net[] {
  const nets = new Map<number, Net>()
  for (const flow of flows) {
    const net = nets.get(flow.trader) ?? { trader: flow.trader, shares: 0, usd: 0 }
    const { shares, usd } = netFlow(flow, flow.token !== token)
    net.shares += shares
    net.usd += usd
    nets.set(flow.trader, net)
  }
  return [...nets.values()].sort((a, b) => b.usd - a.usd || a.trader - b.trader)
}

/** The first traders of a list who are shown: those who opted out have no profile. */
export async function shownAmong(
  nets: readonly Net[],
  rows: number,
  snapshot: Snapshot,
  { loaders }: RequestContext,
): Promise<(Net & { profile: TraderProfile })[]> {
  const { profiles } = loaders(snapshot)
  const shown: (Net & { profile: TraderProfile })[] = []
  for (let at = 0; at < nets.length && shown.length < rows; at += rows) {
    const some = nets.slice(at, at + rows)
    const found = await Promise.all(some.map(({ trader }) => profiles.load(trader)))
    for (const [i, net] of some.entries()) {
      const profile = found[i]
      if (profile && shown.length < rows) shown.push({ ...net, profile })
    }
  }
  return shown
}

async function completed(
  nets: readonly (Net & { profile: TraderProfile })[],
  { wholes, token, from }: { wholes: readonly RecordedTrade[] | null; token: number; from: Seconds },
  { reader, loaders }: RequestContext,
): Promise<Mover[]> {
  const traders = new Set(nets.map(({ trader }) => trader))
  const known = (wholes ?? []).filter(({ traderId }) => traders.has(traderId))
  const prices = await reader.trades.pricesAround(known.filter(({ role }) => role === 1))
  const day = dayOf(from) - 1
  return Promise.all(
    nets.map(async (net) => {
      const mine = known.filter(({ traderId }) => traderId === net.trader)
      const moves = mine.flatMap(({ key, role, tokenId }) => {
        const { before = null, after = null } = prices.get(key) ?? {}
        if (role !== 1) return []
        return [before === null || after === null ? null : (tokenId === token ? 1 : -1) * (after - before)]
      })
      const series = await loaders(net.profile.snapshot).series(null).load(net.trader)
      const points = series.filter((point) => point.day <= day)
      const last = points.at(-1)
      const volume = points.reduce((sum, point) => sum + point.volume, 0)
      return {
        ...net,
        impact: wholes === null ? null : sumOrNull(moves),
        changes: [...new Set(mine.map(({ change }) => change))].sort((a, b) => a - b),
        record: last ? { trader: net.trader, day, pnl: last.pnl, realized: last.realized, volume } : null,
      }
    }),
  )
}

function sumOrNull(moves: readonly (MicroPrice | null)[]): MicroPrice | null {
  return moves.reduce<MicroPrice | null>(
    (sum, move) => (sum === null || move === null ? null : sum + move),
    0,
  )
}
