/** A group of paths. */
export interface Tag {
  name: string
  description: string
}

const TAGS: readonly (Tag & { prefix: string })[] = [
  {
    prefix: '/v1/leaderboard',
    name: 'Leaderboards',
    description: 'Traders ranked by one number over one period.',
  },
  {
    prefix: '/v1/trader',
    name: 'Traders',
    description: 'Search, profiles, and what is made of a trader’s record.',
  },
  {
    prefix: '/v1/whales',
    name: 'Whale Radar',
    description: 'Large fills of those who stood at the top of a board.',
  },
  {
    prefix: '/v1/smart-money',
    name: 'Smart money',
    description: 'How cohorts of traders stand against the prices.',
  },
]

/** The groups in the order in which they are documented. */
export const DOCUMENT_TAGS: readonly Tag[] = TAGS.map(({ name, description }) => ({ name, description }))

/** The group of a path. @throws Error for a path outside every group */
export function tagOf(path: string): string {
  const tag = TAGS.find(({ prefix }) => path.startsWith(prefix))
  if (tag === undefined) throw new Error(`${path} belongs to no group of paths.`)
  return tag.name
}
