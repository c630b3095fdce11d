import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { LEADERBOARDS } from '../../../src/metrics/leaderboards.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { recordsOf } from '../../support/worlds.ts'
import { type Ask, asker } from '../support/ask.ts'

interface Hit {
  match: string
  volume: number | null
  result: { __typename: string } & Record<string, string>
}

const SEARCH = `query ($query: String!, $first: Int) { search(query: $query, first: $first) { match volume result { __typename
  ... on Trader { address } ... on Market { condition } ... on Event { id } ... on Leaderboard { id } ... on Trade { id } } } }`
const TRADES = '{ traders(first: 20) { nodes { trades(first: 100) { nodes { id tx usd } } } } }'
const TRADERS = `query ($after: String) { traders(first: 200, after: $after) { pageInfo { hasNextPage endCursor }
  nodes { address username volume } } }`
const MARKETS = `{ markets(first: 100, includeUntraded: true) { nodes { condition question volume } }
  events(first: 100) { nodes { id title volume } } }`

interface Thing {
  id: string
  texts: (string | null)[]
  /** The start of an address. */
  start?: string
  volume: number | null
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The place of a thing's match, by looking at each of its suffixes; null where it does not fit. */
function classOf({ texts, start }: Thing, query: string): number | null {
  const wanted = folded(query)
  if (start === wanted) return 0
  const classes = texts.flatMap((text) => {
    const own = folded(text ?? '')
    if (text === null || !wanted.split(/\s+/).every((word) => own.includes(word))) return []
    if (own === wanted) return [0]
    const heads = [...own.matchAll(/(?:^|[^\p{L}\p{N}])(?=.)/gu)].map(({ index, 0: sign }) =>
      own.slice(index + sign.length),
    )
    return [
      wanted.split(/\s+/).every((word) => [own, ...heads].some((rest) => rest.startsWith(word))) ? 1 : 2,
    ]
  })
  if (start?.startsWith(wanted)) classes.push(1)
  return classes.length === 0 ? null : Math.min(...classes)
}

describeEngines('a search', (open) => {
  let ask: Ask
  const things: Thing[] = []
  beforeAll(async () => {
    ask = asker((await open('crowd')).db)
    const read = async (query: string, variables = {}) => {
      const { data, errors } = await ask(query, variables, 'PRO')
      expect(errors).toBeUndefined()
      return data as Record<
        string,
        { nodes: Record<string, string>[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
      >
    }
    for (let after: string | null = null; ; ) {
      const { traders } = await read(TRADERS, { after })
      for (const { address = '', username = null, volume } of traders?.nodes ?? [])
        things.push({ id: address, texts: [username], start: address, volume: Number(volume) })
      if (!traders?.pageInfo.hasNextPage) break
      after = traders.pageInfo.endCursor
    }
    const { markets, events } = await read(MARKETS)
    const numberOf = (volume: string | undefined) => (volume == null ? null : Number(volume))
    for (const { condition = '', question = null, volume } of markets?.nodes ?? [])
      things.push({ id: condition, texts: [question], start: condition, volume: numberOf(volume) })
    const questions = new Set(markets?.nodes.map(({ question }) => question))
    // An event of one market has the title of its market, which is found in its place.
    for (const { id = '', title = null, volume } of events?.nodes.filter(
      (one) => !questions.has(one.title ?? ''),
    ) ?? [])
      things.push({ id, texts: [title], volume: numberOf(volume) })
    for (const { id, tab, period } of LEADERBOARDS)
      things.push({ id, texts: [`${tab.title} ${period.title} ${period.wire}`], start: id, volume: null })
  })

  const texts = recordsOf('crowd').flatMap((one): string[] => {
    const text = one.kind === 'TRADER' ? one.username : one.kind === 'MARKET' ? one.question : null
    return text === null ? [] : [text]
  })
  const query = fc.oneof(
    fc.constantFrom(...texts),
    fc
      .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 2, max: 6 }))
      .map(([text, from, length]) => text.slice(from, from + length)),
    fc.constantFrom('profit', 'roi 7', 'pnl-7d', '0x1', 'zzzz', 'will the', 'ÉN'),
  )

  test('finds what looking at everything finds, in that order', async () => {
    await fc.assert(
      fc.asyncProperty(
        query.filter((text) => text.trim() !== ''),
        async (text) => {
          const { data, errors } = await ask(SEARCH, { query: text, first: 20 }, 'PRO')
          expect(errors).toBeUndefined()
          const hits = (data as { search: Hit[] }).search
          const fitting = things.flatMap((thing) => {
            // A condition is found whole alone, and a board by its whole id.
            const isWhole = thing.start === folded(text)
            const asked =
              thing.volume === null || thing.id.length === 66
                ? isWhole
                  ? thing
                  : { ...thing, start: '-' }
                : thing
            const match = classOf(asked, text)
            return match === null ? [] : [{ ...thing, match }]
          })
          // Of many, those of the largest volume alone are compared.
          fc.pre(fitting.length <= 50)
          const sorted = fitting
            .sort((a, b) => a.match - b.match || (b.volume ?? -1) - (a.volume ?? -1))
            .slice(0, 20)
          const shown = hits.map(({ match, volume }) => [['WHOLE', 'START', 'INSIDE'].indexOf(match), volume])
          expect(shown).toEqual(sorted.map(({ match, volume }) => [match, volume]))
          const ids = hits.map(({ result }) => result.address ?? result.condition ?? result.id)
          expect(new Set(ids).size).toBe(ids.length)
          expect(fitting.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('finds the trades of a transaction by its hash, the largest first', async () => {
    type Trade = { id: string; tx: string | null; usd: number }
    const { data } = await ask(TRADES, {}, 'PRO')
    const { nodes } = (data as { traders: { nodes: { trades: { nodes: Trade[] } }[] } }).traders
    const trades = nodes.flatMap((trader) => trader.trades.nodes.filter(({ tx }) => tx !== null))
    expect(trades.length).toBeGreaterThan(50)
    for (const one of trades.filter((_, i) => i % 20 === 0)) {
      const hits = await search(` ${one.tx?.toUpperCase().replace('0X', '0x')}`)
      expect(new Set(hits.map(({ match, result }) => `${match} ${result.__typename}`))).toEqual(
        new Set(['WHOLE Trade']),
      )
      const listed = trades.filter(({ tx }) => tx === one.tx).map(({ id, usd }) => [id, usd])
      const found = hits.map(({ volume, result }) => [result.id, volume])
      expect(found).toEqual(expect.arrayContaining(listed))
      const sizes = hits.map(({ volume }) => Number(volume))
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      expect(await search(`${one.tx?.slice(0, -1)}${one.tx?.endsWith('0') ? '1' : '0'}`)).toEqual([])
    }
  })

  const search = async (query: string): Promise<Hit[]> => {
    const { data, errors } = await ask(SEARCH, { query, first: 20 })
    expect(errors).toBeUndefined()
    return (data as { search: Hit[] }).search
  }

  test('finds nothing for blanks, and refuses what is too long', async () => {
    expect((await ask(SEARCH, { query: '  ' })).data).toEqual({ search: [] })
    expect((await ask(SEARCH, { query: 'a'.repeat(101) })).errors?.[0]?.extensions?.code).toBe(
      'BAD_USER_INPUT',
    )
  })
})
