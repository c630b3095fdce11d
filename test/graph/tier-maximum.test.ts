import fc from 'fast-check'
import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meets, TIERS, type Tier } from '../../src/access/tier.ts'
import { declaredTier } from '../../src/graph/kit/tier-rule.ts'
import { schema } from '../../src/graph/schema.ts'
import type { MarketInfo } from '../../src/ledger/event.ts'
import type { Address, ConditionId, TokenId } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { fillOf, MARKETS as SMART_MARKETS } from '../smart-money/support/smart-world.ts'
import { type Ask, asker, withheldFrom } from './support/ask.ts'
import { gateTab } from './support/gate-tab.ts'
import { newStore, readerOf } from './support/published-store.ts'

/** More of everything than anybody gets on a page. */
const MANY = 130
const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const OWNERS = Array.from({ length: MANY }, (_, i) => hex(40, i + 1) as Address)
const MARKETS = Array.from({ length: MANY }, (_, i) => ({
  ...(SMART_MARKETS[0] as MarketInfo),
  condition: hex(64, i + 1) as ConditionId,
  tokens: [`${2 * i + 1}`, `${2 * i + 2}`] as TokenId[],
  question: `Question ${i}`,
  slug: `question-${i}`,
}))
const [OWNER, TOKEN] = [OWNERS[0] as Address, MARKETS[0]?.tokens[0] as TokenId]
/** The first owner buys in every market, and repeatedly in the first, in which every owner buys for $1,000: half as takers. */
const FILLS = Array.from({ length: MANY }, (_, i) => [
  { owner: OWNER, token: MARKETS[i]?.tokens[0] as TokenId, shares: 10 },
  { owner: OWNER, token: TOKEN, shares: 2_600 },
  { owner: OWNERS[i] as Address, token: TOKEN, shares: 2_500 },
]).flatMap((fills, i) => fills.map((fill) => ({ ...fill, block: Math.floor((i * 100) / MANY) })))
const events = FILLS.map((fill, i) => fillOf({ kind: 'FILL', price: 40, isBuy: true, ...fill }, i))

gateTab('ROI')

let ask: Ask
let remove: () => Promise<void>
beforeAll(async () => {
  const store = await newStore()
  remove = store.remove
  await ingestRecords(store.db, [...MARKETS, ...events])
  await refresh(store.db)
  ask = asker(store.db, readerOf(store.db))
})
afterAll(() => remove())

interface Page {
  edges: { cursor: string }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  truncated: boolean
  truncatedReason: string | null
}

const PAGE = 'edges { cursor } pageInfo { hasNextPage endCursor } truncated truncatedReason'
const trader = (list: string) => `trader(address: "${OWNER}") { ${list} }`
const market = (list: string) => `market(id: "${MARKETS[0]?.condition}") { ${list} }`

/** Queries of each list by a number of rows, and after a cursor; other lists have tests of their own. */
const LISTS: Readonly<Record<string, (page: string) => string>> = {
  'Trader.positions': (page) => trader(`positions${page}`),
  'Trader.trades': (page) => trader(`trades${page}`),
  'Trader.activity': (page) => trader(`activity${page}`),
  'Position.trades': (page) => trader(`positions(first: 1) { nodes { trades${page} } }`),
  'Market.holders': (page) => market(`holders${page}`),
  'Market.topTraders': (page) => market(`topTraders${page}`),
  'Market.trades': (page) => market(`trades${page}`),
  'Query.trades': (page) => `trades${page}`,
  'Query.positions': (page) => `positions(where: { trader: ["${OWNER}"] }, ${page.slice(1)}`,
  'Market.prices': (page) => market(`prices(interval: HOUR, ${page.slice(1)}`),
}
const ELSEWHERE = [
  'Lots.disposals',
  'Leaderboard.entries',
  'Query.whaleAlerts',
  'Explanation.steps',
  'ExplanationStep.steps',
]

function pageIn(value: unknown): Page {
  if (typeof value !== 'object' || value === null) throw new Error('no page in the answer')
  if ('truncated' in value) return value as Page
  return pageIn(Object.values(value)[0])
}

async function pageOf(list: string, args: string, tier: Tier) {
  const answer = await ask(`{ ${LISTS[list]?.(`(${args}) { ${PAGE} }`)} }`, {}, tier)
  expect(answer.errors, list).toBeUndefined()
  return { page: pageIn(answer.data), withheld: withheldFrom(answer) }
}

const MOST: Readonly<Record<Tier, number>> = { ANONYMOUS: 25, FREE: 100, PRO: 100 }

describe('above its own maximum a caller', () => {
  test('is asked of every list that has one by tier', () => {
    const found = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type)
        ? Object.values(type.getFields()).flatMap(({ name, args }) => {
            const first = args.find((argument) => argument.name === 'first')
            return first && declaredTier(first) ? [`${type.name}.${name}`] : []
          })
        : [],
    )
    expect(found.sort()).toEqual([...Object.keys(LISTS), ...ELSEWHERE].sort())
  })

  test.each(Object.keys(LISTS))(
    'gets the first rows of %s, and a note if more are withheld',
    async (list) => {
      const whole: string[] = []
      for (let after: string | null = null; ; ) {
        const { page }: { page: Page } = await pageOf(
          list,
          `first: 100${after ? `, after: "${after}"` : ''}`,
          'PRO',
        )
        whole.push(...page.edges.map(({ cursor }) => cursor))
        expect([page.truncated, page.truncatedReason]).toEqual([false, null])
        if (!page.pageInfo.hasNextPage) break
        after = page.pageInfo.endCursor
      }
      expect(whole.length).toBeGreaterThan(100)
      const asked = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom(1, 24, 25, 26, 99, 100))
      await fc.assert(
        fc.asyncProperty(asked, fc.constantFrom(...TIERS), async (first, tier) => {
          const { page, withheld } = await pageOf(list, `first: ${first}`, tier)
          const rows = Math.min(first, MOST[tier])
          const follows = whole.length > rows
          expect(page.edges.map(({ cursor }) => cursor)).toEqual(whole.slice(0, rows))
          // Rows that follow are the caller's, or withheld: never neither.
          expect([page.pageInfo.hasNextPage, page.truncated]).toEqual(
            meets(tier, 'PRO') ? [follows, false] : [false, follows],
          )
          expect(page.truncatedReason === null).toBe(!page.truncated)
          if (page.truncated) expect(page.truncatedReason).toContain('a Pro account')
          const capped = withheld.filter(({ argument }) => argument === 'first')
          expect(capped.map(({ requires }) => requires)).toEqual(first > MOST[tier] ? ['FREE'] : [])
        }),
        { numRuns: 30 },
      )
      for (const tier of TIERS) {
        const { errors } = await ask(`{ ${LISTS[list]?.('(first: 101) { truncated }')} }`, {}, tier)
        expect(errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
      }
    },
  )
})

test.each(['holders', 'topTraders'])(
  'ranks of %s on gated boards are withheld from anonymous callers',
  async (list) => {
    const question = `{ ${market(`${list}(first: 5) { nodes { address ranks { tab } } }`)} }`
    const [free, anonymous] = [await ask(question, {}, 'FREE'), await ask(question, {}, 'ANONYMOUS')]
    const gated = /"ROI"/
    expect(JSON.stringify(free.data)).toMatch(gated)
    expect(JSON.stringify(anonymous.data)).not.toMatch(gated)
    expect(JSON.stringify(anonymous.data)).toContain('"PNL"')
    expect(withheldFrom(free)).toEqual([])
    expect(withheldFrom(anonymous)).toEqual([{ path: ['market', list, 'nodes', 'ranks'], requires: 'FREE' }])
  },
)
