/**
 * `pequod serve --workers 2` against `--workers 1`, both as a person starts them, over one store: a leaderboard of 100 rows
 * by GraphQL POST, which is computed each time, and by REST, which is answered from memory. Asked in turns by this process,
 * which needs a core of its own: on two cores, two processes share what is left of them.
 *
 *   npx node bench/read/workers.ts [rounds, default 7] [seconds a round, default 3]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../../seeds/world/demo.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { startService } from '../../test/e2e/support/running-service.ts'
import { BOARD_QUESTION, HOT_QUESTION } from '../peers/board-question.ts'
import { inTurns } from '../run/in-turns.ts'
import { type LoadRound, loadRound, type Question } from '../run/load-round.ts'
import { ratios, spread } from '../run/spread.ts'

const rounds = Number(process.argv[2] ?? 7)
const seconds = Number(process.argv[3] ?? 3)
/** More connections than processes, so that each process has its part of them. */
const CONNECTIONS = 32

async function measure(name: string, question: Question, urls: readonly string[]): Promise<void> {
  const load = { connections: CONNECTIONS, until: { seconds } }
  for (const url of urls) await loadRound(url, question, { ...load, until: { requests: 5_000 } })
  const [one = [], two = []] = await inTurns(urls, rounds, (url) => loadRound(url, question, load))
  const of = (all: readonly LoadRound[], key: 'clock' | 'p99') => all.map((round) => round[key])
  for (const [processes, all] of [
    ['one process', one],
    ['two processes', two],
  ] as const)
    console.log(
      `workers, ${name}: ${processes} ${spread(of(all, 'clock'))} requests/s, p99 ${spread(of(all, 'p99'))} ms`,
    )
  const ratio = spread(ratios(of(two, 'clock'), of(one, 'clock')), 2)
  console.log(`workers, ${name}: ratio ${ratio}, ${rounds} rounds of ${seconds} s`)
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-workers-'))
const path = join(folder, 'bench.db')
const store = await openStore({ kind: 'sqlite', path })
await seed(store, { world: { traders: 300, days: 12, markets: 20 } })
await refresh(store.db)
await store.close()
const env = { DATABASE_URL: `sqlite:${path}`, RATE_LIMIT_ANONYMOUS: '100000', LOG_LEVEL: 'silent' }
const services = [
  await startService(['--workers', '1', '--no-delivery'], { cwd: folder, env }),
  await startService(['--workers', '2', '--no-delivery'], { cwd: folder, env }),
]
try {
  const urls = services.map(({ url }) => url)
  await measure('GraphQL', BOARD_QUESTION, urls)
  await measure('REST', HOT_QUESTION, urls)
} finally {
  for (const service of services) await service.end()
  await rm(folder, { recursive: true, force: true })
}
