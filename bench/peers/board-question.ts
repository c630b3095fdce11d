import type { Question } from '../run/load-round.ts'

const ROW =
  'rank previousRank address username value pnl realizedPnl volume roi winRate tradeCount marketCount'

/** A leaderboard of 100 rows by GraphQL POST; the service keeps no answer to it. */
export const BOARD_QUESTION = {
  path: '/graphql',
  body: JSON.stringify({
    query: `query Board($id: String!) { leaderboard(id: $id) { id title cutoff { time } entries { nodes { ${ROW} } } } }`,
    variables: { id: 'pnl-7d' },
  }),
} as const satisfies Question

/** The same leaderboard by REST, which the service answers from memory. */
export const HOT_QUESTION = { path: '/v1/leaderboard/pnl-7d' } as const satisfies Question
