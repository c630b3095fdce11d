import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill } from '../../../src/ledger/event.ts'
import { type Address, type Day, dayOf, weekStart } from '../../../src/ledger/quantities.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { addOptOut } from '../../../src/store/opted-out.ts'
import { checkAlerts } from '../../../src/whales/alerts/check-alerts.ts'
import { detectAlerts } from '../../../src/whales/radar/detect-alerts.ts'
import { retractAlerts } from '../../../src/whales/radar/keep-radar.ts'
import { describeEngines, type OpenFresh } from '../../store/support/engines.ts'
import { failingAfter, Killed } from '../support/failing-database.ts'
import { MIN_USD, radarFills, TEST_COHORTS } from '../support/radar-world.ts'

/** Small pages: most histories take several, and some seconds have more fills than one. */
const RULES = { minUsd: MIN_USD, cohorts: TEST_COHORTS, pageSize: 3 }

/** The chain by names and hashes, which say the same in every store. */
async function chainOf(db: Database) {
  const rows = await db.all<{
    seq: number
    ofSeq: number | null
    hash: Uint8Array
    boards: string
    tx: Uint8Array
  }>('SELECT seq, of_seq AS "ofSeq", hash, boards, tx FROM alerts ORDER BY seq')
  return rows.map(({ hash, tx, ...row }) => ({ ...row, hash: hexOf(hash), tx: hexOf(tx) }))
}

function hexOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : `0x${Buffer.from(bytes).toString('hex')}`
}

/** A store whose ledger came in these batches; it is looked for alerts after those that `looks` names, and at the end. */
async function storeOf(open: OpenFresh, batches: readonly Fill[][], looks: readonly boolean[]) {
  const store = await open()
  for (const [i, batch] of batches.entries()) {
    await ingestRecords(store.db, batch)
    if (looks[i]) await detectAlerts(store.db, RULES)
  }
  await detectAlerts(store.db, RULES)
  return store
}

/** The list in parts, whose lengths the cuts tell. */
function partsOf<T>(list: readonly T[], cuts: readonly number[]): T[][] {
  const rest = [...list]
  const parts = cuts.map((cut) => rest.splice(0, cut))
  return [...parts, rest].filter((part) => part.length > 0)
}

/** As the follower takes blocks back. */
async function undo(db: Database, block: number): Promise<void> {
  await detectAlerts(db, RULES)
  await createLedgerWriter(db).undo(block, async (tx) => {
    await retractAlerts(tx, block)
  })
}

/** The boards of a fill's owner before a week: with four wallets, every trader is among the first 100. */
function slowBoards(fills: readonly Fill[], owner: string, week: Day): string[] {
  const owned = fills.filter((fill) => fill.owner === owner && dayOf(fill.time) < week)
  if (owned.length === 0) return []
  const volume = owned.reduce((sum, { usd }) => sum + usd, 0)
  const hasCost = owned.some(({ side }) => side === 'BUY')
  return ['pnl-all', ...(hasCost && volume >= 100_000_000 ? ['roi-all'] : [])]
}

const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 })
const looks = fc.array(fc.boolean(), { maxLength: 8 })

describeEngines('alerts of the radar', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 4 : 1

  test('cover the large fills of traders on the boards at the start of their week', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, async (fills) => {
        const { db, close } = await storeOf(open, [fills], [])
        const expected = fills
          .filter(({ usd }) => usd >= MIN_USD)
          .map(({ tx, owner, time }) => ({ tx, boards: slowBoards(fills, owner, weekStart(dayOf(time))) }))
          .filter(({ boards }) => boards.length > 0)
        const found = (await chainOf(db)).map(({ tx, boards }) => ({ tx, boards: boards.split(' ') }))
        expect(found).toEqual(expected)
        await close()
      }),
      { numRuns, endOnFailure: true },
    )
  })

  test('make the same chain in any batches and any number of runs', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, cuts, looks, async (fills, lengths, often) => {
        const whole = await storeOf(open, [fills], [])
        const parts = await storeOf(open, partsOf(fills, lengths), often)
        expect(await chainOf(parts.db)).toEqual(await chainOf(whole.db))
        expect(await checkAlerts(parts.db)).toMatchObject({ wrong: [] })
        await Promise.all([whole.close(), parts.close()])
      }),
      { numRuns, endOnFailure: true },
    )
  })

  test('make the same chain when the run is killed at any statement and repeated', async () => {
    const kills = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(radarFills, cuts, kills, async (fills, lengths, counts) => {
        const whole = await storeOf(open, [fills], [])
        const { db, close } = await open()
        for (const [i, batch] of partsOf(fills, lengths).entries()) {
          await ingestRecords(db, batch)
          const failing = failingAfter(db, counts[i % counts.length] ?? 0)
          await detectAlerts(failing, RULES).catch((error: unknown) => expect(error).toBeInstanceOf(Killed))
        }
        await detectAlerts(db, RULES)
        expect(await chainOf(db)).toEqual(await chainOf(whole.db))
        await Promise.all([whole.close(), close()])
      }),
      { numRuns, endOnFailure: true },
    )
  })

  test('are retracted by a later record when their block is undone, and come again', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, fc.integer({ min: 0, max: 99 }), async (fills, block) => {
        const kept = await storeOf(open, [fills], [])
        const looked = await storeOf(open, partsOf(fills, [5, 5]), [true, true])
        for (const { db } of [kept, looked]) {
          await undo(db, block)
          await ingestRecords(db, fills)
          await detectAlerts(db, RULES)
        }
        const chain = await chainOf(looked.db)
        expect(chain).toEqual(await chainOf(kept.db))
        const first = chain.filter(({ ofSeq }) => ofSeq === null)
        const retracted = chain.flatMap(({ ofSeq }) => ofSeq ?? [])
        const standing = first.filter(({ seq }) => !retracted.includes(seq)).map(({ tx }) => tx)
        expect(new Set(standing).size).toBe(standing.length)
        expect(await checkAlerts(looked.db)).toMatchObject({ wrong: [], retracted: retracted.length })
        await Promise.all([kept.close(), looked.close()])
      }),
      { numRuns, endOnFailure: true },
    )
  })

  test('of a late fill are at the end, with its own time', async () => {
    const fills = sampleWithAlerts()
    const whole = await storeOf(open, [fills], [])
    const chain = await chainOf(whole.db)
    // The first alert's week is computed without it just the same: it lies in that week, not before it.
    const late = fills.find(({ tx }) => tx === chain[0]?.tx)
    if (late === undefined) throw new Error('the sample has no alert')
    const weekEnd = weekStart(dayOf(late.time)) + 7
    const others = fills.filter((fill) => fill !== late && dayOf(fill.time) < weekEnd)
    const { db } = await storeOf(open, [others, [late]], [true])
    expect((await chainOf(db)).at(-1)?.tx).toBe(late.tx)
  })

  test('exclude traders who opted out', async () => {
    const fills = sampleWithAlerts()
    const { db } = await open()
    await ingestRecords(db, fills)
    for (const { address } of await db.all<{ address: Address }>('SELECT address FROM traders'))
      await addOptOut(db, address)
    const report = await detectAlerts(db, RULES)
    expect(report.alerts).toBe(0)
  })

  test('that were changed fail the check', async () => {
    const { db } = await storeOf(open, [sampleWithAlerts()], [])
    await db.run('UPDATE alerts SET usd = usd + 1 WHERE seq = 1')
    const { wrong } = await checkAlerts(db)
    expect(wrong).toEqual(['record 1 has another hash', 'the fill of alert 1 is not in the ledger'])
  })
})

/** Fills with several alerts among them; always the same. */
function sampleWithAlerts(): Fill[] {
  const samples = fc.sample(radarFills, { seed: 7, numRuns: 40 })
  const isAlert = (fills: Fill[]) => (fill: Fill) =>
    fill.usd >= MIN_USD && slowBoards(fills, fill.owner, weekStart(dayOf(fill.time))).length > 0
  return samples.toSorted((a, b) => b.filter(isAlert(b)).length - a.filter(isAlert(a)).length)[0] ?? []
}
