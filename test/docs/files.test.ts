import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { exportEvents } from '../../src/store/export/export-events.ts'
import { ledgerOf } from '../../src/store/ledger/ledger.ts'
import { DAY_COLUMNS, recordName } from '../../src/store/ledger/position-day.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { callPequod } from '../cli/support/call-pequod.ts'
import { worldFile } from '../support/worlds.ts'
import { pageText } from './support/pages.ts'

let folder: string
let store: Store
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pequod-files-'))
  await copyFile(await worldFile('small'), join(folder, 'pequod.db'))
  store = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
  await sealLedger(store.db, { settledAfterDays: -1, partRows: 400 })
  for (const file of [
    'files.csv',
    'traders.parquet',
    'tokens.parquet',
    'markets.parquet',
    'trades.parquet',
  ]) {
    const [name = '', format = ''] = file.split('.')
    const out = ['--format', format, '--out', join(folder, file)]
    const env = { DATABASE_URL: `sqlite:${join(folder, 'pequod.db')}` }
    expect(await callPequod(['export', name, ...out], env)).toMatchObject({ status: 0 })
  }
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

it('the queries of docs/files.md give what the ledger holds', async () => {
  const fills = []
  for await (const event of exportEvents(store.db)) if (event.kind === 'FILL') fills.push(event)
  const trader = fills[0]?.owner ?? ''
  const blocks = [...pageText('docs/files.md').matchAll(/^```sql\n(.*?)^```/gms)].map(([, text = '']) =>
    text
      .replaceAll(/'(\w+\.(csv|parquet)|pequod\.db-data\/)'/g, `'${folder}/$1'`)
      .replace(/0x0{20}\w+/, trader),
  )
  const connection = await store.db.duckdb.connect()
  const answers = []
  for (const text of blocks) answers.push((await connection.runAndReadAll(text)).getRowObjectsJson())
  const [, months = [], ofTrader = [], all = [], , , profits = [], , largest = []] = answers
  const days = (await connection.runAndReadAll('SELECT * FROM position_days')).getRowObjectsJson()
  const trades = (await connection.runAndReadAll('SELECT * FROM trades')).getRowObjectsJson()
  connection.closeSync()
  expect(largest.length).toBeGreaterThan(0)
  expect(trades.map(({ time, shares, usd, side }) => ({ time, shares, usd, side }))).toEqual(
    fills.map(({ time, shares, usd, side }) => ({
      time: new Date(time * 1_000).toISOString().slice(0, 19).replace('T', ' '),
      shares: (shares / 1_000_000).toFixed(6),
      usd: (usd / 1_000_000).toFixed(6),
      side,
    })),
  )
  for (const { trader, question, outcome, price } of trades)
    expect([trader, question, outcome, price]).not.toContain(null)
  expect(trades.some(({ trader }) => !String(trader).startsWith('0x'))).toBe(true)
  expect(all.map(({ log_index, shares, usd, ...row }) => ({ ...row, usd: Number(usd) }))).toEqual(
    fills.map(({ block, tx, owner, token, usd }) => ({ block: `${block}`, tx, trader: owner, token, usd })),
  )
  const sum = (list: readonly { usd: number }[]) => list.reduce((total, { usd }) => total + usd, 0)
  const summed = (rows: readonly Record<string, unknown>[]) =>
    sum(rows.map(({ usd_micro }) => ({ usd: Number(usd_micro) })))
  expect(months.length).toBeGreaterThan(0)
  expect(summed(months)).toBe(sum(fills))
  expect(ofTrader.every(({ question }) => typeof question === 'string')).toBe(true)
  expect(summed(ofTrader)).toBe(sum(fills.filter(({ owner }) => owner === trader)))
  const upTo = Math.max(...days.map(({ day }) => Number(day)))
  const kept = []
  for await (const part of ledgerOf(store.db).days({ columns: DAY_COLUMNS, upTo }))
    kept.push(...part.records())
  const named = days.map((day) =>
    Object.fromEntries(Object.entries(day).map(([name, value]) => [recordName(name), Number(value)])),
  )
  const placed = (rows: readonly Record<string, number>[]) =>
    rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
  expect(placed(named)).toEqual(placed(kept))
  expect(days.length).toBeGreaterThan(0)
  expect(profits.length).toBe(new Set(kept.map((day) => day.trader)).size)
})
