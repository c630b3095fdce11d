/**
 * Checks the service on the parts of a cluster: a PostgreSQL primary with a streaming replica, PgBouncer in transaction
 * mode, Redis, two services, and HAProxy in front; then followers that use the pooler, and a dump of one server
 * restored on another. All share one folder of sealed files, except for one that lacks a file. Needs redis-server,
 * pgbouncer, haproxy, and PostgreSQL with its tools.
 *
 *   npm run test:cluster
 */
import assert from 'node:assert/strict'
import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoWorld } from '../../seeds/world/world.ts'
import { printEventLine } from '../../src/sources/files/print-event-line.ts'
import { filesOf, readManifests } from '../../src/store/ledger/sealed/manifest.ts'
import { runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { startService } from '../e2e/support/running-service.ts'
import { checkDump } from './check-dump.ts'
import { checkFollower } from './check-follower.ts'
import { type Cluster, startCluster } from './start-cluster.ts'

const PATHS = [
  '/v1/leaderboard',
  '/v1/leaderboard/pnl-7d?limit=50',
  '/v1/leaderboard/roi-all?limit=100',
  '/v1/trader?query=0x1',
  '/v1/whales',
  '/v1/whales/record',
  '/v1/whales/showcase',
]

const bodyOf = async (url: string, path: string) => {
  const answer = await fetch(url + path)
  assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`)
  return answer.text()
}

const answerOf = async (url: string, path: string) => {
  const answer = await fetch(url + path)
  return { status: answer.status, text: await answer.text() }
}

/** Both services, through the balancer and the replica, answer like one that uses only the primary. */
async function sameAnswers(cluster: Cluster): Promise<string> {
  const folder = await temporaryFolder()
  const alone = await startService([], {
    cwd: folder.path,
    env: { DATABASE_URL: cluster.pair.primary.url, DATA_DIR: cluster.data },
  })
  try {
    for (const path of PATHS) {
      const expected = await bodyOf(alone.url, path)
      for (let i = 0; i < 4; i++) assert.equal(await bodyOf(cluster.url, path), expected, path)
    }
  } finally {
    await alone.end()
    await folder.remove()
  }
  return `${PATHS.length} paths, each requested four times: the answers of a service that uses only the primary`
}

/** Every service shows events ingested and refreshed through the pooler. */
async function newEvents(cluster: Cluster): Promise<string> {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'later.jsonl')
  const lines = [...demoWorld({ seed: 7, traders: 150, days: 43, markets: 30 })].map(printEventLine)
  await writeFile(file, `${lines.join('\n')}\n`)
  const env = { DATABASE_URL: cluster.pooler.url, DATA_DIR: cluster.data, DATA_LAG_SECONDS: '1' }
  const run = async (...args: string[]) => {
    const done = await runPequod(args, { cwd: folder.path, env })
    assert.equal(done.status, 0, `${done.stdout}${done.stderr}`)
  }
  await run('ingest', 'events', file)
  const before = await bodyOf(cluster.url, '/v1/leaderboard/pnl-7d')
  await run('seal')
  await run('refresh')
  const began = performance.now()
  let isEverywhere = 0
  while (isEverywhere < 4) {
    const text = await bodyOf(cluster.url, '/v1/leaderboard/pnl-7d')
    isEverywhere = text === before ? 0 : isEverywhere + 1
    await sleep(50)
  }
  await run('verify')
  await folder.remove()
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  return `ingest, seal, refresh and verify through PgBouncer; the new snapshot at both services after ${seconds} s`
}

/** The replica, not the primary, serves reads. */
async function readsTheReplica(cluster: Cluster): Promise<string> {
  const metrics = await bodyOf(cluster.services[0]?.url ?? '', '/metrics')
  const line = metrics.split('\n').find((one) => one.startsWith('pequod_replica_read '))
  assert.equal(line, 'pequod_replica_read 1')
  return 'reads go to the replica'
}

/** A machine whose folder lacks a file names it, and gives no answer that another would not give. */
async function lacksAFile(cluster: Cluster): Promise<string> {
  const folder = await temporaryFolder()
  try {
    const own = join(folder.path, 'data')
    await cp(cluster.data, own, { recursive: true })
    const files = filesOf(await readManifests(cluster.store.db))
    const name = files.find((file) => file.name.includes('.tokens-'))?.name ?? ''
    await rm(join(own, name))
    const env = { DATABASE_URL: cluster.pooler.url, DATA_DIR: own }
    const sentence = `The sealed file ${name} is missing in this machine's data folder: retry in a few seconds. If it stays missing, restore it from a backup, or set DATA_DIR to its folder.`
    const fills = ['export', 'fills', '--format', 'csv', '--out', join(folder.path, 'fills.csv')]
    assert.deepEqual(await runPequod(fills, { cwd: folder.path, env }), {
      status: 1,
      stdout: '',
      stderr: `${sentence}\n`,
    })
    assert.ok(!(await readdir(folder.path)).some((one) => one.startsWith('fills.csv')))
    const events = await runPequod(['export', 'events', '-'], { cwd: folder.path, env })
    assert.deepEqual([events.status, events.stderr], [1, `${sentence}\n`])
    const verified = await runPequod(['verify'], { cwd: folder.path, env })
    assert.equal(verified.status, 1)
    assert.ok(`${verified.stdout}${verified.stderr}`.includes(`${name} is missing`))
    const looked = await runPequod(['doctor'], { cwd: folder.path, env })
    assert.ok(looked.stdout.includes(`${name} is missing in ${own}`), looked.stdout)
    const service = await startService([], { cwd: folder.path, env })
    await service.until(new RegExp(`${name} is missing in `))
    const paths = [...PATHS, ...(await traderPaths(cluster))]
    let failed = 0
    for (const path of paths) {
      const [here, there] = await Promise.all([service.url, cluster.url].map((url) => answerOf(url, path)))
      if (here !== undefined && here.status >= 500) {
        assert.equal(here.status, 503, path)
        failed++
      } else assert.deepEqual(here, there, path)
    }
    await service.end()
    return `a machine that lacks ${name}: export and verify name it and fail, doctor and serve name it; ${paths.length} paths asked there: ${failed} failed, the others answered as everywhere`
  } finally {
    await folder.remove()
  }
}

/** Paths of the first traders of a board. */
async function traderPaths({ url }: Cluster): Promise<string[]> {
  const board: unknown = JSON.parse(await bodyOf(url, '/v1/leaderboard/pnl-all?limit=5'))
  const addresses = JSON.stringify(board).match(/0x[0-9a-f]{40}/g) ?? []
  return [...new Set(addresses)].flatMap((address) => [
    `/v1/trader/${address}`,
    `/v1/trader/${address}/analytics`,
  ])
}

/** Killing a service fails no request. */
async function killedService(cluster: Cluster): Promise<string> {
  const statuses: number[] = []
  const ask = async () => {
    const answer = await fetch(`${cluster.url}/v1/leaderboard/pnl-7d?limit=5`).catch(() => null)
    await answer?.text()
    statuses.push(answer?.status ?? 0)
  }
  const asked: Promise<void>[] = []
  for (let i = 0; i < 300; i++) {
    asked.push(ask())
    if (i === 100) cluster.services[0]?.kill('SIGKILL')
    await sleep(10)
  }
  await Promise.all(asked)
  const failed = statuses.filter((status) => status !== 200)
  assert.ok(failed.length <= 3, `failed: ${failed}`)
  return `300 requests while one of two services is killed: ${failed.length} failed`
}

/** Ten callers' worth of requests of one address: five a second, across the services. */
async function oneLimit(): Promise<string> {
  const cluster = await startCluster({ RATE_LIMIT_ANONYMOUS: '5' })
  try {
    await until(async () => (await fetch(`${cluster.url}/health/ready`)).status === 200)
    const began = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => fetch(`${cluster.url}/v1/leaderboard`)),
    )
    // A burst of five, and five for each second that a busy machine takes to answer.
    const most = 5 * (1 + Math.ceil((performance.now() - began) / 1_000))
    const served = answers.filter(({ status }) => status === 200).length
    assert.ok(answers.every(({ status }) => status === 200 || status === 429))
    assert.ok(served >= 5 && served <= most, `${served} served of at most ${most}`)
    return `60 simultaneous requests of one address: ${served} served, the others 429`
  } finally {
    await cluster.close()
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await sleep(100)
}

const cluster = await startCluster()
try {
  await until(async () => (await fetch(`${cluster.url}/health/ready`)).status === 200)
  for (const check of [sameAnswers, readsTheReplica, newEvents, lacksAFile, killedService])
    console.log(await check(cluster))
  for await (const line of checkFollower(cluster.pair.primary.url)) console.log(line)
} finally {
  await cluster.close()
}
console.log(await oneLimit())
for await (const line of checkDump()) console.log(line)
