import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { demoTimes } from '../../src/jobs/live-demo.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { SCREENS } from '../../src/store/snapshot/snapshot-columns.ts'
import { callPequod } from '../cli/support/call-pequod.ts'
import { ROOT, runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { markedExamples } from '../docs/support/marked-examples.ts'
import { PAGES, pageText } from '../docs/support/pages.ts'
import { UNMARKED_REQUESTS } from '../docs/support/printed-commands.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** Nothing here is delivered, and what runs with deliveries tries the lab's examples for a minute of processor time. */
const DEMO = ['--demo', '--no-delivery']
/** Its market is paused, so that compared values do not change. */
const STILL_DEMO = [...DEMO, '--demo-speed', '0']
const BOARD = '/v1/leaderboard/pnl-30d?limit=5'
const QUERY =
  '{ leaderboard(id: "pnl-30d") { entries(first: 5) { nodes { rank address pnl } } } service { simulation } }'

const NEWEST_TRADES =
  '{ markets(where: { status: OPEN }, first: 20) { nodes { trades(first: 1) { nodes { time } } } } }'

interface NewestTrades {
  trades: { nodes: { time: string }[] }
}

const DOCUMENTED = 'http://127.0.0.1:4000'
const EXAMPLES = PAGES.flatMap((page) =>
  markedExamples(pageText(page))
    .filter(({ command }) => command.startsWith('curl '))
    .map((example) => ({ page, ...example })),
)

/** The part of an example that must be equal. Only the time of computing differs from run to run. */
function comparable(language: string, text: string): unknown {
  if (language !== 'json') return text.trimEnd()
  return JSON.parse(text, (name, value) => (name === 'generatedAt' ? 'then' : value))
}

async function rest(url: string, path: string) {
  const answer = await fetch(url + path)
  expect(answer.status).toBe(200)
  return answer.json()
}

async function graphql(url: string, query: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
  return answer.json()
}

function keysIn(stdout: string): string[] {
  return stdout.match(/(?<=(?:Free|Pro) key +)pq_live_\w+/g) ?? []
}

describe('pequod serve --demo', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let first: RunningService
  let second: RunningService
  let boardBefore: unknown
  const demoStore = { DATABASE_URL: 'sqlite:pequod-demo.db' }

  beforeAll(async () => {
    folder = await temporaryFolder()
    first = await startService(STILL_DEMO, { cwd: folder.path })
  })
  afterAll(async () => {
    await first?.end()
    await second?.end()
    await folder.remove()
  })

  it('has an answer to each of the ten questions', async () => {
    const headers = { 'X-API-Key': keysIn(first.stdout)[1] ?? '' }
    const ask = async (path: string) => {
      let answer = await fetch(first.url + path, { headers })
      // A past day is computed for the first who asks for it.
      for (let i = 0; answer.status === 503 && i < 30; i++) {
        await sleep(1_000)
        answer = await fetch(first.url + path, { headers })
      }
      expect(answer.status, path).toBe(200)
      return (await answer.json()) as Record<string, { address?: string; condition?: string }[]>
    }
    const { items: markets } = await ask('/v1/markets?limit=1')
    const { items: traders } = await ask('/v1/traders?order=volume&limit=5')
    const [, section = ''] = pageText('docs/api.md').split('**Ten questions')
    const paths = [...section.matchAll(/\| `(\/v1\/[^`]+)` \|/g)].map(([, path = '']) => path)
    expect(paths.length).toBe(8)
    for (const path of paths) {
      const asked = path
        .replace('MARKET', markets?.[0]?.condition ?? '')
        .replace('ADDRESSES', (traders ?? []).map(({ address }) => address).join(','))
      const { items, buyers } = await ask(asked)
      expect((items ?? buyers)?.length, path).toBeGreaterThan(0)
    }
  })

  it('says that it is a simulation, and prints addresses and the keys of two accounts', () => {
    expect(first.stdout).toContain('All data is simulated')
    expect(first.stdout).toContain(`${first.url}/graphql`)
    expect(first.stdout).toContain(`${first.url}/docs`)
    expect(first.stdout).toContain(`curl '${first.url}/v1/leaderboard/pnl-30d?limit=5'`)
    expect(new Set(keysIn(first.stdout)).size).toBe(2)
    // Plain text without a terminal.
    expect(first.stdout + first.stderr).not.toContain('\u001b')
  })

  it('computes the screen of everybody before anybody asks for it', async () => {
    const store = await openStore({ kind: 'sqlite', path: join(folder.path, 'pequod-demo.db') })
    onTestFinished(() => store.close())
    const columns = async () =>
      (await store.db.get<{ columns: number }>(`SELECT count(*) AS columns FROM ${SCREENS.name}`))?.columns
    await expect.poll(columns, { timeout: 60_000 }).toBeGreaterThan(40)
  })

  it('answers REST and GraphQL with the same ranked traders', async () => {
    boardBefore = await rest(first.url, BOARD)
    const { entries } = boardBefore as { entries: { rank: number; address: string; pnl: number }[] }
    expect(entries.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
    const { data, errors } = await graphql(first.url, QUERY)
    expect(errors).toBeUndefined()
    expect(data.service.simulation).toBe(true)
    const brief = entries.map(({ rank, address, pnl }) => ({ rank, address, pnl }))
    expect(data.leaderboard.entries.nodes).toEqual(brief)
  })

  it('answers the REST example that it prints', async () => {
    const example = /curl '(\S+)'/.exec(first.stdout)?.[1] ?? ''
    expect((await fetch(example)).status).toBe(200)
  })

  it('shows identities of whale alerts to the Pro key only', async () => {
    const [free = '', pro = ''] = keysIn(first.stdout)
    const alertsFor = async (key: string | null) => {
      const answer = await fetch(`${first.url}/v1/whales`, {
        headers: key === null ? {} : { 'x-api-key': key },
      })
      const { items }: { items: Record<string, unknown>[] } = await answer.json()
      return items.map(({ address, label }) => [address, label])
    }
    const identified = [expect.stringMatching(/^0x[0-9a-f]{40}$/), null]
    const labelled = [null, expect.stringMatching(/^Trader #\d+$/)]
    for (const [key, shown] of [
      [pro, identified],
      [free, labelled],
      [null, labelled],
    ] as const)
      expect(await alertsFor(key)).toEqual(Array(25).fill(shown))
  })

  it('serves its pages', async () => {
    for (const path of ['/', '/docs', '/graphql']) {
      const page = await fetch(first.url + path, { headers: { accept: 'text/html' } })
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toMatch('text/html')
    }
  })

  it.each(EXAMPLES)(
    'answers the example of $page, line $line, as printed',
    ({ command, language, output }) => {
      const text = execFileSync('bash', ['-c', command.replaceAll(DOCUMENTED, first.url)], {
        encoding: 'utf8',
        env: { ...process.env, PRO_KEY: keysIn(first.stdout)[1] },
      })
      expect(comparable(language, output), text).toEqual(comparable(language, text))
    },
  )

  it.each(UNMARKED_REQUESTS)('answers the request of $page, line $line', ({ text }) => {
    const command = text.replaceAll(DOCUMENTED, first.url).replaceAll('curl ', 'curl --fail-with-body ')
    const env = { ...process.env, PRO_KEY: keysIn(first.stdout)[1] }
    const answer = execFileSync('bash', ['-c', command], {
      cwd: folder.path,
      encoding: 'utf8',
      env,
      timeout: 60_000,
    })
    expect(answer).not.toContain('"errors"')
  })

  it('answers the README’s program, run in a clone', async () => {
    const clone = await mkdtemp(join(folder.path, 'clone-'))
    for (const name of ['package.json', 'tsconfig.json', 'src', 'bin'])
      await cp(join(ROOT, name), join(clone, name), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
    // As npm ci does at its end.
    execFileSync('npm', ['run', 'prepare', '--silent'], { cwd: clone })
    const program = /^```ts\n(.*?)^```/ms.exec(pageText('README.md'))?.[1] ?? ''
    const asking = `${program.replace(DOCUMENTED, first.url)}console.log(entries.map(({ rank }) => rank))`
    await writeFile(join(clone, 'try.ts'), asking)
    expect(execFileSync('node', ['try.ts'], { cwd: clone, encoding: 'utf8' })).toBe('[ 1, 2, 3 ]\n')
  })

  it('refuses to ingest real events into its store', async () => {
    const { status, stderr } = await runPequod(['ingest', 'events', '-'], {
      cwd: folder.path,
      env: demoStore,
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^This store holds the simulated demo world, .+\n$/)
  })

  it('keeps its port: another service fails immediately and leaves no file', async () => {
    const cwd = await mkdtemp(join(folder.path, 'other-'))
    const env = { PORT: new URL(first.url).port }
    const { status, stdout, stderr } = await runPequod(['serve', '--demo'], { cwd, env })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^Cannot serve: port ${env.PORT} is in use\\. .+\\n$`))
    expect(await readdir(cwd)).toEqual([])
  })

  it('prints how long its first start takes, and took', () => {
    expect(first.stderr).toMatch(/^Creating the demo world, once: about \d+ seconds\./m)
    expect(first.stderr).toMatch(/^Created the demo world in \d+ seconds\.$/m)
  })

  it('ends on SIGTERM with status 0', async () => {
    expect(await first.end('SIGTERM')).toBe(0)
  })

  it('keeps its data and keys on a second start, also after a kill', async () => {
    second = await startService(STILL_DEMO, { cwd: folder.path })
    expect(second.stderr).toBe('')
    expect(await rest(second.url, BOARD)).toEqual(boardBefore)
    expect(keysIn(second.stdout)).toEqual(keysIn(first.stdout))
    await second.end('SIGKILL')
  })

  it('replaces a revoked key, and ends by Ctrl-C too', async () => {
    const [free, pro] = keysIn(first.stdout)
    const args = ['keys', 'revoke', '1', '--account', 'demo-free']
    const env = { DATABASE_URL: `sqlite:${join(folder.path, 'pequod-demo.db')}` }
    expect(await callPequod(args, env)).toMatchObject({ status: 0 })
    second = await startService(STILL_DEMO, { cwd: folder.path })
    const [freeNow = '', proNow] = keysIn(second.stdout)
    expect(proNow).toBe(pro)
    expect(freeNow).not.toBe(free)
    const headers = { 'x-api-key': freeNow }
    expect((await fetch(second.url + BOARD, { headers })).status).toBe(200)
    expect(await second.end('SIGINT')).toBe(0)
  })

  it('disables its keys in a start without --demo, and enables them again', async () => {
    const keys = keysIn(second.stdout)
    expect(keys).toHaveLength(2)
    const statuses = async ({ url }: RunningService) =>
      Promise.all(
        keys.map(async (key) => (await fetch(url + BOARD, { headers: { 'x-api-key': key } })).status),
      )
    second = await startService([], { cwd: folder.path, env: demoStore })
    expect(await statuses(second)).toEqual([401, 401])
    await second.end()
    second = await startService([...DEMO, '--workers', '2'], { cwd: folder.path })
    expect(keysIn(second.stdout)).toEqual(keys)
    expect(await statuses(second)).toEqual([200, 200])
  })

  it('continues with several processes, by one clock of its own', async () => {
    const { starts } = demoTimes(60)
    const newestTrade = async (headers: Record<string, string>) => {
      // A connection of its own, so that either process answers.
      const { data } = await graphql(second.url, NEWEST_TRADES, { ...headers, connection: 'close' })
      const times = data.markets.nodes.flatMap(({ trades }: NewestTrades) => trades.nodes)
      return Math.max(...times.map(({ time }: { time: string }) => Date.parse(time) / 1_000))
    }
    const pro = { 'x-api-key': keysIn(second.stdout)[1] ?? '' }
    await expect.poll(() => newestTrade(pro), { timeout: 90_000, interval: 500 }).toBeGreaterThan(starts)
    // By the machine's clock, the public delay would have passed long ago.
    for (let count = 0; count < 4; count++) expect(await newestTrade({})).toBeLessThan(starts - 3_600)
    expect(await second.end()).toBe(0)
  })

  it('refuses a store with a host’s accounts', async () => {
    const cwd = await mkdtemp(join(folder.path, 'own-'))
    const env = { DATABASE_URL: `sqlite:${join(cwd, 'pequod.db')}` }
    await callPequod(['accounts', 'create', 'ahab', '--tier', 'pro'], env)
    const { status, stderr } = await callPequod(['serve', '--demo'], env)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /This store holds your own accounts, and the demo’s accounts have well-known keys: .+\n$/,
      ),
    })
  })

  it('refuses a store with real events', async () => {
    const cwd = await mkdtemp(join(folder.path, 'real-'))
    const resolved = `{"kind":"RESOLVE","block":1,"logIndex":0,"tx":"0x${'1'.repeat(64)}","time":1771269605,"condition":"0x${'2'.repeat(64)}","payouts":["1","0"]}`
    await writeFile(join(cwd, 'real.jsonl'), resolved)
    const env = { DATABASE_URL: `sqlite:${join(cwd, 'pequod.db')}` }
    const taken = await callPequod(['ingest', 'events', join(cwd, 'real.jsonl')], env)
    expect(taken.stdout).toMatch('1 new event,')
    const { status, stdout, stderr } = await callPequod(['serve', '--demo'], env)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^This store holds real events, and the demo is a simulation: .+\n$/)
  })
})
