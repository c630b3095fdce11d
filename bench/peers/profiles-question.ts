import { MICRO } from '../../src/ledger/quantities.ts'
import { periodNamed } from '../../src/metrics/leaderboards.ts'
import type { Question } from '../run/load-round.ts'

const PROFILE =
  'address username profileImage xUsername verifiedBadge bio memberSince pnl realizedPnl unrealizedPnl volume shareVolume ' +
  'totalBought fees income tradeCount marketCount wins losses roi winRate sharpeRatio sortinoRatio profitFactor botProbability'
const POSITION =
  'market { question slug } outcome shares averagePrice cost price value realizedPnl unrealizedPnl'

/** Of PostGraphile: a profile's numbers are a row of `peer_stats`, its positions rows of `peer_positions`. */
const PEER_PROFILE =
  'address username profileImage xUsername verified bio peerStatsByTraderId(first: 1, condition: $allTime) { nodes { firstTime pnl ' +
  'realized unrealized volume shareVolume bought fees income fills markets wins losses roi winRate sharpe sortino profitFactor botProbability } }'
const PEER_POSITION =
  'marketByConditionId { question slug } outcome shares averagePrice cost price value realized unrealized'

/** The requests to both servers, and the part of each answer that must be equal: rows of profiles or positions. */
export interface PeerQuestions {
  ours: Question
  theirs: Question
  read: { ours(data: unknown): unknown[]; theirs(data: unknown): unknown[] }
}

/**
 * A board of 100 rows, each with its trader's profile and numbers over all time. It is the board of volume, which only
 * orders rows: the others exclude rows, for which PostGraphile has no condition.
 */
export const PROFILES: PeerQuestions = {
  ours: ours(100, PROFILE),
  theirs: theirs(100, PEER_PROFILE),
  read: {
    ours: (data) => tradersOf(data).map(profileOf),
    theirs: (data) => peerTradersOf(data).map(peerProfileOf),
  },
}

/** The first 25 rows of that board, each with its trader's profile and first 25 positions by value. */
export const POSITIONS: PeerQuestions = {
  ours: ours(25, `${PROFILE} positions(first: 25) { nodes { ${POSITION} } }`),
  theirs: theirs(
    25,
    `${PEER_PROFILE} peerPositionsByTraderId(first: 25, orderBy: [VALUE_DESC, TOKEN_ID_ASC]) { nodes { ${PEER_POSITION} } }`,
  ),
  read: {
    ours: (data) =>
      tradersOf(data).flatMap((trader) =>
        trader.positions.nodes.map((position) => [...profileOf(trader), ...positionOf(position)]),
      ),
    theirs: (data) =>
      peerTradersOf(data).flatMap((trader) =>
        trader.peerPositionsByTraderId.nodes.map((position) => [
          ...peerProfileOf(trader),
          ...peerPositionOf(position),
        ]),
      ),
  },
}

function ours(rows: number, trader: string): Question {
  return question(
    `query Profiles($id: String!) { leaderboard(id: $id) { entries(first: ${rows}) { nodes { value trader { ${trader} } } } } }`,
    { id: 'volume-7d' },
  )
}

/** A board of the service is an order and a condition over the rows of `peer_stats`. */
function theirs(rows: number, trader: string): Question {
  return question(
    `query Profiles($board: PeerStatCondition!, $allTime: PeerStatCondition!) {
      allPeerStats(first: ${rows}, orderBy: [VOLUME_DESC], condition: $board) { nodes { volume traderByTraderId { ${trader} } } } }`,
    { board: shownIn('DAYS_7'), allTime: shownIn('ALL') },
  )
}

interface OurTrader {
  address: string
  pnl: number
  positions: { nodes: OurPosition[] }
}

type OurPosition = Record<(typeof AMOUNTS)[number] | 'realizedPnl' | 'unrealizedPnl', number> & {
  market: Market | null
  outcome: string | null
  averagePrice: number | null
}

interface PeerTrader {
  address: string
  peerStatsByTraderId: { nodes: { pnl: string }[] }
  peerPositionsByTraderId: { nodes: PeerPosition[] }
}

type PeerPosition = Record<(typeof AMOUNTS)[number] | 'realized' | 'unrealized', string> & {
  marketByConditionId: Market | null
  outcome: string | null
  averagePrice: number | null
}

interface Market {
  question: string
  slug: string
}

const AMOUNTS = ['shares', 'cost', 'price', 'value'] as const

function tradersOf(data: unknown): OurTrader[] {
  const { leaderboard }: { leaderboard: { entries: { nodes: { trader: OurTrader }[] } } } = Object(data)
  return leaderboard.entries.nodes.map(({ trader }) => trader)
}

function peerTradersOf(data: unknown): PeerTrader[] {
  const { allPeerStats }: { allPeerStats: { nodes: { traderByTraderId: PeerTrader }[] } } = Object(data)
  return allPeerStats.nodes.map(({ traderByTraderId }) => traderByTraderId)
}

/** The trader, and its profit over all time in micro-dollars. */
function profileOf({ address, pnl }: OurTrader) {
  return [address, micro(pnl)]
}

function peerProfileOf({ address, peerStatsByTraderId }: PeerTrader) {
  return [address, Number(peerStatsByTraderId.nodes[0]?.pnl)]
}

/** All of a position, amounts in millionths. */
function positionOf(position: OurPosition) {
  const { market, outcome, averagePrice, realizedPnl, unrealizedPnl } = position
  const amounts = [...AMOUNTS.map((name) => position[name]), realizedPnl, unrealizedPnl].map(micro)
  return [market?.question, market?.slug, outcome, averagePrice, ...amounts]
}

function peerPositionOf(position: PeerPosition) {
  const { marketByConditionId: market, outcome, averagePrice, realized, unrealized } = position
  const amounts = [...AMOUNTS.map((name) => position[name]), realized, unrealized]
  return [
    market?.question,
    market?.slug,
    outcome,
    averagePrice,
    ...amounts.map((amount) => (amount === null ? null : Number(amount))),
  ]
}

function micro(amount: number | null) {
  return amount === null ? null : Math.round(amount * MICRO)
}

/** The condition of the rows of a period. */
function shownIn(period: 'DAYS_7' | 'ALL') {
  return { period: periodNamed(period).code }
}

function question(query: string, variables: object): Question {
  return { path: '/graphql', body: JSON.stringify({ query, variables }) }
}
