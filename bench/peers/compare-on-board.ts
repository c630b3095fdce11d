import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../../seeds/world/demo.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { compareServers } from '../run/compare-servers.ts'
import { startMeasured } from '../run/measured-process.ts'
import { BOARD_QUESTION as question } from './board-question.ts'
import { requireSameData } from './same-data.ts'

/** A peer of the service. */
export interface BoardPeer {
  /** Before each line. */
  title: string
  name: string
  /** The server's file by its place in `bench`, which gets the `path` of a SQLite store. */
  script: string
  /** The ratio that the service should reach. */
  aim: number
}

/**
 * Asks the service as it is started, and another server over a store of the same bytes, for a leaderboard of 100 rows by
 * GraphQL POST, and prints how they compare. Each in a process of its own, asked in turns by this one. Rounds and seconds
 * a round are the command's arguments, by default 7 and 3.
 */
export async function compareOnBoard({ title, name, script, aim }: BoardPeer): Promise<void> {
  const [rounds, seconds] = [Number(process.argv[2] ?? 7), Number(process.argv[3] ?? 3)]
  const folder = await mkdtemp(join(tmpdir(), `pequod-${title}-`))
  const path = join(folder, 'bench.db')
  const store = await openStore({ kind: 'sqlite', path })
  await seed(store, { world: { traders: 300, days: 12, markets: 20 } })
  await refresh(store.db)
  await store.close()

  const service = await startMeasured('read/service-server.ts', { databaseUrl: `sqlite:${path}` })
  const peer = await startMeasured(script, { path })
  try {
    await requireSameData([service, peer].map(({ url }) => ({ url, question })))
    await compareServers(
      { name: 'service', server: service, question },
      { name, server: peer, question },
      { title, rounds, seconds, connections: 16, aim },
    )
  } finally {
    for (const server of [service, peer]) await server.end()
    await rm(folder, { recursive: true, force: true })
  }
}
