import { expect, test } from 'vitest'
import type { Address } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts'
import { describeEngines } from './support/engines.ts'
import { MARKET_LINES, WALLETS } from './support/random-ledger.ts'

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

describeEngines('repeated metadata', (open) => {
  test('makes a new version of the ledger only if it changes something', async () => {
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
    const ends = (endsAt: number) => MARKET_LINES.map((line) => ({ ...line, question: null, endsAt }))
    expect(await versionAfter(ends(1_900_000_000), ends(1_900_000_000))).toBe(4)
    const asked = MARKET_LINES.map((line) => ({ ...line, question: null }))
    expect(await versionAfter(asked.map(({ endsAt: _, ...line }) => line))).toBe(4)
  })

  test('names the outcomes of tokens that were linked without names, and keeps names that it lacks', async () => {
    const { db } = await open()
    const unnamed = MARKET_LINES.map((line) => ({ ...line, outcomes: [] }))
    const names = async () => {
      const rows = await db.all<{ name: string | null }>(
        'SELECT outcome_name AS name FROM tokens ORDER BY token',
      )
      return rows.map(({ name }) => name)
    }
    await ingestRecords(db, unnamed)
    expect(await names()).toEqual(MARKET_LINES.flatMap(() => [null, null]))
    for (const told of [MARKET_LINES, unnamed]) {
      await ingestRecords(db, told)
      expect(await names()).toEqual(MARKET_LINES.flatMap(({ outcomes }) => outcomes))
      expect((await readLedgerState(db)).version).toBe(2)
    }
    await ingestRecords(
      db,
      MARKET_LINES.map((line) => ({ ...line, outcomes: ['Up', 'Down'] })),
    )
    expect(await names()).toEqual(MARKET_LINES.flatMap(() => ['Up', 'Down']))
  })
})
