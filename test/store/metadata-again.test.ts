import { expect, test } from 'vitest'
import type { Address } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/ingest.ts'
import { readLedgerState } from '../../src/store/ingest/ledger-state.ts'
import { describeEngines } from './engines.ts'
import { MARKET_LINES, WALLETS } from './random-ledger.ts'

const [address = '' as Address] = WALLETS
const trader = (username: string | null) => ({
  kind: 'TRADER' as const,
  address,
  username,
  profileImage: null,
  xUsername: null,
  verified: null,
  bio: null,
})

describeEngines('metadata told again', (open) => {
  test('makes a new version of the ledger only where it says something new', async () => {
    const { db } = await open()
    const versionAfter = async (...records: Parameters<typeof ingestRecords>[1][]) => {
      for (const some of records) await ingestRecords(db, some)
      return (await readLedgerState(db)).version
    }
    expect(await versionAfter([...MARKET_LINES, trader('ahab')])).toBe(1)
    expect(await versionAfter([...MARKET_LINES, trader('ahab')], [trader(null)])).toBe(1)
    expect(await versionAfter([trader('starbuck')])).toBe(2)
    const [market] = MARKET_LINES
    if (market) expect(await versionAfter([{ ...market, question: 'Is it white?' }])).toBe(3)
    const asked = MARKET_LINES.map((line) => ({ ...line, question: null }))
    expect(await versionAfter(asked)).toBe(3)
  })
})
