import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { rebuild } from '../../src/store/verify/check-rebuild.ts'
import { asRow, isTold } from './support/as-row.ts'
import { describeEngines } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { MARKET_LINES, randomLedger } from './support/random-ledger.ts'

interface Counts {
  fills: number
  movements: number
}

describeEngines('a fill known from a row and from a log', (open, engine) => {
  const runs = engine === 'sqlite' ? 12 : 3
  const some = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 })

  test('is one event, and the log counts, in either order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, some, some, async (events, isRow, isFirst) => {
        const rows = events.filter((event, i) => isTold(event) && isRow[i]).map((event) => asRow(event))
        const first = rows.filter((_, i) => isFirst[i])
        const later = rows.filter((_, i) => !isFirst[i])
        const both = await open()
        const chain = await open()
        const take = (records: SourceRecord[]) => ingestRecords(both.db, records)
        await take([...MARKET_LINES, ...first])
        await take(events)
        await take(later)
        const again = await take(rows)
        expect(again.events).toBe(0)
        await ingestRecords(chain.db, [...MARKET_LINES, ...events])
        expect(await dumpLedger(both.db)).toEqual(await dumpLedger(chain.db))
        await Promise.all([both.close(), chain.close()])
      }),
      { numRuns: runs },
    )
  })

  test('is one event although its row is repeated, in any order, and also when it is folded again', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, some, some, some, async (events, isTwice, isFirst, isLogged) => {
        const told = events.filter(isTold)
        const rows = told.flatMap((event, i) => [asRow(event), ...(isTwice[i] ? [asRow(event, 1)] : [])])
        const logged = new Set(told.filter((_, i) => isLogged[i]))
        const logs = events.filter((event) => !isTold(event) || logged.has(event))
        const before = rows.filter((_, i) => isFirst[i])
        const after = rows.filter((_, i) => !isFirst[i])
        const [one, other, afresh] = [await open(), await open(), await open()]
        for (const records of [[...MARKET_LINES, ...before], logs, after])
          await ingestRecords(one.db, records)
        for (const records of [[...MARKET_LINES, ...after], before, logs])
          await ingestRecords(other.db, records)
        expect(await dumpLedger(one.db)).toEqual(await dumpLedger(other.db))
        await rebuild(one.db, afresh.db)
        expect(await dumpLedger(afresh.db)).toEqual(await dumpLedger(one.db))
        const twins = told.filter((_, i) => isTwice[i] && !isLogged[i]).length
        const [counts] = (await dumpLedger(one.db)).ledger as [Counts]
        expect(counts.fills + counts.movements).toBe(events.length + twins)
        await Promise.all([one.close(), other.close(), afresh.close()])
      }),
      { numRuns: runs / 3 },
    )
  })
})
