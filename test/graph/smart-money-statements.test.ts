import fc from 'fast-check'
import { getNamedType, isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/graph/schema.ts'
import { dayOf, dayText } from '../../src/ledger/quantities.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { VOLUME_DAYS } from '../../src/store/tables.ts'
import { asker } from './support/ask.ts'
import { onceReader } from './support/forgetful-reader.ts'
import { PLANTED_MARKET, plantSmartMoney } from './support/plant-smart-money.ts'
import { plantWorld } from './support/planted-world.ts'
import { newStore, publish } from './support/published-store.ts'
import { wholeSelection } from './support/whole-selection.ts'

const world = plantWorld(120)
const LAST_DAY = dayText(dayOf(world.snapshot.cutoff_time))
const removals: (() => Promise<void>)[] = []
let small: Database
let large: Database

/** Creates a store with a planted cohort, at least `times` as large. */
async function planted(times: number): Promise<Database> {
  const { db, remove } = await newStore()
  removals.push(remove)
  await publish(db, world)
  await plantSmartMoney(db, world, times)
  return db
}

beforeAll(async () => {
  small = await planted(1)
  large = await planted(10)
})
afterAll(async () => {
  for (const remove of removals) await remove()
})

interface Shown {
  markets: { condition: string }[]
}

/** Fields that lead from a market to lists of its own. */
const LEAVE = [
  'Signal.market',
  'Event.markets',
  'Event.ifWins',
  'MarketMember.trader',
  'Market.holders',
  'Market.move',
  'Market.movers',
  'Market.topTraders',
  'Market.trades',
  'Market.prices',
  'Market.flow',
]

/** Returns the number of statements of Pro's query with empty caches, and the size of its answer. */
async function costOf(db: Database, question: string): Promise<{ statements: number; length: number }> {
  const ask = asker(db, onceReader(db))
  const before = db.statementCount
  const { data, errors } = await ask(question, {}, 'PRO')
  expect(errors).toBeUndefined()
  return { statements: db.statementCount - before, length: JSON.stringify(data).length }
}

test('smart money shows callers without Pro the five opportunities of the largest volume, in that order', async () => {
  const db = await planted(3)
  const ask = asker(db, onceReader(db))
  const question =
    '{ smartMoney { categories { markets value } markets { condition kind side price value } } }'
  const whole = (await ask(question, {}, 'PRO')).data?.smartMoney as Shown
  expect(whole.markets).toHaveLength(9)
  const day = dayOf(world.snapshot.cutoff_time) - 1
  // Null: the role of one of two fills is unknown. Undefined: no fill.
  const volume = fc.option(fc.option(fc.nat(9), { nil: undefined }), { nil: null })
  await fc.assert(
    fc.asyncProperty(fc.array(volume, { minLength: 9, maxLength: 9 }), async (volumes) => {
      await db.run('DELETE FROM volume_days')
      const known = volumes.flatMap((usd, i) => (usd === undefined ? [] : [{ token: 2 * (i + 1), usd }]))
      const rows = {
        token_id: known.map(({ token }) => token),
        day: known.map(() => day),
        usd: known.map(({ usd }) => usd ?? 1_000),
        unknown: known.map(({ usd }) => (usd === null ? 1 : 0)),
        fills: known.map(() => 2),
      }
      await db.transaction((tx) => tx.insertNew(VOLUME_DAYS, rows, known.length))
      const places = volumes.map((usd, i) => ({ usd: usd === null ? -1 : (usd ?? 0), condition: i + 1 }))
      const largest = places.sort((x, y) => y.usd - x.usd || x.condition - y.condition).slice(0, 5)
      const expected = largest.map(({ condition }) => {
        const row = whole.markets.find((one) => Number(one.condition) === condition)
        return { ...row, value: null }
      })
      for (const tier of ['FREE', 'ANONYMOUS'] as const) {
        const { data } = await ask(question, {}, tier)
        expect(data?.smartMoney).toEqual({ ...whole, markets: expected })
      }
    }),
    { numRuns: 25 },
  )
})

// With `asOf` its positions are read from the ledger instead of the snapshot's views.
test.each([
  ['smartMoney', ''],
  ['smartMoney', `(asOf: "${LAST_DAY}")`],
  ['smartMoneyHighlights', '(weeks: 104)'],
  ['smartMoneyHistory', '(weeks: 104)'],
  ['smartMoneyMarket', `(id: "${PLANTED_MARKET}")`],
  ['smartMoneyMarket', `(id: "${PLANTED_MARKET}", asOf: "${LAST_DAY}")`],
  ['market', `(id: "${PLANTED_MARKET}")`],
  ['markets', '(first: 100, includeUntraded: true)'],
  ['markets', '(first: 100, orderBy: {by: NEWEST}, includeUntraded: true)'],
  ['markets', `(first: 100, includeUntraded: true, asOf: "${LAST_DAY}")`],
])('%s%s takes equally many statements for ten times the markets, members and weeks', async (name, args) => {
  const field = schema.getQueryType()?.getFields()[name]
  const type = field && getNamedType(field.type)
  if (!isObjectType(type)) throw new Error(`${name} has no fields`)
  const question = `{ ${name}${args} ${wholeSelection(type, LEAVE)} }`
  const [few, many] = [await costOf(small, question), await costOf(large, question)]
  expect(many.statements).toBe(few.statements)
  expect(many.statements).toBeLessThanOrEqual(26)
  if (name !== 'market') expect(many.length).toBeGreaterThan(2 * few.length)
})
