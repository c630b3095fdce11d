import { showsPeople } from '../../access/shown-people.ts'
import type { FollowedBoard } from '../../follows/since.ts'
import {
  DAY_SECONDS,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import { isSettled, marketPrices } from '../../smart-money/market-prices.ts'
import type { TraderTrading } from '../../store/markets/flows.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { accountOf, ownAccountId } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { type Market, MarketRef, marketsById, type Outcome, OutcomeRef } from '../kit/market-page.ts'
import { eventEnd } from '../kit/paging/event-end.ts'
import { findLeaderboard, type Leaderboard } from '../leaderboards/find-leaderboard.ts'
import { LeaderboardType } from '../leaderboards/leaderboard.ts'
import { type Mover, MoverType, moversOf, SNAPSHOT_TRADER } from '../markets/movers.ts'
import { findTraders } from '../traders/find-traders.ts'
import { marketLinks } from '../traders/market-links.ts'

/** Days that an answer goes back at most, and that its boards do. */
const MOST_DAYS = 30
const BOARD_DAYS = 7
/** Days in which the trader who moved a market is looked for. */
const MOVER_DAYS = 7
/** Rows of each list. */
const MOST_LINES = 20
const MOST_MOVES = 10
/** Markets of a followed event that are looked at, the largest first. */
const MOST_OF_EVENT = 64

/** The trades of a followed trader in a market. */
interface Line {
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

/** A followed market whose price moved by the chosen amount, or that was resolved. */
interface Move {
  market: Market
  outcome: Outcome
  before: MicroPrice | null
  after: MicroPrice | null
  isResolved: boolean
  from: Seconds
  /** When the price was made, or the market was resolved. */
  time: Seconds
}

interface Placed {
  profile: TraderProfile
  rank: number | null
  previousRank: number | null
}

interface BoardChange {
  leaderboard: Leaderboard
  top: number
  entered: readonly Placed[]
  left: readonly Placed[]
}

interface Since extends Pick<Snapshot, 'cutoff'> {
  from: Seconds
  lastVisit: Seconds | null
  followed: { traders: number; markets: number; boards: number }
  trades: readonly Line[]
  activeTraders: number
  moves: readonly Move[]
  boards: readonly BoardChange[]
  lastAt: Seconds | null
}

const LineType = builder.objectRef<Line>('FollowedTrades').implement({
  description:
    'The fills of a followed trader in a market, added up. A purchase of the other outcome of two counts as a sale.',
  fields: (t) => ({
    trader: t.expose('profile', SNAPSHOT_TRADER),
    market: t.expose('market', {
      type: MarketRef,
      nullable: true,
      description: 'The market. Null while metadata do not link its token.',
    }),
    outcome: t.expose('outcome', {
      type: OutcomeRef,
      nullable: true,
      description: 'The outcome that the sums are of: the one traded most. Null while unknown.',
    }),
    fills: t.count('fills', 'Fills, {limits}.'),
    volume: t.amount('volume', 'Value of the fills in USD, 0 or more.'),
    usd: t.amount('usd', 'USD paid less USD received, before fees; below 0 if more was received.'),
    shares: t.amount('shares', 'Shares bought less shares sold; below 0 if more were sold.'),
    lowestPrice: t.amount('lowest', {
      nullable: true,
      description: 'Lowest price of the fills, in USD per share of the outcome. Null without one.',
    }),
    highestPrice: t.amount('highest', {
      nullable: true,
      description: 'Highest price of the fills, in USD per share of the outcome. Null without one.',
    }),
    time: t.when('last', 'Time of the last fill.'),
  }),
})

const MoveType = builder.objectRef<Move>('FollowedMove').implement({
  description:
    'A followed market that was resolved, or whose price changed by the amount that the follow names or reached one of its levels.',
  fields: (t) => ({
    market: t.expose('market', { type: MarketRef, description: 'The market, as of the snapshot.' }),
    outcome: t.expose('outcome', { type: OutcomeRef, description: 'The outcome that the follow watches.' }),
    priceBefore: t.amount('before', {
      nullable: true,
      description: "The outcome's price at the start, in USD per share. Null without one.",
    }),
    priceAfter: t.amount('after', {
      nullable: true,
      description:
        "The outcome's price at the cutoff, in USD per share; its payout once resolved. Null without one.",
    }),
    resolved: t.exposeBoolean('isResolved', {
      description: 'True if the market was resolved since the start.',
    }),
    time: t.when('time', 'Time of the resolution, or of the last fill that made a price of its outcomes.'),
    movedBy: t.field({
      type: MoverType,
      nullable: true,
      complexity: WHOLE_MARKET,
      description: `The largest net buyer of the outcome if its price rose, the largest net seller if it fell, over the last ${MOVER_DAYS} days at most. Null without one.`,
      resolve: moverOf,
    }),
  }),
})

const PlacedType = builder.objectRef<Placed>('FollowedPlace').implement({
  description: 'A trader who entered or left a followed top.',
  fields: (t) => ({
    trader: t.expose('profile', SNAPSHOT_TRADER),
    rank: t.exposeInt('rank', {
      nullable: true,
      limits: { minimum: 1 },
      description: 'The rank now, {limits}. Null off the board.',
    }),
    previousRank: t.exposeInt('previousRank', {
      nullable: true,
      limits: { minimum: 1 },
      description: 'The rank before, {limits}. Null if unknown or off the board.',
    }),
  }),
})

const BoardChangeType = builder.objectRef<BoardChange>('FollowedBoardChange').implement({
  description: 'Traders who entered or left the top of a followed leaderboard.',
  fields: (t) => ({
    leaderboard: t.expose('leaderboard', {
      type: LeaderboardType,
      description: 'The leaderboard, as of the snapshot.',
    }),
    top: t.exposeInt('top', {
      limits: { minimum: 1 },
      description: 'Number of top places that are followed, {limits}.',
    }),
    entered: t.field({
      type: [PlacedType],
      complexity: { field: 1, multiplier: MOST_LINES },
      description: 'Traders who entered, best first.',
      resolve: ({ entered }) => [...entered],
    }),
    left: t.field({
      type: [PlacedType],
      complexity: { field: 1, multiplier: MOST_LINES },
      description: 'Traders who left, best first.',
      resolve: ({ left }) => [...left],
    }),
  }),
})

const SinceType = builder.objectRef<Since>('ChangesSince').implement({
  description: 'Changes of what the caller follows, after a time and up to the cutoff.',
  fields: (t) => ({
    from: t.when('from', 'Only later events count. At most the time of the cutoff.'),
    lastVisit: t.when('lastVisit', {
      nullable: true,
      description:
        "Time of the caller's newest page view at least half an hour ago, on any device. Null without one.",
    }),
    cutoff: t.expose('cutoff', CUTOFF),
    summary: t.string({
      description: 'The changes in one sentence.',
      resolve: summaryOf,
    }),
    trades: t.field({
      type: [LineType],
      complexity: { field: 1, multiplier: MOST_LINES },
      description: `Trades of followed traders, net by trader and market, most traded first; at most ${MOST_LINES}.`,
      resolve: ({ trades }) => [...trades],
    }),
    moves: t.field({
      type: [MoveType],
      complexity: { field: 1, multiplier: MOST_MOVES },
      description: `Followed markets, and those of followed events, that were resolved or moved by the chosen amount, largest change first; at most ${MOST_MOVES}.`,
      resolve: ({ moves }) => [...moves],
    }),
    boards: t.field({
      type: [BoardChangeType],
      complexity: { field: 1, multiplier: MOST_MOVES },
      description: `Followed leaderboards whose top changed within the last ${BOARD_DAYS} days.`,
      resolve: ({ boards }) => [...boards],
    }),
    lastAt: t.when('lastAt', {
      nullable: true,
      description: `Time of the newest event that counts, also before \`from\`. Null without one in ${MOST_DAYS} days.`,
    }),
  }),
})

builder.objectField(ViewerType, 'since', (t) =>
  t.field({
    type: SinceType,
    nullable: true,
    tier: { requires: 'FREE', otherwise: 'NULL' },
    complexity: 3 * WHOLE_MARKET,
    description:
      'Changes since a time: trades of followed traders, followed markets that moved and who moved them, and traders who entered or left followed leaderboards.',
    args: {
      time: t.arg({
        type: 'DateTime',
        description: `Only later events count, of the last ${MOST_DAYS} days. Default: those that pages did not show yet at the caller's newest page view at least half an hour ago; without one, those of the last 24 hours.`,
      }),
    },
    resolve: async ({ tier }, { time }, context) =>
      tier === 'ANONYMOUS' ? null : sinceOf(time ?? null, context),
  }),
)

builder.relayMutationField(
  'forgetVisits',
  null,
  {
    tier: { requires: 'FREE', otherwise: 'ERROR' },
    description: "Erases the times of the caller's page views. Takes no `input`.",
    resolve: async (_root, _args, context) => {
      const id = await ownAccountId(context)
      return { wereKept: id !== null && (await context.notifications.follows.visits.forget(id)) }
    },
  },
  {
    description: 'The result of `forgetVisits`.',
    outputFields: (t) => ({
      wereKept: t.exposeBoolean('wereKept', {
        description: 'Whether there were any. False if there were none.',
      }),
    }),
  },
)

async function sinceOf(time: Seconds | null, context: RequestContext): Promise<Since> {
  const snapshot = await context.snapshot()
  const { cutoff } = snapshot
  const account = await accountOf(context)
  const visit = account && (await context.notifications.follows.visits.last(account.id))
  const earliest = cutoff.time - MOST_DAYS * DAY_SECONDS
  const asked = time ?? visit?.cutoff ?? cutoff.time - DAY_SECONDS
  // Prices at a time after the cutoff are not the caller's yet.
  const from = Math.min(Math.max(asked, earliest), cutoff.time)
  const common = { from, lastVisit: visit?.at ?? null, cutoff }
  const none = {
    followed: { traders: 0, markets: 0, boards: 0 },
    trades: [],
    activeTraders: 0,
    moves: [],
    boards: [],
  }
  if (account === null) return { ...common, ...none, lastAt: null }
  const tier = context.caller.tier === 'PRO' ? 'PRO' : 'FREE'
  const range = { after: from, upTo: cutoff.time }
  const followed = await context.notifications.follows.since({ id: account.id, tier }, range)
  const keysOf = (kind: string) => followed.counted.get(kind) ?? []
  const traders = (
    await findTraders(
      keysOf('wallet').map(({ key }) => key),
      context,
    )
  ).filter((one) => one !== null)
  const { lines, activeTraders } = await linesOf(traders, from, snapshot, context)
  const watched = await watchedMarkets(keysOf('market'), keysOf('event'), snapshot, context)
  const moves = await movesOf(watched, from, snapshot, context)
  const boards = await boardsOf(followed.boards, snapshot, context)
  const changed = [...lines.map(({ last }) => last), ...moves.map(({ time: at }) => at)]
  const times = [...changed, ...[followed.lastAt].filter((one) => one !== null)]
  const isQuiet = lines.length + moves.length + boards.length === 0
  const earlier = isQuiet ? await tradingOf(traders, earliest, snapshot, context) : []
  const all = [...times, ...earlier.map(({ last }) => last)]
  return {
    ...common,
    followed: {
      traders: keysOf('wallet').length,
      markets: keysOf('market').length + keysOf('event').length,
      boards: keysOf('leaderboard').length,
    },
    trades: lines.slice(0, MOST_LINES),
    activeTraders,
    moves: moves.slice(0, MOST_MOVES),
    boards,
    lastAt: all.length === 0 ? null : Math.max(...all),
  }
}

async function tradingOf(
  profiles: readonly TraderProfile[],
  after: Seconds,
  snapshot: Snapshot,
  { reader }: RequestContext,
): Promise<TraderTrading[]> {
  if (profiles.length === 0) return []
  const traders = profiles.map(({ row }) => row.id)
  return reader.marketStore.trading({ traders, after, upTo: eventEnd(snapshot) })
}

/** The trades of traders, net by trader and market, most traded first. */
async function linesOf(
  profiles: readonly TraderProfile[],
  after: Seconds,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<{ lines: Line[]; activeTraders: number }> {
  const rows = await tradingOf(profiles, after, snapshot, context)
  const tokens = await marketLinks(snapshot, context).tokens(rows.map(({ token }) => token))
  const named = rows.map((row, i) => ({ ...row, condition: tokens[i]?.condition ?? null }))
  const ids = [...new Set(named.flatMap(({ condition }) => condition ?? []))]
  const markets = await marketsById(ids, snapshot, context)
  const byId = new Map(profiles.map((profile) => [profile.row.id, profile]))
  const groups = await Promise.all(
    Array.from(
      Map.groupBy(
        named,
        ({ trader, token, condition }) => `${trader} ${condition ?? `token ${token}`}`,
      ).values(),
      async (own): Promise<Line[]> => {
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
      },
    ),
  )
  const lines = groups.flat().sort((a, b) => b.volume - a.volume || b.last - a.last)
  return { lines, activeTraders: new Set(rows.map(({ trader }) => trader)).size }
}

/** The sums of both outcomes of a market as those of the one that was traded most; there is at least one row. */
function netOf(rows: readonly TraderTrading[]) {
  const volumeOf = ({ boughtUsd, soldUsd }: TraderTrading) => boughtUsd + soldUsd
  const [main, ...others] = rows.toSorted((a, b) => volumeOf(b) - volumeOf(a) || a.token - b.token)
  if (main === undefined) throw new RangeError('there are no fills')
  const net = {
    token: main.token,
    fills: main.fills,
    volume: volumeOf(main),
    usd: main.boughtUsd - main.soldUsd,
    shares: main.boughtShares - main.soldShares,
    lowest: main.lowest,
    highest: main.highest,
    last: main.last,
  }
  for (const other of others) {
    const shares = other.boughtShares - other.soldShares
    net.fills += other.fills
    net.volume += volumeOf(other)
    net.usd += other.boughtUsd - other.soldUsd - shares
    net.shares -= shares
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
async function watchedMarkets(
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
      const found = list.select('VOLUME', { event: id })
      for (let i = 0; i < Math.min(found.count, MOST_OF_EVENT); i++) {
        const { market } = found.at(i)
        if (!asked.has(market)) asked.set(market, rules)
      }
    }
  }
  const all = await marketsById([...asked.keys()], snapshot, context)
  return [...asked].flatMap(([id, { outcome = 0, jump = null, above = null, below = null }]) => {
    const market = all.get(id)
    return market === undefined ? [] : [{ market, outcome, jump, above, below }]
  })
}

/** The markets that moved or were resolved after a time, the largest change first. */
async function movesOf(
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

async function moverOf(
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

/** Changes of boards that the snapshot's own order still shows: a block that was undone took others back. */
async function boardsOf(
  boards: readonly FollowedBoard[],
  snapshot: Snapshot,
  context: RequestContext,
): Promise<BoardChange[]> {
  const found = await Promise.all(
    boards.map(async ({ board, top, stays, entered, left }): Promise<BoardChange | null> => {
      const asked = { name: board, asOf: null, window: null, category: null }
      const leaderboard = await findLeaderboard(asked, context)
      if (leaderboard === null || !showsPeople(leaderboard.definition.tab, context.caller.tier)) return null
      const order = await context.reader.order(snapshot, board)
      if (order === null) return null
      const placed = async (changes: FollowedBoard['entered']) => {
        const profiles = await findTraders(
          changes.map(({ address }) => address),
          context,
        )
        return changes.flatMap(({ previousRank }, i) => {
          const profile = profiles[i]
          return profile ? [{ profile, previousRank, rank: order.rankOf(profile.row.id) }] : []
        })
      }
      const isIn = ({ rank }: Placed) => rank !== null && rank <= stays
      const change = {
        leaderboard,
        top,
        entered: (await placed(entered)).filter(isIn),
        left: (await placed(left)).filter((one) => one.rank === null || one.rank > top),
      }
      return change.entered.length + change.left.length === 0 ? null : change
    }),
  )
  return found.filter((change) => change !== null)
}

/** `3 of the 12 traders you follow traded, and 2 of your markets moved.` */
function summaryOf({ followed, activeTraders, moves, boards }: Since): string {
  const { traders } = followed
  if (traders + followed.markets + followed.boards === 0) return 'You follow nothing yet.'
  const ends = moves.some(({ isResolved }) => isResolved)
  const clauses = [
    ...(activeTraders === 0 ? [] : [`${activeOf(activeTraders, traders)} you follow traded`]),
    ...(moves.length === 0 ? [] : [`${countOf(moves.length, 'market')} moved${ends ? ' or ended' : ''}`]),
    ...(boards.length === 0 ? [] : [`${countOf(boards.length, 'leaderboard')} changed`]),
  ]
  if (clauses.length === 0) return 'Nothing happened in what you follow.'
  const text =
    clauses.length === 3 ? `${clauses.slice(0, 2).join(', ')}, and ${clauses[2]}` : clauses.join(', and ')
  return `${text}.`
}

function activeOf(active: number, all: number): string {
  if (all === 1) return 'The trader'
  return active === all ? `All ${all} traders` : `${active} of the ${all} traders`
}

function countOf(count: number, one: string): string {
  return `${count} of your ${one}s`
}
