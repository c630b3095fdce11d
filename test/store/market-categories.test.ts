import { expect, test } from 'vitest'
import { openStore } from '../../src/store/engine/store.ts'
import { MARKETS } from '../../src/store/engine/tables.ts'
import { up } from '../../src/store/migrations/0034-market-categories.ts'
import { SMART_SIGNALS, SMART_STANCES } from '../../src/store/smart-money/smart-money-tables.ts'
import { describeEngines } from './engines.ts'

const TEXTS = ['politics', 'Sports', 'Pop Culture', 'ai', 'gossip', '', null]
const KEPT = ['politics', 'sports', 'culture', 'tech', null, null, null]

describeEngines('a store from before the list of categories', (open) => {
  test('keeps listed categories only, but for the signal chain, which is never changed', async () => {
    const { address, close } = await open()
    const { db, knex, close: closeOwn } = await openStore(address)
    const [numbers, category] = [TEXTS.map((_, i) => i + 1), TEXTS]
    const same = <Value>(value: Value) => TEXTS.map(() => value)
    await db.insertNew(MARKETS, { condition_id: numbers, category }, TEXTS.length)
    const stance = {
      snapshot_id: same(0),
      cohort: same('top-pnl'),
      week: same(20_000),
      condition_id: numbers,
    }
    const amounts = {
      members: same(3),
      yes_value: same(1),
      value: same(1),
      price: same(1),
      divergence: same(0),
    }
    await db.insertNew(SMART_STANCES, { ...stance, category, ...amounts }, TEXTS.length)
    const signal = { seq: numbers, kind: same('HIGHLIGHT'), cohort: same('top-pnl'), week: same(20_000) }
    const hash = same(new Uint8Array(32))
    await db.insertNew(SMART_SIGNALS, { ...signal, members: same(3), category, hash }, TEXTS.length)
    const stored = async ({ name }: { name: string }, key: string) =>
      (await db.all<{ category: string | null }>(`SELECT category FROM ${name} ORDER BY ${key}`)).map(
        (row) => row.category,
      )
    await up(knex)
    expect(await stored(MARKETS, 'condition_id')).toEqual(KEPT)
    expect(await stored(SMART_STANCES, 'condition_id')).toEqual(KEPT)
    expect(await stored(SMART_SIGNALS, 'seq')).toEqual(TEXTS)
    await closeOwn()
    await close()
  })
})
