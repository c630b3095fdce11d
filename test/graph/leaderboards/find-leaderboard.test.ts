import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TIERS, type Tier } from '../../../src/access/tier.ts'
import { type NodeId, nodeIdOf, parseNodeId, readNodeId } from '../../../src/graph/kit/node-id.ts'
import { MARKET_CATEGORIES } from '../../../src/ledger/market-category.ts'
import { type Day, dayOf, dayText } from '../../../src/ledger/quantities.ts'
import { LEADERBOARDS, TABS } from '../../../src/metrics/leaderboards.ts'
import { plantedAsk } from '../support/ask.ts'
import { plantWorld } from '../support/planted-world.ts'

const FIELDS = 'id tab period window { from to } category title description generatedAt cutoff { time }'
const BOARD = `query ($id: String!, $asOf: Date, $window: DayWindow, $category: MarketCategory) {
  leaderboard(id: $id, asOf: $asOf, window: $window, category: $category) { ${FIELDS} } }`
const NODE = `query ($id: ID!) { node(id: $id) { ... on Leaderboard { ${FIELDS} } } }`

const world = plantWorld(30)
const lastDay = dayOf(world.snapshot.cutoff_time)
const LAST = dayText(lastDay)
const FIRST = dayText(world.snapshot.first_day)
const SLICED = TABS.filter(({ isSliced }) => isSliced)
const ask = plantedAsk(world)

const DAY: fc.Arbitrary<Day> = fc.integer({ min: 15_000, max: 25_000 })
const CATEGORY = fc.constantFrom(null, ...MARKET_CATEGORIES)
const OF_A_BOARD: fc.Arbitrary<NodeId> = fc.oneof(
  fc.record({
    name: fc.constantFrom(...LEADERBOARDS.map(({ id }) => id)),
    asOf: fc.option(DAY),
    window: fc.constant(null),
    category: CATEGORY,
  }),
  fc.record({
    name: fc.constantFrom(...TABS.map(({ wire }) => wire)),
    asOf: fc.constant(null),
    window: fc.record({ from: DAY, to: DAY }),
    category: CATEGORY,
  }),
)

describe('the id of a leaderboard', () => {
  it('has only the day, the window and the category', () => {
    fc.assert(
      fc.property(OF_A_BOARD, (node) => {
        const id = nodeIdOf(node.name, node)
        expect(readNodeId(id)).toEqual(node)
        expect(parseNodeId(id)).toEqual({ typename: 'Leaderboard', id })
      }),
    )
  })

  it.each([
    'pnl',
    'pnl@sports',
    'pnl-7d@sports,2026-01-15',
    'pnl-7d@sports,sports',
    'pnl-7d@2026-01-15,luck',
    'pnl-7d@2026-01-01..2026-01-31',
    'pnl@2026-01-01..',
    'pnl@2026-01-01..2026-01-31,2026-01-31',
    'luck@2026-01-01..2026-01-31',
    `0x${'1'.repeat(40)}@sports`,
    `0x${'1'.repeat(40)}@2026-01-01..2026-01-31`,
  ])('is not %s', (id) => {
    expect(() => parseNodeId(id)).toThrow('is not an id')
  })
})

/** A window's words in an answer. */
const days = (from: string, to: string) => ({ from, to })

describe('a leaderboard of a window or a category', () => {
  it.each([
    [
      'pnl-7d',
      days('2026-02-01', LAST),
      null,
      `pnl@2026-02-01..${LAST}`,
      `Profit and loss, 2026-02-01 to ${LAST}`,
    ],
    ['volume', { from: LAST }, null, `volume@${LAST}..${LAST}`, `Volume, ${LAST} to ${LAST}`],
    [
      'roi-all',
      { to: LAST },
      'SPORTS',
      `roi@${FIRST}..${LAST},sports`,
      `Return on capital, ${FIRST} to ${LAST}, sports`,
    ],
    ['pnl-30d', null, 'TECH', 'pnl-30d@tech', 'Profit and loss, 30 days, tech'],
    ['pnl-30d', {}, null, 'pnl-30d', 'Profit and loss, 30 days'],
  ])('%s of %j and %s has an id and a title of its own, and is found by the id', async (...row) => {
    const [id, window, category, nodeId, title] = row
    const { data, errors } = await ask(BOARD, { id, window, category }, 'PRO')
    expect(errors).toBeUndefined()
    const isWindow = nodeId.includes('..')
    const [from, to] = nodeId.split(/[@,]|\.\./).slice(1)
    expect(data?.leaderboard).toMatchObject({
      id: nodeId,
      title,
      category,
      period: isWindow ? null : 'DAYS_30',
      window: isWindow ? { from, to } : null,
      // The last day is not over.
      cutoff: { time: '2026-02-17T12:00:05Z' },
    })
    expect((await ask(NODE, { id: nodeId }, 'PRO')).data).toEqual({ node: data?.leaderboard })
  })

  const WINDOW = { window: days(FIRST, LAST) }
  const refusalOf = async (variables: Record<string, unknown>, tier: Tier) => {
    const { data, errors } = await ask(BOARD, variables, tier)
    if (errors === undefined) return null
    expect(data?.leaderboard ?? null).toBeNull()
    return [errors[0]?.extensions.code, errors[0]?.message]
  }

  it('requires Pro for a window, by any way, and is public for a category', async () => {
    for (const tier of TIERS) {
      const code = { ANONYMOUS: 'UNAUTHENTICATED', FREE: 'FORBIDDEN', PRO: undefined }[tier]
      const [told] = (await refusalOf({ id: 'pnl-7d', ...WINDOW }, tier)) ?? []
      const { errors } = await ask(NODE, { id: `pnl@${FIRST}..${LAST}` }, tier)
      expect([tier, told, errors?.[0]?.extensions.code]).toEqual([tier, code, code])
      expect(await refusalOf({ id: 'pnl-7d', category: 'SPORTS' }, tier)).toBeNull()
    }
    expect((await refusalOf({ id: 'pnl-7d', ...WINDOW }, 'FREE'))?.[1]).toBe(
      'The argument window requires a Pro account where it names a day: send its API key as “X-API-Key: <key>”, or omit it.',
    )
  })

  it.each(TABS.filter(({ isSliced }) => !isSliced).map(({ wire }) => wire))('is not of %s', async (tab) => {
    for (const [name, slice] of Object.entries({ window: WINDOW, category: { category: 'SPORTS' } })) {
      const [code, message] = (await refusalOf({ id: `${tab}-all`, ...slice }, 'PRO')) ?? []
      expect(code).toBe('BAD_USER_INPUT')
      expect(message).toContain(`The argument ${name} cannot be used with ${tab}`)
    }
    const { errors } = await ask(NODE, { id: `${tab}-all@sports` }, 'PRO')
    expect(errors?.[0]?.message).toContain(
      `The argument id is of a category, which cannot be used with ${tab}`,
    )
  })

  it.each(TABS.filter(({ access }) => access === 'SIGNED_IN').map(({ wire }) => wire))(
    'of %s tells nothing to a caller who is not told who is on it',
    async (tab) => {
      const [code, message] = (await refusalOf({ id: `${tab}-all`, category: 'SPORTS' }, 'ANONYMOUS')) ?? []
      expect(code).toBe('UNAUTHENTICATED')
      expect(message).toContain('The argument category requires an account')
    },
  )

  it('stays within the days of the ledger, and refuses asOf', async () => {
    const before = dayText(world.snapshot.first_day - 1)
    const after = dayText(lastDay + 1)
    for (const window of [days(before, LAST), days(FIRST, after), days(LAST, FIRST), { from: after }]) {
      const [code, message] = (await refusalOf({ id: 'pnl-7d', window }, 'PRO')) ?? []
      expect(code).toBe('BAD_USER_INPUT')
      expect(message).toContain(`must be within ${FIRST} to ${LAST}, the ledger's days`)
    }
    const both = await refusalOf({ id: 'pnl-7d', asOf: LAST, ...WINDOW }, 'PRO')
    expect(both?.[1]).toContain('The argument window cannot be combined with asOf')
    expect(await refusalOf({ id: 'pnl-7d', asOf: LAST, category: 'SPORTS' }, 'FREE')).toBeNull()
  })

  it('needs a known tab, and without a window a period of the tab', async () => {
    for (const id of ['luck', 'luck-7d'])
      expect((await refusalOf({ id, ...WINDOW }, 'PRO'))?.[0]).toBe('NOT_FOUND')
    for (const { wire } of SLICED) expect((await refusalOf({ id: wire }, 'PRO'))?.[0]).toBe('NOT_FOUND')
  })

  it('costs what it takes to compute, also where many are requested by their ids', async () => {
    const aliases = (count: number) =>
      `{ ${Array.from({ length: count }, (_, i) => `b${i}: leaderboard(id: "pnl-7d", category: SPORTS) { id }`).join(' ')} }`
    expect((await ask(aliases(17), {}, 'FREE')).errors).toBeUndefined()
    expect((await ask(aliases(18), {}, 'FREE')).errors?.[0]?.extensions.code).toBe('QUERY_TOO_COSTLY')
    const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const ids = Array.from({ length: 18 }, () => 'pnl-7d@sports')
    expect((await ask(nodes, { ids }, 'FREE')).errors?.[0]?.extensions.code).toBe('QUERY_TOO_COSTLY')
    expect((await ask(nodes, { ids: ids.map(() => 'pnl-7d') }, 'FREE')).errors).toBeUndefined()
  })
})
