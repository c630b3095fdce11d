import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, dayOf } from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { type Book, createBookReader, readBook } from '../../../src/store/markets/market-book.ts'
import { addOptOut } from '../../../src/store/opted-out.ts'
import { describeEngines } from '../support/engines.ts'
import { ledgerOf, MARKET_LINES } from '../support/random-ledger.ts'

interface Head {
  id: number
  generatedAt: number
  ledgerVersion: number
  cutoff: number
}

async function publish(db: Database): Promise<Head> {
  await refresh(db)
  const head = await db.get<Head>(
    'SELECT id, generated_at AS "generatedAt", ledger_version AS "ledgerVersion", cutoff_time AS cutoff FROM snapshots ORDER BY id DESC LIMIT 1',
  )
  if (head === undefined) throw new Error('nothing was published')
  return head
}

const rowsOf = ({ byToken }: Book) => [...byToken.values()].flat().toSorted((a, b) => a.token - b.token)

describeEngines('a kept book of a market', (open, engine) => {
  test('is that of the ledger after every publish, after late and sealed events, with unchanged positions as they were', async () => {
    let kept = 0
    const parts = fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(ledgerOf(25), parts, fc.nat(9), fc.boolean(), async (events, cuts, day, isLate) => {
        const { db, close } = await open()
        const ends = [...cuts.toSorted((a, b) => a - b), events.length]
        const steps = ends.map((end, i) => events.slice(ends[i - 1] ?? 0, end))
        // Events omitted from the first step come after all others.
        const late = isLate ? (steps[0]?.splice(1, 2) ?? []) : []
        await ingestRecords(db, MARKET_LINES)
        const read = createBookReader(db, false)
        const first = dayOf(events[0]?.time ?? 0)
        const tokens = (await db.all<{ id: number }>('SELECT id FROM tokens')).map(({ id }) => id)
        const before = new Map<number, Book>()
        for (const [i, step] of [...steps, late].entries()) {
          await ingestRecords(db, step)
          if (i === 1) await sealLedger(db, { settledAfterDays: 1, partRows: 10 })
          const { cutoff, ...head } = await publish(db)
          for (const upTo of new Set([Math.min(first + day, dayOf(cutoff)), dayOf(cutoff)])) {
            const asked = { tokens, upTo }
            const book = await read(asked, head)
            expect(rowsOf(book)).toEqual(rowsOf(await readBook(db, asked)))
            const last = before.get(upTo)
            const known = new Set(last ? rowsOf(last) : [])
            kept += rowsOf(book).filter((row) => known.has(row)).length
            before.set(upTo, book)
          }
        }
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 6 : 2 },
    )
    expect(kept).toBeGreaterThan(0)
  })

  test('of a version stays as later events come, and immediately hides a trader who opts out', async () => {
    const { db, close } = await open()
    const events = fc.sample(ledgerOf(40), { seed: 11, numRuns: 1 })[0] ?? []
    await ingestRecords(db, [...MARKET_LINES, ...events.slice(0, 25)])
    const { cutoff, ...head } = await publish(db)
    const tokens = (await db.all<{ id: number }>('SELECT id FROM tokens')).map(({ id }) => id)
    const asked = { tokens, upTo: dayOf(cutoff) }
    const read = createBookReader(db, true)
    const before = await read(asked, head)
    expect(before.hidden.size).toBe(0)
    const [row] = rowsOf(before)
    const trader = await db.get<{ address: Address }>('SELECT address FROM traders WHERE id = ?', [
      row?.trader ?? null,
    ])
    if (trader === undefined) throw new Error('the book has no row')

    await ingestRecords(db, events)
    await db.transaction((tx) => addOptOut(tx, trader.address))
    await publish(db)
    expect(rowsOf(await readBook(db, asked))).not.toEqual(rowsOf(before))
    for (const reader of [read, createBookReader(db, true)]) {
      const after = await reader(asked, head)
      expect(rowsOf(after)).toEqual(rowsOf(before))
      expect([...after.hidden]).toEqual([row?.trader])
    }
    await close()
  })
})
