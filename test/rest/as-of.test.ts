import { beforeAll, describe, expect, test } from 'vitest'
import type { OpenLimiter } from '../../src/access/limits/open-limiter.ts'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { UNCOMPUTED_DAY } from '../../src/graph/kit/cost/query-cost.ts'
import { DAY_SECONDS, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { publishAsOf } from '../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { appendChange, ledgerVersion } from '../../src/store/ledger/ledger-changes.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'

describe('asOf over REST and GraphQL', () => {
  closeServed()
  let served: Served
  let first: number
  let last: number
  beforeAll(async () => {
    served = await serveWorld()
    const head = await createReader(served.store.db).current()
    first = head?.firstDay ?? 0
    last = dayOf(head?.cutoff.time ?? 0)
  })
  const ask = (path: string, headers = {}) => served.app.inject({ url: path, headers })
  const board = (day: number, headers = {}) => ask(`/v1/leaderboard/pnl-7d?asOf=${dayText(day)}`, headers)
  const closeOf = (day: number) =>
    `${new Date(((day + 1) * DAY_SECONDS - 1) * 1000).toISOString().slice(0, 19)}Z`

  test('computes a new day and answers as of its close', async () => {
    const answer = await board(first + 4)
    expect(answer.statusCode).toBe(200)
    const { entries, cutoff, generatedAt } = answer.json()
    expect([cutoff.time, generatedAt]).toEqual([closeOf(first + 4), closeOf(first + 4)])
    expect(entries.length).toBeGreaterThan(0)
    const { address } = entries[0]
    const trader = (await ask(`/v1/trader/${address}?asOf=${dayText(first + 4)}`)).json()
    expect(trader.pnlSeries.at(-1).day <= dayText(first + 4)).toBe(true)
    expect(trader.ranks.find((rank: { leaderboard: string }) => rank.leaderboard === 'pnl-7d').rank).toBe(1)
  })

  test('gives the newest answer with its cutoff on the day of the cutoff, which is not over', async () => {
    const asOf = (await board(last)).json()
    expect(asOf).toEqual((await ask('/v1/leaderboard/pnl-7d')).json())
    expect(asOf.cutoff.time < closeOf(last)).toBe(true)
  })

  test('keeps a computed day until it or an earlier day changes, and charges its computation once', async () => {
    const db = served.store.db
    const day = first + 7
    const paid: number[] = []
    const computed: number[] = []
    const reader = createReader(db, {
      computeAsOf: async (asked) => {
        computed.push(asked)
        await publishAsOf(db, asked)
      },
    })
    const read = () => reader.asOf(day, 'somebody', async () => void paid.push(day))
    const change = (since: number) =>
      db.transaction(async (tx) => {
        await tx.run('UPDATE ledger_state SET version = version + 1')
        await appendChange(tx, await ledgerVersion(tx), since)
      })
    const before = await read()
    await change(day + 1)
    expect(await read()).toEqual(before)
    expect([computed, paid]).toEqual([[day], [day]])
    await change(day)
    await read()
    await change(first)
    await read()
    expect([computed, paid]).toEqual([[day, day, day], [day]])
  })

  test('spends the budget of a minute for each day that it computes, over REST, MCP and GraphQL together', async () => {
    const { hit, spend } = createMemoryLimiter({ clock: () => 0 })
    // A budget of one day and some.
    const limiter: OpenLimiter = {
      hit,
      spend: (caller, cost) => spend(caller, cost, UNCOMPUTED_DAY + 1_000),
      close() {},
    }
    const { app } = await serveWorld({ parts: { limiter } })
    const [one, other] = [first + 3, first + 5].map(dayText)
    const rest = (day = '') => app.inject(`/v1/leaderboard/pnl-7d?asOf=${day}`)
    expect((await rest(one)).statusCode).toBe(200)
    const refused = await rest(other)
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { code: 'RATE_LIMITED', detail: expect.stringMatching(/computing this day costs 260,000 of it/) },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const tool = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'getLeaderboard', arguments: { id: 'pnl-7d', asOf: other } },
      },
    })
    expect(tool.body).toContain('computing this day costs 260,000 of it')
    const query = `{ leaderboard(id: "pnl-7d", asOf: "${other}") { id } }`
    const asked = await app.inject({ method: 'POST', url: '/graphql', payload: { query } })
    expect(asked.json().errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }])
    // A computed day costs nothing more, and neither does the newest snapshot.
    for (const answer of [await rest(one), await app.inject('/v1/leaderboard/pnl-7d')])
      expect(answer.statusCode).toBe(200)
  })

  test('refuses a request that would have more days computed than its budget pays for', async () => {
    const query = `{ a: leaderboard(id: "pnl-7d", asOf: "${dayText(first + 8)}") { cutoff { time } }
      b: leaderboard(id: "pnl-7d", asOf: "${dayText(first + 9)}") { cutoff { time } }
      c: leaderboard(id: "pnl-7d", asOf: "${dayText(first + 10)}") { cutoff { time } } }`
    const { data, errors } = (
      await served.app.inject({ method: 'POST', url: '/graphql', payload: { query } })
    ).json()
    expect(errors.map((error: { extensions: { code: string } }) => error.extensions.code)).toEqual([
      'QUERY_TOO_COSTLY',
    ])
    // A question may compare two days.
    expect(Object.values(data).filter((board) => board !== null)).toHaveLength(2)
  })

  test('gives the same bytes and entity tag when the day is computed again', async () => {
    const before = await board(first + 5)
    await served.store.db.run('UPDATE ledger_state SET version = version + 1')
    const after = await board(first + 5)
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag])
    const known = await board(first + 5, { 'if-none-match': String(before.headers.etag) })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect((await board(first + 6)).headers.etag).not.toBe(before.headers.etag)
  })

  test.each([
    [-1, 'first'],
    [1, 'last'],
  ])('422 for a day outside the ledger names its days (%i)', async (step) => {
    const answer = await board(step < 0 ? first - 1 : last + 1)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      detail: `asOf must be a day from ${dayText(first)} to ${dayText(last)}, the ledger's days.`,
      code: 'BAD_USER_INPUT',
      errors: [expect.objectContaining({ in: 'query', name: 'asOf' })],
    })
  })

  test.each(['2026-02-30', 'yesterday', '', '2026-2-3', '2026-02-17T00:00:00Z'])(
    '422 for %s',
    async (text) => {
      const answer = await ask(`/v1/leaderboard/pnl-7d?asOf=${text}`)
      expect([answer.statusCode, answer.json().detail]).toEqual([
        422,
        'asOf must be a day of the calendar such as 2026-02-17.',
      ])
    },
  )

  test('is 503 with Retry-After where the day takes longer than the service lets a caller wait', async () => {
    const hurried = await serveWorld({ parts: { asOfPatience: 0 } })
    const answer = await hurried.app.inject(`/v1/leaderboard/pnl-7d?asOf=${dayText(first + 4)}`)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.json().detail).toContain('is being computed')
  })

  test('is 404 for a trader unknown by then', async () => {
    const row = await served.store.db.get<{ address: string }>(
      'SELECT t.address FROM position_days d JOIN traders t ON t.id = d.trader_id ' +
        'GROUP BY t.address HAVING MIN(d.day) > ? ORDER BY t.address LIMIT 1',
      [first],
    )
    const answer = await ask(`/v1/trader/${row?.address}?asOf=${dayText(first)}`)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
    expect(answer.json().detail).toContain(`up to the close of ${dayText(first)}`)
    expect((await ask(`/v1/trader/${row?.address}`)).statusCode).toBe(200)
  })

  test('reads several days in one request, each from its own snapshot', async () => {
    const days = [null, first + 3, first + 4, last]
    const fields = days.map(
      (day, i) =>
        `f${i}: leaderboard(id: "pnl-7d", asOf: ${day === null ? 'null' : `"${dayText(day)}"`}) {
          entryCount entries(first: 5) { nodes { address pnl trader { pnl pnlSeries { day pnl } stats(period: DAYS_7) { pnl } } } } }`,
    )
    const query = (some: string[]) =>
      served.app.inject({ method: 'POST', url: '/graphql', payload: { query: `{ ${some.join(' ')} }` } })
    const together = (await query(fields)).json()
    expect(together.errors).toBeUndefined()
    for (const [i, field] of fields.entries()) {
      expect((await query([field])).json().data[`f${i}`]).toEqual(together.data[`f${i}`])
    }
    expect(together.data.f1).not.toEqual(together.data.f2)
    expect(together.data.f3).toEqual(together.data.f0)
  })
})
