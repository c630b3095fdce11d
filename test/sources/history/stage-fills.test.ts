import { mkdirSync } from 'node:fs'
import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { POLYGON } from '../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../src/chain/fact.ts'
import type { Fill } from '../../../src/ledger/event.ts'
import { findHistoryFiles } from '../../../src/sources/history/history-files.ts'
import { openHistoryTables } from '../../../src/sources/history/history-tables.ts'
import { type FilledRow, filledLogs } from '../../../src/sources/history/raw-rows.ts'
import { rowBlocks, sortHistoryFiles } from '../../../src/sources/history/sort-files.ts'
import { type FilledTables, filledTablesOf, openFillStage } from '../../../src/sources/history/stage-fills.ts'
import { STAGED_COLUMNS, type StageOptions, type Stretch } from '../../../src/sources/history/staged-fills.ts'
import { fromFiles } from '../../../src/sources/history/table-queries.ts'
import { BlockDecoder } from '../../../src/sources/rpc/block-events.ts'
import type { LogRefusal } from '../../../src/sources/rpc/check-logs.ts'
import { openDuckDb } from '../../../src/store/engine/duckdb.ts'
import { chainKey } from '../../../src/store/ledger/place.ts'
import { address, BLOCK, hash, rowV1, rowV2, TIME, wallet } from '../../chain/support/encoded-logs.ts'
import { drawFrom } from '../../chain/support/world-markets.ts'
import {
  COLUMNS,
  filledRow,
  isV1,
  ordersRow,
  type TableRow,
  tradesRow,
  writeTable,
} from '../support/history-tables.ts'
import { temporaryFiles } from '../support/temporary-files.ts'
import '../../support/draws.ts'

const files = temporaryFiles()
const duckdb = openDuckDb({ folder: join(files.folder, 'data'), memoryMiB: 256 })
afterAll(() => duckdb.close())
let folders = 0

const EXCHANGES = ['CTFExchange', 'NegRiskCtfExchange', 'CTFExchangeV2', 'NegRiskExchangeV2A'].map(address)
const WALLETS = ['ann', 'bob', 'cay'].map(wallet)

/** Logs that exchanges could write, sensible or not: matches of any rows, over a few blocks. */
function fillLogs(seed: number, transactions: number, odd: boolean): ChainLog[] {
  const draw = drawFrom(seed)
  const one = <T>(list: readonly T[]) => list[draw(list.length)] as T
  let index = 0
  return Array.from({ length: transactions }, (_, i) => i).flatMap((i) => {
    const block = BLOCK + 450 * Math.floor(i / 4)
    const exchanges = [one(EXCHANGES), one(EXCHANGES)]
    return Array.from({ length: 1 + draw(6) }, (): ChainLog => {
      const exchange = one(exchanges)
      const maker = draw(20) === 0 ? one(EXCHANGES) : one(WALLETS)
      const taker = draw(3) === 0 ? exchange : one([...WALLETS, ...EXCHANGES])
      const shares = odd && draw(30) === 0 ? 0 : 90 + draw(draw(9) === 0 ? 2 ** 30 : 90)
      const terms = { maker, taker, side: one(['BUY', 'SELL'] as const), token: String(1 + draw(3)) }
      const order = hash(`order ${draw(9)}`)
      const row = {
        ...terms,
        shares,
        usd: 50 + draw(90),
        fee: draw(4) === 0 ? draw(odd ? 60 : 50) : 0,
        order,
      }
      const log = EXCHANGES.indexOf(exchange) < 2 ? rowV1(row, exchange) : rowV2(row, exchange)
      return {
        ...log,
        blockNumber: block,
        logIndex: index++,
        transactionHash: hash(`${seed} ${i}`),
        blockTime: TIME + block - BLOCK,
      }
    })
  })
}

/** A fill as a row of the relation, written independently of the staging code. */
const rowOf = (fill: Fill) => ({
  key: chainKey(fill.block ?? 0, fill.logIndex ?? 0),
  tx: fill.tx?.slice(2),
  time: fill.time,
  exchange: fill.exchange,
  owner: fill.owner,
  counterparty: fill.counterparty,
  role: { MAKER: 0, TAKER: 1 }[fill.role ?? 'MAKER'],
  side: { BUY: 0, SELL: 1 }[fill.side],
  token: fill.token,
  shares: fill.shares,
  usd: fill.usd,
  fee: fill.fee,
  fee_in: { USD: 0, SHARES: 1 }[fill.feeIn],
  order_hash: fill.orderHash?.slice(2),
})

const reasons = (refused: readonly LogRefusal[]) =>
  refused.map(({ tx, logIndex, reason }) => `${tx} ${logIndex} ${reason}`).sort()

/** The decoder's result for the logs. */
function decoded(logs: readonly ChainLog[]) {
  const { events, refused } = new BlockDecoder(POLYGON).decode(logs)
  return { rows: events.filter((event) => event.kind === 'FILL').map(rowOf), refused: reasons(refused) }
}

/** The tables of OrderFilled events among files. */
async function tablesOf(paths: readonly string[]): Promise<FilledTables[]> {
  const tables = await openHistoryTables(duckdb)
  try {
    return filledTablesOf(await sortHistoryFiles(await findHistoryFiles(paths), tables, {}))
  } finally {
    tables.close()
  }
}

/** All that is staged, in the order of its keys, each once; and what was refused. */
async function staged(tables: readonly FilledTables[], options: StageOptions = {}) {
  const refused: LogRefusal[] = []
  const stage = await openFillStage(duckdb, POLYGON, tables, {
    ...options,
    onRefusal: (one) => refused.push(one),
  })
  const connection = await duckdb.connect()
  const rows: Record<string, unknown>[] = []
  try {
    for (const stretch of stage.stretches) {
      const {
        from,
        fills,
        stretch: { blocks },
      } = await stage.stage(stretch)
      const hex = ['tx', 'order_hash'].map((name) => `lower(hex(${name})) AS ${name}`)
      const reader = await connection.runAndReadAll(
        `SELECT DISTINCT * REPLACE (${hex.join(', ')}) FROM ${from} ORDER BY key`,
      )
      const types = Object.fromEntries(
        reader.columnNames().map((name, i) => [name, String(reader.columnTypes()[i])]),
      )
      expect(types).toEqual({ ...STAGED_COLUMNS, tx: 'VARCHAR', order_hash: 'VARCHAR' })
      const read = reader
        .getRowObjects()
        .map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name,
              typeof value === 'bigint' ? Number(value) : value,
            ]),
          ),
        )
      expect(fills).toBeGreaterThanOrEqual(read.length)
      for (const { key } of read) {
        expect(Number(key)).toBeGreaterThanOrEqual(chainKey(blocks[0], 0))
        expect(Number(key)).toBeLessThan(chainKey(blocks[1] + 1, 0))
      }
      rows.push(...read)
    }
  } finally {
    connection.closeSync()
    await stage.close()
  }
  expect((await readdir(duckdb.folder)).filter((name) => name.startsWith('staging'))).toEqual([])
  return { rows, refused: reasons(refused) }
}

async function writeRows(
  rows: readonly TableRow[],
  types: Readonly<Record<string, string>>,
  names: readonly string[],
) {
  const folder = join(files.folder, `stage [${folders++}] of 'mine'*`)
  mkdirSync(folder)
  const size = Math.ceil(rows.length / names.length)
  for (const [i, name] of names.entries())
    await writeTable(join(folder, name), types, rows.slice(Math.max(0, i * size - 2), (i + 1) * size))
  return names.map((name) => join(folder, name))
}

/** A world of fills in a layout: which of the logs it can hold, and its files. */
const layouts = {
  async orders(logs: readonly ChainLog[]) {
    return writeRows(logs.map(ordersRow).toReversed(), COLUMNS.orders, ['1.parquet', '2.csv', '3.parquet'])
  },
  async filled(logs: readonly ChainLog[]) {
    return writeRows(logs.map(filledRow), COLUMNS.filled, ['1.parquet', '2.parquet', '3.csv'])
  },
  async trades(logs: readonly ChainLog[]) {
    const rows = logs.map((log) => tradesRow(log, log.address === EXCHANGES[0] ? 'CTF Exchange' : 'NegRisk'))
    const times = new Map(logs.map((log) => [log.blockNumber, log.blockTime]))
    const blocks = [...times].map(([block_number, time]) => ({
      block_number,
      timestamp: new Date(time * 1_000).toISOString().replace('.000Z', 'Z'),
    }))
    return [
      ...(await writeRows(rows, COLUMNS.trades, ['2.parquet', '1.parquet'])),
      ...(await writeRows(blocks, COLUMNS.blocks, ['blocks.parquet'])),
    ]
  },
}

test.each(['orders', 'filled', 'trades'] as const)(
  'fills in the layout of %s are staged as the decoder reads their logs',
  async (layout) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, odd) => {
        const logs = fillLogs(seed, 50, odd).filter((log) => layout !== 'trades' || isV1(log))
        const tables = await tablesOf(await layouts[layout](logs))
        expect(await staged(tables, { stretchRows: 120 })).toEqual(decoded(logs))
      }),
      { numRuns: 2 },
    )
  },
)

/** Changes that make a row wrong or odd. */
const SPOILS: ((row: TableRow, other: TableRow) => TableRow)[] = [
  (row) => ({ ...row, maker: '0x12' }),
  (row) => ({ ...row, taker: `${row.taker}0` }),
  (row) => ({ ...row, transaction_hash: String(row.transaction_hash).slice(0, -1) }),
  (row) => ({ ...row, order_hash: null }),
  (row) => ({ ...row, order_hash: String(row.order_hash).slice(2) }),
  (row) => ({ ...row, contract: row.maker ?? null }),
  (row) => ({ ...row, contract: 'CTF Exchange' }),
  (row) => ({ ...row, maker_asset_id: '7', taker_asset_id: '8' }),
  (row) => ({ ...row, taker_asset_id: (2n ** 256n).toString(), maker_asset_id: '0' }),
  (row) => ({ ...row, taker_asset_id: (2n ** 256n - 1n).toString(), maker_asset_id: '0' }),
  (row) => ({ ...row, maker_amount_filled: (2n ** 53n).toString() }),
  (row) => ({ ...row, maker_amount_filled: '007' }),
  (row) => ({ ...row, taker_amount_filled: '-1' }),
  (row) => ({ ...row, taker_amount_filled: '1e1' }),
  (row) => ({ ...row, maker_fee: null }),
  (row) => ({ ...row, protocol_fee: '3' }),
  (row) => ({ ...row, taker_fee: null }),
  (row) => ({ ...row, timestamp: '17' }),
  (row) => ({ ...row, timestamp: null }),
  (row) => ({ ...row, log_index: '-1' }),
  (row) => ({ ...row, block_number: 'soon' }),
  (row) => ({ ...row, block_number: '-5' }),
  (row, other) => ({ ...row, block_number: other.block_number ?? null, log_index: other.log_index ?? null }),
]

/** The rows of files as the decoder of rows takes them, in the order of their places. */
async function* rowsInOrder(paths: readonly string[]): AsyncGenerator<FilledRow[]> {
  const number = (name: string) => `CAST(TRY_CAST(${name} AS BIGINT) AS DOUBLE)`
  const columns = {
    block: number('block_number'),
    logIndex: number('log_index'),
    tx: 'transaction_hash',
    time: number('timestamp'),
    orderHash: 'order_hash',
    maker: 'lower(maker)',
    taker: 'lower(taker)',
    contract: 'lower(contract)',
    makerAsset: 'maker_asset_id',
    takerAsset: 'taker_asset_id',
    makerAmount: 'maker_amount_filled',
    takerAmount: 'taker_amount_filled',
    fee: 'maker_fee',
    otherFees: 'concat(taker_fee, protocol_fee)',
  }
  const list = Object.entries(columns).map(([name, value]) => `${value} AS "${name}"`)
  const connection = await duckdb.connect()
  const result = await connection.runAndReadAll(
    `SELECT ${list.join(', ')} FROM ${fromFiles(paths.map((path) => ({ path, packing: 'PARQUET' })))} ` +
      'ORDER BY 1 NULLS FIRST, 2 NULLS FIRST',
  )
  connection.closeSync()
  yield result.getRowObjects() as unknown as FilledRow[]
}

test('unusable rows are refused, and the others staged as row by row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const draw = drawFrom(seed)
      const logs = fillLogs(seed, 60, false)
      const texts = logs.map((log) =>
        Object.fromEntries(Object.entries(ordersRow(log)).map(([name, value]) => [name, String(value)])),
      )
      const rows = texts.map((row): TableRow => {
        const spoil = draw(4) === 0 ? SPOILS[draw(SPOILS.length)] : undefined
        return spoil?.(row, texts[draw(texts.length)] ?? row) ?? row
      })
      const types = Object.fromEntries(Object.keys(COLUMNS.orders).map((name) => [name, 'VARCHAR']))
      const paths = await writeRows(rows, types, ['1.parquet', '2.parquet'])
      const tables = await tablesOf(paths)
      const decoder = new BlockDecoder(POLYGON)
      const expected: { rows: ReturnType<typeof rowOf>[]; refused: LogRefusal[] } = { rows: [], refused: [] }
      const byRow = rowsInOrder(paths)
      for await (const { logs, refused } of rowBlocks(byRow, (some) => filledLogs(some, POLYGON))) {
        const { events, refused: undecoded } = decoder.decode(logs)
        expected.rows.push(...events.filter((event) => event.kind === 'FILL').map(rowOf))
        expected.refused.push(...refused, ...undecoded)
      }
      expect(expected.refused.length).toBeGreaterThan(0)
      expect(await staged(tables, { stretchRows: 90 })).toEqual({
        rows: expected.rows,
        refused: reasons(expected.refused),
      })
    }),
    { numRuns: 3 },
  )
})

test('leftovers of a killed process are removed after a day, and a stopped one leaves nothing', async () => {
  const paths = await writeRows(fillLogs(3, 40, true).map(ordersRow), COLUMNS.orders, ['1.parquet', '2.csv'])
  const tables = await tablesOf(paths)
  const at = (name: string) => join(duckdb.folder, name)
  for (const [name, days] of [
    ['staging-old', 2],
    ['staging-new', 0],
  ] as const) {
    mkdirSync(at(name))
    const time = Date.now() / 1_000 - days * 86_400
    await utimes(at(name), time, time)
  }
  const stop = new AbortController()
  const stage = await openFillStage(duckdb, POLYGON, tables, { stretchRows: 20, signal: stop.signal })
  stop.abort(new Error('stopped'))
  const [stretch] = stage.stretches
  await expect(stage.stage(stretch as Stretch)).rejects.toThrow('stopped')
  await stage.close()
  await expect(openFillStage(duckdb, POLYGON, tables, { signal: stop.signal })).rejects.toThrow('stopped')
  expect((await readdir(duckdb.folder)).filter((name) => name.startsWith('staging'))).toEqual(['staging-new'])
  await rm(at('staging-new'), { recursive: true })
})

test('a range of blocks is recognised by its rows, wherever the files are', async () => {
  const logs = fillLogs(7, 80, false)
  const [first, last] = [logs.slice(0, 150), logs.slice(150)]
  const planned = async (paths: readonly string[]) => {
    const stage = await openFillStage(duckdb, POLYGON, await tablesOf(paths), { stretchRows: 40 })
    await stage.close()
    return stage.stretches.map(({ identity, blocks, rows }) => ({ identity, blocks, rows }))
  }
  const before = await planned(await writeRows(first.map(ordersRow), COLUMNS.orders, ['a.parquet']))
  const moved = await writeRows(first.map(ordersRow), COLUMNS.orders, ['b.parquet'])
  expect(await planned(moved)).toEqual(before)
  const more = await writeRows(last.map(ordersRow), COLUMNS.orders, ['c.parquet'])
  const after = await planned([...more, ...moved])
  expect(before.length).toBeGreaterThan(2)
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  const changed = first.map((log, i) => ({ ...ordersRow(log), maker_fee: i === 0 ? 1 : 0 }))
  const other = await planned(await writeRows(changed, COLUMNS.orders, ['a.parquet']))
  expect(other[0]?.identity).not.toBe(before[0]?.identity)
})
