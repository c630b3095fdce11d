/**
 * A leaderboard of 100 rows asked by GraphQL POST, no answer kept: the service as it is started (limiter, limits on
 * queries, masking, security headers) against Mercurius with jit over the same schema, resolvers and a store of the same
 * bytes, which has none of these. Each in a process of its own, asked in turns by a third. Mercurius is installed into
 * `bench/.peers` first.
 *
 *   npx node bench/mercurius.ts [rounds, default 7] [seconds a round, default 3]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../seeds/demo.ts'
import { refresh } from '../src/refresh/refresh.ts'
import { openStore } from '../src/store/store.ts'
import { BOARD_QUESTION as question } from './board-question.ts'
import { compareServers } from './compare-servers.ts'
import { startMeasured } from './measured-process.ts'
import { installPeer, peerName } from './peers.ts'
import { requireSameData } from './same-data.ts'

const rounds = Number(process.argv[2] ?? 7)
const seconds = Number(process.argv[3] ?? 3)

await installPeer('mercurius')
const folder = await mkdtemp(join(tmpdir(), 'pequod-mercurius-'))
const path = join(folder, 'bench.db')
const store = await openStore({ kind: 'sqlite', path })
await seed(store, { world: { traders: 300, days: 12, markets: 20 } })
await refresh(store.db)
await store.close()

const service = await startMeasured('service-server.ts', { databaseUrl: `sqlite:${path}` })
const mercurius = await startMeasured('mercurius-server.ts', { path })
try {
  await requireSameData([service, mercurius].map(({ url }) => ({ url, question })))
  await compareServers(
    { name: 'service', server: service, question },
    { name: `${peerName('mercurius')} with jit`, server: mercurius, question },
    { title: 'mercurius', rounds, seconds, connections: 16, aim: 1 },
  )
} finally {
  for (const server of [service, mercurius]) await server.end()
  await rm(folder, { recursive: true, force: true })
}
