import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill } from '../../src/ledger/event.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { describeEngines } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { randomLedger, randomMarkets } from './support/random-ledger.ts'

async function undo(store: Store, block: number): Promise<number> {
  const writer = createLedgerWriter(store.db)
  return writer.undo(block, async () => undefined)
}

/** The dump without what a ledger keeps of its past: where it began, and how far a position had seen. */
async function derived(store: Store) {
  const { ledger, positions, ...rest } = await dumpLedger(store.db)
  return {
    ...rest,
    ledger: ledger?.map((row) => ({ ...(row as object), first_time: null })),
    holdings: positions
      ?.map((row) => ({ ...(row as { shares: number }), last_time: null, last_key: null }))
      .filter(({ shares }) => shares > 0),
  }
}

describeEngines('undoing blocks', (open, engine) => {
  const blocks = fc.integer({ min: 0, max: 100 })
  const runs = engine === 'sqlite' ? 10 : 3

  test('leaves the ledger as if they had never come, and they can come again', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, randomMarkets, blocks, async (events, markets, block) => {
        const store = await open()
        const before = await open()
        const kept = events.filter((event) => (event.block ?? 0) < block)
        await ingestRecords(store.db, [...markets, ...events])
        const whole = await derived(store)
        await ingestRecords(before.db, [...markets, ...kept])
        expect(await undo(store, block)).toBe(events.length - kept.length)
        expect(await derived(store)).toEqual(await derived(before))
        await ingestRecords(store.db, [...markets, ...events])
        expect(await derived(store)).toEqual(whole)
        await Promise.all([store.close(), before.close()])
      }),
      { numRuns: runs },
    )
  })

  test('marks every head with one of them, also one that is being published', async () => {
    const { db, close } = await open()
    const fill = fc
      .sample(randomLedger, { numRuns: 30, seed: 3 })
      .flat()
      .find(({ kind }) => kind === 'FILL')
    const add = async (block: number) => {
      const tx = `0x${String(block).padStart(64, '7')}`
      await ingestRecords(db, [{ ...fill, block, tx, time: 1_700_000_000 + block } as Fill])
    }
    for (const block of [10, 20, 30]) {
      await add(block)
      await refresh(db)
    }
    const marks = async () =>
      (await db.all<{ mark: number | null }>('SELECT taken_back AS mark FROM snapshots ORDER BY id')).map(
        ({ mark }) => mark,
      )
    await undo({ db } as Store, 20)
    expect(await marks()).toEqual([null, 20, 20])
    await add(40)
    let undoing: Promise<unknown> | null = null
    const onPhase = () => {
      undoing ??= undo({ db } as Store, 35)
    }
    await refresh(db, { onPhase })
    await undoing
    // The first head is dropped where the last one, of the same part of the delay, was published before its block was undone.
    expect([
      [null, 20, 20, 'TAKEN_BACK'],
      [20, 20, 'TAKEN_BACK'],
    ]).toContainEqual((await marks()).map((mark) => (mark === 1 || mark === 35 ? 'TAKEN_BACK' : mark)))
    await add(50)
    await refresh(db)
    expect((await marks()).at(-1)).toBeNull()
    await close()
  })
})
