import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { checkCoverage } from '../../src/store/verify/check-coverage.ts'
import { readUntracked } from '../../src/store/verify/verify-store.ts'
import { asker } from '../graph/support/ask.ts'
import { describeEngines } from './support/engines.ts'
import { MARKET_LINES, randomLedger, WALLETS } from './support/random-ledger.ts'

/** The coverage of every wallet that has numbers, as the API tells it. */
async function told(db: Database): Promise<Record<string, string>> {
  const ask = asker(db, createReader(db))
  const fields = WALLETS.map((address, i) => `w${i}: trader(address: "${address}") { address coverage }`)
  const { data } = await ask(`{ ${fields.join(' ')} }`)
  const traders = Object.values((data ?? {}) as Record<string, { address: string; coverage: string } | null>)
  return Object.fromEntries(traders.flatMap((one) => (one ? [[one.address, one.coverage]] : [])))
}

describeEngines('coverage', (open, engine) => {
  test('of a trader is the same in the API and in verify, before and after its markets are known', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, fc.subarray([...MARKET_LINES]), async (events, known) => {
        const { db, close } = await open()
        for (const records of [[...known, ...events], MARKET_LINES]) {
          await ingestRecords(db, records)
          await refresh(db)
          const { traders } = await checkCoverage(db, (await readUntracked(db)).traders)
          const wrong = new Map<string, string>(traders.map(({ address, status }) => [address, status]))
          for (const [address, coverage] of Object.entries(await told(db)))
            expect(coverage).toBe(wrong.get(address) ?? 'OK')
        }
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 6 : 2 },
    )
  })
})
