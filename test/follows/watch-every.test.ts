import { expect, test } from 'vitest'
import { EVENT } from '../../src/follows/kinds/event.ts'
import { watchLedger } from '../../src/follows/watch.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Address, type Hash, MICRO, type TokenId } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { describeEngines } from '../store/support/engines.ts'
import { CONDITIONS, MARKETS, MONDAY, OWNERS, TOKENS } from '../whales/support/radar-world.ts'
import { type Follower, followAs, follower, marketFollower, waitingFor } from './support/followers.ts'

const [AHAB, STUBB] = OWNERS as [Address, Address]

function fill(block: number, owner: Address, cents: number): LedgerEvent {
  const tx = `0x${String(block).padStart(64, '0')}` as Hash
  return {
    ...{ kind: 'FILL', block, logIndex: 0, tx, time: MONDAY + 60 * block, exchange: null, owner },
    ...{ counterparty: null, role: 'TAKER', side: 'BUY', token: TOKENS[0] as TokenId, shares: 10 * MICRO },
    ...{ usd: (10 * MICRO * cents) / 100, fee: 0, feeIn: 'USD', orderHash: null },
  }
}

describeEngines('followers', (open) => {
  test('are notified of changes, also by a version that lists no positions because it changed too many', async () => {
    const { db } = await open()
    const event = { id: '4711', title: 'Who is killed?', slug: 'who-is-killed' }
    await ingestRecords(
      db,
      MARKETS.map((market) => ({ ...market, event })),
    )
    const wallets = await follower(db, [AHAB, STUBB])
    const market = await marketFollower(db, CONDITIONS.first, { jump: 0.2 })
    const whole = await follower(db, [])
    await followAs(db, whole.accountId, EVENT, '4711', { rules: { jump: 0.2 } })
    await ingestRecords(db, [fill(1, AHAB, 30)])
    // The first version names its position, the second says that any may have changed, of a later time.
    await ingestRecords(db, [fill(2, STUBB, 60)])
    await db.run(
      'UPDATE ledger_changes SET token_id = -1, trader_id = 0 WHERE token_id > 0 AND version = (SELECT MAX(version) FROM ledger_changes)',
    )
    await watchLedger(db, { now: MONDAY + 200, delayMinutes: 60 })
    const kinds = async (db: Database, who: Follower) =>
      (await waitingFor(db, who)).map(({ kind }) => kind as string)
    expect(await kinds(db, wallets)).toEqual(['OPENED', 'OPENED'])
    expect([await kinds(db, market), await kinds(db, whole)]).toEqual([['JUMPED'], ['JUMPED']])
  })
})
