import { periodNamed } from '../src/metrics/periods.ts'
import type { Question } from './load-round.ts'

/**
 * A board of 100 rows, each with its trader's profile: who it is, and its numbers over all time. That of volume, for which
 * an order of rows is enough: the others leave rows out, which PostGraphile has no condition for.
 */
export const PROFILES_QUESTION = question(
  `query Profiles($id: String!) { leaderboard(id: $id) { entries { nodes { value trader { address username profileImage
    xUsername verifiedBadge bio memberSince pnl realizedPnl unrealizedPnl usdVolume shareVolume totalBought fees income
    tradeCount marketCount wins losses roi winRate sharpeRatio sortinoRatio profitFactor botProbability } } } } }`,
  { id: 'volume-7d' },
)

/** The same of PostGraphile: what is asked by id above is an order and a condition over the rows of `peer_stats`. */
export const PEER_PROFILES_QUESTION = question(
  `query Profiles($board: PeerStatCondition!, $allTime: PeerStatCondition!) {
    allPeerStats(first: 100, orderBy: [VOLUME_DESC], condition: $board) { nodes { volume traderByTraderId {
      address username profileImage xUsername verified bio
      peerStatsByTraderId(first: 1, condition: $allTime) { nodes { firstTime pnl realized unrealized volume shareVolume
        bought fees income fills markets wins losses roi winRate sharpe sortino profitFactor botProbability } } } } } }`,
  { board: shownIn('DAYS_7'), allTime: shownIn('ALL') },
)

/** What both must say alike: the traders by their places, and each one's profit over all time in micro-dollars. */
export function profilesOf(data: unknown): unknown {
  const { leaderboard }: { leaderboard: { entries: { nodes: ProfileRow[] } } } = Object(data)
  return leaderboard.entries.nodes.map(({ trader }) => [trader.address, Math.round(trader.pnl * 1e6)])
}

interface ProfileRow {
  trader: { address: string; pnl: number }
}

/** {@link profilesOf} of PostGraphile's answer. */
export function peerProfilesOf(data: unknown): unknown {
  const { allPeerStats }: { allPeerStats: { nodes: PeerRow[] } } = Object(data)
  return allPeerStats.nodes.map(({ traderByTraderId: { address, peerStatsByTraderId } }) => [
    address,
    Number(peerStatsByTraderId.nodes[0]?.pnl),
  ])
}

interface PeerRow {
  traderByTraderId: { address: string; peerStatsByTraderId: { nodes: { pnl: string }[] } }
}

/** The condition of the rows of a period. */
function shownIn(period: 'DAYS_7' | 'ALL') {
  return { period: periodNamed(period).code }
}

function question(query: string, variables: object): Question {
  return { path: '/graphql', body: JSON.stringify({ query, variables }) }
}
