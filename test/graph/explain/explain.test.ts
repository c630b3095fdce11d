import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defined } from '../../../src/checks.ts'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  DAY_SECONDS,
  dayOf,
  dayText,
  type Hash,
  MICRO,
  type TokenId,
} from '../../../src/ledger/quantities.ts'
import { seededRandom } from '../../../src/metrics/skill/edge.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { addOptOut } from '../../../src/store/opted-out.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const STEP = 'path title text kind value unit sign day addsUp event { __typename tx ... on Trade { usd } }'
/** Steps of a list at most: a position of a small world has fewer days, and a day fewer events. */
const MOST = 14
const below = (depth: number): string =>
  depth === 0 ? '' : `steps(first: ${MOST}) { totalCount nodes { ${STEP} ${below(depth - 1)} } }`
const askedOf = (
  steps: string,
) => `query ($subject: ExplainedSubject, $trader: String!, $metric: ExplainedMetric, $period: Period, $since: Date, $category: MarketCategory, $asOf: Date, $step: String) {
  explain(subject: $subject, id: $trader, metric: $metric, period: $period, since: $since, category: $category, asOf: $asOf, step: $step) { trail { path } step { ${STEP} ${steps} } } }`
/** A step with the positions below it at most, and a position with all that is below it. */
const [EXPLAIN, WHOLE] = [askedOf(below(1)), askedOf(below(2))]
/** The inputs of a draw: every unit with its profit, cost and shares. */
const UNITS = 40
const MANY = askedOf(
  `steps(first: ${UNITS}) { totalCount nodes { ${STEP} steps(first: 3) { totalCount nodes { ${STEP} } } } }`,
)
const FEW = askedOf(`steps(first: ${UNITS}) { totalCount nodes { ${STEP} } }`)
const NUMBERS = `query ($trader: String!, $period: Period!, $asOf: Date) { trader(address: $trader, asOf: $asOf) {
  stats(period: $period) { pnl realizedPnl unrealizedPnl officialPnl volume totalBought fees tradeCount roi winRate maxDrawdown sharpeRatio sortinoRatio profitFactor }
  analytics(period: $period) { skill { edge edgePValue edgeInterval { low high } } attribution { byCategory { name pnl winRate } } summary { wins losses } } } }`

const MARKET = `query ($condition: String!, $asOf: Date) { market(id: $condition, asOf: $asOf) { volume openInterest holders { totalCount } } }`
const RANKS = 'query ($trader: String!) { trader(address: $trader) { ranks { leaderboardId period rank } } }'
const GATED = ['CONSISTENT', 'COPYABLE', 'PRESCIENCE']

interface Skilled {
  skill: { edgePValue: number; edgeInterval: { low: number; high: number } }
  attribution: { byCategory: { name: string; pnl: number; winRate: number }[] }
}

interface Shown {
  path: string
  text: string
  kind: string
  value: number | null
  unit: string
  sign: number
  addsUp: boolean | null
  event: { __typename: string; tx: string | null; usd?: number } | null
  steps?: { totalCount: number; nodes: Shown[] }
}

const METRICS = {
  PNL: 'pnl',
  REALIZED_PNL: 'realizedPnl',
  UNREALIZED_PNL: 'unrealizedPnl',
  OFFICIAL_PNL: 'officialPnl',
  VOLUME: 'volume',
  TOTAL_BOUGHT: 'totalBought',
  FEES: 'fees',
  TRADE_COUNT: 'tradeCount',
  ROI: 'roi',
  WIN_RATE: 'winRate',
  MAX_DRAWDOWN: 'maxDrawdown',
  EDGE: 'edge',
  WINS: 'wins',
  LOSSES: 'losses',
  PROFIT_FACTOR: 'profitFactor',
  SHARPE_RATIO: 'sharpeRatio',
  SORTINO_RATIO: 'sortinoRatio',
} as const

async function explained(ask: Ask, variables: object, query = EXPLAIN): Promise<Shown> {
  const { data, errors } = await ask(query, { ...variables }, 'PRO')
  expect(errors).toBeUndefined()
  return (data as { explain: { step: Shown } }).explain.step
}

const microOf = ({ value, unit }: Pick<Shown, 'value' | 'unit'>) =>
  ['COUNT', 'FRACTION', 'RATIO'].includes(unit) ? Number(value) : Math.round(Number(value) * MICRO)

/** Sums in ascending order, as the metrics add. */
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b)
const meanOf = (values: readonly number[]) =>
  ascending(values).reduce((sum, value) => sum + value, 0) / values.length

/** The value that the shown steps make, computed here once more. */
function madeOf(kind: string, steps: readonly Shown[]): number | null {
  if (steps.some(({ value }) => value === null)) return null
  const values = steps.map((step) => step.sign * microOf(step))
  if (kind === 'SUM') return values.reduce((sum, value) => sum + value, 0)
  if (kind === 'COUNT') return values.length
  const [first = 0, second = 0] = values
  if (kind === 'INPUTS') return first
  if (kind === 'MEAN') return meanOf(values)
  if (kind === 'DEVIATION') {
    const mean = meanOf(values)
    const squares = ascending(values).reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
    return Math.sqrt(squares / (values.length - 1))
  }
  if (kind === 'DOWNSIDE')
    return Math.sqrt(
      ascending(values).reduce((sum, value) => sum + Math.min(0, value) * Math.min(0, value), 0) /
        values.length,
    )
  if (kind === 'PRODUCT') return Number((BigInt(first) * BigInt(second)) / BigInt(MICRO))
  return second <= 0 ? null : first / second
}

/** Checks a step against those below it, down to the events. @returns the leaves */
async function leavesOf(ask: Ask, variables: object, shown: Shown): Promise<Shown[]> {
  expect(shown.text).toMatch(/[.]$/)
  if (shown.addsUp === null) {
    expect(['EVENT', 'FACT'], shown.path).toContain(shown.kind)
    return [shown]
  }
  const isPosition = /(^|\/)\d+$/.test(shown.path)
  const isLong =
    ['MEAN', 'DEVIATION', 'DOWNSIDE'].includes(shown.kind) || /(^|\/)(profit|losses)$/.test(shown.path)
  const whole =
    isPosition || !shown.steps
      ? await explained(ask, { ...variables, step: shown.path }, isLong ? FEW : WHOLE)
      : shown
  expect(whole.path).toBe(shown.path)
  const { nodes, totalCount } = whole.steps ?? { nodes: [], totalCount: -1 }
  expect(totalCount).toBe(nodes.length)
  expect(shown.addsUp, `${shown.path} ${shown.text}`).toBe(true)
  const own = shown.value === null ? null : microOf(shown)
  expect(own, `${shown.path} ${shown.text}`).toBe(madeOf(shown.kind, nodes))
  const leaves: Shown[] = []
  for (const node of nodes) leaves.push(...(await leavesOf(ask, variables, node)))
  return leaves
}

describeEngines("where a trader's numbers come from", (open, engine) => {
  test('every number is that of the profile, and adds up to the micro down to the events, in any window, by either age', async () => {
    const seen = new Set<string>()
    const drawn = fc.tuple(ledgerOf(25), fc.boolean(), fc.nat(8))
    await fc.assert(
      fc.asyncProperty(drawn, async ([events, isSealed, back]) => {
        const { db } = await open()
        await ingestRecords(db, [...MARKET_LINES, ...events])
        if (isSealed) await sealLedger(db, { settledAfterDays: 2, partRows: 7 })
        await refresh(db)
        const ask = asker(db, readerOf(db, { computeAsOf: (day) => publishAsOf(db, day) }))
        const last = dayOf(events.at(-1)?.time ?? 0)
        const day = Math.max(dayOf(events[0]?.time ?? 0), last - back)
        const trader = WALLETS[back % WALLETS.length]
        for (const asOf of [null, dayText(day)])
          for (const period of ['DAYS_7', 'ALL']) {
            const { data } = await ask(NUMBERS, { trader, period, asOf }, 'PRO')
            const profile = (data as { trader: { stats: object | null; analytics: object | null } | null })
              ?.trader
            if (!profile) continue
            const { edge } = (profile.analytics as { skill: { edge: number | null } }).skill
            const { wins, losses } = (profile.analytics as { summary: { wins: number; losses: number } })
              .summary
            const stats = { ...profile.stats, edge, wins, losses } as Record<string, number | null>
            for (const [i, [metric, name]] of Object.entries(METRICS).entries()) {
              // A tree has hundreds of steps: each world asks for a third of the numbers, and walks them in one window.
              // The profile tests skill over the whole record.
              if (i % 3 !== back % 3 || (metric === 'EDGE' && period !== 'ALL')) continue
              const asked = { trader, metric, period, asOf }
              const root = await explained(ask, asked)
              expect(root.value, `${metric} ${period} ${asOf}`).toBe(profile.stats ? stats[name] : root.value)
              if ((period === 'ALL') !== (back % 2 === 0) || (asOf === null) !== isSealed) continue
              for (const { kind, event } of await leavesOf(ask, asked, root))
                seen.add(`${kind} ${event?.__typename ?? ''}`)
            }
          }
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1 },
    )
    const events = [...seen].filter((kind) => kind.startsWith('EVENT'))
    expect(events.length).toBeGreaterThan(0)
  })

  test('a change is the number less that of an earlier day, and a rank the traders before it and one more, down to the events', async () => {
    const seen = { changes: 0, ranks: 0 }
    await fc.assert(
      fc.asyncProperty(ledgerOf(20), fc.nat(20), async (events, drawn) => {
        const { db } = await open()
        await ingestRecords(db, [...MARKET_LINES, ...events])
        await refresh(db)
        const ask = asker(db, readerOf(db, { computeAsOf: (day) => publishAsOf(db, day) }))
        const [first, last] = [events[0]?.time ?? 0, events.at(-1)?.time ?? 0].map(dayOf) as [number, number]
        if (first === last) return
        const since = dayText(first + (drawn % (last - first)))
        const trader = WALLETS[drawn % WALLETS.length]
        const numbersOf = async (asOf: string | null, period: string) => {
          const { data } = await ask(NUMBERS, { trader, period, asOf }, 'PRO')
          return (data as { trader: { stats: Record<string, number | null> | null } | null })?.trader?.stats
        }
        const { data } = await ask(RANKS, { trader }, 'PRO')
        const own = (
          data as { trader: { ranks: { leaderboardId: string; period: string; rank: number }[] } | null }
        ).trader
        for (const { leaderboardId, period, rank } of own?.ranks ?? []) {
          const tab = leaderboardId.split('-')[0]?.toUpperCase() ?? ''
          const asked = { trader, metric: `${tab}_RANK`, period }
          if (GATED.includes(tab)) {
            const refused = await ask(EXPLAIN, asked, 'ANONYMOUS')
            expect(refused.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
          }
          const root = await explained(ask, asked)
          expect(root.value).toBe(rank)
          // Profits of 0 have no events, however many traders are before.
          await leavesOf(ask, asked, root)
          seen.ranks++
        }
        if (own === null) return
        for (const period of ['ALL', 'DAYS_7']) {
          const [now, then] = [await numbersOf(null, period), await numbersOf(since, period)]
          for (const [i, [metric, name]] of Object.entries(METRICS).entries()) {
            if (i % 4 !== drawn % 4) continue
            const asked = { trader, metric, period, since }
            const root = await explained(ask, asked)
            if (now && then && name in now && root.unit !== 'FRACTION')
              expect(microOf(root), `${metric} ${period} ${since}`).toBe(
                microOf({ ...root, value: now[name] ?? 0 }) - microOf({ ...root, value: then[name] ?? 0 }),
              )
            await leavesOf(ask, asked, root)
            seen.changes++
          }
        }
      }),
      { numRuns: engine === 'sqlite' ? 3 : 1 },
    )
    expect(seen.changes).toBeGreaterThan(0)
    expect(seen.ranks).toBeGreaterThan(0)
  })

  test('volume, open interest and holders of a market are those that it shows, and add up to the micro down to the events', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(ledgerOf(20), fc.nat(20), async (events, drawn) => {
        const { db } = await open()
        await ingestRecords(db, [...MARKET_LINES, ...events])
        if (drawn % 2 === 0) await sealLedger(db, { settledAfterDays: 2, partRows: 7 })
        if (drawn % 3 === 0) await addOptOut(db, defined(WALLETS[0]))
        await refresh(db)
        const ask = asker(db, readerOf(db, { computeAsOf: (day) => publishAsOf(db, day) }))
        const [first, last] = [events[0]?.time ?? 0, events.at(-1)?.time ?? 0].map(dayOf) as [number, number]
        const asOf = drawn % 2 === 0 ? null : dayText(last - (drawn % (last - first + 1)))
        for (const { condition } of MARKET_LINES.slice(0, 3)) {
          const { data } = await ask(MARKET, { condition, asOf }, 'PRO')
          const { market } = data as {
            market: { volume: number; openInterest: number | null; holders: { totalCount: number } }
          }
          const numbers = {
            VOLUME: market.volume,
            OPEN_INTEREST: market.openInterest,
            HOLDERS: market.holders.totalCount,
          }
          for (const [metric, value] of Object.entries(numbers)) {
            const asked = { subject: 'MARKET', trader: condition, metric, asOf }
            const root = await explained(ask, asked)
            expect(root.value, `${metric} ${condition} ${asOf}`).toBe(value)
            for (const { kind, event } of await leavesOf(ask, asked, root))
              seen.add(`${metric} ${kind} ${event === null}`)
            if (asOf !== null || first === last) continue
            const since = dayText(first + (drawn % (last - first)))
            const change = await explained(ask, { ...asked, since })
            await leavesOf(ask, { ...asked, since }, change)
          }
        }
      }),
      { numRuns: engine === 'sqlite' ? 3 : 1 },
    )
    for (const metric of ['VOLUME', 'OPEN_INTEREST', 'HOLDERS'])
      expect([...seen]).toContain(`${metric} EVENT false`)
  })

  test('volume is every fill of the trader once, and cash by raw fills is realized less cost', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(ledgerOf(20), async (drawn) => {
        const events = drawn.filter(({ kind }) => kind === 'FILL') as Fill[]
        fc.pre(events.length > 0)
        const { db } = await open()
        await ingestRecords(db, [...MARKET_LINES, ...(events as LedgerEvent[])])
        await refresh(db)
        const ask = asker(db)
        for (const trader of WALLETS) {
          const own = events.filter(({ owner }) => owner === trader)
          if (own.length === 0) continue
          const asked = { trader, metric: 'VOLUME' }
          const leaves = await leavesOf(ask, asked, await explained(ask, asked))
          expect(leaves.map(({ event, value }) => [event?.tx, event?.usd, value]).sort()).toEqual(
            own.map(({ tx, usd }) => [tx, usd / MICRO, usd / MICRO]).sort(),
          )
          // Sales beyond the holding earn nothing, so only tokens without them have all their cash in the tree.
          for (const token of new Set(own.map((fill) => fill.token))) {
            const fills = own.filter((fill) => fill.token === token)
            const signed = fills.map(({ side, shares }) => (side === 'BUY' ? shares : -shares))
            const held = signed.map((_, i) => signed.slice(0, i + 1).reduce((sum, one) => sum + one, 0))
            if (Math.min(...held) < 0) continue
            const cash = fills.reduce(
              (sum, { side, usd, fee }) => sum + (side === 'BUY' ? -usd - fee : usd - fee),
              0,
            )
            // A position that adds nothing has no step.
            const { data } = await ask(EXPLAIN, { trader, metric: 'PNL', step: token }, 'PRO')
            const parts = (data as { explain: { step: Shown } } | null)?.explain.step.steps?.nodes
            if (!parts) continue
            const partOf = (name: string) => {
              const part = parts.find(({ path }) => path.endsWith(name))
              return part ? microOf(part) : 0
            }
            const [realized, cost] = [partOf('/realized'), partOf('/cost')]
            compared++
            expect(realized - cost).toBe(cash)
          }
        }
      }),
      { numRuns: engine === 'sqlite' ? 6 : 1 },
    )
    expect(compared).toBeGreaterThan(0)
  })
})

describeEngines(
  'numbers of many decided units',
  (open) => {
    test('ratios and tests of skill are those of the profile, and the steps of a draw are enough to draw it again', async () => {
      const { db } = await open()
      const trader = WALLETS[0] as Address
      const market = defined(MARKET_LINES[0])
      const markets = Array.from({ length: 36 }, (_, n) => ({
        ...market,
        condition: `0x${`${n}`.padStart(64, '5')}` as ConditionId,
        tokens: [`${7000 + 2 * n}`, `${7001 + 2 * n}`] as TokenId[],
        slug: `bet-${n}`,
        category: n % 3 === 0 ? ('politics' as const) : ('sports' as const),
      }))
      const placed = (n: number) => ({
        block: n + 1,
        logIndex: 0,
        tx: `0x${`${n}`.padStart(64, '0')}` as Hash,
        time: 1_770_000_000 + n * 900,
      })
      const order = { exchange: null, counterparty: null, role: null, orderHash: null, fee: 0 } as const
      const bets = markets.flatMap(({ condition, tokens }, n): LedgerEvent[] => [
        {
          kind: 'FILL',
          owner: trader,
          side: 'BUY',
          token: defined(tokens[0]),
          shares: (3 + n) * MICRO,
          usd: Math.round((3 + n) * (0.2 + (n % 7) / 10) * MICRO) + n,
          feeIn: 'USD',
          ...order,
          ...placed(2 * n),
        },
        {
          kind: 'RESOLVE',
          condition,
          payouts: n % 5 < 2 ? ['0', '1'] : ['1', '0'],
          ...placed(2 * n + 1),
        },
      ])
      await ingestRecords(db, [...markets, ...bets])
      await refresh(db)
      const ask = asker(db)
      const { data } = await ask(NUMBERS, { trader, period: 'ALL' }, 'PRO')
      const { stats, analytics } = (data as { trader: { stats: Record<string, number>; analytics: Skilled } })
        .trader
      for (const metric of ['PROFIT_FACTOR', 'SHARPE_RATIO', 'SORTINO_RATIO'] as const) {
        const root = await explained(ask, { trader, metric }, FEW)
        expect(root.value, metric).toBe(stats[METRICS[metric]])
        await leavesOf(ask, { trader, metric }, root)
      }
      const { byCategory } = analytics.attribution
      expect(byCategory.map(({ name }) => name).sort()).toEqual(['politics', 'sports'])
      for (const { name, pnl, winRate } of byCategory) {
        const asked = { trader, category: name.toUpperCase() }
        expect((await explained(ask, { ...asked, metric: 'PNL' })).value, name).toBe(pnl)
        expect((await explained(ask, { ...asked, metric: 'WIN_RATE' })).value, name).toBe(winRate)
      }
      const drawn = async (metric: string, step?: string) => {
        const root = await explained(ask, { trader, metric, step }, MANY)
        const seed = defined(/ Seed ([^,]+),/.exec(root.text)?.[1])
        const units = defined(root.steps).nodes.map(({ steps }) => defined(steps).nodes.map(microOf))
        return {
          root,
          seed,
          units: units.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)),
        }
      }
      const { edgeInterval, edgePValue } = analytics.skill
      const interval = await explained(ask, { trader, metric: 'EDGE_INTERVAL' })
      expect(interval.steps?.nodes.map(({ value }) => value)).toEqual([edgeInterval.high, edgeInterval.low])
      for (const [step, value, place] of [
        ['low', edgeInterval.low, 24],
        ['high', edgeInterval.high, 975],
      ] as const) {
        const { root, seed, units } = await drawn('EDGE_INTERVAL', step)
        expect([root.kind, root.addsUp, units.length]).toEqual(['DRAW', null, markets.length])
        const random = seededRandom(seed)
        const edges = Array.from({ length: 1_000 }, () => {
          const picked = [...random(new Uint32Array(units.length))].map((number) =>
            defined(units[Math.floor((number / 2 ** 32) * units.length)]),
          )
          const sumOf = (part: number) => picked.reduce((sum, unit) => sum + defined(unit[part]), 0)
          return sumOf(0) / sumOf(1)
        })
        expect(ascending(edges)[place]).toBe(value)
        expect(root.value).toBe(value)
      }
      const { root, seed, units } = await drawn('EDGE_P_VALUE')
      const random = seededRandom(seed)
      const own = units.reduce((sum, [pnl = 0]) => sum + pnl, 0)
      const asGood = Array.from({ length: 1_000 }, () => {
        const numbers = random(new Uint32Array(units.length))
        return units.reduce(
          (sum, [, cost = 0, shares = 0], i) =>
            sum + (defined(numbers[i]) < Math.floor((cost / shares) * 2 ** 32) ? shares : 0) - cost,
          0,
        )
      }).filter((profit) => profit >= own).length
      expect(asGood).toBeGreaterThan(10)
      expect([root.value, edgePValue]).toEqual([(1 + asGood) / 1_001, (1 + asGood) / 1_001])
      const refused = await ask(EXPLAIN, { trader, metric: 'EDGE_P_VALUE', period: 'DAYS_7' }, 'PRO')
      expect(refused.errors?.[0]?.message).toMatch(/whole record/)
    })
  },
  ['sqlite'],
)

describeEngines(
  'what a caller is told of a step',
  (open) => {
    test('a path beyond the rows of the caller is unknown, as an invented one is', async () => {
      const { db } = await open()
      const trader = WALLETS[0] as Address
      const token = MARKET_LINES[0]?.tokens[0] as TokenId
      const days = Array.from({ length: 26 }, (_, n): Fill => {
        const place = {
          block: n + 1,
          logIndex: 0,
          tx: `0x${`${n}`.padStart(64, '0')}` as Hash,
          time: 1_770_000_000 + n * DAY_SECONDS,
        }
        const order = {
          exchange: null,
          counterparty: null,
          role: null,
          orderHash: null,
          fee: 0,
          feeIn: 'USD',
        } as const
        return {
          kind: 'FILL',
          owner: trader,
          side: 'BUY',
          token,
          shares: MICRO,
          usd: MICRO / 2,
          ...order,
          ...place,
        }
      })
      await ingestRecords(db, [...MARKET_LINES, ...days])
      await refresh(db)
      const ask = asker(db)
      const asked = { trader, metric: 'VOLUME' }
      const [near, far] = [24, 25].map((n) => `${token}/${dayText(dayOf(days[n]?.time ?? 0))}`)
      const codeOf = async (step: string | undefined, tier: 'ANONYMOUS' | 'PRO' = 'ANONYMOUS') =>
        (await ask(EXPLAIN, { ...asked, step }, tier)).errors?.[0]?.extensions?.code
      expect([await codeOf(near), await codeOf(far), await codeOf(far, 'PRO')]).toEqual([
        undefined,
        'NOT_FOUND',
        undefined,
      ])
      const invented = await ask(EXPLAIN, { ...asked, step: '12/34' })
      expect(invented.errors?.[0]?.message).toMatch(/^No step has the path 12/)
      expect(await codeOf('../x')).toBe('BAD_USER_INPUT')
      // Each list of steps can replay a day: lists in lists are refused before they are read.
      const deep = await ask(askedOf(below(3)), asked)
      expect(deep.errors?.[0]?.extensions?.code).toBe('QUERY_TOO_COSTLY')
    })
  },
  ['sqlite'],
)
