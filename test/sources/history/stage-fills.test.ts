import { mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { POLYGON } from '../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../src/chain/log.ts'
import type { Fill } from '../../../src/ledger/event.ts'
import { FILLED_COLUMNS } from '../../../src/sources/history/filled-source.ts'
import { findHistoryFiles } from '../../../src/sources/history/history-files.ts'
import { type FilledTables, openFillStage } from '../../../src/sources/history/stage-fills.ts'
import { STAGED_COLUMNS, type StageOptions } from '../../../src/sources/history/staged-fills.ts'
import { BlockDecoder } from '../../../src/sources/rpc/block-events.ts'
import type { LogRefusal } from '../../../src/sources/rpc/check-logs.ts'
import { chainKey } from '../../../src/store/ingest/place.ts'
import { openSegments } from '../../../src/store/segments/segment-files.ts'
import { address, BLOCK, hash, rowV1, rowV2, TIME, wallet } from '../../chain/encoded-logs.ts'
import { drawFrom } from '../../chain/world-markets.ts'
import { temporaryFiles } from '../temporary-files.ts'
import { COLUMNS, ordersRow, type TableRow, writeTable } from './history-tables.ts'
import '../../draws.ts'

const files = temporaryFiles()
const segments = openSegments({ folder: join(files.folder, 'data'), memoryMiB: 256 })
afterAll(() => segments.close())
let folders = 0

const EXCHANGES = ['CTFExchange', 'NegRiskCtfExchange', 'CTFExchangeV2', 'NegRiskExchangeV2A'].map(address)
const WALLETS = ['ann', 'bob', 'cay'].map(wallet)

/** What exchanges could write, sensible or not: matches of any rows, over a few blocks. */
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

/** A fill as a row of the relation, written out apart from what stages it. */
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

/** What the decoder makes of the logs. */
function decoded(logs: readonly ChainLog[]) {
  const { events, refused } = new BlockDecoder(POLYGON).decode(logs)
  return { rows: events.filter((event) => event.kind === 'FILL').map(rowOf), refused: reasons(refused) }
}

async function tablesOf(
  layout: FilledTables['layout'],
  paths: readonly string[],
  of: FilledTables['files'][number]['of'],
  types: Readonly<Record<string, string>>,
): Promise<FilledTables> {
  const columns = Object.entries(types).map(([name, type]) => ({ name, type }))
  const found = await findHistoryFiles(paths)
  return { layout, files: found.map((file) => ({ file, columns, of })), blocks: [] }
}

/** All that is staged, in the order of its keys, each once; and what was refused. */
async function staged(tables: readonly FilledTables[], options: StageOptions = {}) {
  const refused: LogRefusal[] = []
  const stage = await openFillStage(segments, POLYGON, tables, {
    ...options,
    onRefusal: (one) => refused.push(one),
  })
  const connection = await segments.connect()
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
  expect((await readdir(segments.folder)).filter((name) => name.startsWith('staging'))).toEqual([])
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

test('fills are staged as the decoder reads their logs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.boolean(), async (seed, odd) => {
      const logs = fillLogs(seed, 60, odd)
      const paths = await writeRows(logs.map(ordersRow).toReversed(), COLUMNS.orders, [
        '1.parquet',
        '2.csv',
        '3.parquet',
      ])
      expect(
        await staged([await tablesOf('ORDERS', paths, FILLED_COLUMNS.ORDERS, COLUMNS.orders)], {
          stretchRows: 50,
        }),
      ).toEqual(decoded(logs))
    }),
    { numRuns: 6 },
  )
})
