import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { defined } from '../../src/checks.ts'
import { claimExport, finishExport } from '../../src/exports/export-runs.ts'
import { type AskedExport, createExports, exportFolder, filePath } from '../../src/exports/exports.ts'
import { type FoundRows, writeExport } from '../../src/exports/write-export.ts'
import type { Fill, LedgerEvent } from '../../src/ledger/event.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { exportEvents } from '../../src/store/export/export-events.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { readMarkets, readVolumes } from '../../src/store/markets/market-facts.ts'
import { addOptOut } from '../../src/store/opted-out.ts'
import type { Snapshot } from '../../src/store/snapshot/snapshot-reader.ts'
import { newestHead } from '../../src/store/snapshot/stored-snapshots.ts'
import { describeEngines } from '../store/support/engines.ts'

/** Rows of a finished export as CSV, with what the store noted of its file. */
async function written(
  db: Database,
  accountId: number,
  asked: Omit<AskedExport, 'format'>,
  found?: FoundRows,
) {
  const exports = createExports(db)
  const { id } = await exports.start(accountId, { ...asked, format: 'csv' })
  const claim = await claimExport(db, Math.floor(Date.now() / 1_000))
  if (claim?.id !== id) throw new Error('another export was claimed')
  const file = await writeExport(db, { ...claim, ...(found && { found }) }, { sliceRows: 500 })
  expect(await finishExport(db, claim, file, claim.expiresAt)).toBe(true)
  const kept = await exports.find(accountId, id)
  if (kept === null) throw new Error('the export is gone')
  const bytes = await readFile(filePath(db.duckdb, kept))
  expect(kept).toMatchObject({
    state: 'DONE',
    byteCount: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  const rows = parse(bytes, { columns: true }) as Record<string, string>[]
  expect(kept.rowCount).toBe(rows.length)
  return { rows, found: kept }
}

const microOf = (decimal: string | undefined) => Math.round(Number(decimal) * MICRO)

async function fillsOf(db: Database): Promise<Fill[]> {
  const fills: Fill[] = []
  for await (const event of exportEvents(db)) if (event.kind === 'FILL') fills.push(event)
  return fills
}

describeEngines('an export of an account', (open) => {
  test("has the market's own number of trades and volume, sealed or not", async () => {
    const { db } = await open('small')
    const { id } = await createAccountStore(db).createAccount('exporter', 'PRO')
    await sealLedger(db, { partRows: 400 })
    const fills = await fillsOf(db)
    const markets = await db.all<{ id: number; condition: string; usd: number; fills: number }>(
      'SELECT c.id, c.condition, SUM(v.usd) AS usd, SUM(v.fills) AS fills FROM conditions c JOIN tokens t ON t.condition_id = c.id ' +
        'JOIN volume_days v ON v.token_id = t.id GROUP BY c.id, c.condition ORDER BY fills DESC LIMIT 2',
    )
    const cutoff = (await newestHead(db))?.cutoffTime ?? 0
    for (const market of markets) {
      const { rows, found } = await written(db, id, {
        table: 'trades',
        question: { markets: [market.condition] },
      })
      expect(found.cutoffTime).toBe(cutoff)
      expect(rows.length).toBe(Number(market.fills))
      const taken = rows.filter(({ role }) => role === 'TAKER').map(({ usd }) => microOf(usd))
      const volume = await readVolumes(db, [market.id], { upTo: cutoff })
      expect(taken.reduce((sum, usd) => sum + usd, 0)).toBe(volume.get(market.id))
      const [facts] = await readMarkets(db, 'condition', [market.condition])
      expect(rows.every(({ condition }) => condition === facts?.condition)).toBe(true)
      const own = fills.filter(({ token }) => rows.some((row) => row.token === token))
      expect(rows.map(({ block, log_index }) => `${block} ${log_index}`)).toEqual(
        own.map(({ block, logIndex }) => `${block} ${logIndex}`),
      )
    }
  })

  test('has the fills of some prices, of one role and by members of each day, sealed or not', async () => {
    const { db } = await open('small')
    const { id } = await createAccountStore(db).createAccount('exporter', 'PRO')
    const fills = await fillsOf(db)
    const head = defined(await newestHead(db))
    const traders = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
    const idOf = new Map(traders.map((row) => [row.address, row.id]))
    const days = [...new Set(fills.map(({ time }) => Math.floor(time / 86_400)))].slice(0, 3)
    const membersOn = new Map(
      days.map((day, i) => [day, new Set(traders.flatMap((row) => (row.id % 3 === i ? row.id : [])))]),
    )
    const filter = { minPrice: 300_000, maxPrice: 700_000, role: 1, membersOn }
    const want = fills.filter(
      ({ role, usd, shares, time, owner }) =>
        role === 'TAKER' &&
        usd * 10 >= shares * 3 &&
        usd * 10 <= shares * 7 &&
        membersOn.get(Math.floor(time / 86_400))?.has(defined(idOf.get(owner))),
    )
    expect(want.length).toBeGreaterThan(0)
    for (const isSealed of [false, true]) {
      if (isSealed) await sealLedger(db, { partRows: 400 })
      const { rows } = await written(
        db,
        id,
        { table: 'trades', question: { since: Number(isSealed) } },
        {
          kind: 'TRADES',
          snapshot: { cutoff: { block: head.cutoffBlock, time: head.cutoffTime } } as Snapshot,
          filter,
        },
      )
      expect(rows.map(({ block, log_index }) => `${block} ${log_index}`)).toEqual(
        want.map(({ block, logIndex }) => `${block} ${logIndex}`),
      )
    }
  })

  test('is of one moment while events arrive late and others are taken back', async () => {
    const { db } = await open('small')
    const { id } = await createAccountStore(db).createAccount('exporter', 'PRO')
    const fills = await fillsOf(db)
    const first = fills[0]
    const trader = first?.owner
    if (first === undefined || trader === undefined) throw new Error('the world has no fill')
    const own = fills.filter(({ owner }) => owner === trader)
    await createExports(db).start(id, { table: 'trades', format: 'csv', question: { traders: [trader] } })
    const claim = await claimExport(db, Math.floor(Date.now() / 1_000))
    if (claim === null) throw new Error('no export was claimed')
    const before = (await newestHead(db))?.cutoffBlock ?? 0
    const late = { ...first, logIndex: 900_000, tx: `0x${'9'.repeat(64)}` } as LedgerEvent
    const next = { ...late, block: before + 10, time: 2_000_000_000 } as LedgerEvent
    // The moment is fixed by the first read; then the ledger changes, before any row is read.
    const changing: Database = {
      ...db,
      view: (work) =>
        db.view(async (sql) => {
          await newestHead(sql)
          await ingestRecords(db, [late])
          await createLedgerWriter(db).undo(before - 5, async () => undefined)
          return work(sql)
        }),
    }
    const file = await writeExport(changing, claim, { sliceRows: Math.ceil(own.length / 4) })
    expect(file.rows).toBe(own.length)
    await finishExport(db, claim, file, claim.expiresAt)
    // The next export has what is left, and the late event, but nothing behind the cutoff.
    await ingestRecords(db, [next])
    const left = own.filter(({ block }) => (block ?? 0) < before - 5)
    const again = await written(db, id, { table: 'trades', question: { traders: [trader] } })
    expect(again.rows.length).toBe(left.length + 1)
    expect(again.rows.every(({ time }) => Number(time) < 2_000_000_000)).toBe(true)
  })

  test("has every holder's shares at a close, and hides who opted out", async () => {
    const { db } = await open('small')
    const { id } = await createAccountStore(db).createAccount('exporter', 'PRO')
    const [market] = await db.all<{ condition: string; shares: number; trader: string }>(
      'SELECT c.condition, SUM(p.shares) AS shares, MIN(a.address) AS trader FROM conditions c JOIN tokens t ON t.condition_id = c.id ' +
        'JOIN positions p ON p.token_id = t.id JOIN traders a ON a.id = p.trader_id GROUP BY c.condition ORDER BY shares DESC LIMIT 1',
    )
    if (market === undefined) throw new Error('the world has no position')
    const question = { markets: [market.condition] }
    const { rows } = await written(db, id, { table: 'positions', question })
    expect(rows.reduce((sum, { shares }) => sum + microOf(shares), 0)).toBe(Number(market.shares))
    expect(rows.some(({ trader }) => trader === market.trader)).toBe(true)
    await addOptOut(db, market.trader as Fill['owner'])
    const hidden = await written(db, id, { table: 'positions', question })
    expect(hidden.rows.length).toBe(rows.length)
    expect(hidden.rows.some(({ trader }) => trader === market.trader)).toBe(false)
    await refresh(db)
  })

  test('ends above its bounds, and leaves no file', async () => {
    const { db } = await open('small')
    const { id } = await createAccountStore(db).createAccount('exporter', 'PRO')
    const [fill] = await fillsOf(db)
    await createExports(db).start(id, {
      table: 'trades',
      format: 'ndjson',
      question: { since: fill?.time ?? 0 },
    })
    const claim = await claimExport(db, Math.floor(Date.now() / 1_000))
    if (claim === null) throw new Error('no export was claimed')
    const bounds = { rows: 10, bytes: 2 ** 30 }
    await expect(writeExport(db, claim, { bounds })).rejects.toThrow('has more than 10 rows')
    expect((await readdir(exportFolder(db.duckdb))).filter((name) => !name.endsWith('.partial'))).toEqual([])
  })
})
