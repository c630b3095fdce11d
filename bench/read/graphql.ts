/**
 * A leaderboard of 100 rows asked by GraphQL POST, no answer kept: the service as it is started (limiter, limits on
 * queries, masking, security headers) against stock graphql-yoga on node:http over the same schema, resolvers and a store
 * of the same bytes, which has no plugin of ours.
 *
 *   npx node bench/read/graphql.ts [rounds, default 7] [seconds a round, default 3]
 */
import { compareOnBoard } from '../peers/compare-on-board.ts'

await compareOnBoard({ title: 'graphql', name: 'stock graphql-yoga', script: 'peers/yoga-server.ts', aim: 2 })
