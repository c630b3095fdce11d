import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { cancelExport, createClient, getExport, startExport } from '../../src/client/entry.ts'
import { ACCOUNT_EXPORTS } from '../../src/exports/export-tables.ts'
import { exportFolder } from '../../src/exports/exports.ts'
import { sweepExports } from '../../src/jobs/run-exports.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { askedRange } from '../../src/server/http/export-files.ts'
import { listen } from '../../src/server/http/listen.ts'
import { closeServed, type Served, serveWorld } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

closeServed()

let served: Served
let callers: Awaited<ReturnType<typeof tierCallers>>
let others: Awaited<ReturnType<typeof tierCallers>>
let market = ''
beforeAll(async () => {
  served = await serveWorld({ parts: { deliver: true } })
  callers = await tierCallers(served)
  others = await tierCallers(served, ' too')
  const [row] = await served.store.db.all<{ condition: string }>(
    'SELECT c.condition FROM fills f JOIN tokens t ON t.id = f.token_id JOIN conditions c ON c.id = t.condition_id ' +
      'GROUP BY c.condition ORDER BY COUNT(*) DESC LIMIT 1',
  )
  market = row?.condition ?? ''
})

type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE'
const send = (method: Method, url: string, headers: Record<string, string>, payload?: object) =>
  served.app.inject({ method, url, headers, ...(payload && { payload }) })

async function done(id: string, headers = callers.PRO) {
  await expect
    .poll(async () => (await send('GET', `/v1/exports/${id}`, headers)).json().state, { timeout: 60_000 })
    .toBe('done')
  return (await send('GET', `/v1/exports/${id}`, headers)).json()
}

it('a Pro key starts an export, and resumes its file after a cut', async () => {
  const started = await send('POST', '/v1/exports', callers.PRO, { table: 'trades', format: 'CSV', market })
  expect(started.json()).toMatchObject({ table: 'trades', format: 'csv', path: null, sha256: null })
  expect(started.json().summary).toBe(`trades in the market ${market}`)
  const { id, path, sha256, rows, bytes, cutoff } = await done(started.json().id)
  expect(path).toBe(`/v1/exports/${id}/file`)
  expect(cutoff.time).toMatch(/Z$/)
  const whole = await send('GET', path, { ...callers.PRO, 'accept-encoding': 'br, gzip' })
  expect(whole.statusCode).toBe(200)
  expect(whole.headers).toMatchObject({
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    'content-length': String(bytes),
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="pequod-trades-${id}.csv"`,
  })
  expect(whole.headers['content-encoding']).toBeUndefined()
  const file = whole.rawPayload
  expect(createHash('sha256').update(file).digest('hex')).toBe(sha256)
  expect(file.toString().trim().split('\n').length).toBe(rows + 1)
  const rest = await send('GET', path, { ...callers.PRO, range: 'bytes=100-', 'if-range': `"${sha256}"` })
  expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes 100-${bytes - 1}/${bytes}`])
  expect(Buffer.concat([file.subarray(0, 100), rest.rawPayload]).equals(file)).toBe(true)
  const other = await send('GET', path, { ...callers.PRO, range: 'bytes=100-', 'if-range': '"another"' })
  expect([other.statusCode, other.rawPayload.equals(file)]).toEqual([200, true])
  const beyond = await send('GET', path, { ...callers.PRO, range: `bytes=${bytes}-` })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes}`])
  const head = await send('HEAD', path, callers.PRO)
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(bytes), ''])
  const same = await send('GET', path, { ...callers.PRO, 'if-none-match': `"${sha256}"` })
  expect(same.statusCode).toBe(304)
})

it('nobody else finds an export, and no lower tier starts one', async () => {
  const list = (await send('GET', '/v1/exports', callers.PRO)).json().items
  const { id, path } = list[0]
  expect((await send('GET', '/v1/exports', others.PRO)).json().items).toEqual([])
  for (const [method, url] of [
    ['GET', `/v1/exports/${id}`],
    ['GET', path],
    ['DELETE', `/v1/exports/${id}`],
  ] as const)
    expect((await send(method, url, others.PRO)).statusCode).toBe(404)
  const asked = { table: 'trades', market }
  const statuses = async (headers: Record<string, string>) => [
    (await send('POST', '/v1/exports', headers, asked)).statusCode,
    (await send('GET', `/v1/exports/${id}`, headers)).statusCode,
    (await send('GET', path, headers)).statusCode,
    (await send('DELETE', `/v1/exports/${id}`, headers)).statusCode,
  ]
  expect(await statuses(callers.ANONYMOUS)).toEqual([401, 401, 401, 401])
  expect(await statuses(callers.FREE)).toEqual([403, 403, 403, 403])
  expect((await done(id)).state).toBe('done')
})

it('refuses inputs of the other table, unknown markets, and exports of everything', async () => {
  const status = async (payload: object) =>
    (await send('POST', '/v1/exports', callers.PRO, payload)).statusCode
  expect(await status({ table: 'trades' })).toBe(422)
  expect(await status({ table: 'everything', market })).toBe(422)
  expect(await status({ table: 'positions', market, minUsd: 5 })).toBe(422)
  expect(await status({ table: 'trades', market, status: 'OPEN' })).toBe(422)
  expect(await status({ table: 'trades', market, minImpact: 0.1 })).toBe(422)
  expect(await status({ table: 'positions', market, asOf: '2001-01-01' })).toBe(422)
  expect(await status({ table: 'trades', market: `0x${'f'.repeat(64)}` })).toBe(404)
  expect(
    await status({ table: 'trades', market, from: '2026-02-02T00:00:00Z', to: '2026-02-01T00:00:00Z' }),
  ).toBe(422)
})

interface Row {
  trader: string | { address: string }
  [name: string]: unknown
}

/** The rows of an export's file of lines. */
async function fileOf(payload: object): Promise<{ rows: Row[]; summary: string }> {
  const started = await send('POST', '/v1/exports', callers.PRO, payload)
  expect(started.statusCode, started.body).toBe(200)
  const { path, summary } = await done(started.json().id)
  const { body } = await send('GET', path, callers.PRO)
  return { rows: body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])), summary }
}

it.each([
  ['where={"units":{"min":1},"not":{"isBot":true}}&order=edge:desc&period=90d', null],
  ['category=politics&order=roi*0.5,volume*0.5', null],
  ['where={"pnl":{"max":0}}&order=pnl:asc', '2026-03-01'],
])('a file of traders has the rows of the list and their numbers: %s, as of %s', async (query, asOf) => {
  const { where, order, period, category } = Object.fromEntries(new URLSearchParams(query))
  const day = asOf === null ? '' : `&asOf=${asOf}`
  const { items, path } = (await send('GET', `/v1/traders?${query}${day}&limit=200`, callers.PRO)).json()
  const { rows, summary } = await fileOf({
    table: 'traders',
    ...(where && { traders: JSON.parse(where) }),
    ...{ order, period, category },
    ...(asOf && { asOf }),
  })
  expect(summary).toBe(`traders of ${path}${asOf ? ` at the close of ${asOf}` : ''}`)
  expect(items.length).toBeGreaterThan(5)
  const day10 = (time: unknown) => String(time).slice(0, 10)
  expect(
    rows.slice(0, 200).map((row) => [row.rank, row.trader, row.pnl, row.roi, row.edge_low, row.is_bot]),
  ).toEqual(
    items.map(({ rank, address, numbers }: { rank: number; address: string; numbers: Row }) => {
      const { low = null } = (numbers.edgeInterval ?? {}) as { low?: number }
      return [rank, address, numbers.pnl, numbers.roi, low, numbers.isBot]
    }),
  )
  expect(rows.slice(0, 200).map((row) => [String(row.verdict).toLowerCase(), day10(row.last_trade)])).toEqual(
    items.map(({ numbers }: { numbers: Row }) => [
      String(numbers.verdict).replace('-', '_'),
      day10(numbers.lastTrade),
    ]),
  )
})

it('a file of positions has those of the list that conditions select, with the columns asked for', async () => {
  const positions = { cost: { min: 1 }, board: { id: 'volume-all', top: 20 } }
  const columns = ['shares', 'trader', 'token', 'cost_micro', 'status']
  const { rows } = await fileOf({ table: 'positions', positions, columns })
  const listed: Row[] = []
  for (let cursor = ''; ; ) {
    const where = encodeURIComponent(JSON.stringify(positions))
    const url = `/v1/positions?where=${where}&limit=100${cursor && `&cursor=${cursor}`}`
    const { items, nextCursor } = (await send('GET', url, callers.PRO)).json()
    listed.push(...items)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  const order = (some: unknown[][]) => some.map((row) => row.join(' ')).sort()
  expect(listed.length).toBeGreaterThan(10)
  expect(Object.keys(rows[0] ?? {})).toEqual(['shares', 'trader', 'token', 'cost', 'status'])
  expect(order(rows.map((row) => [row.trader, row.token, row.shares, row.cost, row.status]))).toEqual(
    order(
      listed.map(({ trader, token, shares, cost, status }) => [
        (trader as { address: string }).address,
        token,
        shares,
        cost,
        String(status).toUpperCase(),
      ]),
    ),
  )
  const none = await fileOf({ table: 'positions', positions: { ...positions, cost: { min: 1e12 } } })
  expect(none.rows).toEqual([])
})

it('a file of trades has those that price, role, market, board and members at the trade select', async () => {
  const { rows: all } = await fileOf({ table: 'trades', from: '2000-01-01T00:00:00Z' })
  const best = async (day: string) => {
    const { entries } = (
      await send('GET', `/v1/leaderboard/volume-all?limit=5${day && `&asOf=${day}`}`, callers.PRO)
    ).json()
    return new Set<unknown>(entries.map(({ address }: Row) => address))
  }
  const compare = async (asked: object, fits: (row: Row) => boolean) => {
    const { rows } = await fileOf({ table: 'trades', ...asked })
    expect(rows).toEqual(all.filter(fits))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(all.length)
  }
  const isBetween = ({ usd, shares }: Row) => {
    const [paid, held] = [usd, shares].map((one) => Math.round(Number(one) * 1_000_000))
    return Number(paid) * 10 >= Number(held) * 3 && Number(paid) * 10 <= Number(held) * 7
  }
  const top = await best('')
  await compare(
    { board: 'volume-all', top: 5, minPrice: 0.3, maxPrice: 0.7, role: 'taker' },
    (row) => top.has(row.trader) && row.role === 'TAKER' && isBetween(row),
  )
  const politics = await served.store.db.all<{ condition: string }>(
    "SELECT c.condition FROM markets m JOIN conditions c ON c.id = m.condition_id WHERE upper(m.category) = 'POLITICS'",
  )
  const among = new Set(politics.map(({ condition }) => condition))
  await compare(
    { from: '2000-01-01T00:00:00Z', category: 'politics', outcome: 1, side: 'BUY' },
    (row) => among.has(String(row.condition)) && row.outcome === 1 && row.side === 'BUY',
  )
  const last = Math.max(...all.map(({ time }) => Number(time)))
  const days = [0, 1, 2].map((back) => Math.floor(last / 86_400) - back)
  const dayText = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
  const members = new Map<number, Set<unknown>>()
  for (const day of days) members.set(day, await best(dayText(day - 1)))
  await compare(
    { board: 'volume-all', top: 5, members: 'at-trade', from: `${dayText(days[2] ?? 0)}T00:00:00Z` },
    ({ time, trader }) => members.get(Math.floor(Number(time) / 86_400))?.has(trader) ?? false,
  )
  // Those of whole trades are all of their fills.
  await refresh(served.store.db, { signs: Number.POSITIVE_INFINITY })
  const placeOf = (row: object) => {
    const { block, log_index: log } = row as { block: number; log_index: number }
    return `${block}-${log}`
  }
  for (const where of ['signs=big-for-market', 'change=opened,closed&without=largest-in-market,twin']) {
    const wholes = new Map<string, number>()
    for (const role of ['maker', 'taker', ''])
      for (let cursor = ''; ; ) {
        const url = `/v1/trades?${where}&limit=100${role && `&role=${role}`}${cursor && `&cursor=${cursor}`}`
        const { items, nextCursor } = (await send('GET', url, callers.PRO)).json()
        for (const { id, whole } of items) wholes.set(id, whole.fills)
        if (!nextCursor) break
        cursor = encodeURIComponent(nextCursor)
      }
    const { from = '2000-01-01T00:00:00Z', ...lists } = Object.fromEntries(
      [...new URLSearchParams(where)].map(([name, value]) => [name, value.split(',')]),
    )
    const { rows } = await fileOf({ table: 'trades', from, ...lists })
    expect(rows.length).toBe([...wholes.values()].reduce((sum, fills) => sum + fills, 0))
    expect([...wholes.keys()].filter((id) => !rows.some((row) => placeOf(row) === id))).toEqual([])
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(all.length)
  }
})

it('conditions are refused before a file is begun where a list would refuse them', async () => {
  const refusal = async (payload: object) => {
    const { statusCode, body } = await send('POST', '/v1/exports', callers.PRO, payload)
    return [statusCode, JSON.parse(body).detail]
  }
  for (const [payload, words] of [
    [{ table: 'positions', positions: {} }, 'must name a market'],
    [{ table: 'positions', positions: { market: [market] }, market: [market] }, 'takes the place of where'],
    [{ table: 'traders', market: [market] }, 'use traders'],
    [{ table: 'traders', order: 'fame' }, 'order'],
    [{ table: 'trades', market: [market], period: '90d' }, 'is for an export of traders'],
    [{ table: 'trades', minPrice: 0.5 }, 'board, screen or from is required'],
    [{ table: 'traders', columns: ['fame'] }, 'names fame, which is not a column: rank, trader'],
  ] as const)
    expect(await refusal(payload)).toEqual([422, expect.stringContaining(words)])
})

it('GraphQL starts the same one, one at a time, and cancels it', async () => {
  const mutation =
    'mutation ($input: StartExportInput!) { startExport(input: $input) { export { id state } } }'
  const start = async (input: object) =>
    (
      await send(
        'POST',
        '/graphql',
        { ...others.PRO, 'content-type': 'application/json' },
        {
          query: mutation,
          variables: { input },
        },
      )
    ).json()
  const input = { table: 'POSITIONS', format: 'PARQUET', where: { market } }
  const [first, second] = [await start(input), await start(input)]
  const { id } = first.data.startExport.export
  const other = await start({ ...input, format: 'CSV' })
  if (second.data.startExport.export.state !== 'DONE') {
    expect(second.data.startExport.export.id).toBe(id)
    if (other.errors) expect(other.errors[0].extensions.code).toBe('RATE_LIMITED')
  }
  await done(id, others.PRO)
  const cancelled = await send('DELETE', `/v1/exports/${id}`, others.PRO)
  expect(cancelled.json()).toMatchObject({ id, state: 'cancelled', path: null })
  expect((await send('GET', `/v1/exports/${id}/file`, others.PRO)).statusCode).toBe(404)
  const names = await readdir(exportFolder(served.store.db.duckdb))
  expect(names.filter((name) => name.startsWith(id))).toEqual([])
})

it('the client starts, waits for and cancels an export', async () => {
  const baseUrl = await listen(served.app, { host: '127.0.0.1', port: 0 })
  const client = createClient({ baseUrl, apiKey: String(others.PRO['x-api-key']) })
  const { id } = await startExport(client, { table: 'trades', market: [market], minUsd: 1 })
  const { path } = await done(id, others.PRO)
  const answer = await fetch(`${baseUrl}${path}`, { headers: others.PRO })
  const lines = (await answer.text()).trim().split('\n')
  expect(lines.length).toBe((await getExport(client, { id }))?.rows)
  expect(Object.keys(JSON.parse(lines[0] ?? '{}'))).toContain('usd')
  expect(await cancelExport(client, { id })).toMatchObject({ state: 'cancelled' })
})

it('expired exports go with their files', async () => {
  const { db } = served.store
  const folder = exportFolder(db.duckdb)
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.csv'))
  expect((await readFile(join(folder, name))).length).toBeGreaterThan(0)
  await sweepExports(db, 9_000_000_000)
  expect(await db.all(`SELECT id FROM ${ACCOUNT_EXPORTS.name}`)).toEqual([])
  expect((await send('GET', '/v1/exports', callers.PRO)).json().items).toEqual([])
})

it('a range is read as RFC 9110 says', () => {
  expect(askedRange('bytes=0-', 10)).toEqual({ start: 0, end: 9 })
  expect(askedRange('bytes=2-3', 10)).toEqual({ start: 2, end: 3 })
  expect(askedRange('bytes=2-300', 10)).toEqual({ start: 2, end: 9 })
  expect(askedRange('bytes=-4', 10)).toEqual({ start: 6, end: 9 })
  expect(askedRange('bytes=-400', 10)).toEqual({ start: 0, end: 9 })
  for (const none of ['bytes=10-', 'bytes=-0', 'bytes=11-12']) expect(askedRange(none, 10)).toBe('NONE')
  for (const whole of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=3-2',
    'bytes=0-1,3-4',
    'rows=0-1',
    'bytes=x-',
  ])
    expect(askedRange(whole, 10)).toBeNull()
})
