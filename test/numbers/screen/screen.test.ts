import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { defined } from '../../../src/checks.ts'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import { SCREEN_COLUMNS, type ScreenColumnId, screenColumn } from '../../../src/metrics/screen-columns.ts'
import { readAnalytics } from '../../../src/numbers/analytics/read-analytics.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { computeScreen } from '../../../src/numbers/screen/compute-screen.ts'
import { answerScreen, type Condition, type OrderTerm } from '../../../src/numbers/screen/evaluate.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import type { ScreenTable, Snapshot, StatsScope } from '../../../src/store/snapshot/snapshot-reader.ts'
import { MARKETS } from '../../../src/store/tables.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { snapshotNamed } from '../support/shown-rows.ts'
import { ADDRESSES, CONTRACT, play } from '../support/small-world.ts'
import { clearStore, storeWorld } from '../support/store-world.ts'
import { history } from '../support/world-arbitrary.ts'

type Row = Record<string, number | boolean | string | null>
const TRADERS = ADDRESSES.map((_, i) => i + 1).filter((id) => id !== CONTRACT)

async function storeCategories(db: Database): Promise<void> {
  // The names of tags are given out when a snapshot is published.
  const tags = ['["elections","named"]', '["named","games"]']
  await db.upsert(MARKETS, { condition_id: [1, 3], category: ['Politics', 'Sports'], tags }, 2)
}

function readerOf(db: Database) {
  return createReader(db, {
    computeAsOf: async (_day, _caller, asked) => computeScreen(db, defined(asked)),
  })
}

/** A screen's rows by trader, unknown numbers as null and labels by name. */
async function rowsOf(table: ScreenTable): Promise<Map<number, Row>> {
  const columns = await Promise.all(
    SCREEN_COLUMNS.map(async ({ id, kind, labels }) => {
      const values = await table.column(id)
      const shown = (value: number) =>
        Number.isNaN(value)
          ? null
          : kind === 'LABEL'
            ? defined(labels[value])
            : kind === 'FLAG'
              ? value === 1
              : value
      return [id, Array.from(values, shown)] as const
    }),
  )
  return new Map(
    Array.from(table.ids, (trader, row) => [
      trader,
      Object.fromEntries(columns.map(([id, values]) => [id, defined(values[row])])),
    ]),
  )
}

/** The same numbers as profiles show them, for those with a trade. */
async function profiles(
  reader: ReturnType<typeof readerOf>,
  shown: Snapshot,
  scope: StatsScope,
): Promise<Map<number, Row>> {
  const stats = await reader.stats(shown, scope, TRADERS)
  return new Map(
    [...stats]
      .filter(([, { fills }]) => fills > 0)
      .map(([trader, own]): [number, Row] => [
        trader,
        {
          pnl: own.pnl,
          realizedPnl: own.realized,
          unrealizedPnl: own.unrealized,
          officialPnl: own.officialPnl,
          volume: own.volume,
          shareVolume: own.shareVolume,
          totalBought: own.bought,
          fees: own.fees,
          income: own.income,
          tradeCount: own.fills,
          marketCount: own.markets,
          roi: own.roi,
          wins: own.wins,
          losses: own.losses,
          winRate: own.winRate,
          maxDrawdown: own.maxDrawdown,
          maxDrawdownPct: own.maxDrawdownPct,
          sharpeRatio: own.sharpeRatio,
          sortinoRatio: own.sortinoRatio,
          profitFactor: own.profitFactor,
          botProbability: own.botProbability,
          isBot: own.isBot,
        },
      ]),
  )
}

describeEngines('a screen', (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  async function publish(moves: Parameters<typeof play>[0]) {
    const played = play(moves)
    await clearStore(store.db)
    await store.db.run('DELETE FROM screens')
    await storeWorld(store.db, played, 1)
    await storeCategories(store.db)
    const { snapshot } = await refresh(store.db)
    return {
      shown: await snapshotNamed(store.db, snapshot ?? 0),
      last: Math.floor(played.lastTime / 86_400),
      reader: readerOf(store.db),
    }
  }

  test('has the numbers of profiles, for any days and any category', async () => {
    const places = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 60 }))
    await fc.assert(
      fc.asyncProperty(history, places, async (moves, [length, drawn]) => {
        const { shown, last, reader } = await publish(moves)
        const days = { from: Math.max(last - length - drawn, shown.firstDay), to: last }
        for (const window of [defined(PERIODS[drawn % 4]), days])
          for (const category of [null, defined(['Politics', 'Sports', 'Weather'][drawn % 3])]) {
            const scope = { window, category }
            const rows = await rowsOf(await reader.screen(shown, scope))
            const slow = await profiles(reader, shown, scope)
            expect(new Set(rows.keys()), JSON.stringify(scope)).toEqual(new Set(slow.keys()))
            for (const [trader, own] of slow)
              expect(rows.get(trader), JSON.stringify(scope)).toMatchObject(own)
          }
      }),
      { numRuns: engine === 'sqlite' ? 12 : 3 },
    )
  })

  test('of a tag has the numbers of a category of the same markets, and of all of its markets', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...PERIODS), async (moves, window) => {
        const { shown, reader } = await publish(moves)
        const scoped = async (scope: { category?: string; tag?: string }) =>
          rowsOf(await reader.screen(shown, { window, category: null, ...scope }))
        const politics = await scoped({ category: 'Politics' })
        const sports = await scoped({ category: 'Sports' })
        expect(await scoped({ tag: 'elections' })).toEqual(politics)
        expect(await scoped({ tag: 'games' })).toEqual(sports)
        expect(await scoped({ tag: 'Politics' })).toEqual(new Map())
        const both = await scoped({ tag: 'named' })
        expect(new Set(both.keys())).toEqual(new Set([...politics.keys(), ...sports.keys()]))
        for (const [trader, own] of both)
          expect(own.volume).toBe(
            Number(politics.get(trader)?.volume ?? 0) + Number(sports.get(trader)?.volume ?? 0),
          )
      }),
      { numRuns: engine === 'sqlite' ? 8 : 2 },
    )
  })

  test('has the analytics of profiles, of all markets in each period', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.constantFrom(...PERIODS), async (moves, period) => {
        const { shown, reader } = await publish(moves)
        const rows = await rowsOf(await reader.screen(shown, { window: period, category: null }))
        for (const [trader, row] of rows) {
          const slow = await readAnalytics(reader, shown, period, trader)
          if (slow === null) throw new Error(`Trader ${trader} has no profile`)
          const { summary, behavior, risk, strategy, skill } = slow
          expect(row).toMatchObject({
            activeDays: summary.activeDays,
            meanTrade: summary.meanTrade,
            winRateLow: summary.winRateInterval?.[0] ?? null,
            winRateHigh: summary.winRateInterval?.[1] ?? null,
            largestWin: risk.largestWin,
            largestLoss: risk.largestLoss,
            makerRatio: behavior.makerRatio,
            holdingTime: behavior.holdingTime,
            sizeVariation: behavior.sizeVariation,
            fillsPerActiveDay: behavior.fillsPerActiveDay,
            longShotShare: behavior.entryPrices?.[0] ?? null,
            nearCertainShare: behavior.entryPrices?.[9] ?? null,
            strategy: strategy.strategy,
          })
          if (period.days === null)
            expect(row).toMatchObject({
              units: skill.units,
              edge: skill.edge,
              edgeLow: skill.edgeInterval?.[0] ?? null,
              edgePValue: skill.edgePValue,
              edgeQValue: skill.edgeQValue,
              verdict: skill.verdict,
            })
        }
      }),
      { numRuns: engine === 'sqlite' ? 8 : 2 },
    )
  })
})

const NUMBERS: readonly ScreenColumnId[] = ['pnl', 'roi', 'winRate', 'volume']
const value = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: -3, max: 3 }))
const worldOf = fc
  .array(fc.record({ pnl: value, roi: value, winRate: value, volume: fc.nat({ max: 3 }) }), { maxLength: 12 })
  .map((rows) => rows.map((row, i) => ({ ...row, trader: 100 + i })))
type World = readonly (Record<string, number> & { trader: number })[]

function tableOf(world: World): ScreenTable {
  return {
    key: '',
    ids: Float64Array.from(world, ({ trader }) => trader),
    hidden: new Set(),
    column: async (id) => Float64Array.from(world, (row) => defined(row[id])),
  }
}

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('RANGE' as const),
    column: fc.constantFrom(...NUMBERS),
    min: fc.constantFrom(Number.NEGATIVE_INFINITY, -1, 0, 1),
    max: fc.constantFrom(Number.POSITIVE_INFINITY, 1, 2),
  }),
  fc.record({
    kind: fc.constant('KNOWN' as const),
    column: fc.constantFrom(...NUMBERS),
    isKnown: fc.boolean(),
  }),
  fc
    .array(fc.integer({ min: 100, max: 112 }), { maxLength: 5 })
    .map((ids): Condition => ({ kind: 'AMONG', ids: new Set(ids) })),
)
const condition = fc.letrec<{ one: Condition }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({
      kind: fc.constantFrom('ALL' as const, 'ANY' as const),
      of: fc.array(tie('one'), { maxLength: 3 }),
    }),
    tie('one').map((of): Condition => ({ kind: 'NOT', of })),
  ),
})).one

function slowlyFits(row: World[number], where: Condition): boolean {
  switch (where.kind) {
    case 'ALL':
      return where.of.every((one) => slowlyFits(row, one))
    case 'ANY':
      return where.of.some((one) => slowlyFits(row, one))
    case 'NOT':
      return !slowlyFits(row, where.of)
    case 'AMONG':
      return where.ids.has(row.trader)
    case 'RANGE': {
      const own = defined(row[where.column])
      return own >= where.min && own <= where.max
    }
    case 'KNOWN':
      return Number.isNaN(row[where.column]) !== where.isKnown
    case 'ONE_OF':
      return where.values.has(defined(row[where.column]))
  }
}

const order = fc.array(
  fc.record({
    column: fc.constantFrom<ScreenColumnId>('pnl', 'roi', 'winRate'),
    isAscending: fc.boolean(),
    weight: fc.constant(null),
    isChange: fc.constant(false),
  }),
  { maxLength: 3 },
)

function slowly(world: World, where: Condition, terms: readonly OrderTerm[]) {
  const better = (a: number, b: number, isAscending: boolean) => {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
    return isAscending ? a - b : b - a
  }
  return world
    .filter((row) => slowlyFits(row, where))
    .toSorted((a, b) => {
      for (const { column, isAscending } of terms) {
        const by = better(defined(a[column]), defined(b[column]), isAscending)
        if (by !== 0) return by
      }
      return defined(b.volume) - defined(a.volume) || a.trader - b.trader
    })
    .map(({ trader }) => trader)
}

const noChanges = { changes: async () => new Float64Array() }

test('a screen’s answer equals a slow filter and sort, and a condition and its opposite part everybody in two', () =>
  fc.assert(
    fc.asyncProperty(
      worldOf,
      condition,
      order,
      fc.integer({ min: 1, max: 5 }),
      async (world, where, terms, most) => {
        const table = tableOf(world)
        const answer = await answerScreen(table, { where, order: terms, given: null }, { ...noChanges, most })
        const slow = slowly(world, where, terms)
        expect(answer.count).toBe(slow.length)
        expect(Array.from(answer.rows, (row) => defined(table.ids[row]))).toEqual(slow.slice(0, most))
        const opposite = { kind: 'NOT', of: where } as const
        const rest = await answerScreen(
          table,
          { where: opposite, order: [], given: null },
          { ...noChanges, most: 99 },
        )
        const all = await answerScreen(table, { where, order: [], given: null }, { ...noChanges, most: 99 })
        expect([...all.rows, ...rest.rows].sort((a, b) => a - b)).toEqual(world.map((_, row) => row))
        expect(rest.unknown).toBe(all.unknown)
      },
    ),
  ))

test('a weighted order is of percentiles among those who fit, and an unknown number puts a trader last', async () => {
  const at = (pnl: number, roi: number, i: number) => ({ trader: i, pnl, roi, winRate: 0, volume: 0 })
  const world = [at(1, 9, 1), at(2, 8, 2), at(3, 1, 3), at(4, Number.NaN, 4)]
  const term = (column: ScreenColumnId, weight: number) => ({
    column,
    weight,
    isAscending: false,
    isChange: false,
  })
  const { rows, scores } = await answerScreen(
    tableOf(world),
    { where: { kind: 'ALL', of: [] }, order: [term('pnl', 1), term('roi', 3)], given: null },
    { ...noChanges, most: 9 },
  )
  expect([...rows]).toEqual([0, 1, 2, 3])
  // Of four known profits the first is above none, itself half; of three returns it is above two.
  expect(scores).toEqual([
    (0.5 / 4 + 3 * (2.5 / 3)) / 4,
    (1.5 / 4 + 3 * (1.5 / 3)) / 4,
    (2.5 / 4 + 3 * (0.5 / 3)) / 4,
    null,
  ])
})

test('every metric of one value or two ends is a column, described, and those of gated boards say so', () => {
  for (const { description, range } of SCREEN_COLUMNS) expect(`${description}${range}`).toMatch(/\./)
  expect(SCREEN_COLUMNS.filter(({ isGated }) => isGated).map(({ id }) => id)).toEqual([
    'consistent',
    'copyable',
    'prescience',
  ])
  expect(screenColumn('edgeLow')).toMatchObject({ kind: 'NUMBER', isNullable: true, isMicro: false })
})
