import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountTier } from '../../../src/accounts/account-store.ts'
import { ACCOUNTS, API_KEYS } from '../../../src/accounts/account-tables.ts'
import { as, statement, statementBy } from '../../../src/store/engine/statement.ts'
import { describeEngines } from '../support/engines.ts'

const ADD = statement((from, { name, tier }: { name: string; tier: AccountTier }) =>
  from(ACCOUNTS).insert({ name, tier }).onConflict('name').ignore().returning(['id', 'name']),
)
const PAGE = statement((from, given: { first: number; behind: number; names: readonly string[] }) =>
  from(as(ACCOUNTS, 'a'))
    .leftJoin(as(API_KEYS, 'k'), 'k.account_id', 'a.id')
    .select('a.id', 'a.name')
    .where('a.tier', 'FREE')
    .where((group) => group.whereAnyOf('a.name', 'text', given.names).orWhere('a.name', "it's"))
    .whereNull('k.id')
    .orderBy('a.name')
    .limit(given.first)
    .offset(given.behind),
)

describeEngines('a statement by the builder', (open) => {
  test('takes each value by name, in any order of the engine', async () => {
    const { db } = await open()
    const known = ['ahab', "it's", 'ishmael', 'pip', 'queequeg', 'starbuck']
    for (const name of known)
      expect(await db.transaction((tx) => ADD.get(tx, { tier: 'FREE', name }))).toMatchObject({
        name,
        id: expect.any(Number),
      })
    expect(await ADD.run(db, { tier: 'FREE', name: 'ahab' })).toBe(0)
    await ADD.run(db, { tier: 'PRO', name: 'zeke' })
    const anything = fc.record({
      names: fc.uniqueArray(fc.constantFrom(...known, 'zeke', 'nobody')),
      first: fc.nat(4),
      behind: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(anything, async ({ names, first, behind }) => {
        const rows = await PAGE.all(db, { behind, names, first })
        const wanted = known.filter((name) => name === "it's" || names.includes(name)).sort()
        expect(rows.map(({ name }) => name)).toEqual(wanted.slice(behind, behind + first))
      }),
      { numRuns: 30 },
    )
  })

  test('is written once for each shape', async () => {
    const { db } = await open()
    let times = 0
    const by = statementBy((from, { tier }: { tier: string | null }, { id }: { id: number }) => {
      times++
      const found = from(ACCOUNTS).select('id', 'name').where('id', '>=', id).orderBy('id')
      return tier === null ? found : found.where('tier', tier)
    })
    for (const name of ['ahab', 'pip']) await ADD.run(db, { name, tier: name === 'pip' ? 'PRO' : 'FREE' })
    for (const tier of [null, 'PRO', null, 'PRO'])
      expect((await by({ tier }).all(db, { id: 0 })).map(({ name }) => name)).toEqual(
        tier === null ? ['ahab', 'pip'] : ['pip'],
      )
    expect(times).toBe(2)
  })
})

test('names a missing value', async () => {
  const db = { dialect: 'sqlite' } as Parameters<typeof ADD.get>[0]
  const nothing = {} as { name: string; tier: AccountTier }
  expect(() => ADD.get(db, nothing)).toThrow('the statement was not given name')
})

test.each([
  ['that is calculated with while the statement is written', (at: number) => at - 1],
  ['that is put into a text while the statement is written', (at: number) => `${at}`],
  ['with a question mark that is not a placeholder,', () => 'what?'],
])('a value %s is refused', (_, wrong) => {
  const bad = statement((from, { at }: { at: number }) =>
    from(ACCOUNTS)
      .select('id')
      .where('id', wrong(at) as number),
  )
  expect(() => bad.written('postgres')).toThrow(TypeError)
})

test('does not compile with an unknown column or name', () => {
  // @ts-expect-error: nmae
  statement((from) => from(ACCOUNTS).select('nmae'))
  // @ts-expect-error: no table is called b
  statement((from) => from(as(ACCOUNTS, 'a')).select('a.id').orderBy('b.id'))
  // @ts-expect-error: levle
  statement((from) => from(ACCOUNTS).update({ levle: 'PRO' }))
  // @ts-expect-error: tier is missing
  expect(ADD.run).not.toBe((db: Parameters<typeof ADD.run>[0]) => ADD.run(db, { name: 'ahab' }))
})
