import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../../src/access/tier.ts'
import { MICRO } from '../../../src/ledger/quantities.ts'
import { EXPORTS_AT_A_TIME } from '../../../src/rest/formats/format.ts'
import { listen } from '../../../src/server/http/listen.ts'
import { updateSmartMoney } from '../../../src/smart-money/update-smart-money.ts'
import { foldName } from '../../../src/store/ledger/names.ts'
import { keepRadar } from '../../../src/whales/radar/keep-radar.ts'
import { closeServed, type Served, serveAgain, serveWorld } from '../../server/support/served-world.ts'
import { tierCallers } from '../../server/support/tier-callers.ts'

type Json = Record<string, unknown>

/** Texts that a spreadsheet would run, and that would break a careless line of CSV. */
const NAMES = [
  '=HYPERLINK("//x")',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\rx',
  'a "b", c',
  'two\nlines',
  '\u{1f40b}',
  "'=1",
]

const SCREEN = '/v1/traders?order=roi:desc&minTradeCount=2'

describe('exports', () => {
  closeServed()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  let trader: string
  beforeAll(async () => {
    served = await serveWorld()
    const { db } = served.store
    await updateSmartMoney(db)
    await keepRadar(db, { minUsd: 100 * MICRO })
    callers = await tierCallers(served)
    const { entries } = (await ask('/v1/leaderboard/pnl-all?limit=20')).json()
    trader = entries[0].address
    for (const [i, name] of NAMES.entries())
      await db.run('UPDATE traders SET username = ?, search_name = ? WHERE address = ?', [
        name,
        foldName(name),
        entries[i].address,
      ])
    await ask(SCREEN)
    // The first service cached traders' names, and is the one that can compute a screen.
    served = await serveAgain(served, {})
  })
  const ask = (url: string, tier: Tier = 'PRO', headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    served.app.inject({ method, url, headers: { ...callers[tier], ...headers } })

  /** Every row of a path as its JSON has them, page after page. */
  async function jsonRows(url: string, keys: readonly string[]): Promise<Json[]> {
    const rows: Json[] = []
    let path: string | undefined = url
    while (path !== undefined) {
      const answer = await ask(path)
      expect(answer.statusCode, path).toBe(200)
      const body = answer.json()
      const held = keys.length === 0 ? [body] : keys.flatMap((key) => body[key] ?? [])
      rows.push(...held)
      path = /^<(.+)>/.exec(`${answer.headers.link ?? ''}`)?.[1]
    }
    return rows
  }

  /** Paths with the keys of their rows, and the least number of rows. */
  const exported = (): [url: string, keys: string[], least: number][] => [
    ['/v1/leaderboard', ['items'], 10],
    ['/v1/leaderboard/pnl-all?limit=1000', ['entries'], 101],
    ['/v1/leaderboard/roi-7d?isBot=false', ['entries'], 1],
    ['/v1/trader?query=0x', ['items'], 101],
    ['/v1/trader', ['items'], 101],
    [`/v1/trader/${trader}`, [], 1],
    [`/v1/trader/${trader}/analytics?period=7d`, [], 1],
    ['/v1/whales', ['items'], 101],
    ['/v1/whales?side=buy', ['items'], 10],
    ['/v1/whales/showcase', ['items'], 1],
    ['/v1/whales/record', ['all', 'boards'], 2],
    ['/v1/smart-money', ['weeklyPick', 'markets', 'consensusMarkets'], 0],
    ['/v1/smart-money/highlights', ['items'], 0],
    ['/v1/smart-money/history', ['previousSignals'], 0],
  ]
  const withFormat = (url: string, format: string) => `${url}${url.includes('?') ? '&' : '?'}format=${format}`

  test('as CSV and NDJSON have the content of the JSON, on every path, to the last page', async () => {
    for (const [url, keys, least] of exported()) {
      const rows = await jsonRows(url, keys)
      expect(rows.length, url).toBeGreaterThanOrEqual(least)
      const ndjson = await ask(withFormat(url, 'ndjson'))
      expect([ndjson.statusCode, ndjson.headers['content-type']], url).toEqual([
        200,
        'application/x-ndjson; charset=utf-8',
      ])
      expect(
        ndjson.body
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
        url,
      ).toEqual(rows)
      const csv = await ask(withFormat(url, 'csv'))
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
      const [header = [], ...cells] = parse(csv.body) as string[][]
      expect(cells, url).toEqual(rows.map((row) => header.map((column) => cellOf(row, column))))
      for (const row of rows) for (const name of leaves(row)) expect(header, url).toContain(name)
    }
  })

  test('have the columns that are asked for, in their order, an object for all of its own', async () => {
    const rows = await jsonRows(`${SCREEN}&limit=200`, ['items'])
    const asked = `${SCREEN}&columns=numbers.edgeInterval,rank,between.pnl,address,numbers.roi`
    const header = [
      'numbers.edgeInterval.low',
      'numbers.edgeInterval.high',
      'rank',
      'between.pnl',
      'address',
      'numbers.roi',
    ]
    const csv = parse((await ask(withFormat(asked, 'csv'))).body) as string[][]
    expect(rows.length).toBeGreaterThan(10)
    expect(csv).toEqual([header, ...rows.map((row) => header.map((column) => cellOf(row, column)))])
    const lines = (await ask(withFormat(asked, 'ndjson'))).body.split('\n').slice(0, -1)
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      rows.map(({ rank, address, numbers }) => {
        const { edgeInterval, roi } = numbers as Json
        return { rank, address, numbers: { edgeInterval, roi }, between: null }
      }),
    )
    for (const [wrong, words] of [
      [`${SCREEN}&columns=rank`, 'format=csv'],
      [`${SCREEN}&columns=rank,fame&format=csv`, 'names fame, which is not a column: address, username'],
      [`${SCREEN}&columns=rank,&format=csv`, 'columns must be'],
      [`${SCREEN}&columns=__proto__&format=csv`, 'columns must be'],
    ] as const) {
      const refused = await ask(wrong)
      expect([refused.statusCode, refused.json().detail]).toEqual([422, expect.stringContaining(words)])
    }
  })

  test('take their format from Accept, or from the parameter first', async () => {
    const url = '/v1/leaderboard/pnl-7d'
    const type = async (accept: string, path = url) =>
      (await ask(path, 'PRO', { accept })).headers['content-type']?.toString().split(';', 1)[0]
    expect(await type('text/csv')).toBe('text/csv')
    expect(await type('application/x-ndjson, application/json;q=0.5')).toBe('application/x-ndjson')
    expect(await type('application/ndjson')).toBe('application/x-ndjson')
    expect(await type('text/*;q=0.9, */*;q=0.1')).toBe('text/csv')
    expect(await type('text/html,application/xhtml+xml,*/*;q=0.8')).toBe('application/json')
    expect(await type('text/csv', `${url}?format=json`)).toBe('application/json')
    expect((await ask(url)).headers.vary).toContain('Accept,')
  })

  test('of unsupported formats are refused, naming the supported ones', async () => {
    const xml = await ask('/v1/leaderboard', 'PRO', { accept: 'application/xml' })
    expect([xml.statusCode, xml.json()]).toEqual([
      406,
      { code: 'NOT_ACCEPTABLE', detail: expect.stringContaining('application/json, text/csv') },
    ])
    expect((await ask('/v1/whales/config', 'PRO', { accept: 'text/csv' })).statusCode).toBe(406)
    for (const url of ['/v1/leaderboard?format=xml', '/v1/whales/config?format=csv']) {
      const { statusCode, body } = await ask(url)
      expect([url, statusCode]).toEqual([url, 422])
      expect(JSON.parse(body).errors[0]).toMatchObject({ in: 'query', name: 'format' })
    }
  })

  test.each(['FREE', 'ANONYMOUS'] as const)('are refused to %s callers', async (tier) => {
    for (const [url] of exported().slice(0, 4)) {
      const answer = await ask(withFormat(url, 'csv'), tier)
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { code: 'PRO_REQUIRED', detail: expect.stringMatching(/Pro account.*JSON/) },
      ])
      expect((await ask(url, tier, { accept: 'application/x-ndjson' })).statusCode).toBe(403)
      expect((await ask(withFormat(url, 'json'), tier)).statusCode).toBe(200)
    }
  })

  test('fail with their own status, and a row limit names the number of rows', async () => {
    expect((await ask('/v1/leaderboard/nope-7d?format=csv')).statusCode).toBe(404)
    expect((await ask('/v1/trader?cursor=nope&format=csv')).statusCode).toBe(422)
    const limited = await ask('/v1/trader?query=0x&limit=7&format=ndjson')
    expect(limited.body.match(/\n/g)?.length).toBe(7)
    const none = await ask('/v1/trader?query=no-such-name&format=csv')
    expect(none.body).toBe('address,username,profileImage,xUsername,verifiedBadge\n')
  })

  test('are downloads that no cache stores, compressed if the caller accepts it', async () => {
    const url = '/v1/leaderboard/pnl-7d?format=csv'
    const answer = await ask(url)
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="pequod-leaderboard-pnl-7d-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const packed = await ask(url, 'PRO', { 'accept-encoding': 'gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(answer.body)
    const head = await ask(url, 'PRO', {}, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-disposition']).toBe(answer.headers['content-disposition'])
  })

  test('whose readers disconnect free their slots', async () => {
    const url = await listen(served.app, { host: '127.0.0.1', port: 0 })
    const path = `${url}/v1/trader?format=ndjson`
    for (let n = 0; n <= EXPORTS_AT_A_TIME; n++) {
      const leaving = new AbortController()
      const status = async () => {
        const { status, body } = await fetch(path, { headers: callers.PRO, signal: leaving.signal })
        if (status !== 200) await body?.cancel()
        return status
      }
      await expect.poll(status).toBe(200)
      leaving.abort()
    }
  })
})

/** Computes a cell from the JSON, independently. */
function cellOf(row: Json, column: string): string {
  const value = column.split('.').reduce<unknown>((held, key) => (held as Json | null)?.[key] ?? null, row)
  if (value === null) return ''
  if (typeof value === 'string') return /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the dotted names of a row's values that are not null. */
function leaves(row: Json, prefix = ''): string[] {
  return Object.entries(row).flatMap(([key, value]) => {
    if (value === null) return []
    const isInner = typeof value === 'object' && !Array.isArray(value)
    return isInner ? leaves(value as Json, `${prefix}${key}.`) : [`${prefix}${key}`]
  })
}
