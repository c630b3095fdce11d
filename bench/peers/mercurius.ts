/**
 * A leaderboard of 100 rows by GraphQL POST, no answer cached: the service as it is started (limiter, limits on
 * queries, masking, security headers) against Mercurius with jit over the same schema, resolvers and a store of the
 * same bytes, which has none of these. Mercurius is installed into `bench/.peers` first.
 *
 *   npx node bench/peers/mercurius.ts [rounds, default 7] [seconds a round, default 3]
 */
import { compareOnBoard } from './compare-on-board.ts'
import { installPeer, peerName } from './peers.ts'

await installPeer('mercurius')
await compareOnBoard({
  title: 'mercurius',
  name: `${peerName('mercurius')} with jit`,
  script: 'peers/mercurius-server.ts',
  aim: 1,
})
