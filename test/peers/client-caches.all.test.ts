import { readFile, rm, writeFile } from 'node:fs/promises'
import { ApolloClient, gql as apolloQuery, HttpLink, InMemoryCache } from '@apollo/client'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import fc from 'fast-check'
import { isObjectType } from 'graphql'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { schema } from '../../src/graph/schema.ts'
import { dayOf, dayText } from '../../src/ledger/quantities.ts'
import { publishAsOf } from '../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { listen } from '../../src/server/http/listen.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'

type Variables = Record<string, string | number | boolean | null>

/** The queries of a client's session. */
interface Question {
  query: string
  variables: Variables
}

const NUMBERS =
  'pnl realizedPnl volume tradeCount stats(period: DAYS_7) { pnl } ranks { leaderboard: leaderboardId rank }'
const TRADER = `query Trader($address: String!, $day: Date) { trader(address: $address, asOf: $day) {
  id username ${NUMBERS} pnlSeries(period: DAYS_7) { day pnl } cutoff { time } } }`
const BOARD = `query Board($id: String!, $first: Int, $people: Boolean, $day: Date, $category: MarketCategory) { leaderboard(id: $id, asOf: $day, category: $category) {
  id title category entryCount cutoff { time } entries(first: $first, where: { isBot: $people }) { totalCount
    nodes { rank pnl trader { id pnl tradeCount } } } } }`
const NODE = `query Node($id: ID!) { node(id: $id) { id
  ... on Trader { pnl volume cutoff { time } } ... on Leaderboard { entryCount generatedAt entries(first: 2) {
    edges { cursor node { rank pnl } } } } } }`
const SEARCH = 'query Search($day: Date) { traders(first: 5, asOf: $day) { nodes { id pnl roi } } }'
const MARKET = `query Market($id: String!, $day: Date, $first: Int) { market(id: $id, asOf: $day) { id question volume outcomes { index price supply }
  holders(first: $first) { totalCount nodes { address shares outcome { index price } trader { id pnl } } }
  topTraders(first: $first) { nodes { address pnl } } trades(first: $first) { nodes { id usd trader { id tradeCount } } }
  prices(first: $first) { nodes { time close tradeCount } } flow { to groups { group netUsd } } } }`
const HELD = `query Held($address: String!, $day: Date, $first: Int) { trader(address: $address, asOf: $day) { id pnl
  positions(first: $first) { nodes { id value market { id volume } trades(first: 1) { nodes { id usd } } } }
  trades(first: $first) { edges { cursor node { id usd market { id question } } } }
  activity(first: $first) { nodes { time ... on Trade { id usd } ... on Redemption { payout } } } } }`
const LIST = 'query List($day: Date) { leaderboards(asOf: $day) { id entryCount generatedAt } }'

closeServed()
let url: string
/** Everything that a session may ask, and what the service answers, asked without a client. */
let questions: (Question & { answer: unknown })[]

beforeAll(async () => {
  const { app, store } = await serveWorld()
  const head = await createReader(store.db).current()
  const last = dayOf(head?.cutoff.time ?? 0)
  const days = [null, dayText(last), dayText(last - 2), dayText(last - 5)]
  for (const day of [last - 2, last - 5]) await publishAsOf(store.db, day)
  url = `${await listen(app, { host: '127.0.0.1', port: 0 })}/graphql`
  const { leaderboard } = Object(
    await answerOf({
      query: BOARD,
      variables: { id: 'pnl-all', first: 2, people: false, day: days[3] ?? null, category: null },
    }),
  )
  const ids: string[] = leaderboard.entries.nodes.map(({ trader }: { trader: { id: string } }) => trader.id)
  const addresses = ids.map((id) => id.slice(0, 42))
  const { markets } = Object(
    await answerOf({ query: '{ markets(first: 2) { nodes { id } } }', variables: {} }),
  )
  const conditions: string[] = markets.nodes.map(({ id }: { id: string }) => id)
  const asked = days.flatMap((day): Question[] => [
    ...addresses.map((address) => ({ query: TRADER, variables: { address, day } })),
    ...[1, 3].flatMap((first) =>
      [true, false].flatMap((people) =>
        [null, 'SPORTS'].map((category) => ({
          query: BOARD,
          variables: { id: 'pnl-7d', first, people, day, category },
        })),
      ),
    ),
    ...[...addresses, 'pnl-7d'].map((id) => ({
      query: NODE,
      variables: { id: day === null ? id : `${id}@${day}` },
    })),
    { query: NODE, variables: { id: `pnl-7d@${day === null ? '' : `${day},`}sports` } },
    { query: SEARCH, variables: { day } },
    ...[1, 3].flatMap((first) => [
      ...addresses.map((address) => ({ query: HELD, variables: { address, day, first } })),
      ...conditions.map((id) => ({ query: MARKET, variables: { id, day, first } })),
    ]),
    { query: LIST, variables: { day } },
  ])
  // One after the other: on a slow machine more days would be computed at a time than one caller may ask for.
  questions = []
  for (const one of asked) questions.push({ ...one, answer: await answerOf(one) })
})

async function answerOf(question: Question): Promise<unknown> {
  const body = JSON.stringify(question)
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { data, errors } = await answer.json()
  expect(errors).toBeUndefined()
  return data
}

/** A session of a client: asks the service, and shows a question's answer from its cache alone. */
interface Session {
  ask(question: Question): Promise<unknown>
  show(question: Question): unknown
}

/** Apollo's client must know which types an interface has, to read a fragment on one of them. */
const NODES = {
  Node: ['Trader', 'Leaderboard', 'WhaleAlert'],
  LedgerEvent: ['Trade', 'Split', 'Merge', 'Conversion', 'Redemption', 'Transfer', 'Income'],
}

function apolloSession(): Session {
  const client = new ApolloClient({
    cache: new InMemoryCache({ possibleTypes: NODES }),
    link: new HttpLink({ uri: url }),
  })
  return {
    ask: ({ query, variables }) =>
      client.query({ query: apolloQuery(query), variables, fetchPolicy: 'network-only' }),
    show: ({ query, variables }) => client.readQuery({ query: apolloQuery(query), variables }),
  }
}

function urqlSession(): Session {
  const cache = cacheExchange({ logger: () => undefined })
  const client = new Client({ url, preferGetMethod: false, exchanges: [cache, fetchExchange] })
  return {
    ask: ({ query, variables }) =>
      client.query(query, variables, { requestPolicy: 'network-only' }).toPromise(),
    show: ({ query, variables }) => client.readQuery(query, variables)?.data,
  }
}

/** As it was answered: both clients ask for the types as well. */
function withoutTypes(data: unknown): unknown {
  const text = JSON.stringify(data, (key, value) => (key === '__typename' ? undefined : value))
  return text === undefined ? undefined : JSON.parse(text)
}

describe.each([
  ['Apollo Client', apolloSession],
  ['urql with graphcache', urqlSession],
])('the cache of %s', (_name, newSession) => {
  test('a client cache returns each query of a session its own answer, on any day', async () => {
    const subset = fc.shuffledSubarray(questions, { minLength: 6, maxLength: 12 })
    const check = fc.asyncProperty(subset, async (asked) => {
      const session = newSession()
      for (const question of asked) await session.ask(question)
      for (const question of asked)
        expect(withoutTypes(session.show(question)), JSON.stringify(question)).toEqual(question.answer)
    })
    await fc.assert(check, { numRuns: 12 })
  })
})

test('the printed recipe of Graphcache runs with the schema and without a warning', async () => {
  const page = await readFile('docs/api.md', 'utf8')
  const [, recipe = ''] = /\*\*urql with Graphcache\.\*\*.*\n\n```ts\n([\s\S]*?)```/.exec(page) ?? []
  expect(recipe).toContain('http://127.0.0.1:4000/graphql')
  // Beside the packages that it imports.
  const file = new URL(`./node_modules/recipe-${process.pid}.mjs`, import.meta.url)
  await writeFile(file, `${recipe.replace('http://127.0.0.1:4000/graphql', url)}\nexport { client }\n`)
  const warnings: unknown[] = []
  const spies = (['warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...said) => void warnings.push(said)),
  )
  try {
    const { client }: { client: Client } = await import(/* @vite-ignore */ file.href)
    for (const { query, variables, answer } of questions) {
      const { data, error } = await client.query(query, variables).toPromise()
      expect(error).toBeUndefined()
      expect(withoutTypes(data)).toEqual(answer)
    }
  } finally {
    for (const spy of spies) spy.mockRestore()
    await rm(file)
  }
  expect(warnings).toEqual([])
})

test('no argument changes what an id means: each type with an id is of a day, or always the same', () => {
  const ofDays = ['Trader', 'Leaderboard', 'Market', 'Event', 'Trade', 'Position']
  // An alert is one event; the others are the caller's own, the definition of a metric, one published snapshot.
  const fixed = [
    'WhaleAlert',
    'ApiKey',
    'AccessLink',
    'AlertChannel',
    'Backtest',
    'Export',
    'SavedScreen',
    'DeleteScreenPayload',
    'Metric',
    'OutboxMessage',
    'RegisteredRule',
    'SnapshotInfo',
  ]
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const known = types.filter((type) => type.getFields().id !== undefined).map(({ name }) => name)
  expect(known.toSorted()).toEqual([...ofDays, ...fixed].toSorted())
})
