import { getNamedType, isObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/graph/schema.ts'
import { dayOf, dayText, weekStart } from '../../src/ledger/quantities.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { asker } from './ask.ts'
import { onceReader } from './forgetful-reader.ts'
import { PLANTED_MARKET, plantSmartMoney } from './plant-smart-money.ts'
import { plantWorld } from './planted-world.ts'
import { newStore, publish } from './published-store.ts'
import { wholeSelection } from './whole-selection.ts'

const world = plantWorld(120)
const LAST_DAY = dayText(dayOf(world.snapshot.cutoff_time))
const removals: (() => Promise<void>)[] = []
let small: Database
let large: Database

/** A store with a planted cohort, `times` as large as it is at least. */
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

/** What a market leads to that has lists of its own. */
const LEAVE = [
  'Signal.market',
  'Event.markets',
  'MarketMember.trader',
  'Market.holders',
  'Market.topTraders',
  'Market.trades',
  'Market.prices',
  'Market.flow',
]

/** How many statements Pro's question takes with nothing in memory, and how much it answers. */
async function costOf(db: Database, question: string): Promise<{ statements: number; length: number }> {
  const ask = asker(db, onceReader(db))
  const before = db.statementCount
  const { data, errors } = await ask(question, {}, 'PRO')
  expect(errors).toBeUndefined()
  return { statements: db.statementCount - before, length: JSON.stringify(data).length }
}

test('smart money shows callers without Pro a category as written when five of its markets were new, rounded down', async () => {
  const ask = asker(await planted(2))
  const question = `{ smartMoney { snapshotDate weeklyPick { kind value } markets { value }
    categories { category snapshotDate markets value yesShare divergence } } }`
  const shown = {
    ...{ category: 'POLITICS', snapshotDate: dayText(weekStart(dayOf(world.snapshot.cutoff_time)) - 21) },
    // Of $54,000 in six markets, the highlight among them, 79 % are YES at 30 cents.
    ...{ markets: 6, value: 50_000, yesShare: 0.7, divergence: 0.4 },
  }
  for (const tier of ['FREE', 'ANONYMOUS'] as const) {
    const { data } = await ask(question, {}, tier)
    expect(data?.smartMoney).toMatchObject({
      categories: [shown],
      weeklyPick: { kind: 'HIGHLIGHT', value: expect.any(Number) },
      markets: Array(5).fill({ value: null }),
    })
  }
  const { data } = await ask(question, {}, 'PRO')
  expect(data?.smartMoney).toMatchObject({ categories: [{ snapshotDate: null, value: 53_999.999_979 }] })
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
  ['markets', '(first: 100)'],
  ['markets', '(first: 100, orderBy: NEWEST)'],
  ['markets', `(first: 100, asOf: "${LAST_DAY}")`],
])('%s%s takes as many statements for ten times the markets, members and weeks', async (name, args) => {
  const field = schema.getQueryType()?.getFields()[name]
  const type = field && getNamedType(field.type)
  if (!isObjectType(type)) throw new Error(`${name} has no fields`)
  const question = `{ ${name}${args} ${wholeSelection(type, LEAVE)} }`
  const [few, many] = [await costOf(small, question), await costOf(large, question)]
  expect(many.statements).toBe(few.statements)
  expect(many.statements).toBeLessThanOrEqual(26)
  if (name !== 'market') expect(many.length).toBeGreaterThan(2 * few.length)
})
