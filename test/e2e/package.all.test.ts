import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seed } from '../../seeds/world/demo.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { TOOL_ROUTES } from '../../src/rest/routes/tool-routes.ts'
import { eventLines } from '../cli/support/event-file.ts'
import { ROOT, runPequod, temporaryFolder } from '../cli/support/run-pequod.ts'
import { pageText } from '../docs/support/pages.ts'
import { type InstalledPackage, installPackage } from './support/installed-package.ts'
import { type RunningService, startService } from './support/running-service.ts'

const run = promisify(execFile)
const NODE = join(ROOT, 'node_modules/.bin/node')
/** A program of somebody else's, which TypeScript and then Node read. */
const PROGRAM = `import { createClient, eachItem, getLeaderboard, RequestError, searchTraders } from 'pequod/client'
const client = createClient({ baseUrl: process.argv[2] ?? '' })
const board = await getLeaderboard(client, { id: 'pnl-all', limit: 2 })
const ranks: number[] = board.entries.map(({ rank }) => rank)
// @ts-expect-error a board is never asked for without its id
const failure = await getLeaderboard(client, { limit: 2 }).catch((error: unknown) => error)
let found = 0
for await (const { address } of eachItem(client, searchTraders, { limit: 50 })) found += address.length
console.log(JSON.stringify({ ranks, period: board.period satisfies '7d' | '30d' | '90d' | 'all' | null, found: found % 42, failed: failure instanceof TypeError, kind: RequestError.name }))
`

/** The program that a page shows. */
function exampleOf(page: string): string {
  const programs = [...pageText(page).matchAll(/^```ts\n(.*?)^```/gms)].map(([, text]) => text ?? '')
  return programs.find((text) => text.includes('pequod/client')) ?? expect.fail(`${page} shows no program`)
}

describe('the package, installed elsewhere', () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>
  let installed: InstalledPackage
  let service: RunningService
  beforeAll(async () => {
    temporary = await temporaryFolder()
    installed = await installPackage(temporary.path)
    // A small world: --demo then finds one, and need not simulate the whole.
    const store = await openStore({ kind: 'sqlite', path: join(installed.folder, 'pequod-demo.db') })
    await seed(store, { world: { traders: 200, days: 8, markets: 12 } })
    await refresh(store.db)
    await store.close()
    service = await startService(['--demo'], { cwd: installed.folder, program: installed.program })
  })
  afterAll(async () => {
    await service?.end()
    await temporary?.remove()
  })

  const ask = async (path: string, init?: RequestInit) => (await fetch(service.url + path, init)).json()

  test('contains what is built and needed, and no sources, tests or secrets', () => {
    const folders = new Set(installed.files.map((path) => path.split('/')[0]))
    expect([...folders].sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'docs', 'package.json', 'schema'].sort(),
    )
    const strange = installed.files.filter(
      (path) =>
        !/\.(?:js|css|d\.ts|json|md|graphql)$|^LICENSE$|^(?:schema\/pequod|docs\/verify_proof)\.py$|^docs\/pictures\/messages\/[a-z-]+\.svg$/.test(
          path,
        ),
    )
    expect(strange).toEqual([])
    expect(installed.files.filter((path) => path.startsWith('bin/'))).toEqual(['bin/pequod.js'])
  })

  test('has every file of its manifest', () => {
    const home = join(installed.folder, 'node_modules/pequod')
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    const targets = Object.values<string | Record<string, string>>(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    )
    for (const target of [...targets, ...Object.values<string>(manifest.bin)])
      expect(existsSync(join(home, target)), target).toBe(true)
  })

  test('serves, and computes a new day in a thread of its own', async () => {
    const { entries, cutoff } = await ask('/v1/leaderboard/pnl-all?limit=1')
    expect(entries).toHaveLength(1)
    const day = new Date(Date.parse(cutoff.time) - 2 * 86_400_000).toISOString().slice(0, 10)
    expect((await ask(`/v1/leaderboard/pnl-all?limit=1&asOf=${day}`)).cutoff.time.slice(0, 10)).toBe(day)
    for (const page of [
      '/',
      '/docs/methodology',
      '/docs/pictures/messages/opened.svg',
      '/assets/page.js',
      '/assets/formats.js',
      '/assets/verify-proof.js',
      '/assets/pequod.css',
      '/docs',
      '/assets/docs.js',
      '/assets/scalar.js',
      '/v1/openapi.json',
    ])
      expect((await fetch(service.url + page)).status, page).toBe(200)
  })

  test('offers its tools to assistants', async () => {
    const { result } = await ask('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(result.tools).toHaveLength(TOOL_ROUTES.length)
  })

  test('ingests events in a thread of its own', async () => {
    const options = {
      cwd: installed.folder,
      program: installed.program,
      env: { DATABASE_URL: 'sqlite:own.db' },
    }
    const { status, stderr } = await runPequod(['ingest', 'events', '-'], {
      ...options,
      input: `${eventLines().join('\n')}\n`,
    })
    expect(status, stderr).toBe(0)
  })

  test('types a client program and the pages’ examples, and answers the first', async () => {
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', types: [], outDir: 'out' }
    const examples = { 'api.ts': exampleOf('docs/api.md'), 'readme.ts': exampleOf('README.md') }
    const programs = { 'program.ts': PROGRAM, ...examples }
    const files = {
      ...programs,
      'tsconfig.json': JSON.stringify({ compilerOptions, files: [...Object.keys(programs), 'process.d.ts'] }),
      'package.json': '{"type":"module"}',
      'process.d.ts': 'declare const process: { argv: string[] }',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(installed.folder, name), text)
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    await run(NODE, [tsc, '-p', '.'], { cwd: installed.folder }).catch((error) => expect.fail(error.stdout))
    const { stdout } = await run(NODE, ['out/program.js', service.url], { cwd: installed.folder })
    const expected = { ranks: [1, 2], period: 'all', found: 0, failed: true, kind: 'RequestError' }
    expect(JSON.parse(stdout)).toEqual(expected)
  })

  test('refuses a Node that is too old in one sentence', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '22.17.1' } })`
    const pretend = [
      '--import',
      `data:text/javascript,${encodeURIComponent(old)}`,
      installed.program,
      'doctor',
    ]
    const failed = await run(NODE, pretend, { cwd: installed.folder }).catch((error) => error)
    expect([failed.code, failed.stdout]).toEqual([1, ''])
    expect(failed.stderr).toBe(
      'pequod needs Node 22.18 or newer, and this is 22.17.1: install a newer Node.\n',
    )
  })
})
