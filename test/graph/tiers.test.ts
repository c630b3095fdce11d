import { getNamedType, isInterfaceType, isObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { ROW_NUMBERS } from '../../bench/read/row-numbers.ts'
import { meets, TIERS, type Tier } from '../../src/access/tier.ts'
import { declaredTier } from '../../src/graph/kit/tier-rule.ts'
import { schema } from '../../src/graph/schema.ts'
import { type Address, dayOf, dayText } from '../../src/ledger/quantities.ts'
import { TABS } from '../../src/metrics/leaderboards.ts'
import { plantedAsk, withheldFrom } from './support/ask.ts'
import { gateTab } from './support/gate-tab.ts'
import { metricName } from './support/metric-name.ts'
import { plantAlerts } from './support/plant-alerts.ts'
import { PLANTED_MARKET, plantSmartMoney } from './support/plant-smart-money.ts'
import { plantWorld } from './support/planted-world.ts'
import { type Answer, redacted } from './support/redacted.ts'
import { wholeSelection } from './support/whole-selection.ts'

const gated = gateTab('ROI')
const world = plantWorld(120)
const someone = world.traders[4]?.address ?? ''
/** From the most to the least: what one was given must not come back to the next. */
const DOWNWARDS = [...TIERS].reverse()
const ask = plantedAsk(world, async (db) => {
  await plantSmartMoney(db, world)
  // Its market has paid, so that alerts have a move.
  await plantAlerts(db, world, 6)
})

/** A query for each field of Query; null if its answer is about the caller, or has a tier as a whole. */
const QUESTIONS: Readonly<Record<string, string | null>> = {
  // They lead to the same markets as `markets`, each to a list of them.
  event: null,
  // Traders and markets of the lists below, none of them gated (test/graph/compare/compare.test.ts).
  compare: null,
  search: null,
  events: null,
  // Public but for its numbers of analytics (test/graph/explain/explain.test.ts).
  explain: null,
  // Public, as the positions that it compares.
  reconcile: null,
  // Public, but for full ones (test/rest/same-answers.test.ts).
  proof: null,
  dayLog: null,
  alertProof: null,
  // The account's own (test/server/exports.test.ts).
  export: null,
  // The account's own, and examples (test/lab/service.test.ts).
  backtest: null,
  backtestExamples: null,
  registeredRule: null,
  leaderboard: '(id: "roi-all")',
  leaderboards: '',
  market: `(id: "${PLANTED_MARKET}")`,
  markets: '(first: 3)',
  metrics: '',
  node: `(id: "${someone}")`,
  nodes: `(ids: ["${someone}", "pnl-all"])`,
  rateLimit: null,
  // Its members are those of `traders` (test/rest/saved-screens.test.ts).
  screen: null,
  service: '',
  positions: `(where: { trader: ["${someone}"] } first: 1)`,
  smartMoney: '',
  largeBuys: '',
  smartMoneyHighlights: '',
  smartMoneyHistory: '',
  smartMoneyMarket: `(id: "${PLANTED_MARKET}")`,
  tradeSigns: '',
  trader: `(address: "${someone}")`,
  traders: '(first: 3)',
  trades: '(first: 1)',
  viewer: null,
  // A row of `whaleAlerts`, and the caller's own (alert-config.test.ts).
  whaleAlert: null,
  whaleAlertConfig: null,
  whaleAlerts: '(first: 5)',
  whaleRadarRecord: '',
  whaleShowcase: '',
}

/** Types whose gated fields have tests of their own, because no question of these leads to them. */
const ELSEWHERE = ['Mutation', 'Subscription']

/** Fields that lead to a market, which `markets` selects as a whole. */
const MARKETS = [
  // A replay is too much for a list, and withholds nothing but rows (test/graph/lots/lots.test.ts).
  'Trader.lots',
  'Position.trades',
  'Trade.market',
  'MarketMember.trader',
  'Position.market',
  'MarketResult.market',
  'Signal.market',
  'Event.ifWins',
  'Event.markets',
  'TraderRank.board',
  'Market.flow',
  'Market.holders',
  'Market.move',
  'Market.movers',
  'Market.prices',
  'Market.topTraders',
  'Market.trades',
  'WhaleAlert.market',
  // test/rest/whales.test.ts covers these: a trader is too much for a list, and the others depend on the tier
  // and withhold nothing.
  'WhaleAlert.trader',
  'WhaleAlert.label',
  'WhaleAlert.timePrecision',
  // It is too much for a list, and withholds nothing.
  'Trade.effect',
]

/** The question's answer with everything that it leads to. A list of boards leaves their rows to the single board. */
function questionOf(name: string, args: string): string {
  const field = schema.getQueryType()?.getFields()[name]
  const type = field && getNamedType(field.type)
  const leave = [...MARKETS, ...(name === 'leaderboards' ? ['Leaderboard.entries'] : [])]
  const wholes = isInterfaceType(type) ? schema.getImplementations(type).objects : [type]
  // Their fields may be null where those of a trader or a board are not, so one query cannot select both.
  const asked = wholes.filter((of) => !['WhaleAlert', 'Market', 'Event', 'Position'].includes(of?.name ?? ''))
  const spreads = asked.map((of) => {
    if (!isObjectType(of)) throw new Error(`${name} has no fields`)
    const without = name.startsWith('node')
      ? [...MARKETS, 'LeaderboardEntry.trader', 'Trade.realizedPnl']
      : leave
    return `... on ${of.name} ${wholeSelection(of, without)}`
  })
  return `{ ${name}${args} { __typename ${spreads.join(' ')} } }`
}

/** A gated board's rows are where the rules of LeaderboardEntry hold. */
const where = {
  LeaderboardEntry: (above: readonly Answer[]) => above.some(({ access }) => access === 'SIGNED_IN'),
  Trader: () => true,
  Signal: (_above: readonly Answer[], { kind }: Answer) => kind !== 'HIGHLIGHT',
}

const GATED_TABS = TABS.filter(({ access }) => access === 'SIGNED_IN')

/** The rows that shorter lists keep. */
const shorter = {
  // The planted opportunities are fewer than everybody gets.
  'SmartMoney.markets': (rows: readonly Answer[]) => rows,
  'Trader.ranks': (rows: readonly Answer[]) =>
    rows.filter(({ tab }) => !GATED_TABS.some(({ name }) => name === tab)),
  'Trader.percentiles': (rows: readonly Answer[]) =>
    rows.filter(({ metric }) => !GATED_TABS.some((tab) => metricName(tab.metric) === metric)),
}

const downTo2Digits = (value: unknown) => {
  const [, sign = '', digits = '', rest = ''] = /^(-?)(\d\d?)(\d*)/.exec(String(value)) ?? []
  return Number(`${sign}${digits}${'0'.repeat(rest.length)}`)
}

/** Values of alerts are in the thousands, so that whole dollars have the two digits. */
const rounded = {
  'WhaleAlert.usd': downTo2Digits,
  'WhaleAlert.price': (value: unknown) => Number(Number(value).toFixed(2)),
  'WhaleAlert.time': (value: unknown) => String(value).replace(/:\d\d(?=\.|Z)/, ':00'),
  'NotableAlert.move': downTo2Digits,
}

describe('every gated field', () => {
  it('is requested, and withheld from callers below its tier', async () => {
    expect(Object.keys(QUESTIONS).sort()).toEqual(
      Object.keys(schema.getQueryType()?.getFields() ?? {}).sort(),
    )
    const seen = new Set<string>()
    for (const [name, args] of Object.entries(QUESTIONS)) {
      if (args === null) continue
      const question = questionOf(name, args)
      const { data: whole, errors } = await ask(question, {}, 'PRO')
      expect(errors, name).toBeUndefined()
      for (const tier of DOWNWARDS) {
        const answer = await ask(question, {}, tier)
        const places = new Set<string>()
        const expected = redacted(schema, tier, { where, shorter, rounded, seen, places })(whole ?? {})
        expect(answer.data, `${name} as ${tier}`).toEqual(expected)
        const listed = withheldFrom(answer).map((place) => JSON.stringify(place))
        expect(listed, `${name} as ${tier}`).toEqual([...places].sort().slice(0, 50))
      }
    }
    const all = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) && !type.name.startsWith('__') && !ELSEWHERE.includes(type.name)
        ? Object.values(type.getFields())
            .filter((field) => declaredTier(field))
            .map((field) => `${type.name}.${field.name}`)
        : [],
    )
    // Fields of an account are queried where there is one; the others have tests of their own, here or in
    // tier-maximum.test.ts.
    const asked = [
      'Query.whaleAlertConfig',
      'Query.export',
      'Viewer.exports',
      'Viewer.backtests',
      'Viewer.registeredRules',
      'Viewer.screens',
      'Viewer.alertChannels',
      'Viewer.outbox',
      'Viewer.since',
      'Viewer.follow',
      'Viewer.followLimits',
      'Viewer.follows',
      'Query.leaderboards',
      'Holder.ranks',
      'MarketTrader.ranks',
      'WhaleAlert.trader',
      'ScreenNumbers.consistent',
      'ScreenNumbers.copyable',
      'ScreenNumbers.prescience',
    ]
    expect([...seen].sort()).toEqual(all.filter((place) => !asked.includes(place)).sort())
  })
})

describe('a gated board', () => {
  const ROWS = `query ($id: String!, $first: Int) { leaderboard(id: $id) { access entryCount
    entries(first: $first) { nodes {
    rank previousRank address username profileImage xUsername verifiedBadge value ${ROW_NUMBERS.join(' ')}
    trader { address } } } } }`
  const people = world.traders.flatMap(({ address, username, xUsername, profileImage }) => [
    address,
    ...[username, xUsername, profileImage].flatMap((text) => (text === null ? [] : [`"${text}"`])),
  ])

  it.each(gated)('%s shows an anonymous caller rank and rounded value alone', async (id) => {
    const pro = await ask(ROWS, { id }, 'PRO')
    expect(await ask(ROWS, { id }, 'FREE')).toEqual(pro)
    const anonymous = await ask(ROWS, { id }, 'ANONYMOUS')
    expect(anonymous.errors).toBeUndefined()
    const rows = rowsOf(pro)
    expect(rows.length).toBeGreaterThan(40)
    expect(rowsOf(anonymous)).toEqual(
      rows.map((row, i) => ({
        ...Object.fromEntries(Object.keys(row).map((name) => [name, null])),
        rank: i + 1,
        value: Number(row.value.toPrecision(2)),
      })),
    )
    for (const person of people) expect(JSON.stringify(anonymous)).not.toContain(person)
  })

  it('is not available to an anonymous caller as of a day, by any way', async () => {
    const day = dayText(dayOf(world.snapshot.cutoff_time))
    for (const [field, answer] of [
      [`leaderboard(id: "roi-all", asOf: "${day}") { id }`, { leaderboard: { id: `roi-all@${day}` } }],
      [`node(id: "roi-all@${day}") { id }`, { node: { id: `roi-all@${day}` } }],
      [`nodes(ids: ["roi-7d@${day}"]) { id }`, { nodes: [{ id: `roi-7d@${day}` }] }],
    ] as const) {
      const refused = await ask(`{ ${field} }`, {}, 'ANONYMOUS')
      expect(refused.errors?.[0]?.extensions.code, field).toBe('UNAUTHENTICATED')
      expect(JSON.stringify(refused.data)).not.toContain('roi')
      expect(await ask(`{ ${field} }`, {}, 'FREE')).toEqual({ data: answer })
    }
    const listed = async (tier: Tier) => ask(`{ leaderboards(asOf: "${day}") { id } }`, {}, tier)
    const [free, anonymous] = [await listed('FREE'), await listed('ANONYMOUS')]
    expect(JSON.stringify(free.data)).toContain('roi-7d')
    expect(JSON.stringify(anonymous.data)).not.toContain('roi-7d')
    expect(JSON.stringify(anonymous.data)).toContain('pnl-7d')
    expect(withheldFrom(free)).toEqual([])
    expect(withheldFrom(anonymous)).toEqual([{ path: ['leaderboards'], requires: 'FREE' }])
    expect(withheldFrom(await ask('{ leaderboards { id } }', {}, 'ANONYMOUS'))).toEqual([])
  })

  it('is omitted from a trader’s ranks for an anonymous caller', async () => {
    const query = `{ trader(address: "${someone}") { ranks { leaderboard: leaderboardId } percentiles { metric } } }`
    for (const tier of DOWNWARDS) {
      const { data } = await ask(query, {}, tier)
      const told = JSON.stringify(data)
      expect([tier, told.includes('roi')]).toEqual([tier, meets(tier, 'FREE')])
      expect(told).toContain('pnl-all')
    }
  })

  it('is withheld by every way to request it', async () => {
    const asked = async (tier: Tier) =>
      ask(
        `{ a: leaderboard(id: "roi-all") { ...rows }
          b: node(id: "roi-all") { ... on Leaderboard { renamed: entries { nodes { x: address y: trader { id address } } } } }
          c: nodes(ids: ["roi-7d"]) { ...rows }
          d: leaderboards { id access entries { nodes { z: address } } } }
        fragment rows on Leaderboard { entries { nodes { ... on LeaderboardEntry { who: username address } } } }`,
        {},
        tier,
      )
    const pro = JSON.stringify((await asked('PRO')).data)
    expect(pro).toContain(rowAddress(1))
    const { data } = await asked('ANONYMOUS')
    const { d, ...others } = data ?? {}
    expect(JSON.stringify(others)).not.toMatch(/0x[0-9a-f]{40}/)
    const boards: { access: string; entries: { nodes: { z: string | null }[] } }[] = JSON.parse(
      JSON.stringify(d),
    )
    for (const { access, entries } of boards)
      expect(entries.nodes.every(({ z }) => (z === null) === (access === 'SIGNED_IN'))).toBe(true)
  })
})

interface ShownRow extends Record<string, unknown> {
  rank: number
  value: number
  address: Address
}

function rowsOf({ data }: { data?: unknown }): ShownRow[] {
  return JSON.parse(JSON.stringify(data)).leaderboard.entries.nodes
}

function rowAddress(rank: number): string {
  const order = world.traders
    .filter(({ stats }) => stats.ALL?.roi !== null)
    .sort((a, b) => (b.stats.ALL?.roi ?? 0) - (a.stats.ALL?.roi ?? 0) || a.id - b.id)
  return order[rank - 1]?.address ?? ''
}
