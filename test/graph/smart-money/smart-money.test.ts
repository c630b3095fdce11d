import { beforeAll, describe, expect, test } from 'vitest'
import { MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { updateSmartMoney } from '../../../src/smart-money/update-smart-money.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { BY_PNL, fillOf, MARKETS, OWNERS, resolveOf } from '../../smart-money/support/smart-world.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { type Ask, asker } from '../support/ask.ts'
import { onceReader } from '../support/forgetful-reader.ts'

const SIGNAL =
  'kind side cohort snapshotDate condition question category price yesShare divergence value members outcome return'
const SMART = `query ($asOf: Date) { smartMoney(asOf: $asOf) { cohort cohortSize snapshotDate computedAt
  categories { category markets value yesShare divergence } weeklyPick { ${SIGNAL} } markets { ${SIGNAL} } consensusMarkets { ${SIGNAL} } } }`
const HIGHLIGHTS = `query ($weeks: Int) { smartMoneyHighlights(weeks: $weeks) { ${SIGNAL} } }`
const HISTORY = `{ smartMoneyHistory(weeks: 104) { snapshots { snapshotDate cohortSize opportunityCount
  changes { membersIn membersOut opportunities { fresh grown shrunk same gone resolved } categories { category yesShare divergence } } }
  previousSignals { ${SIGNAL} } performance { signals won lost voided open hitRate impliedRate meanReturn medianReturn hitRateInterval { low high } } } }`
const MARKET = `query ($id: String!, $asOf: Date) { smartMoneyMarket(id: $id, asOf: $asOf) { snapshotDate stance { ${SIGNAL} }
  weeks { snapshotDate divergence yesShare } members { address yesValue noValue } market { question volume outcomes { name price token } } } }`
const MARKET_LIST =
  'query ($after: String) { markets(first: 2, after: $after, orderBy: {by: NEWEST}) { edges { cursor node { condition volume resolved outcomes { price } smartMoney { divergence } } } pageInfo { hasNextPage endCursor } } }'
const BY_VOLUME =
  '{ markets(orderBy: {by: VOLUME}) { edges { node { volume outcomes { price } smartMoney { divergence } } } } }'

/** Three members buy YES at 40 cents in the first week; somebody sells it down to 20; it pays a dollar in the third week. */
function story() {
  const [first, second] = MARKETS
  const yes = first?.tokens[0] ?? failed()
  const no = second?.tokens[1] ?? failed()
  const terms = { kind: 'FILL' as const, shares: 20_000, isBuy: true }
  const opening = OWNERS.slice(0, 3).flatMap((owner, i) => [
    fillOf({ ...terms, block: i, owner, token: yes, price: 40 }, 2 * i),
    fillOf({ ...terms, block: i, owner, token: no, price: 90 }, 2 * i + 1),
  ])
  const [last] = OWNERS.slice(4)
  const unknown = MARKETS[2]?.tokens[0] ?? failed()
  const later = [
    // A row of the Data API, whose role is unknown.
    {
      ...fillOf({ ...terms, block: 5, owner: last ?? failed(), token: unknown, shares: 2, price: 50 }, 24),
      role: null,
    },
    fillOf({ ...terms, block: 10, owner: last ?? failed(), token: yes, shares: 2, price: 20 }, 20),
    fillOf({ ...terms, block: 30, owner: last ?? failed(), token: no, shares: 2, price: 91 }, 21),
    resolveOf({ block: 60, market: 0, payouts: ['1', '0'] }, 22),
    fillOf({ ...terms, block: 80, owner: last ?? failed(), token: no, shares: 2, price: 91 }, 23),
  ]
  return [...opening, ...later]
}

interface Shown {
  categories: object[]
  markets: Record<string, unknown>[]
}

interface MarketNode {
  condition: string
  volume: number | null
}

interface MarketPage {
  edges: { node: MarketNode }[]
  totalCount: number
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

/**
 * Returns the markets traded before a time by takers' volume, or by all fills without a role; of equal ones
 * the newer first.
 */
function slowVolumes(before: number): [condition: string, volume: number][] {
  const fills = story().flatMap((event) => (event.kind === 'FILL' && event.time < before ? [event] : []))
  const volumes = MARKETS.flatMap(({ condition, tokens }): [string, number][] => {
    const own = fills.filter(({ token }) => tokens.includes(token))
    const counted = own.filter(({ role }) => role !== 'MAKER')
    return own.length === 0 ? [] : [[condition, counted.reduce((sum, { usd }) => sum + usd, 0) / MICRO]]
  })
  return volumes.reverse().sort((a, b) => b[1] - a[1])
}

function failed(): never {
  throw new Error('the world of this test has changed')
}

describeEngines('smart money in GraphQL', (open) => {
  let db: Database
  let ask: Ask
  beforeAll(async () => {
    ;({ db } = await open())
    await ingestRecords(db, [...MARKETS, ...story()])
    await updateSmartMoney(db, { cohorts: BY_PNL })
    await refresh(db)
    ask = asker(db, createReader(db, { computeAsOf: (day) => publishAsOf(db, day) }))
  })

  test('answers 503 with Retry-After before a week is computed, and for a cohort without one', async () => {
    const empty = await open()
    await ingestRecords(empty.db, [...MARKETS, ...story().slice(0, 3)])
    await refresh(empty.db)
    const early = asker(empty.db)
    for (const query of [SMART, HIGHLIGHTS, HISTORY]) {
      const { errors } = await early(query, {}, 'PRO')
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    }
    const { errors } = await ask('{ smartMoney(cohort: HIGH_CONVICTION) { cohortSize } }')
    expect(errors?.[0]?.extensions?.code).toBe('SERVICE_UNAVAILABLE')
  })

  test('shows Pro the cohort’s positions, and the highlight as written', async () => {
    const { data, errors } = await ask(SMART, {}, 'PRO')
    expect(errors).toBeUndefined()
    // The fourth week: the first market has resolved, and in the second all hold NO at 91 cents.
    expect(data?.smartMoney).toMatchObject({
      cohort: 'TOP_PNL',
      cohortSize: 4,
      snapshotDate: '2026-02-23',
      categories: [{ category: null, markets: 1, yesShare: 0, divergence: -0.09 }],
      weeklyPick: { kind: 'HIGHLIGHT', side: 'NO', divergence: -0.09, outcome: 'OPEN' },
      markets: [],
      consensusMarkets: [{ kind: 'CONSENSUS', side: 'NO', yesShare: 0, members: 4, price: 0.09 }],
    })
    const second = await ask(SMART, { asOf: '2026-02-09' }, 'PRO')
    expect(second.data?.smartMoney).toMatchObject({
      snapshotDate: '2026-02-09',
      markets: [
        {
          kind: 'OPPORTUNITY',
          side: 'YES',
          yesShare: 1,
          divergence: 0.8,
          price: 0.2,
          question: 'Question 0',
        },
      ],
    })
  })

  test('shows others size, categories and the highlight with all numbers, and opportunities without positioning', async () => {
    const pro = (await ask(SMART, { asOf: '2026-02-09' }, 'PRO')).data?.smartMoney as Shown
    expect(pro.markets).toHaveLength(1)
    for (const tier of ['ANONYMOUS', 'FREE'] as const) {
      const { data } = await ask(SMART, { asOf: '2026-02-09' }, tier)
      const positioning = { yesShare: null, divergence: null, value: null, members: null }
      expect(data?.smartMoney).toEqual({
        ...pro,
        markets: pro.markets.map((row) => ({ ...row, ...positioning })),
        consensusMarkets: null,
      })
      expect(data?.smartMoney).toMatchObject({
        markets: [{ kind: 'OPPORTUNITY', side: 'YES', price: 0.2, outcome: 'OPEN', question: 'Question 0' }],
      })
      expect((await ask(HIGHLIGHTS, { weeks: 104 }, tier)).data).toEqual(
        (await ask(HIGHLIGHTS, { weeks: 104 }, 'PRO')).data,
      )
      for (const query of [HISTORY, MARKET]) {
        const { errors } = await ask(query, { id: MARKETS[0]?.condition }, tier)
        expect(errors?.[0]?.extensions?.code).toBe(tier === 'FREE' ? 'FORBIDDEN' : 'UNAUTHENTICATED')
      }
      const list = await ask(MARKET_LIST, {}, tier)
      expect(JSON.stringify(list.data)).not.toMatch(/"smartMoney":\{/)
    }
  })

  test('keeps highlights and history with their outcomes, without identities', async () => {
    const { data } = await ask(HIGHLIGHTS, { weeks: 104 })
    expect(data?.smartMoneyHighlights).toMatchObject([
      { snapshotDate: '2026-02-23', outcome: 'OPEN' },
      { snapshotDate: '2026-02-16', divergence: 0.8, outcome: 'WON', return: 4 },
      { snapshotDate: '2026-02-09', divergence: 0.8, outcome: 'WON', return: 4 },
    ])
    const history = await ask(HISTORY, {}, 'PRO')
    expect(history.errors).toBeUndefined()
    expect(history.data?.smartMoneyHistory).toMatchObject({
      snapshots: [
        { opportunityCount: 0, changes: { membersIn: 0, opportunities: { resolved: 1, gone: 0 } } },
        { opportunityCount: 1, changes: { opportunities: { same: 1, fresh: 0 } } },
        { opportunityCount: 1, changes: null },
      ],
      previousSignals: [{ outcome: 'WON' }, { outcome: 'WON' }],
      performance: {
        signals: 1,
        won: 1,
        lost: 0,
        hitRate: 1,
        impliedRate: 0.2,
        meanReturn: 4,
        medianReturn: 4,
      },
    })
    for (const owner of OWNERS) expect(JSON.stringify(history.data)).not.toContain(owner)
  })

  test('shows Pro the members who hold a market, and refuses an invalid market', async () => {
    const id = MARKETS[1]?.condition ?? failed()
    const { data } = await ask(MARKET, { id: id.toUpperCase().replace('0X', '0x') }, 'PRO')
    const shown = data?.smartMoneyMarket as {
      members: { address: string; noValue: number }[]
      weeks: unknown[]
    }
    expect(shown).toMatchObject({
      stance: { kind: 'CONSENSUS', side: 'NO' },
      market: { question: 'Question 1', outcomes: [{ price: 0.09 }, { price: 0.91 }] },
    })
    expect(shown.weeks).toHaveLength(3)
    expect(shown.members.map(({ address }) => address)).toEqual([...OWNERS.slice(0, 3), OWNERS[4]])
    expect(shown.members[0]?.noValue).toBe(18_200)
    const unknown = await ask(MARKET, { id: `0x${'9'.repeat(64)}` }, 'PRO')
    expect(unknown.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    const bad = await ask(MARKET, { id: '0x12' }, 'PRO')
    expect(bad.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    const weeks = await ask(HIGHLIGHTS, { weeks: 105 })
    expect(weeks.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  })

  test('shows Pro the members who held a market at a day’s close, regardless of later events', async () => {
    const of = { id: MARKETS[0]?.condition ?? failed() }
    const day = '2026-02-09'
    const { data } = await ask(MARKET, { ...of, asOf: day }, 'PRO')
    const shown = data?.smartMoneyMarket as { members: object[]; weeks: object[] }
    expect(shown).toMatchObject({
      snapshotDate: day,
      stance: { kind: 'OPPORTUNITY', side: 'YES', price: 0.2, divergence: 0.8, snapshotDate: day },
      market: { outcomes: [{ price: 0.2 }, { price: 0.8 }] },
    })
    const members = [...OWNERS.slice(0, 3), OWNERS[4]].map((address, i) => ({
      address,
      yesValue: i < 3 ? 4_000 : 0.4,
      noValue: 0,
    }))
    expect(shown.members).toEqual(members)
    expect(shown.weeks).toMatchObject([{ snapshotDate: day, divergence: 0.8 }])
    const { data: now } = await ask(MARKET, of, 'PRO')
    expect(now?.smartMoneyMarket).toMatchObject({ stance: null, market: { outcomes: [{ price: 1 }, {}] } })
    const early = await ask(MARKET, { ...of, asOf: '2026-02-02' }, 'PRO')
    expect(early.errors?.[0]?.extensions?.code).toBe('SERVICE_UNAVAILABLE')
  })

  test('lists markets page by page with prices and volumes', async () => {
    const first = await ask(MARKET_LIST)
    type Page = { edges: { node: { condition: string; volume: number } }[]; pageInfo: { endCursor: string } }
    const page = first.data?.markets as Page
    const rest = (await ask(MARKET_LIST, { after: page.pageInfo.endCursor })).data?.markets as Page
    const listed = [...page.edges, ...rest.edges].map(({ node }) => node)
    expect(listed.map(({ condition }) => condition)).toEqual(
      MARKETS.map(({ condition }) => condition).reverse(),
    )
    const expected = new Map(slowVolumes(Infinity))
    expect(new Map(listed.map(({ condition, volume }) => [condition, volume]))).toEqual(expected)
    const { errors } = await ask(MARKET_LIST, { after: 'nonsense' })
    expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
  })

  test('lists markets by volume too, page by page, and as of a day', async () => {
    const list = `query ($after: String, $orderBy: [MarketOrder!], $asOf: Date, $where: MarketWhere) {
      markets(first: 1, after: $after, orderBy: $orderBy, asOf: $asOf, where: $where) {
        edges { node { condition volume resolved smartMoney { divergence snapshotDate } } } totalCount pageInfo { hasNextPage endCursor } } }`
    const walk = async (variables: Record<string, unknown>) => {
      const nodes: MarketNode[] = []
      for (let after: string | null = null; ; ) {
        const { data, errors } = await ask(list, { ...variables, after }, 'PRO')
        expect(errors).toBeUndefined()
        const page = data?.markets as MarketPage
        nodes.push(...page.edges.map(({ node }) => node))
        if (!page.pageInfo.hasNextPage) {
          expect(page.totalCount).toBe(nodes.length)
          return { nodes, last: page.pageInfo.endCursor }
        }
        after = page.pageInfo.endCursor
      }
    }
    for (const asOf of [null, '2026-02-09', '2026-02-02']) {
      const before = asOf === null ? Infinity : Date.parse(asOf) / 1000 + 86_400
      const { nodes } = await walk({ orderBy: { by: 'VOLUME' }, asOf })
      expect(nodes.map(({ condition, volume }) => [condition, volume])).toEqual(slowVolumes(before))
    }
    const { nodes, last } = await walk({ orderBy: { by: 'VOLUME' }, asOf: '2026-02-09' })
    expect(nodes[0]).toMatchObject({
      condition: MARKETS[0]?.condition,
      resolved: false,
      smartMoney: { divergence: 0.8, snapshotDate: '2026-02-09' },
    })
    const alone = await walk({ orderBy: { by: 'VOLUME' }, where: { category: 'POLITICS' } })
    expect(alone.nodes.map(({ condition }) => condition)).toEqual([MARKETS[0]?.condition])
    const none = await ask('{ markets(where: {category: WEATHER}) { totalCount edges { cursor } } }')
    expect(none.data?.markets).toEqual({ totalCount: 0, edges: [] })
    for (const variables of [
      { orderBy: { by: 'NEWEST' }, after: last },
      { orderBy: { by: 'VOLUME' }, after: `${last}A` },
    ]) {
      const { errors } = await ask(list, variables, 'PRO')
      expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    }
    const known = await ask(
      '{ market(id: "ID", asOf: "2026-02-09") { resolved outcomes { price } } }'.replace(
        'ID',
        MARKETS[0]?.condition ?? '',
      ),
    )
    expect(known.data?.market).toEqual({ resolved: false, outcomes: [{ price: 0.2 }, { price: 0.8 }] })
  })

  // The second request is counted, on a stopped clock, because the newest snapshot and names are read once a
  // second.
  describe('takes a constant number of statements', () => {
    test.each([
      ['smartMoney', SMART, 5],
      ['smartMoneyHighlights', HIGHLIGHTS, 2],
      ['smartMoneyHistory', HISTORY, 5],
      ['smartMoneyMarket', MARKET, 11],
      ['markets', MARKET_LIST, 5],
      ['markets by volume', BY_VOLUME, 5],
    ])('%s', async (_name, query, most) => {
      const again = asker(db, onceReader(db))
      const id = MARKETS[1]?.condition
      await again(query, { id }, 'PRO')
      const before = db.statementCount
      await again(query, { id }, 'PRO')
      expect(db.statementCount - before).toBe(most)
    })
  })

  test('shows a category outside the list as null, even from an older store', async () => {
    const id = MARKETS[0]?.condition
    const asked = [
      ['{ markets { nodes { category } } }'],
      [SMART, { asOf: '2026-02-09' }],
      [HIGHLIGHTS, { weeks: 104 }],
      [HISTORY],
      [MARKET, { id, asOf: '2026-02-09' }],
    ] as const
    const shown = async () => {
      const answers = await Promise.all(
        asked.map(([query, variables = {}]) => asker(db)(query, variables, 'PRO')),
      )
      for (const { errors } of answers) expect(errors).toBeUndefined()
      return answers.map(({ data }) => (JSON.stringify(data).match(/"category":"[^"]*"/g) ?? []).length)
    }
    expect(Math.min(...(await shown()))).toBeGreaterThan(0)
    for (const table of ['markets', 'smart_stances', 'smart_signals'])
      await db.run(`UPDATE ${table} SET category = 'gossip' WHERE category IS NOT NULL`)
    expect(await shown()).toEqual([0, 0, 0, 0, 0])
  })
})
