import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  getNamedType,
  isEnumType,
  isListType,
  isObjectType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Tier } from '../../../src/access/tier.ts'
import { defined } from '../../../src/checks.ts'
import { pricesOf } from '../../../src/execute/prices.ts'
import { costBudget, OPERATION } from '../../../src/graph/kit/cost/query-cost.ts'
import { schema } from '../../../src/graph/schema.ts'
import { MAX_OUTCOMES, TEXT_BOUNDS } from '../../../src/ledger/bounds.ts'
import type { ConditionId, TokenId } from '../../../src/ledger/quantities.ts'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import * as documents from '../../../src/rest/operations/operations.generated.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { plantedAsk } from '../support/ask.ts'
import { plantWorld } from '../support/planted-world.ts'

const NUMBERS =
  'pnl realizedPnl unrealizedPnl volume shareVolume totalBought fees income tradeCount roi winRate wins losses'
const PROFILE = `address username bio memberSince ${NUMBERS} winRateInterval { low high }
  ${PERIODS.map(({ name }) => `${name}: stats(period: ${name}) { ${NUMBERS} }`).join(' ')}
  pnlSeries { day pnl volume } ranks { leaderboard: leaderboardId rank entryCount } percentiles { metric percentile }`
const BOARD = `query ($limit: Int) { leaderboard(id: "pnl-all") { entries(first: $limit) { nodes { rank trader { ${PROFILE} } } } } }`

const world = plantWorld(150, { seed: 2 })
const ask = plantedAsk(world, (db) => ingestRecords(db, [LARGEST]))

/** The weight of an answer's largest market: every text and list at its bound. */
const LARGEST = {
  kind: 'MARKET',
  condition: `0x${'e1'.repeat(32)}` as ConditionId,
  tokens: Array.from({ length: MAX_OUTCOMES }, (_, i) => String(10n ** 76n + BigInt(i)) as TokenId),
  outcomes: Array.from({ length: MAX_OUTCOMES }, (_, i) => String(i).padStart(TEXT_BOUNDS.name, 'o')),
  question: 'q'.repeat(TEXT_BOUNDS.question),
  slug: 's'.repeat(TEXT_BOUNDS.slug),
  category: 'economics',
  tags: [],
  event: null,
  negRisk: null,
} as const
/** Characters of an answer for each value of its price: 25 of its text, and the syntax around it. */
const MOST_A_VALUE = 60

function priceOf(document: DocumentNode, variables: Readonly<Record<string, unknown>> = {}): number {
  const caller = { tier: 'ANONYMOUS' } as never
  return defined(pricesOf(schema)({ document, name: null }, variables, { caller }) ?? undefined).requested
}

async function codeOf(
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  tier: Tier = 'ANONYMOUS',
) {
  const { errors } = await ask(query, variables, tier)
  return errors?.[0]?.extensions.code ?? 'OK'
}

/** The document without the other fields of pages than their rows. */
function withRowsAlone(document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema)
  const isRows = (name: string) => name === 'edges' || name === 'nodes' || name === 'snapshots'
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name }) => {
        const parent = types.getParentType()?.name ?? ''
        const isPage = parent.endsWith('Connection') || parent === 'SmartMoneyHistory'
        return isPage && !isRows(name.value) ? null : undefined
      },
    }),
  )
}

/** Values that fit the required variables of a query. */
function requiredOf(document: DocumentNode): Record<string, unknown> {
  const given: Record<string, unknown> = { 'DateTime!': '2026-02-01T00:00:00Z', 'PositionWhere!': {} }
  const definitions = document.definitions.flatMap((one) =>
    'variableDefinitions' in one ? (one.variableDefinitions ?? []) : [],
  )
  const required = definitions.filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
  return Object.fromEntries(
    required.map(({ variable, type }) => {
      const named = schema.getType(print(type).replaceAll(/[[\]!]/g, ''))
      const value = isEnumType(named) ? named.getValues()[0]?.name : '2026-02-01'
      return [variable.name.value, given[print(type)] ?? value]
    }),
  )
}

describe("a query's cost", () => {
  it('leaves room for a leaderboard of whole profiles, of 100 rows for everybody and 1,000 for Pro', async () => {
    expect(await codeOf(BOARD, { limit: 100 })).toBe('OK')
    expect(await codeOf(BOARD, { limit: 1000 }, 'PRO')).toBe('OK')
  })

  it('leaves the same room for profiles as REST shows them, with their analytics', async () => {
    const fields = print(documents.TraderDocument).match(/trader\(.*?\) (\{.*?\n {2}\})\n/s)?.[1]
    const fragments = print(documents.TraderDocument).match(/\nfragment .*/s)?.[0]
    const board = `query ($limit: Int) { leaderboard(id: "pnl-all") { entries(first: $limit) { nodes { trader ${fields} } } } } ${fragments}`
    expect(await codeOf(board, { limit: 100 }, 'FREE')).toBe('OK')
    expect(await codeOf(board, { limit: 1000 }, 'PRO')).toBe('OK')
  })

  it('counts the rows that a variable requests, up to those that the caller can get', async () => {
    const several = (count: number) =>
      `query ($limit: Int) { ${Array.from({ length: count }, (_, i) => `b${i}: leaderboard(id: "pnl-all") { entries(first: $limit) { nodes { trader { ${PROFILE} } } } }`).join(' ')} }`
    expect(await codeOf(several(2), { limit: 100 })).toBe('QUERY_TOO_COSTLY')
    expect(await codeOf(several(2), { limit: 10 })).toBe('OK')
    expect(await codeOf(several(1), { limit: 1000 })).toBe('OK')
    expect(await codeOf(several(2), { limit: 1000 }, 'PRO')).toBe('QUERY_TOO_COSTLY')
    expect(await codeOf(several(2), { limit: 100 }, 'PRO')).toBe('OK')
    expect(await codeOf(several(2), { limit: 100 })).toBe('QUERY_TOO_COSTLY')
  })

  it.each([
    ['lists within lists', `{ leaderboards { entries { nodes { trader { ${PROFILE} } } } } }`],
    [
      'pages',
      `{ a: traders(first: 100) { edges { node { ${PROFILE} } } } b: traders(first: 100) { edges { node { ${PROFILE} } } } }`,
    ],
    [
      'fragments',
      `{ ...A } fragment A on Query { leaderboards { ...B } } fragment B on Leaderboard { entries { nodes { trader { ${PROFILE} } } } }`,
    ],
  ])('is too much for %s', async (_what, query) => {
    const { data, errors } = await ask(query)
    expect(data ?? null).toBeNull()
    expect(errors?.[0]?.message).toMatch(
      /^The query could return about [\d,]+ values, and the limit is 360,000: request fewer rows, fields or points\.$/,
    )
  })

  it('counts each of several ids', async () => {
    const nodes =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Leaderboard { entries { nodes { trader { pnlSeries { pnl } } } } } } }'
    expect(await codeOf(nodes, { ids: ['pnl-7d'] })).toBe('OK')
    expect(await codeOf(nodes, { ids: Array.from({ length: 10 }, () => 'pnl-7d') })).toBe('QUERY_TOO_COSTLY')
  })

  it.each([
    'question',
    'slug category',
    'outcomes { name }',
    'outcomes { token }',
    'question slug category outcomes { name token price }',
  ])('is what 29 aliases of the largest market weigh: %s', async (fields) => {
    const aliases = Array.from(
      { length: 29 },
      (_, i) => `m${i}: market(id: "${LARGEST.condition}") { ${fields} }`,
    )
    const query = `{ ${aliases.join(' ')} }`
    const { data, errors } = await ask(query)
    expect(errors).toBeUndefined()
    const weight = JSON.stringify(data).length
    expect(weight).toBeGreaterThan(29 * 100)
    expect(weight / priceOf(parse(query))).toBeLessThan(MOST_A_VALUE)
  })

  it('counts the other fields of a page than its rows once', () => {
    const page = (rows: number, beside = '') =>
      priceOf(
        parse(
          `{ traders(first: ${rows}) { edges { rank ...A } ${beside} } } fragment A on TraderEdge { cursor }`,
        ),
      )
    const shared = 'inCommon(min: 1, first: 50) { market { question } }'
    const [cost] = [1, 100].map((rows) => page(rows, shared) - page(rows))
    expect(cost).toBeGreaterThan(50 * 20)
    for (const rows of [2, 50, 100]) expect(page(rows, shared) - page(rows)).toBe(cost)
    expect(page(100, `...B } } fragment B on TraderConnection { ... on TraderConnection { ${shared} `)).toBe(
      page(100, shared),
    )
  })

  it('equals the price by the plugin of every operation of REST whose pages hold rows alone', () => {
    const queries = Object.values(documents as Record<string, unknown>).filter(
      (one): one is DocumentNode =>
        typeof one === 'object' && one !== null && print(one as DocumentNode).startsWith('query'),
    )
    expect(queries.length).toBeGreaterThan(40)
    for (const query of queries) {
      const rowsAlone = withRowsAlone(query)
      const variables = requiredOf(query)
      const { complexity } = complexityFromQuery(rowsAlone, {
        schema,
        variables,
        ctx: { caller: { tier: 'ANONYMOUS' } },
      })
      expect([print(query).slice(0, 40), priceOf(rowsAlone, variables) - OPERATION]).toEqual([
        print(query).slice(0, 40),
        complexity,
      ])
    }
  })

  it('is too much without a key for the holders of what every trader holds in common, and not for REST', async () => {
    const page = 'nodes { address shares value trader { username pnlSeries { pnl } } }'
    const question = `query ($rows: Int) { traders(where: { volume: { min: 1 } }, first: 1) {
      inCommon(min: 1, first: $rows) { market { question holders(first: 100) { ${page} } } } } }`
    expect(await codeOf(question, { rows: 50 })).toBe('QUERY_TOO_COSTLY')
    expect(await codeOf(question, { rows: 2 })).toBe('OK')
    expect(await codeOf(print(documents.ScreenTradersDocument), { limit: 100, inCommon: 1 })).toBe('OK')
  })

  it('counts third-party text by its bound, wherever the schema shows one', () => {
    const texts = { question: 500, slug: 200, bio: 1_000, profileImage: 2_000, username: 100, xUsername: 100 }
    const unpriced = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => getNamedType(field.type).name === 'String' && !isListType(field.type))
      .filter(({ type, field }) => {
        const characters = texts[field.name as keyof typeof texts]
        const cost = field.extensions.complexity
        return characters !== undefined && cost !== Math.ceil(characters / 25) && type.name !== 'Mutation'
      })
    expect(unpriced.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([])
  })

  it('is bounded by a budget that grows with the tier only', () => {
    expect(costBudget('FREE')).toBe(costBudget('ANONYMOUS'))
    expect(costBudget('PRO')).toBeGreaterThan(costBudget('FREE'))
  })
})
