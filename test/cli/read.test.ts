import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Leaderboard, Trader } from '../../src/client/entry.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { worldFile } from '../support/worlds.ts'
import { plantMembers } from '../whales/support/plant-members.ts'
import { beginPequod, callPequod } from './support/call-pequod.ts'
import { startPequod, temporaryFolder } from './support/run-pequod.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let world: Served
let server: string[]
let env: Record<string, string>
beforeAll(async () => {
  folder = await temporaryFolder()
  const path = join(folder.path, 'world.db')
  await copyFile(await worldFile('crowd'), path)
  env = { DATABASE_URL: `sqlite:${path}` }
  world = await serveWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  server = ['--server', `http://127.0.0.1:${port}`]
})
afterAll(() => folder.remove())
closeServed()

describe.each(['the store', 'a running service'])('read from %s', (source) => {
  const call = (args: readonly string[]) =>
    source === 'the store' ? callPequod(args, env) : callPequod([...args, ...server], {})

  test('`pequod board` prints the rows of REST, as a table and as JSON', async () => {
    const { body } = await world.app.inject('/v1/leaderboard/pnl-7d?limit=3')
    const { status, stdout } = await call(['board', 'pnl-7d', '--limit', '3', '--json'])
    expect(status).toBe(0)
    expect((JSON.parse(stdout) as Leaderboard).entries).toEqual(JSON.parse(body).entries)
    const table = (await call(['board', 'pnl-7d', '--limit', '3'])).stdout.trimEnd().split('\n')
    expect(table[0]).toMatch(/^RANK {2}MOVED {2}NAME .* PNL /)
    expect(table).toHaveLength(4)
    for (const [i, entry] of JSON.parse(body).entries.entries())
      expect(table[i + 1]).toContain(`${entry.address} `)
    expect(table[1]).toMatch(/\$[\d,]+/)
    const asked = await world.app.inject('/v1/leaderboard/pnl-7d?limit=3&isBot=false&maxRoi=0.2')
    const where = '{"isBot":false,"roi":{"max":0.2}}'
    const fitting = await call(['board', 'pnl-7d', '--limit', '3', '--where', where, '--json'])
    expect((JSON.parse(fitting.stdout) as Leaderboard).entries).toEqual(JSON.parse(asked.body).entries)
    expect(JSON.parse(asked.body).entries).not.toEqual(JSON.parse(body).entries)
  })

  test('`pequod trader` prints a trader, or one sentence for an unknown one', async () => {
    const { entries } = JSON.parse((await world.app.inject('/v1/leaderboard/pnl-7d?limit=1')).body)
    const { address } = entries[0]
    const trader = JSON.parse((await call(['trader', address, '--json'])).stdout) as Trader
    expect(trader.address).toBe(address)
    const { stdout } = await call(['trader', address])
    expect(stdout).toContain(address)
    expect(stdout).toMatch(/^Win rate +(\d+ of \d+|[\d.]+%|–)$/m)
    expect(stdout).toMatch(/^pnl-7d +1 +\d+$/m)
    const unknown = await call(['trader', `0x${'9'.repeat(40)}`])
    expect(unknown.status).toBe(1)
    expect(unknown.stderr.trim().split('\n')).toHaveLength(1)
  })

  test('`pequod compare` prints the rows of REST', async () => {
    const { entries } = JSON.parse((await world.app.inject('/v1/leaderboard/pnl-7d?limit=2')).body)
    const traders = entries.map((entry: { address: string }) => entry.address)
    const { body } = await world.app.inject(`/v1/compare?traders=${traders.join()}&period=7d`)
    const args = ['compare', ...traders, '--period', '7d']
    expect(JSON.parse((await call([...args, '--json'])).stdout)).toEqual(JSON.parse(body))
    const table = (await call(args)).stdout.trimEnd().split('\n')
    expect(table).toHaveLength(3)
    for (const [i, address] of traders.entries()) expect(table[i + 1]).toContain(address)
  })

  test('`pequod lots` prints the disposals of REST, and the form of taxes with Pro', async () => {
    const { entries } = JSON.parse((await world.app.inject('/v1/leaderboard/pnl-all?limit=2')).body)
    const [first, second] = entries.map((entry: { address: string }) => entry.address)
    const { body } = await world.app.inject(`/v1/trader/${first}/lots?method=lifo&also=${second}&limit=3`)
    const args = ['lots', first, second, '--method', 'lifo', '--limit', '3']
    expect(JSON.parse((await call([...args, '--json'])).stdout)).toEqual(JSON.parse(body))
    expect((await call(args)).stdout.trimEnd().split('\n')).toHaveLength(4)
    const refused = await call([...args, '--format', 'form-8949'])
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('require a Pro account')
  })

  test('`pequod market` prints a market with its outcomes and holders, or one sentence for an unknown one', async () => {
    const { items } = JSON.parse((await world.app.inject('/v1/markets?limit=1')).body)
    const id = items[0].condition
    const { body } = await world.app.inject(`/v1/market/${id}/holders?limit=3`)
    const market = JSON.parse((await call(['market', id, '--limit', '3', '--json'])).stdout)
    expect(market).toMatchObject({ condition: id, holders: JSON.parse(body).items })
    const { stdout } = await call(['market', id, '--limit', '3'])
    expect(stdout).toContain(items[0].question)
    for (const { address } of market.holders) expect(stdout).toContain(address)
    const unknown = await call(['market', `0x${'9'.repeat(64)}`])
    expect([unknown.status, unknown.stderr.trim().split('\n').length]).toEqual([1, 1])
  })

  test('`pequod trades` and `pequod movers` print the rows of REST', async () => {
    const asked = '/v1/trades?minUsd=1000&order=largest&without=twin&limit=5'
    const { items } = JSON.parse((await world.app.inject(asked)).body)
    const trades = await call([
      ...['trades', '--min-usd', '1000', '--largest', '--without', 'twin', '--limit', '5', '--json'],
    ])
    expect(JSON.parse(trades.stdout).items).toEqual(items)
    const [large] = JSON.parse((await world.app.inject('/v1/trades?limit=1')).body).items
    const at = (seconds: number) =>
      `${new Date(Date.parse(large.time) + seconds * 1_000).toISOString().slice(0, 19)}Z`
    const { condition } = large.market
    const [from, to] = [at(-86_400), at(1)]
    const { body } = await world.app.inject(`/v1/market/${condition}/movers?from=${from}&to=${to}`)
    const range = ['movers', condition, '--from', from, '--to', to]
    const movers = JSON.parse((await call([...range, '--json'])).stdout)
    expect(movers).toEqual(JSON.parse(body))
    expect(movers.buyers.length + movers.sellers.length).toBeGreaterThan(0)
    const { stdout } = await call(range)
    expect(stdout).toMatch(/^Price before .*, after /)
  })

  test('`pequod positions` prints the rows of REST', async () => {
    const rest =
      '/v1/positions?minValue=100&maxAveragePrice=0.9&category=sports,politics&openedFrom=2026-01-02'
    const { items } = JSON.parse((await world.app.inject(`${rest}&order=cost&limit=4`)).body)
    expect(items.length).toBe(4)
    const list = [
      ...['positions', '--min-value', '100', '--max-average-price', '0.9', '--category', 'sports,politics'],
      ...['--opened-from', '2026-01-02', '--order', 'cost', '--limit', '4'],
    ]
    expect(JSON.parse((await call([...list, '--json'])).stdout).items).toEqual(items)
    const { stdout } = await call(list)
    for (const { market } of items) expect(stdout).toContain(market.question)
    const refused = await call(['positions', '--status', 'open'])
    expect([refused.status, refused.stderr.trim().split('\n').length]).toEqual([1, 1])
    const board = JSON.parse((await call(['positions', '--board', 'pnl-all', '--top', '1', '--json'])).stdout)
    expect(
      new Set(board.items.map(({ trader }: { trader: { address: string } }) => trader.address)).size,
    ).toBe(1)
  })

  test('`pequod markets` prints the rows of REST, with moves', async () => {
    const { items } = JSON.parse((await world.app.inject('/v1/markets?order=newest&window=7d&limit=5')).body)
    expect(items.length).toBeGreaterThan(0)
    const list = ['markets', '--order', 'newest', '--window', '7d', '--limit', '5']
    expect(JSON.parse((await call([...list, '--json'])).stdout).items).toEqual(items)
    const { stdout } = await call(list)
    for (const { question } of items) expect(stdout).toContain(question)
  })

  test('`pequod whales` prints what an anonymous caller may see of alerts', async () => {
    const shown = JSON.parse((await world.app.inject('/v1/whales')).body).items
    const { status, stdout } = await call(['whales', '--json'])
    expect(status).toBe(0)
    expect(JSON.parse(stdout).items).toEqual(shown.slice(0, 20))
  })

  test('a reading command fails with the sentence of the service’s refusal', async () => {
    const { status, stderr } = await call(['board', 'nothing-7d'])
    expect(status).toBe(1)
    expect(stderr).toContain('nothing-7d')
  })
})

test('`pequod whales --follow` prints alerts as they come, each once, until it is asked to end', async () => {
  const { db } = world.store
  const { PRO } = await tierCallers(world)
  await plantMembers(db)
  const look = (dollars: number) => keepRadar(db, { minUsd: dollars * MICRO })
  await look(400)
  const ending = new AbortController()
  const follow = (...how: string[]) =>
    beginPequod(
      ['whales', '--follow', ...how, ...server],
      { PEQUOD_API_KEY: PRO['x-api-key'] ?? '' },
      { ending: ending.signal, lookMs: 5 },
    )
  const [child, table] = [follow('--json', '--limit', '100'), follow('--limit', '3')]
  const ids = () =>
    child.said.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).id]))
  const shown = async () => JSON.parse((await askAll(PRO)).body).items.map(({ id }: { id: string }) => id)
  const askAll = (headers: Record<string, string>) =>
    world.app.inject({ url: '/v1/whales?limit=100', headers })
  /** All of them, each once. */
  const untilShown = async () => {
    const expected = await shown()
    const missing = () => expected.filter((id: string) => !ids().includes(id))
    await expect.poll(missing).toEqual([])
    expect(new Set(ids()).size).toBe(ids().length)
    return ids().length
  }
  const before = await untilShown()
  const rows = () => table.said.stdout.trimEnd().split('\n')
  await expect.poll(() => rows().length).toBe(4)
  await look(100)
  expect(await untilShown()).toBeGreaterThan(before)
  await expect.poll(() => rows().length).toBeGreaterThan(4)
  // One header, with the columns of later rows aligned below it.
  const [header = '', ...alerts] = rows()
  const at = header.indexOf('SIDE')
  expect(alerts.filter((line) => !/^ {2}(?:buy|sell) /.test(line.slice(at - 2)))).toEqual([])
  ending.abort()
  for (const one of [child, table]) expect((await one.ended).status).toBe(0)
})

test('`pequod whales --follow` ends with status 0 at Ctrl-C', async () => {
  await keepRadar(world.store.db, { minUsd: 400 * MICRO })
  const child = startPequod(['whales', '--follow', ...server], { cwd: folder.path })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
})

test('rows are printed as a file with --format, all of them and with the columns of --columns', async () => {
  const { PRO } = await tierCallers(world, ' of files')
  const key = { PEQUOD_API_KEY: PRO['x-api-key'] ?? '' }
  const columns = 'rank,address,numbers.roi'
  for (const [args, path] of [
    [
      ['traders', '--order', 'pnl:desc', '--columns', columns],
      `/v1/traders?order=pnl:desc&columns=${columns}`,
    ],
    [['board', 'pnl-7d', '--limit', '3'], '/v1/leaderboard/pnl-7d?limit=3'],
    [['positions', '--min-value', '100'], '/v1/positions?minValue=100'],
    [['trades', '--min-usd', '2000'], '/v1/trades?minUsd=2000'],
    [['markets'], '/v1/markets?'],
  ] as const)
    for (const format of ['csv', 'ndjson']) {
      const { body } = await world.app.inject({ url: `${path}&format=${format}`, headers: PRO })
      expect(body.split('\n').length, path).toBeGreaterThan(3)
      const { stdout } = await callPequod([...args, '--format', format, ...server], key)
      expect(stdout.trimEnd().split('\n')).toEqual(body.trimEnd().split('\n'))
    }
  const refused = await callPequod(['traders', '--format', 'csv', ...server], {})
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('require a Pro account')])
})

test('`pequod whales --follow` ends with the reason if the service is unavailable', async () => {
  const { status, stderr } = await callPequod(['whales', '--follow', '--server', 'http://127.0.0.1:1'], {})
  expect([status, stderr]).toEqual([1, expect.stringMatching(/\S/)])
})

test('a service address that is not http is refused before any request', async () => {
  const { status, stderr } = await callPequod(['whales', '--server', 'ftp://example'], {})
  expect([status, stderr]).toEqual([1, expect.stringContaining('--server must begin with http')])
})
