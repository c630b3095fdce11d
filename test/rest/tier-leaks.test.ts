import { beforeAll, describe, expect, test } from 'vitest'
import { TIERS, type Tier } from '../../src/access/tier.ts'
import { dayOf, dayText } from '../../src/ledger/quantities.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { gateTab } from '../graph/support/gate-tab.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

const BOARD = '/v1/leaderboard/roi-all'
/** From the most to the least: what one was given must not come back to the next. */
const DOWNWARDS = [...TIERS].reverse()
const ADDRESS = /0x[0-9a-f]{40}/

/** Pro first, then free, then anonymous, all asking one running service the same. */
describe('the answer to one tier never reaches another', () => {
  closeServed()
  gateTab('ROI')
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  /** The addresses and names on the board. */
  let people: string[]
  let rows: number
  let lastDay: string
  beforeAll(async () => {
    served = await serveWorld()
    callers = await tierCallers(served)
    const { entries } = (await ask(`${BOARD}?limit=300`, 'PRO')).json()
    rows = entries.length
    people = entries.flatMap(({ address, username }: Record<string, string | null>) =>
      username === null ? [address] : [address, username],
    )
    const head = await createReader(served.store.db).current()
    lastDay = dayText(dayOf(head?.cutoff.time ?? 0))
  })

  const ask = (url: string, tier: Tier, headers = {}) =>
    served.app.inject({ url, headers: { ...callers[tier], ...headers } })
  const query = async (text: string, tier: Tier) => {
    const url = `/graphql?query=${encodeURIComponent(text)}`
    // A query's cost is reported beside the answer, against the budget of the tier.
    const { data, errors } = (await ask(url, tier, { accept: 'application/json' })).json()
    return JSON.stringify({ data, errors })
  }
  const downwards = async <T>(of: (tier: Tier) => Promise<T>) => {
    const answers: T[] = []
    for (const tier of DOWNWARDS) answers.push(await of(tier))
    return answers
  }

  test.each([BOARD, `${BOARD}?limit=300`, `${BOARD}?limit=20`])('REST: %s', async (url) => {
    const [pro, free, anonymous] = (await downwards((tier) => ask(url, tier))).map((one) => one.json())
    expect(free.entries).toEqual(pro.entries.slice(0, 100))
    for (const person of people) expect(JSON.stringify(anonymous)).not.toContain(person)
    const shown = free.entries.map(({ value }: { value: number }, i: number) => ({
      ...Object.fromEntries(Object.keys(free.entries[i]).map((name) => [name, null])),
      rank: i + 1,
      value: Number(value.toPrecision(2)),
    }))
    expect(anonymous.entries).toEqual(shown)
    expect(anonymous.truncated).toBe(free.truncated)
  })

  test('for a gated board as of a day, which requires sign-in', async () => {
    const url = `${BOARD}?asOf=${lastDay}`
    const [pro, free, anonymous] = await downwards((tier) => ask(url, tier))
    expect([pro?.statusCode, free?.statusCode, anonymous?.statusCode]).toEqual([200, 200, 401])
    expect(anonymous?.json()).toMatchObject({
      code: 'UNAUTHENTICATED',
      detail: expect.stringContaining('asOf'),
    })
    expect((await ask(`/v1/leaderboard/pnl-all?asOf=${lastDay}`, 'ANONYMOUS')).statusCode).toBe(200)
  })

  test.each(['minVolume=1', 'minTradeCount=1', 'coverage=ok', 'isBot=false', 'category=sports'])(
    'a gated board by %s is only for signed-in callers, also after another caller’s request',
    async (filter) => {
      const answers = await downwards((tier) => ask(`${BOARD}?${filter}`, tier))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401])
      const [name] = filter.split('=')
      const detail = expect.stringContaining(`${name === 'category' ? name : 'where'} requires an account`)
      expect(answers[2]?.json()).toEqual({ code: 'UNAUTHENTICATED', detail })
    },
  )

  test('for a board of a window, which requires Pro also after another caller’s request', async () => {
    const answers = await downwards((tier) => ask(`/v1/leaderboard/pnl?to=${lastDay}`, tier))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403])
    const detail =
      'a window by from or to requires a Pro account where it names a day: send its API key as “X-API-Key: <key>”, or omit it.'
    expect(answers[1]?.json()).toEqual({ code: 'PRO_REQUIRED', detail })
  })

  test('for a limit above 100, which is 100 rows without Pro and says so', async () => {
    const told = (await downwards((tier) => ask(`${BOARD}?limit=150`, tier))).map((one) => one.json())
    expect(told.map(({ entries, truncated }) => [entries.length, truncated])).toEqual([
      [Math.min(150, rows), false],
      [100, true],
      [100, true],
    ])
    expect(told[2].truncatedReason).toContain('Pro')
  })

  test('by an entity tag, which is valid for its own tier only', async () => {
    const tags = await downwards(async (tier) => String((await ask(BOARD, tier)).headers.etag))
    expect(new Set(tags).size).toBe(TIERS.length)
    for (const [i, tier] of DOWNWARDS.entries()) {
      for (const [j, tag] of tags.entries()) {
        const answer = await ask(BOARD, tier, { 'if-none-match': tag })
        expect(answer.statusCode).toBe(i === j ? 304 : 200)
        if (tier === 'ANONYMOUS') expect(answer.body).not.toMatch(ADDRESS)
      }
    }
  })

  test('by GraphQL aliases, fragments, node, nodes, or an error beside them', async () => {
    const text = `query { a: leaderboard(id: "roi-all") { ...rows } b: leaderboard(id: "roi-7d") { rows: entries(first: 2) { nodes { address username trader { id } } } }
      c: node(id: "roi-all") { ... on Leaderboard { e: entries { nodes { who: trader { id address username } } } } }
      d: nodes(ids: ["roi-all", "roi-30d"]) { ...rows } wrong: leaderboard(id: "luck-7d") { id } }
      fragment rows on Leaderboard { rows: entries { nodes { x: address y: username ... on LeaderboardEntry { trader { id } } } } }`
    const [pro, free, anonymous] = await downwards((tier) => query(text, tier))
    expect(pro).toMatch(ADDRESS)
    expect(free === pro).toBe(true)
    expect(anonymous).toContain('"code":"NOT_FOUND"')
    expect(anonymous).not.toMatch(ADDRESS)
    for (const person of people) expect(anonymous).not.toContain(person)
  })

  test('by a trader’s own ranks, which do not reveal its row', async () => {
    const [someone] = people
    const texts = await downwards(async (tier) => {
      const graphql = `{ trader(address: "${someone}") { ranks { leaderboard: leaderboardId rank entryCount } percentiles { metric } } }`
      return [(await ask(`/v1/trader/${someone}`, tier)).body, await query(graphql, tier)]
    })
    const tells = (text: string) => text.includes('"roi-all"') || /"metric":"roi"/i.test(text)
    expect(texts.map((pair) => pair.map(tells))).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ])
  })

  test('while order, totals, pages and cursors of public data are the same for everybody', async () => {
    const search = '/v1/trader?query=0x&limit=20'
    const [first, ...others] = await downwards(async (tier) => {
      const page = (await ask(search, tier)).json()
      const next = (await ask(`${search}&cursor=${page.nextCursor}`, tier)).json()
      const totals = await query('{ leaderboards { id entryCount } service { coverage { traders } } }', tier)
      return { page, next, totals, boards: (await ask('/v1/leaderboard', tier)).json() }
    })
    for (const other of others) expect(other).toEqual(first)
  })
})
