import { beforeAll, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'
import { defined } from '../../../src/checks.ts'
import { createExecutor } from '../../../src/execute/executor.ts'
import { schema } from '../../../src/graph/schema.ts'
import { DAY_SECONDS, dayOf, dayText } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { computeScreen } from '../../../src/numbers/screen/compute-screen.ts'
import { FRESH_FOR } from '../../../src/store/snapshot/keep-newest.ts'
import { newestHead, snapshotById } from '../../../src/store/snapshot/stored-snapshots.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { type Ask, asker } from '../support/ask.ts'

interface Answer {
  totalCount: number
  unknown: number
  path: string
  notFound: string[]
  edges: {
    rank: number
    cursor: string
    score: number | null
    numbers: Record<string, number | null>
    other: Record<string, number | null> | null
    between: Record<string, number | null> | null
    node: { address: string; username: string | null; pnl: number; roi: number | null; volume: number }
  }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

const SCREEN = `query ($where: TraderWhere, $orderBy: [TraderOrder!], $period: Period = ALL, $category: MarketCategory, $tag: String,
  $asOf: Date, $compareTo: Date, $first: Int = 100, $after: String) {
  traders(where: $where, orderBy: $orderBy, period: $period, category: $category, tag: $tag, asOf: $asOf, compareTo: $compareTo,
    first: $first, after: $after) {
    totalCount unknown path notFound pageInfo { hasNextPage endCursor }
    edges { rank cursor score node { address username pnl roi volume }
      numbers { pnl roi volume tradeCount edge edgeInterval { low high } lastTrade verdict isBot }
      other { pnl } between { pnl } } } }`

const HELD = `query { markets(first: 100) { nodes { condition event { id }
  holders(first: 100) { nodes { address value outcome { index } } } } } }`
interface Holder {
  address: string
  value: number
  outcome: { index: number }
}
interface Held {
  markets: { nodes: { condition: string; event: { id: string } | null; holders: { nodes: Holder[] } }[] }
}

describeEngines('a screen of traders', (open) => {
  let ask: Ask
  let last = 0
  beforeAll(async () => {
    const { db } = await open('boards')
    const reader = createReader(db, {
      computeAsOf: async (day, _caller, asked) =>
        asked === undefined ? publishAsOf(db, day) : computeScreen(db, asked),
    })
    // The fast executor compiles what repeats: an input that contains itself must not be compiled.
    ask = asker(db, reader, createMemoryLimiter(), createExecutor(schema))
    last = dayOf(defined((await reader.current()) ?? undefined).cutoff.time)
  })

  async function screen(variables: object, caller: 'ANONYMOUS' | 'FREE' | 'PRO' = 'PRO'): Promise<Answer> {
    const { data, errors } = await ask(SCREEN, { ...variables }, caller)
    expect(errors).toBeUndefined()
    return (data as { traders: Answer }).traders
  }

  test('returns who fits in order with the same numbers as their profiles, and the rest for the opposite', async () => {
    const where = {
      any: [{ pnl: { min: 0 } }, { not: { roi: { min: -0.5 } } }],
      tradeCount: { min: 5 },
    }
    const fit = await screen({ where, orderBy: [{ by: 'ROI' }] })
    const rest = await screen({ where: { not: where } })
    const all = await screen({ orderBy: [{ by: 'VOLUME' }] })
    expect(fit.totalCount + rest.totalCount).toBe(all.totalCount)
    expect(fit.edges.length).toBe(fit.totalCount)
    expect(fit.totalCount).toBeGreaterThan(0)
    const returns = fit.edges.map(({ numbers }) => numbers.roi ?? Number.NEGATIVE_INFINITY)
    expect(returns).toEqual(returns.toSorted((a, b) => b - a))
    for (const { node, numbers } of fit.edges) {
      const { pnl, roi, volume } = node
      expect(numbers).toMatchObject({ pnl, roi, volume })
    }
    expect(fit.edges.map(({ rank }) => rank)).toEqual(fit.edges.map((_, i) => i + 1))
  })

  test('is read page by page, and a cursor belongs to its question', async () => {
    const question = { orderBy: [{ by: 'PNL' }], period: 'DAYS_30' }
    const all = await screen(question)
    const addresses: string[] = []
    let after: string | null = null
    do {
      const page: Answer = await screen({ ...question, first: 7, after })
      addresses.push(...page.edges.map(({ node }) => node.address))
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    } while (after !== null)
    expect(addresses).toEqual(all.edges.map(({ node }) => node.address))
    const other = await ask(SCREEN, { orderBy: [{ by: 'ROI' }], after: all.edges[0]?.cursor }, 'PRO')
    expect(other.errors?.[0]?.message).toMatch(/another order/)
  })

  test('is read on in its snapshot after another was published, while that is kept and the caller may know it', async () => {
    const { db } = await open('boards')
    let [upTo, clock] = [Number.MAX_SAFE_INTEGER, 0]
    const readers = [null, { upTo: () => upTo, delay: 60 }].map((publicClock) =>
      createReader(db, {
        publicClock,
        clock: () => clock,
        computeAsOf: async (_day, _caller, one) => computeScreen(db, defined(one)),
      }),
    )
    const asks = readers.map((reader) => asker(db, reader, createMemoryLimiter()))
    const question = { orderBy: [{ by: 'PNL' }], first: 7 }
    const read = async (after: string | null) =>
      Promise.all(asks.map((one) => one(SCREEN, { ...question, after }, 'PRO')))
    const pageOf = (answer?: Awaited<ReturnType<Ask>>) =>
      (defined(answer).data as { traders: Answer }).traders
    const after = pageOf((await read(null))[0]).pageInfo.endCursor
    const second = pageOf((await read(after))[0])
    const { id } = defined(await newestHead(db))
    await db.run('UPDATE ledger_state SET version = version + 1')
    expect((await refresh(db)).snapshot).toBeGreaterThan(id)
    clock += FRESH_FOR
    for (const answer of await read(after)) expect(pageOf(answer)).toEqual(second)
    upTo = 0
    expect(await defined(readers[1]).earlier(defined(await snapshotById(db, id)))).toBeNull()
    await db.run('UPDATE snapshots SET taken_back = 1 WHERE id = ?', [id])
    const [refused] = await read(after)
    expect(refused?.errors?.[0]?.message).toMatch(/not served any more/)
  })

  test('names those of a list that it does not know, and keeps its order', async () => {
    const { edges } = await screen({ orderBy: [{ by: 'VOLUME' }], first: 5 })
    const among = edges.map(({ node }) => node.address).reverse()
    const listed = await screen({ where: { among: [...among, 'nobody at all'] } })
    expect(listed.edges.map(({ node }) => node.address)).toEqual(among)
    expect(listed.notFound).toEqual(['nobody at all'])
  })

  test('compares two days: who stood where then, and what they won or lost since', async () => {
    const asOf = dayText(last - 20)
    const then = await screen({ asOf, orderBy: [{ by: 'PNL' }], compareTo: dayText(last) })
    expect(then.edges.length).toBeGreaterThan(0)
    const now = await screen({ orderBy: [{ by: 'PNL' }] })
    const pnlNow = new Map(now.edges.map(({ node, numbers }) => [node.address, numbers.pnl]))
    for (const { node, numbers, other, between } of then.edges) {
      expect(other?.pnl).toBe(pnlNow.get(node.address))
      if (between !== null) expect(between.pnl).toBeCloseTo(Number(other?.pnl) - Number(numbers.pnl), 5)
    }
    const byChange = await screen({ asOf, orderBy: [{ by: 'PNL', change: true }], compareTo: dayText(last) })
    const changes = byChange.edges.map(({ numbers, other }) => Number(other?.pnl) - Number(numbers.pnl))
    for (const [i, change] of changes.slice(1).entries())
      expect(change).toBeLessThanOrEqual(defined(changes[i]) + 1e-5)
  })

  test('orders by weighted percentiles, and says one question by one link', async () => {
    const orderBy = [
      { by: 'ROI', weight: 0.4 },
      { by: 'MAX_DRAWDOWN_PCT', direction: 'ASC', weight: 0.6 },
    ]
    const one = await screen({ where: { tradeCount: { min: 3 }, pnl: { max: 1e9, min: null } }, orderBy })
    const same = await screen({ where: { pnl: { max: 1e9 }, tradeCount: { min: 3 }, any: null }, orderBy })
    expect(one.path).toBe(same.path)
    const scores = one.edges.map(({ score }) => score ?? -1)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(Math.max(...scores)).toBeLessThanOrEqual(1)
  })

  test('counts the markets of a tag in place of a category, and finds nobody by a tag that no market has', async () => {
    const nobody = await screen({ tag: 'no such tag', orderBy: [{ by: 'VOLUME' }] })
    expect(nobody).toMatchObject({
      totalCount: 0,
      edges: [],
      path: '/v1/traders?order=volume&tag=no%20such%20tag',
    })
    const { errors } = await ask(SCREEN, { tag: 'elections', category: 'POLITICS' }, 'PRO')
    expect(errors?.[0]?.message).toMatch(/cannot be combined with category/)
  })

  test('refuses what is too deep, too much or gated', async () => {
    const messageOf = async (variables: object, caller: 'ANONYMOUS' | 'FREE' = 'FREE') =>
      (await ask(SCREEN, { ...variables }, caller)).errors?.[0]?.message ?? ''
    const deep = (levels: number): object => (levels === 0 ? { pnl: { min: 1 } } : { not: deep(levels - 1) })
    expect(await messageOf({ where: deep(3) })).toBe('')
    expect(await messageOf({ where: deep(4) })).toMatch(/3 levels deep/)
    const many = Array.from({ length: 41 }, () => ({ pnl: { min: 1 } }))
    expect(await messageOf({ where: { all: many } })).toMatch(/more than 40 conditions/)
    expect(await messageOf({ where: { copyable: { min: 0 } } }, 'ANONYMOUS')).toMatch(/requires an account/)
    expect(await messageOf({ orderBy: [{ by: 'PRESCIENCE' }] }, 'ANONYMOUS')).toMatch(/requires an account/)
    expect(await messageOf({ orderBy: [{ by: 'PRESCIENCE' }] })).toBe('')
    const gated =
      '{ traders(orderBy: { by: VOLUME }, first: 3) { edges { numbers { copyable consistent prescience pnl } } } }'
    const { data } = await ask(gated, {}, 'ANONYMOUS')
    for (const { numbers } of (data as { traders: Answer }).traders.edges)
      expect(numbers).toMatchObject({
        copyable: null,
        consistent: null,
        prescience: null,
        pnl: expect.any(Number),
      })
    expect(await messageOf({ orderBy: [{ by: 'PNL', weight: 1 }, { by: 'ROI' }] })).toMatch(
      /every order or on none/,
    )
  })

  test('filters by shares held as a market lists its holders, and parts everybody in two', async () => {
    const { data } = await ask(HELD, {}, 'PRO')
    const { markets } = data as unknown as Held
    const all = await screen({ orderBy: [{ by: 'VOLUME' }] })
    let found = 0
    for (const { condition, event, holders } of markets.nodes) {
      const [first] = holders.nodes
      const min = first?.value ?? 1
      const questions: [object, Holder[]][] = [
        [{ market: condition }, holders.nodes],
        [{ market: condition, outcome: 1 }, holders.nodes.filter(({ outcome }) => outcome.index === 1)],
        [{ market: condition, value: { min } }, holders.nodes.filter(({ value }) => value >= min)],
        [{ market: condition, value: { max: min } }, holders.nodes.filter(({ value }) => value <= min)],
      ]
      for (const [holds, want] of questions) {
        const traders = [...new Set(want.map(({ address }) => address))]
        const fit = await screen({ where: { holds } })
        expect(fit.edges.map(({ node }) => node.address).sort(), JSON.stringify(holds)).toEqual(
          traders.sort(),
        )
        const rest = await screen({ where: { not: { holds } } })
        expect(fit.totalCount + rest.totalCount).toBe(all.totalCount)
        found += traders.length
      }
      const ofEvent = await screen({ where: { holds: { event: event?.id } } })
      const addresses = ofEvent.edges.map(({ node }) => node.address)
      expect(addresses).toEqual(expect.arrayContaining(holders.nodes.map(({ address }) => address)))
    }
    expect(found).toBeGreaterThan(0)
    const holds = { market: markets.nodes[0]?.condition }
    for (const where of [
      { holds: { outcome: 1 } },
      { holds: { market: `0x${'9'.repeat(64)}` } },
      { all: Array(6).fill({ holds }) },
    ]) {
      const { errors } = await ask(SCREEN, { where }, 'PRO')
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    }
  })

  test('filters by day of the last trade, by label and by a leaderboard', async () => {
    const from = dayText(last - 3)
    const { edges } = await screen({ where: { lastTrade: { from } }, period: 'DAYS_30' })
    for (const { numbers } of edges)
      expect(Date.parse(String(numbers.lastTrade))).toBeGreaterThanOrEqual((last - 3) * DAY_SECONDS * 1_000)
    const told = await screen({ where: { verdict: ['CANNOT_TELL'] } })
    for (const { numbers } of told.edges) expect(numbers.verdict).toBe('CANNOT_TELL')
    const top = await screen({ where: { board: { id: 'pnl-all', top: 3 } }, orderBy: [{ by: 'PNL' }] })
    const best = await screen({ orderBy: [{ by: 'PNL' }], first: 3 })
    expect(top.edges.map(({ node }) => node.address)).toEqual(best.edges.map(({ node }) => node.address))
  })
})
