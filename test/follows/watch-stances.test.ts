import { expect, test } from 'vitest'
import { createFollows } from '../../src/follows/follows.ts'
import { MARKET } from '../../src/follows/kinds/market.ts'
import { STANCE_COHORT } from '../../src/follows/markets/market-stances.ts'
import { watchSnapshots } from '../../src/follows/watch.ts'
import { DEFAULT_COHORT } from '../../src/graph/smart-money/smart-cohort.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { writeView } from '../../src/smart-money/views.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { SNAPSHOTS } from '../../src/store/snapshot/snapshot-tables.ts'
import { describeEngines } from '../store/support/engines.ts'
import { CONDITIONS, MARKETS, MONDAY } from '../whales/support/radar-world.ts'
import { type Follower, marketFollower, waitingFor } from './support/followers.ts'

/**
 * Publishes a snapshot with this percentage of the cohort's value in the first market on YES; null: it has no
 * stance there.
 */
async function publish(db: Database, id: number, yes: number | null, isViewed = true): Promise<void> {
  const row = {
    id: [id],
    as_of: [null],
    cutoff_time: [MONDAY + id],
    cutoff_block: [null],
    events: [1],
    first_day: [0],
    generated_at: [MONDAY + id],
    ledger_version: [1],
    traders: [1],
    partial_traders: [0],
  }
  const market = await firstId(db)
  const value = 10_000 * MICRO
  const stance = { market, condition: CONDITIONS.first, category: null, members: 4, price: 500_000 }
  const view = { snapshot: id, cohort: STANCE_COHORT, week: 0, members: 50, events: 0 }
  await db.transaction(async (tx) => {
    await tx.upsert(SNAPSHOTS, row, 1)
    const list = yes === null ? [] : [{ ...stance, yesValue: (yes * value) / 100, value }]
    if (isViewed) await writeView(tx, view, list, () => 0)
  })
}

const look = (db: Database) => watchSnapshots(db, { now: MONDAY + 100, delayMinutes: 60 })

async function toldTo(db: Database, who: Follower) {
  const notices = (await waitingFor(db, who)) as unknown as { kind: string; side: string; share: number }[]
  return notices.map(({ kind, side, share }) => `${kind} ${side} ${share}`)
}

test('notices of stances agree with Market.smartMoney', () => {
  expect(STANCE_COHORT).toBe(DEFAULT_COHORT)
})

describeEngines('followers of a stance', (open) => {
  test('are notified once, and only with Pro, when smart money changes sides with a snapshot, by two processes', async () => {
    const one = await open()
    const { db } = one
    const other = await openStore(one.address)
    await ingestRecords(db, MARKETS)
    const pro = await marketFollower(db, CONDITIONS.first, { stance: true })
    const former = await marketFollower(db, CONDITIONS.first, { stance: true })
    await db.run("UPDATE accounts SET tier = 'FREE' WHERE id = ?", [former.accountId])
    const plain = await marketFollower(db, CONDITIONS.first, {})
    const tell = async (id: number, yes: number | null) => {
      await publish(db, id, yes)
      await Promise.all([db, other.db, db].map(look))
    }
    // The first snapshot is known already; a value between the sides, or no stance, changes nothing.
    for (const [i, yes] of [80, 45, null, 62, 35, 41, 40, 60].entries()) await tell(i + 1, yes)
    expect(await toldTo(db, pro)).toEqual(['TURNED NO 0.65', 'TURNED YES 0.6'])
    expect([await toldTo(db, former), await toldTo(db, plain)]).toEqual([[], []])
    await publish(db, 9, 10, false)
    await look(db)
    expect(await toldTo(db, pro)).toHaveLength(2)
    // A new follower knows the current stance.
    for (const { accountId } of [pro, former])
      await createFollows(db).unfollow(accountId, MARKET, CONDITIONS.first, null)
    const next = await marketFollower(db, CONDITIONS.first, { stance: true })
    await tell(10, 10)
    await tell(11, 90)
    expect(await toldTo(db, next)).toEqual(['TURNED YES 0.9'])
    await other.close()
  })

  test('need Pro to become one', async () => {
    const { db } = await open()
    await ingestRecords(db, MARKETS)
    const free = marketFollower(db, CONDITIONS.first, { stance: true }, { tier: 'FREE' })
    await expect(free).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

async function firstId(db: Database): Promise<number> {
  const row = await db.get<{ id: number }>('SELECT id FROM conditions WHERE condition = ?', [
    CONDITIONS.first,
  ])
  return row?.id ?? 0
}
