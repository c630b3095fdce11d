import { Kind, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createExecutor } from '../../../src/execute/executor.ts'
import { selectsExtras } from '../../../src/graph/leaderboards/entry-connection.ts'
import { schema } from '../../../src/graph/schema.ts'
import { type Ask, asker, plantedAsk } from '../support/ask.ts'
import { plantWorld } from '../support/planted-world.ts'
import { readerOf } from '../support/published-store.ts'

const FIELDS = [
  'rank',
  'previousRank',
  'address',
  'username',
  'verifiedBadge',
  'coverage',
  'value',
  'pnl',
  'volume',
  'roi',
  'tradeCount',
  'isBot',
  'realizedPnl',
  'marketCount',
  'winRate',
  'botProbability',
  'sharpeRatio',
  'sortinoRatio',
  'profitFactor',
  'maxDrawdown',
  'maxDrawdownPct',
]
const WAYS: readonly ((field: string) => string)[] = [
  (field) => `{ leaderboard(id: "pnl-30d") { entries(first: 9) { nodes { one: ${field} } } } }`,
  (field) =>
    `{ leaderboard(id: "pnl-30d") { entries(first: 9) { edges { node { ... { ... on LeaderboardEntry { one: ${field} } } } } } } }`,
  (field) =>
    `query ($yes: Boolean = true) { leaderboard(id: "pnl-30d") { ...Board } } fragment Row on LeaderboardEntry { one: ${field} @include(if: $yes) }
     fragment Board on Leaderboard { entries(first: 9) { nodes { ...Row } } }`,
  (field) =>
    `{ leaderboard(id: "pnl-30d") { entries(first: 9) { nodes { rank } } entries(first: 9) { nodes { one: ${field} } } } }`,
]

let fast: Ask
let askWithoutNumbers: Ask
/** The rows of an answer. */
function rowsOf({ data, errors }: Awaited<ReturnType<Ask>>): Record<string, unknown>[] {
  expect(errors).toBeUndefined()
  const { leaderboard } = data as { leaderboard: { entries: Rows } }
  const { nodes, edges } = leaderboard.entries
  return nodes ?? edges?.map(({ node }) => node) ?? []
}

interface Rows {
  nodes?: Record<string, unknown>[]
  edges?: { node: Record<string, unknown> }[]
}

const ask = plantedAsk(plantWorld(60), (db) => {
  fast = asker(db, readerOf(db), undefined, createExecutor(schema))
  askWithoutNumbers = asker(db, { ...readerOf(db), stats: async () => new Map() })
})

describe('a row of a leaderboard', () => {
  it.each(FIELDS)('has the same %s alone as beside all others, however it is selected', async (field) => {
    const whole = await ask(
      `{ leaderboard(id: "pnl-30d") { entries(first: 9) { nodes { ${FIELDS.join(' ')} } } } }`,
      {},
    )
    const expected = rowsOf(whole).map((row) => row[field])
    expect(expected).toHaveLength(9)
    for (const way of WAYS)
      for (const own of [ask, fast])
        expect(rowsOf(await own(way(field), {})).map(({ one }) => one)).toEqual(expected)
  })

  it('needs no numbers of its trader for what ordered it', async () => {
    const cells =
      '{ leaderboard(id: "roi-all") { entries { nodes { rank address value pnl volume roi tradeCount isBot } } } }'
    expect(rowsOf(await askWithoutNumbers(cells, {})).length).toBeGreaterThan(0)
    const extra = '{ leaderboard(id: "roi-all") { entries { nodes { winRate } } } }'
    expect((await askWithoutNumbers(extra, {})).errors).toBeDefined()
  })

  it('is judged in linear time, though fragments spread each other twice', () => {
    const fragments = Array.from(
      { length: 100 },
      (_, n) => `fragment F${n} on LeaderboardEntry { ${n === 99 ? 'rank' : `...F${n + 1} ...F${n + 1}`} }`,
    )
    const judged = (last: string) => {
      const { definitions } = parse(`{ entries { nodes { ...F0 ${last} } } } ${fragments.join(' ')}`)
      const named = definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
      )
      const fieldNodes = definitions.flatMap((one) =>
        one.kind === Kind.OPERATION_DEFINITION
          ? one.selectionSet.selections.filter((field) => field.kind === Kind.FIELD)
          : [],
      )
      return selectsExtras({ fieldNodes, fragments: Object.fromEntries(named) })
    }
    expect(judged('pnl')).toBe(false)
    expect(judged('winRate')).toBe(true)
  })
})
