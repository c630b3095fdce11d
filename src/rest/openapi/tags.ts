export interface Tag {
  name: string
  description: string
}

const TAGS: readonly (Tag & { prefix: string; also?: string })[] = [
  {
    prefix: '/v1/leaderboard',
    name: 'Leaderboards',
    description: 'Traders ranked by one metric over a period.',
  },
  {
    prefix: '/v1/trader',
    name: 'Traders',
    description: 'Trader search, profiles and analytics.',
  },
  {
    prefix: '/v1/market',
    also: '/v1/event',
    name: 'Markets',
    description: 'Markets and events with their outcomes, prices, volumes, holders and trades.',
  },
  {
    prefix: '/v1/whales',
    name: 'Whale Radar',
    description: 'Alerts on large fills by top-ranked traders.',
  },
  {
    prefix: '/v1/watchlist',
    name: 'Watchlist',
    description: 'Wallets, markets and leaderboards that the caller follows.',
  },
  {
    prefix: '/v1/smart-money',
    name: 'Smart money',
    description: 'Positions of top cohorts against market prices.',
  },
]

/** The groups in their order in the document. */
export const DOCUMENT_TAGS: readonly Tag[] = TAGS.map(({ name, description }) => ({ name, description }))

/** The group of a path. @throws Error for a path outside every group */
export function tagOf(path: string): string {
  const tag = TAGS.find(({ prefix, also = prefix }) => path.startsWith(prefix) || path.startsWith(also))
  if (tag === undefined) throw new Error(`${path} belongs to no group of paths.`)
  return tag.name
}
