import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'
import { TIERS, type Tier } from '../../../src/access/tier.ts'
import { createApiKeySecret } from '../../../src/accounts/api-key.ts'
import { createExecutor, type Executor } from '../../../src/execute/executor.ts'
import { schema } from '../../../src/graph/schema.ts'
import { gateTab } from '../../graph/support/gate-tab.ts'
import { countCompiled } from '../support/graphql-ways.ts'
import { closeServed, type Served, serveAgain, serveWorld } from '../support/served-world.ts'
import { tierCallers } from '../support/tier-callers.ts'

/** From the most to the least: what one was given must not come back to the next. */
const DOWNWARDS = [...TIERS].reverse()
const KEY = createApiKeySecret().key
const ROWS = 'nodes { rank address username value trader { id bio pnl } }'

/** Texts with variables: answers, answers with errors in them, and refusals. */
const QUESTIONS: readonly [string, object?][] = [
  ['{ __typename }'],
  ['{ service { name simulation cutoff { time } } }'],
  [`{ leaderboard(id: "roi-all") { title entries(first: 5) { ${ROWS} } } }`],
  [
    `query Board($id: String!, $n: Int = 3) { leaderboard(id: $id) { ...F } } fragment F on Leaderboard { entries(first: $n) { ${ROWS} } }`,
    { id: 'roi-7d' },
  ],
  [
    'query ($id: String!) { leaderboard(id: $id) { entries(first: 300) { truncated truncatedReason nodes { rank } } } }',
    { id: 'roi-all' },
  ],
  ['query ($id: String!) { leaderboard(id: $id) { id } }', { id: 7 }],
  ['query ($id: String!) { leaderboard(id: $id) { id } }', {}],
  ['query ($id: String!) { leaderboard(id: $id) { id } }', { id: null, unknown: 1 }],
  ['{ a: leaderboard(id: "nope") { id } b: leaderboard(id: "roi-7d") { id } }'],
  ['{ leaderboard(id: "roi-7d") { entries(first: 0) { totalCount } } }'],
  [`{ leaderboard(id: "${KEY}") { id } }`],
  ['query ($id: String!) { leaderboard(id: $id) { id } }', { id: KEY }],
  ['query ($n: Int) { traders(first: $n) { edges { cursor } } }', { n: KEY }],
  ['{ whaleAlerts(minUsd: 20000) { edges { cursor } } }'],
  ['{ smartMoneyHistory { cohort } }'],
  ['{ traders(after: "nope") { edges { cursor } } }'],
  ['{ viewer { kind tier account { name } apiKeys { prefix } } }'],
  ['{ nodes(ids: ["roi-7d", "x"]) { id } }'],
  ['{ service { name @skip(if: true) version } }'],
]

closeServed()
gateTab('ROI')

/** Requests that were run past yoga, whose contexts hold what it has read of them. */
let past = 0
const { compile, count } = countCompiled()
const plain = createExecutor(schema, { rest: 0, compile })
const executor: Executor = {
  ...plain,
  run(operation, variables, context) {
    if (!('params' in context)) past++
    return plain.run(operation, variables, context)
  },
}
let fast: Served
let slow: Served
let callers: Record<Tier, Record<string, string>>
beforeAll(async () => {
  fast = await serveWorld({ parts: { executor }, env: { PEQUOD_FAST: 'on' } })
  slow = await serveAgain(fast, { env: { PEQUOD_FAST: 'off' } })
  callers = await tierCallers(fast)
})

/** The answer of a service without fast paths, and that of one which was asked the same before. */
async function bothAnswers(request: InjectOptions): Promise<[yoga: Told, short: Told]> {
  await fast.app.inject(request)
  return [told(await slow.app.inject(request)), told(await fast.app.inject(request))]
}

interface Told {
  status: number
  body: string
  headers: Record<string, unknown>
}

/** Returns all of an answer, except for the parts that differ between any two requests. */
function told({ statusCode: status, body, headers }: LightMyRequestResponse): Told {
  const own = Object.entries(headers).filter(
    ([name]) => !/^(date|x-request-id|x-ratelimit|ratelimit$)/.test(name),
  )
  return { status, body, headers: Object.fromEntries(own) }
}

const post = (payload: object, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: '/graphql',
  payload,
  headers,
})

describe('a repeated query has the answer of yoga', () => {
  test.each(QUESTIONS)('%s %j', async (query, variables) => {
    const bodies: string[] = []
    for (const tier of DOWNWARDS) {
      const [yoga, short] = await bothAnswers(post({ query, variables }, callers[tier]))
      expect(short).toEqual(yoga)
      expect(short.body).not.toContain(KEY)
      bodies.push(short.body)
    }
    const isShaped = query.includes('address')
    expect(bodies.map((body) => /0x[0-9a-f]{40}/.test(body))).toEqual(
      isShaped ? [true, true, false] : bodies.map(() => false),
    )
  })

  test('all of these took the fast path, most of them compiled', () => {
    // Each for three tiers, twice; at first yoga had not read its text yet. Abstract fields and directives are not
    // compiled.
    const texts = new Set(QUESTIONS.map(([text]) => text)).size
    expect(past).toBe(6 * QUESTIONS.length - texts)
    expect(count()).toBe(6 * (QUESTIONS.length - 2) - (texts - 2))
  })

  const query = 'query A { service { name } } query B($id: String!) { leaderboard(id: $id) { id } }'
  const variables = { id: 'pnl-7d' }
  const asAddress = (parameters: Record<string, string>) => `/graphql?${new URLSearchParams(parameters)}`
  test.each<[string, InjectOptions, isShort: boolean]>([
    ['an operation of several', post({ query, operationName: 'B', variables }), true],
    ['the other one', post({ query, operationName: 'A' }), true],
    ['none of them', post({ query, operationName: 'C' }), false],
    ['no name', post({ query }), false],
    [
      'parameters that are null',
      post({ query: '{ service { name } }', operationName: null, variables: null, extensions: null }),
      true,
    ],
    ['extensions', post({ query: '{ service { name } }', extensions: { own: 1 } }), true],
    ['extensions that are a list', post({ query: '{ service { name } }', extensions: [] }), false],
    ['a parameter of no meaning', post({ query: '{ service { name } }', nope: 1 }), false],
    ['variables of no use', post({ query: '{ service { name } }', variables: { nope: 1 } }), true],
    ['variables that are a list', post({ query: '{ service { name } }', variables: [] }), false],
    ['an empty name', post({ query: '{ service { name } }', operationName: '' }), false],
    ['GET', { url: asAddress({ query, operationName: 'B', variables: JSON.stringify(variables) }) }, true],
    ['GET without variables', { url: asAddress({ query, operationName: 'A' }) }, true],
    [
      'GET with broken variables',
      { url: asAddress({ query: '{ service { name } }', variables: '{' }) },
      false,
    ],
    [
      'GET with variables that are a list',
      { url: asAddress({ query: '{ service { name } }', variables: '[]' }) },
      false,
    ],
    ['a query twice in the address', { url: `${asAddress({ query })}&query=1` }, false],
    ['HEAD', { url: asAddress({ query: '{ service { name } }' }), method: 'HEAD' }, false],
    ['a mutation', post({ query: 'mutation { revokeApiKey(input: { id: "1" }) { apiKey { id } } }' }), false],
    [
      'a document that is too long to keep',
      post({ query: `{ service { name } } # ${'x'.repeat(10_000)}` }),
      false,
    ],
  ])('%s', async (_what, request, isShort) => {
    await bothAnswers(request)
    const before = past
    const [yoga, short] = await bothAnswers(request)
    expect(short).toEqual(yoga)
    expect(past - before).toBe(isShort ? 2 : 0)
  })

  test('in the media type that yoga would choose', async () => {
    const types = fc.constantFrom(
      'application/json',
      'application/graphql-response+json',
      '*/*',
      'application/*',
      'text/html',
      'text/plain',
      'text/event-stream',
      'multipart/mixed',
      'application/json; charset=utf-8',
      '*/*;q=0.1',
      '*/json',
      'Application/JSON',
      'application/graphql+json',
      '',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(types, { minLength: 1, maxLength: 3 }), async (accepted) => {
        const [yoga, short] = await bothAnswers(
          post({ query: '{ service { name } }' }, { accept: accepted.join(', ') }),
        )
        expect(short).toEqual(yoga)
      }),
      { numRuns: 60 },
    )
  })

  test.each(['off', 'on'])(
    'and counts calls of costly fields once, also where they fail: %s',
    async (PEQUOD_FAST) => {
      const state = { now: 0 }
      const limiter = { ...createMemoryLimiter({ clock: () => state.now }), close: () => undefined }
      const env = { RATE_LIMIT_ANONYMOUS: '7', PEQUOD_FAST }
      const { app } = await serveAgain(fast, { parts: { executor, limiter }, env })
      const searches = [0, 1, 2].map((n) => `s${n}: traders(where: { query: "a" }) { edges { cursor } }`)
      const search = post({ query: `{ ${searches.join(' ')} nope: leaderboard(id: "nope") { id } }` })
      const isLimited = async () => (await app.inject(search)).body.includes('RATE_LIMITED')
      const before = past
      for (const _ of [0, 1]) {
        state.now += 1_000
        // Two times three searches are within the limit of seven, the next three are not.
        expect([await isLimited(), await isLimited(), await isLimited()]).toEqual([false, false, true])
      }
      expect(past - before).toBe(PEQUOD_FAST === 'on' ? 5 : 0)
    },
  )
})
