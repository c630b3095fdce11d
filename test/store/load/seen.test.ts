import { expect, test } from 'vitest'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Sql } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { seenOf } from '../../../src/store/load/fold-range.ts'
import { describeEngines } from '../support/engines.ts'
import { MARKET_LINES } from '../support/random-ledger.ts'

describeEngines('a range of tokens that is folded', (open) => {
  test('is folded again once another writer learns the fee or the number of questions of its neg-risk market', async () => {
    const { db } = await open()
    const lines = MARKET_LINES.filter(({ negRisk }) => negRisk !== null)
    await ingestRecords(db, lines)
    const market = lines[0]?.negRisk?.market
    if (market === undefined) throw new Error('no market has neg-risk questions')
    const tokens = (await db.all<{ id: number }>('SELECT id FROM tokens')).map(({ id }) => id)
    const range = { number: 0, tokens, units: tokens.map(() => 0) }
    const seen = await seenOf(db, range)
    const learn = (feeBips: number) =>
      createLedgerWriter(db).transaction((append) => append({ fees: [{ market, feeBips }] }))
    const states = [seen]
    for (const feeBips of [0, 200]) {
      await learn(feeBips)
      states.push(await seenOf(db, range))
    }
    await setQuestions(db, 4)
    states.push(await seenOf(db, range))
    expect(new Set(states).size).toBe(4)
    expect(await seenOf(db, range)).toBe(states.at(-1))
  })
})

function setQuestions(sql: Sql, questions: number): Promise<number> {
  return sql.run('UPDATE neg_risk_markets SET questions = ?', [questions])
}
