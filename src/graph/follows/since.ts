import { showsPeople } from '../../access/tier.ts'
import type { FollowedTop } from '../../follows/since.ts'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { SavedScreen } from '../../screens/screens.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { accountOf, ownAccountId } from '../accounts/own-account.ts'
import { ViewerType } from '../accounts/viewer.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { MarketRef, OutcomeRef } from '../kit/market-page.ts'
import { findLeaderboard, type Leaderboard } from '../leaderboards/find-leaderboard.ts'
import { LeaderboardType } from '../leaderboards/leaderboard.ts'
import { MoverType, SNAPSHOT_TRADER } from '../markets/movers.ts'
import { SavedScreenType } from '../screen/saved-screens.ts'
import { findTraders } from '../traders/trader-fields.ts'
import { MOVER_DAYS, type Move, moverOf, movesOf, watchedMarkets } from './since-markets.ts'
import { type Line, linesOf, MOST_LINES, tradingOf } from './since-trades.ts'

/** Days that an answer goes back at most, and that its boards do. */
const MOST_DAYS = 30
const BOARD_DAYS = 7
const MOST_MOVES = 10

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

interface ScreenChange extends Omit<BoardChange, 'leaderboard'> {
  screen: SavedScreen
}

interface Since extends Pick<Snapshot, 'cutoff'> {
  from: Seconds
  lastVisit: Seconds | null
  followed: { traders: number; markets: number; boards: number; screens: number }
  trades: readonly Line[]
  activeTraders: number
  moves: readonly Move[]
  boards: readonly BoardChange[]
  screens: readonly ScreenChange[]
  lastAt: Seconds | null
}

const LineType = builder.objectRef<Line>('FollowedTrades').implement({
  description:
    'The fills of a followed trader in a market, added up. A purchase of the other outcome of two counts as a sale.',
  fields: (t) => ({
    trader: t.expose('profile', SNAPSHOT_TRADER),
    market: t.of(MarketRef, 'market', {
      nullable: true,
      description: 'The market. Null while metadata do not link its token.',
    }),
    outcome: t.of(OutcomeRef, 'outcome', {
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
    market: t.of(MarketRef, 'market', 'The market, as of the snapshot.'),
    outcome: t.of(OutcomeRef, 'outcome', 'The outcome that the follow watches.'),
    priceBefore: t.amount('before', {
      nullable: true,
      description: "The outcome's price at the start, in USD per share. Null without one.",
    }),
    priceAfter: t.amount('after', {
      nullable: true,
      description:
        "The outcome's price at the cutoff, in USD per share; its payout once resolved. Null without one.",
    }),
    resolved: t.flag('isResolved', 'True if the market was resolved since the start.'),
    time: t.when('time', 'Time of the resolution, or of the last fill that made a price of its outcomes.'),
    movedBy: t.of(MoverType, moverOf, {
      nullable: true,
      complexity: WHOLE_MARKET,
      description: `The largest net buyer of the outcome if its price rose, the largest net seller if it fell, over the last ${MOVER_DAYS} days at most. Null without one.`,
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

type TopChange = Pick<BoardChange, 'top' | 'entered' | 'left'>

function changeFields<Of extends TopChange>(t: PothosSchemaTypes.ObjectFieldBuilder<GraphSchemaTypes, Of>) {
  return {
    top: t.int({
      limits: { minimum: 1 },
      description: 'Number of top places that are followed, {limits}.',
      resolve: ({ top }) => top,
    }),
    entered: t.of([PlacedType], ({ entered }) => entered, {
      rows: MOST_LINES,
      description: 'Traders who entered, best first.',
    }),
    left: t.of([PlacedType], ({ left }) => left, {
      rows: MOST_LINES,
      description: 'Traders who left, best first.',
    }),
  }
}

const BoardChangeType = builder.objectRef<BoardChange>('FollowedBoardChange').implement({
  description: 'Traders who entered or left the top of a followed leaderboard.',
  fields: (t) => ({
    leaderboard: t.of(LeaderboardType, 'leaderboard', 'The leaderboard, as of the snapshot.'),
    ...changeFields(t),
  }),
})

const ScreenChangeType = builder.objectRef<ScreenChange>('FollowedScreenChange').implement({
  description: 'Traders who entered or left the top of a followed screen.',
  fields: (t) => ({
    screen: t.of(SavedScreenType, 'screen', 'The saved question, as its readers see it.'),
    ...changeFields(t),
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
    summary: t.text(summaryOf, 'The changes in one sentence.'),
    trades: t.of([LineType], 'trades', {
      rows: MOST_LINES,
      description: `Trades of followed traders, net by trader and market, most traded first; at most ${MOST_LINES}.`,
    }),
    moves: t.of([MoveType], 'moves', {
      rows: MOST_MOVES,
      description: `Followed markets, and those of followed events, that were resolved or moved by the chosen amount, largest change first; at most ${MOST_MOVES}.`,
    }),
    boards: t.of([BoardChangeType], 'boards', {
      rows: MOST_MOVES,
      description: `Followed leaderboards whose top changed within the last ${BOARD_DAYS} days.`,
    }),
    screens: t.of([ScreenChangeType], 'screens', {
      rows: MOST_MOVES,
      description: `Followed screens whose top changed within the last ${BOARD_DAYS} days.`,
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
      'Changes since a time: trades of followed traders, followed markets that moved and who moved them, and traders who entered or left followed leaderboards and screens.',
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
      wereKept: t.flag('wereKept', 'Whether there were any. False if there were none.'),
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
    followed: { traders: 0, markets: 0, boards: 0, screens: 0 },
    trades: [],
    activeTraders: 0,
    moves: [],
    boards: [],
    screens: [],
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
  const trading = await linesOf(traders, from, snapshot, context)
  const watched = await watchedMarkets(keysOf('market'), keysOf('event'), snapshot, context)
  const moves = await movesOf(watched, from, snapshot, context)
  const boards = await boardsOf(followed.boards, snapshot, context)
  const screens = await screensOf(followed.screens, account.id, context)
  const isQuiet = [trading.lines, moves, boards, screens].flat().length === 0
  const earlier = isQuiet ? await tradingOf(traders, earliest, snapshot, context) : []
  const all = [
    ...[trading.lastAt, followed.lastAt].filter((one) => one !== null),
    ...[...moves.map(({ time: at }) => at), ...earlier.map(({ last }) => last)],
  ]
  return {
    ...common,
    followed: {
      traders: keysOf('wallet').length,
      markets: keysOf('market').length + keysOf('event').length,
      boards: keysOf('leaderboard').length,
      screens: keysOf('screen').length,
    },
    trades: trading.lines,
    activeTraders: trading.activeTraders,
    moves: moves.slice(0, MOST_MOVES),
    boards,
    screens,
    lastAt: all.length === 0 ? null : Math.max(...all),
  }
}

/** Changes of boards that the snapshot's own order still shows: a block that was undone took others back. */
async function boardsOf(
  boards: readonly FollowedTop[],
  snapshot: Snapshot,
  context: RequestContext,
): Promise<BoardChange[]> {
  const found = await Promise.all(
    boards.map(async ({ list: board, top, stays, entered, left }): Promise<BoardChange | null> => {
      const asked = { name: board, asOf: null, window: null, category: null }
      const leaderboard = await findLeaderboard(asked, context)
      if (leaderboard === null || !showsPeople(leaderboard.definition.tab, context.caller.tier)) return null
      const order = await context.reader.order(snapshot, board)
      if (order === null) return null
      const placed = async (changes: FollowedTop['entered']) =>
        (await placedOf(changes, context)).map((one) => {
          return { ...one, rank: order.rankOf(one.profile.row.id) }
        })
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

/** Traders of changes with their ranks then, without those who have opted out. */
async function placedOf(changes: FollowedTop['entered'], context: RequestContext): Promise<Placed[]> {
  const profiles = await findTraders(
    changes.map(({ address }) => address),
    context,
  )
  return changes.flatMap(({ rank, previousRank }, i) => {
    const profile = profiles[i]
    return profile ? [{ profile, rank, previousRank }] : []
  })
}

/** Changes of screens that the account may still read. */
async function screensOf(
  tops: readonly FollowedTop[],
  accountId: number,
  context: RequestContext,
): Promise<ScreenChange[]> {
  const found = await Promise.all(
    tops.map(async ({ list, top, ...changes }): Promise<ScreenChange[]> => {
      const screen = await context.screens.find(accountId, list)
      const entered = await placedOf(changes.entered, context)
      const left = await placedOf(changes.left, context)
      return screen === null || entered.length + left.length === 0 ? [] : [{ screen, top, entered, left }]
    }),
  )
  return found.flat()
}

/** `3 of the 12 traders you follow traded, and 2 of your markets moved.` */
function summaryOf({ followed, activeTraders, moves, boards, screens }: Since): string {
  const { traders } = followed
  if (Object.values(followed).every((count) => count === 0)) return 'You follow nothing yet.'
  const ends = moves.some(({ isResolved }) => isResolved)
  const clauses = [
    ...(activeTraders === 0 ? [] : [`${activeOf(activeTraders, traders)} you follow traded`]),
    ...(moves.length === 0 ? [] : [`${countOf(moves.length, 'market')} moved${ends ? ' or ended' : ''}`]),
    ...(boards.length === 0 ? [] : [`${countOf(boards.length, 'leaderboard')} changed`]),
    ...(screens.length === 0 ? [] : [`${countOf(screens.length, 'screen')} changed`]),
  ]
  const last = clauses.pop()
  if (last === undefined) return 'Nothing happened in what you follow.'
  return `${[...(clauses.length === 0 ? [] : [clauses.join(', ')]), last].join(', and ')}.`
}

function activeOf(active: number, all: number): string {
  if (all === 1) return 'The trader'
  return active === all ? `All ${all} traders` : `${active} of the ${all} traders`
}

function countOf(count: number, one: string): string {
  return `${count} of your ${one}s`
}
