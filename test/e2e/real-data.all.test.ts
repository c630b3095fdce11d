import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callPequod } from '../cli/support/call-pequod.ts'
import { countEvents, eventLines } from '../cli/support/event-file.ts'
import { type RunOptions, runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { startService } from './support/running-service.ts'

/** Older Nodes that this machine happens to have: the refusal can only be tested on one. */
const OLD_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find((node) => {
  const [major = 99] =
    spawnSync(node, ['-p', 'process.versions.node']).stdout?.toString().split('.').map(Number) ?? []
  return major < 22
})

describe('pequod from event lines to boards', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  const lines = eventLines()
  const run = (args: readonly string[], options: Partial<RunOptions> = {}) =>
    runPequod(args, { cwd: folder.path, ...options })

  beforeAll(async () => {
    folder = await temporaryFolder()
  })
  afterAll(() => folder.remove())

  it('ingests, refreshes and serves, and prints the next step each time', async () => {
    const before = await run(['refresh'])
    expect(before).toMatchObject({ status: 1, stdout: '' })
    expect((await run(['doctor'])).stdout).toMatch('! Ledger: empty')
    await run(['ingest', 'events', '-'], { input: lines.join('\n') })
    const refreshed = JSON.parse((await run(['refresh', '--json'])).stdout)
    expect(refreshed).toMatchObject({ unchanged: false, boards: 20 })
    const service = await startService([], { cwd: folder.path, env: { LOG_LEVEL: 'silent' } })
    try {
      expect(service.stdout).not.toMatch(/simulation|pq_live_/)
      const answer = await fetch(`${service.url}/v1/leaderboard/volume-all?limit=3`)
      expect((await answer.json()).entries).toHaveLength(3)
    } finally {
      expect(await service.end()).toBe(0)
    }
    const { checks } = JSON.parse((await run(['doctor', '--json'])).stdout)
    expect(checks.find(({ name }: { name: string }) => name === 'Ledger').found).toBe(
      `${countEvents(lines).toLocaleString('en')} events`,
    )
  })

  it.each<[Record<string, string>, RegExp, number]>([
    [{ PORT: 'abc' }, /^PORT="abc" is not a whole number; accepted: .+\n$/, 2],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not a database address; accepted: .+\n$/, 2],
    [
      { DATABASE_URL: 'sqlite:missing/x.db' },
      /^The database file \S+missing\/x\.db cannot be opened: its folder .+\n$/,
      1,
    ],
    [{ DATABASE_URL: 'sqlite:folder' }, /^The database file \S+folder cannot be opened: .+\n$/, 1],
    [
      { DATABASE_URL: 'sqlite:text.db' },
      /^The database file \S+text\.db cannot be opened: the file is not .+\n$/,
      1,
    ],
    [
      { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' },
      /^PostgreSQL at 127\.0\.0\.1:1 cannot be opened: nothing is listening there; .+\n$/,
      1,
    ],
  ])('says in one sentence why nothing can be done with %j', async (env, sentence, expected) => {
    const placed = Object.entries(env).map(([name, value]) => [
      name,
      value.replace('sqlite:', `sqlite:${folder.path}/`),
    ])
    await mkdir(join(folder.path, 'folder'), { recursive: true })
    await writeFile(join(folder.path, 'text.db'), 'The whiteness of the whale. '.repeat(50))
    const { status, stderr } = await callPequod(['accounts', 'list'], Object.fromEntries(placed))
    expect(status).toBe(expected)
    expect(stderr).toMatch(sentence)
  })

  it('says in one sentence why it cannot listen, or where its store file cannot be', async () => {
    const serve = (env: Record<string, string>) => run(['serve'], { env: { PORT: '0', ...env } })
    const [host, file] = await Promise.all([
      serve({ HOST: '192.0.2.1' }),
      serve({ DATABASE_URL: 'sqlite:/proc/x.db' }),
    ])
    expect(host).toMatchObject({ status: 1, stdout: '' })
    expect(host.stderr).toMatch(/^Cannot serve: this computer has no address 192\.0\.2\.1\. .+\n$/)
    expect(file.status).toBe(1)
    expect(file.stderr).toMatch(/^The database file \/proc\/x\.db cannot be opened: .+\n$/)
  })

  it('prints nothing besides that sentence', async () => {
    const { stdout } = await run(['serve'], { env: { PORT: '0', DATABASE_URL: 'sqlite:missing/x.db' } })
    expect(stdout).toBe('')
  })

  it.skipIf(OLD_NODE === undefined)('refuses a Node that is too old in one sentence', async () => {
    const { status, stdout, stderr } = await run(['doctor'], { node: OLD_NODE ?? '' })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^pequod needs Node 22\.18 or newer, and this is .+\n$/)
  })
})
