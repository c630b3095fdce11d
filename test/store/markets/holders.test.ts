import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf } from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { FIRST_PLACE, LAST_PLACE } from '../../../src/store/markets/holders.ts'
import { readBook } from '../../../src/store/markets/market-book.ts'
import { createMarketStore } from '../../../src/store/markets/market-store.ts'
import { describeEngines } from '../support/engines.ts'
import { ledgerOf, MARKET_LINES } from '../support/random-ledger.ts'

interface Close {
  version: number
  upTo: number
}

async function publish(db: Database): Promise<Close> {
  await refresh(db)
  const head = await db.get<{ version: number; cutoff: number }>(
    'SELECT ledger_version AS version, cutoff_time AS cutoff FROM snapshots ORDER BY id DESC LIMIT 1',
  )
  if (head === undefined) throw new Error('nothing was published')
  return { version: head.version, upTo: dayOf(head.cutoff) }
}

/** Everything that is read of holders and traders, a page of each token and order, sorted. */
async function answers(db: Database, isBound: boolean, { version, upTo }: Close) {
  const store = createMarketStore(db, isBound)
  const known = await db.all<{ id: number; market: number }>(
    'SELECT id, condition_id AS market FROM tokens WHERE outcome IS NOT NULL ORDER BY id',
  )
  const tokens = known.map(({ id }) => id)
  const markets = [...new Set(known.map(({ market }) => market))]
  const parts = tokens.flatMap((token) =>
    (['shares', 'cost'] as const).map((by) => ({ token, by, behind: FIRST_PLACE, ahead: LAST_PLACE })),
  )
  const found = await store.holders({ tokens, upTo, parts, limit: 100 }, version)
  const rows = [...new Map((found?.rows ?? []).map((row) => [`${row.token} ${row.trader}`, row])).values()]
    .map(({ trader, token, shares, cost }) => ({ trader, token, shares, cost }))
    .sort((a, b) => a.token - b.token || a.trader - b.trader)
  const traders = await store.countTraders(markets, upTo, version)
  return {
    rows,
    count: found?.count,
    supplies: [...(found?.supplies ?? [])].filter(([, shares]) => shares > 0).sort(([a], [b]) => a - b),
    traders: [...(traders ?? [])].sort(([a], [b]) => a - b),
    realized: await store.realizedOf(rows, upTo, version),
  }
}

/** The same by the whole book. */
async function answersOfBook(db: Database, { version, upTo }: Close) {
  const known = await db.all<{ id: number; market: number }>(
    'SELECT id, condition_id AS market FROM tokens WHERE outcome IS NOT NULL ORDER BY id',
  )
  const book = await readBook(db, { tokens: known.map(({ id }) => id), upTo, at: version })
  const all = known.flatMap(({ id, market }) =>
    (book.byToken.get(id) ?? []).map((row) => ({ ...row, market })),
  )
  const held = all.filter(({ shares }) => shares > 0)
  const sums = Map.groupBy(held, ({ token }) => token)
  const markets = Map.groupBy(all, ({ market }) => market)
  return {
    rows: held.map(({ trader, token, shares, cost }) => ({ trader, token, shares, cost })),
    count: held.length,
    supplies: [...sums].map(([token, rows]) => [token, rows.reduce((sum, { shares }) => sum + shares, 0)]),
    traders: [...markets]
      .map(([market, rows]) => [market, new Set(rows.map(({ trader }) => trader)).size])
      .sort(([a = 0], [b = 0]) => Number(a) - Number(b)),
    realized: held.map(({ realized }) => realized),
  }
}

describeEngines('holders and traders of markets', (open, engine) => {
  test('of a version stay as they were at its publication, as later, late and undone events come', async () => {
    let changed = 0
    await fc.assert(
      fc.asyncProperty(
        ledgerOf(30),
        fc.nat(20),
        fc.boolean(),
        fc.boolean(),
        async (all, cut, isUndone, isSealed) => {
          const { db, close } = await open()
          const early = all.slice(0, 5 + cut)
          const late = early.splice(2, 2)
          await ingestRecords(db, [...MARKET_LINES, ...early])
          const first = await publish(db)
          const then = await answers(db, false, first)
          expect(then).toEqual(await answersOfBook(db, first))
          await ingestRecords(db, all.slice(5 + cut))
          if (isSealed) await sealLedger(db, { settledAfterDays: 1, partRows: 10 })
          await ingestRecords(db, late)
          const blocks = all.flatMap((event) => ('block' in event && event.block !== null ? event.block : []))
          if (isUndone && blocks.length > 0)
            await createLedgerWriter(db).undo(blocks.at(-4) ?? 0, async () => undefined)
          expect(await answers(db, true, first)).toEqual(then)
          const second = await publish(db)
          const now = await answers(db, true, second)
          expect(now).toEqual(await answersOfBook(db, second))
          expect(await answers(db, true, first)).toEqual(then)
          if (JSON.stringify(now) !== JSON.stringify(then)) changed++
          await close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 12 : 3 },
    )
    expect(changed).toBeGreaterThan(0)
  })
})
