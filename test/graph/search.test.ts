import { describe, expect, it } from 'vitest'
import { decodeSearchCursor, encodeSearchCursor } from '../../src/graph/screen/trader-connection.ts'
import { plantedAsk } from './support/ask.ts'
import { type PlantedTrader, plantWorld } from './support/planted-world.ts'

const SEARCH = `query ($query: String, $first: Int, $after: String) { traders(where: { query: $query }, first: $first, after: $after) {
  edges { cursor node { address username pnl } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`

interface Page {
  edges: { cursor: string; node: { address: string; username: string | null; pnl: number } }[]
  pageInfo: {
    hasNextPage: boolean
    hasPreviousPage: boolean
    startCursor: string | null
    endCursor: string | null
  }
}

const world = plantWorld(130, { seed: 9 })
const ask = plantedAsk(world)

async function pageOf(variables: {
  query?: string | null
  first?: number | null
  after?: string | null
}): Promise<Page> {
  const { data, errors } = await ask(SEARCH, variables)
  expect(errors).toBeUndefined()
  return JSON.parse(JSON.stringify(data?.traders))
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** The whole result of a search, found by looking at every trader. */
function expected(query: string): string[] {
  const wanted = folded(query)
  return world.traders
    .map((trader) => ({ ...trader, class: classOf(trader, wanted), volume: trader.stats.ALL?.volume ?? 0 }))
    .filter((trader) => trader.class !== null)
    .sort((a, b) =>
      wanted === ''
        ? compare(a.address, b.address)
        : Number(a.class) - Number(b.class) || b.volume - a.volume || compare(a.address, b.address),
    )
    .map(({ address }) => address)
}

function classOf({ username, address }: PlantedTrader, wanted: string): number | null {
  const name = username === null ? null : folded(username)
  const words = wanted.split(/\s+/)
  if (name === wanted || address === wanted) return 0
  if (address.startsWith(wanted)) return 1
  if (name === null || !words.every((word) => name.includes(word))) return null
  const starts = name.split(/(?<=[^\p{L}\p{N}])/u).flatMap((_, i, parts) => parts.slice(i).join(''))
  return words.every((word) => starts.some((rest) => rest.startsWith(word))) ? 1 : 2
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

const QUERIES = [
  '',
  'b a',
  'a b',
  '2 hab',
  'a',
  'AHAB',
  'ähab',
  'hab',
  '0x',
  '0x000',
  '100%',
  '_',
  'e',
  'nobody at all',
  '!',
  "'",
]

describe('a search for traders', () => {
  it.each(QUERIES)('for %j finds every match once, in order, from page to page', async (query) => {
    const found: string[] = []
    let after: string | null = null
    for (let pages = 0; pages < 60; pages += 1) {
      const { edges, pageInfo }: Page = await pageOf({ query, first: 7, after })
      expect(pageInfo.hasPreviousPage).toBe(after !== null)
      expect(pageInfo.startCursor).toBe(edges[0]?.cursor ?? null)
      expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor ?? null)
      found.push(...edges.map(({ node }) => node.address))
      after = pageInfo.endCursor
      if (!pageInfo.hasNextPage) break
    }
    expect(found).toEqual(expected(query))
  })

  it.each(['', 'a', '0x'])('for %j continues after any row, not only the last', async (query) => {
    const whole = expected(query)
    const { edges } = await pageOf({ query, first: 40 })
    for (const [i, { cursor }] of edges.entries()) {
      const next = await pageOf({ query, first: 3, after: cursor })
      expect(next.edges.map(({ node }) => node.address)).toEqual(whole.slice(i + 1, i + 4))
    }
  })

  it('refuses a cursor of a list that is not kept, which is of another snapshot', async () => {
    const after = encodeSearchCursor('a', { list: '999 1', position: 3 })
    const { errors } = await ask(SEARCH, { query: 'a', after })
    expect(errors?.[0]?.message).toBe(
      'The argument after belongs to a list that has changed since: begin with the first page.',
    )
  })

  it('lists everybody, 20 to a page, without a query', async () => {
    for (const variables of [{}, { query: null, first: null, after: null }]) {
      const { edges } = await pageOf(variables)
      expect(edges.map(({ node }) => node.address)).toEqual(expected('').slice(0, 20))
    }
  })

  it('counts all traders, but not the matches of a query', async () => {
    const counts =
      'all: traders(first: 1) { totalCount } again: traders(where: { query: "" }, first: 3) { totalCount }'
    const { data } = await ask(`{ ${counts} found: traders(where: { query: "a" }) { totalCount } }`)
    const all = { totalCount: expected('').length }
    expect(data).toEqual({ all, again: all, found: { totalCount: null } })
  })

  it('returns traders with their numbers', async () => {
    const { edges } = await pageOf({ query: '', first: 100 })
    const pnl = new Map(world.traders.map(({ address, stats }) => [address, (stats.ALL?.pnl ?? 0) / 1e6]))
    for (const { node } of edges) expect(node.pnl).toBe(pnl.get(node.address))
  })

  it.each([
    ['first', { first: 0 }, 'must be a whole number from 1 to 200'],
    ['first', { first: 201 }, 'must be a whole number from 1 to 200'],
    ['where.query', { query: 'x'.repeat(101) }, 'must be a text of up to 100 characters'],
    ['after', { after: 'x'.repeat(2_001) }, 'must be a text of 1 to 2,000 characters'],
    ['after', { after: '' }, 'must be a text of 1 to 2,000 characters'],
    ['after', { after: 'bm90IGEgY3Vyc29y' }, 'is not a cursor: pass the previous page’s cursor unchanged'],
  ])('refuses a bad %s, and names the accepted values', async (name, variables, message) => {
    const { errors } = await ask(SEARCH, variables)
    expect(errors?.[0]?.message).toBe(`The argument ${name} ${message}.`)
    expect(errors?.[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      problems: [{ in: 'argument', name, message }],
    })
  })
})

describe('a search cursor', () => {
  const place = { list: '12 1770000000', position: 40 }
  const cursor = encodeSearchCursor('Ahab', place)

  it('is a position in the same query only', () => {
    expect(decodeSearchCursor(cursor, 'Ahab')).toEqual(place)
    expect(decodeSearchCursor(cursor, ' AHAB ')).toEqual(place)
    expect(() => decodeSearchCursor(cursor, 'Ishmael')).toThrow('belongs to another query')
  })

  it('needs no escaping in a URL', () => {
    expect(cursor).toMatch(/^[\w-]+$/)
  })

  it('is refused with any character changed, added or removed', () => {
    for (let i = 0; i < cursor.length; i += 1) {
      const changed = cursor[i] === 'A' ? 'B' : 'A'
      for (const forged of [
        cursor.slice(0, i) + changed + cursor.slice(i + 1),
        cursor.slice(0, i) + cursor.slice(i + 1),
        `${cursor.slice(0, i)} ${cursor.slice(i)}`,
        `${cursor.slice(0, i)}=${cursor.slice(i)}`,
      ]) {
        // A change within a string of the content is another cursor; a text that no longer decodes is
        // refused.
        const outcome = outcomeOf(forged)
        if (typeof outcome !== 'string') expect(encodeSearchCursor('Ahab', outcome)).toBe(forged)
      }
    }
  })

  function outcomeOf(forged: string) {
    try {
      return decodeSearchCursor(forged, 'Ahab')
    } catch (error) {
      expect(error).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ in: 'argument', name: 'after' }] })
      return 'refused'
    }
  }
})
