import { PERIODS } from '../../src/metrics/leaderboards.ts'

/** One thing that can be asked: a path of REST, or a document of GraphQL. */
export type Question = { path: string } | { query: string }

const TABS = ['pnl', 'volume', 'roi', 'sharpe'].flatMap((tab) => PERIODS.map(({ wire }) => `${tab}-${wire}`))
const GATED = ['consistent-all', 'copyable-all', 'prescience-all']

/**
 * Requests of every kind: public ones, ones that differ by tier, and ones that some tiers are refused. Boards are
 * requested with every length, so that they far outnumber the answers in memory.
 * @param traders addresses of profiles
 */
export function questionsOf(traders: readonly string[]): Question[] {
  const lengths = Array.from({ length: 50 }, (_, i) => 2 * i + 1)
  const paths = [
    '/v1/leaderboard',
    '/v1/trader?query=0x1',
    '/v1/whales',
    '/v1/whales/showcase',
    '/v1/whales/config',
    '/v1/whales?limit=5&minUsd=1000',
    '/v1/smart-money',
    '/v1/smart-money/history',
    '/v1/leaderboard/pnl-7d',
    ...[...TABS, ...GATED].flatMap((id) => lengths.map((n) => `/v1/leaderboard/${id}?limit=${n}`)),
    ...traders.flatMap((one) => [`/v1/trader/${one}`, `/v1/trader/${one}/analytics?period=all`]),
  ]
  const queries = traders.map(
    (one) =>
      `{ viewer { kind tier } trader(address: "${one}") { address username pnl ranks { leaderboard: leaderboardId rank } analytics { strategy } } }`,
  )
  return [...paths.map((path) => ({ path })), ...queries.map((query) => ({ query }))]
}

/** The request that asks it. */
export function requestOf(question: Question): { method: 'GET' | 'POST'; url: string; body: string } {
  if ('path' in question) return { method: 'GET', url: question.path, body: '' }
  return { method: 'POST', url: '/graphql', body: JSON.stringify({ query: question.query }) }
}
