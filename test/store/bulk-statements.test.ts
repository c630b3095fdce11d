import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sql } from '../../src/store/engine/database.ts'
import { INCOME_DAYS } from '../../src/store/tables.ts'
import { describeEngines } from './support/engines.ts'

interface Row {
  trader: number
  day: number
  amount: number
}

const cell = fc.integer({ min: 0, max: 9 })
const row = fc.record({ trader: cell, day: cell, amount: fc.integer({ min: -(2 ** 52), max: 2 ** 52 }) })
const keyOf = ({ trader, day }: Row) => `${trader} ${day}`
/** More rows than a statement takes, exactly its number, and fewer. */
const length = fc.constantFrom(0, 1, 15, 16, 17, 33, 50)
const rows = length.chain((size) => fc.array(row, { minLength: size, maxLength: size }))
/** An upsert is given a key once. */
const distinctRows = length.chain((size) =>
  fc.uniqueArray(row, { selector: keyOf, minLength: size, maxLength: size }),
)

function columnsOf(given: readonly Row[]) {
  return {
    trader_id: given.map((each) => each.trader),
    day: Int32Array.from(given, (each) => each.day),
    amount: Float64Array.from(given, (each) => each.amount),
  }
}

/** The table after rows were inserted, others added to it, and some deleted; and the rows that were new. */
async function written(tx: Sql, fresh: readonly Row[], added: readonly Row[], gone: readonly Row[]) {
  await tx.run('DELETE FROM income_days')
  const news = await tx.insertNew(INCOME_DAYS, columnsOf(fresh), fresh.length)
  await tx.upsert(INCOME_DAYS, columnsOf(added), added.length, { amount: 'add' })
  const { amount, ...keys } = columnsOf(gone)
  await tx.deleteEach(INCOME_DAYS, { trader_id: '=', day: '>=' }, keys, gone.length)
  const asked = columnsOf(fresh)
  const found = await tx.find(INCOME_DAYS, INCOME_DAYS.key, asked, fresh.length, ['amount'])
  const held = await tx.all<Row>('SELECT trader_id AS trader, day, amount FROM income_days ORDER BY 1, 2')
  return { news: [...news], found: Array.from(found, (each) => each?.[0]), held }
}

/** The same, a row at a time on a plain map. */
function slowly(fresh: readonly Row[], added: readonly Row[], gone: readonly Row[]) {
  const held = new Map<string, Row>()
  const news = fresh.map((each) => {
    if (held.has(keyOf(each))) return 0
    held.set(keyOf(each), { ...each })
    return 1
  })
  for (const each of added) {
    const there = held.get(keyOf(each))
    held.set(keyOf(each), { ...each, amount: (there?.amount ?? 0) + each.amount })
  }
  for (const { trader, day } of gone)
    for (const [key, each] of held) if (each.trader === trader && each.day >= day) held.delete(key)
  return {
    news,
    found: fresh.map((each) => held.get(keyOf(each))?.amount),
    held: [...held.values()].sort((a, b) => a.trader - b.trader || a.day - b.day),
  }
}

describeEngines('bulk statements', (open, engine) => {
  test('write many rows in one call as one by one', async () => {
    const store = await open()
    await fc.assert(
      fc.asyncProperty(rows, distinctRows, fc.array(row, { maxLength: 3 }), (fresh, added, gone) =>
        store.db.transaction(async (tx) => {
          expect(await written(tx, fresh, added, gone)).toEqual(slowly(fresh, added, gone))
        }),
      ),
      { numRuns: engine === 'sqlite' ? 40 : 10 },
    )
    await store.close()
  })
})
