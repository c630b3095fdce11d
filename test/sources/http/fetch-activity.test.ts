import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '../../../src/ledger/quantities.ts'
import { fetchActivity } from '../../../src/sources/http/fetch-activity.ts'
import { loopbackApi, type Trouble } from '../support/loopback-api.ts'

const ADDRESS = `0x${'a'.repeat(40)}` as Address
const quick = { retry: { baseMs: 1, maxMs: 2 } }

/** The Data API's `/activity` over some rows: it clamps the limit, and refuses an offset above 10,000. */
async function api(
  times: readonly number[],
  {
    clamp = 500,
    isInclusive = true,
    trouble,
  }: { clamp?: number; isInclusive?: boolean; trouble?: (n: number) => Trouble | null } = {},
) {
  const rows = times.map((timestamp, row) => ({ proxyWallet: ADDRESS, timestamp, row }))
  return loopbackApi(
    {
      '/activity': (query) => {
        const [offset, start] = [Number(query.get('offset')), Number(query.get('start') ?? 0)]
        const from = rows.filter(({ timestamp }) => (isInclusive ? timestamp >= start : timestamp > start))
        return from.slice(offset, offset + Math.min(clamp, Number(query.get('limit'))))
      },
    },
    (request, address) =>
      Number(address.searchParams.get('offset')) > 10_000
        ? { kind: 'STATUS', status: 400 }
        : (trouble?.(request) ?? null),
  )
}

async function fetchAll(url: string): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const page of fetchActivity({ url, address: ADDRESS, ...quick }))
    rows.push(...page.map(({ row }) => row))
  return rows
}

test.each([true, false])(
  'a wallet with more rows than an offset reaches is fetched completely, each row once (start is inclusive: %s)',
  async (isInclusive) => {
    const seconds = fc.sample(fc.integer({ min: 1, max: 40 }), { numRuns: 900, seed: 7 })
    const times = seconds.flatMap((rows, second) => new Array<number>(rows).fill(1_600_000_000 + second))
    const { url } = await api(times, { isInclusive })
    expect(await fetchAll(url)).toEqual(times.map((_, row) => row))
  },
)

test('a clamped limit and temporary failures lose no row of a wallet', async () => {
  const times = Array.from({ length: 950 }, (_, row) => 1_600_000_000 + Math.floor(row / 3))
  const { url, asked } = await api(times, {
    clamp: 100,
    trouble: (n) =>
      n % 4 === 1
        ? { kind: 'STATUS', status: 429, headers: { 'retry-after': '0' } }
        : n % 4 === 3
          ? { kind: 'BREAK' }
          : null,
  })
  expect(await fetchAll(url)).toEqual(times.map((_, row) => row))
  expect(asked.length).toBeGreaterThan(11)
})

test('a second with more rows than pages reach is reported', async () => {
  const { url } = await api(new Array<number>(9_500).fill(1_600_000_000))
  await expect(fetchAll(url)).rejects.toThrow('more rows for one second')
})

test.each([
  ['another wallet', { proxyWallet: `0x${'b'.repeat(40)}`, timestamp: 1_600_000_000 }],
  ['no time', { proxyWallet: ADDRESS }],
  ['no row', 7],
])('rows of %s are refused by the name of the host', async (_what, row) => {
  const { url } = await loopbackApi({ '/activity': () => [row] })
  await expect(fetchAll(url)).rejects.toThrow(/^127\.0\.0\.1:\d+ returned rows that were not requested/)
})
