import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { POLYGON } from '../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../src/chain/fact.ts'
import type { Store } from '../../../src/migrations/open-store.ts'
import { ingestHistory } from '../../../src/sources/history/ingest-history.ts'
import { type UnplacedRow, unplacedFills } from '../../../src/sources/history/unplaced-fills.ts'
import { BlockDecoder } from '../../../src/sources/rpc/block-events.ts'
import { address, BLOCK, hash, inOrder, rowV1, TIME, TX, wallet } from '../../chain/support/encoded-logs.ts'
import { randomWorld } from '../../chain/support/world.ts'
import { drawFrom, OPERATOR } from '../../chain/support/world-markets.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { dumpLedger } from '../../store/support/ledger-dump.ts'
import { COLUMNS, filledRow, isV1, isV2, type TableRow, writeTable } from '../support/history-tables.ts'
import { temporaryFiles } from '../support/temporary-files.ts'

const files = temporaryFiles()
let folders = 0

/** OrderFilled as poly_data has it. */
function unplacedRow(log: ChainLog): TableRow {
  const { maker, taker, makerAssetId, takerAssetId, makerAmountFilled, takerAmountFilled, transactionHash } =
    filledRow(log)
  const terms = { maker, makerAssetId, makerAmountFilled, taker, takerAssetId, takerAmountFilled }
  return { timestamp: log.blockTime, ...terms, transactionHash } as TableRow
}

function asRead(log: ChainLog): UnplacedRow {
  const row = unplacedRow(log)
  const text = (name: string) => String(row[name]).toLowerCase()
  return {
    time: log.blockTime,
    tx: text('transactionHash'),
    maker: text('maker'),
    taker: text('taker'),
    makerAsset: text('makerAssetId'),
    takerAsset: text('takerAssetId'),
    makerAmount: text('makerAmountFilled'),
    takerAmount: text('takerAmountFilled'),
  }
}

/** A transaction a block. */
function transactionsOf(deeds: number, seed: number): ChainLog[][] {
  return randomWorld(deeds, seed).transactions.map((logs, i) =>
    logs.map((log, logIndex) => ({
      ...log,
      logIndex,
      blockNumber: BLOCK + i,
      blockTime: TIME + 60 * i,
      transactionHash: hash(`${seed} ${i}`),
    })),
  )
}

const isFilled = (log: ChainLog) => isV1(log) || isV2(log)
const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

test.each([1, 2, 3])(
  'rows of world %i without a place, in any order, are the fills of their logs with unknown fields',
  (seed) => {
    const draw = drawFrom(seed)
    let settled = 0
    for (const transaction of transactionsOf(120, seed)) {
      const logs = transaction.filter(isFilled)
      const { events } = new BlockDecoder(POLYGON).decode(logs)
      const expected = events.flatMap((event) =>
        event.kind === 'FILL'
          ? [
              {
                ...event,
                block: null,
                logIndex: null,
                exchange: null,
                counterparty: null,
                role: null,
                fee: 0,
                feeIn: 'USD',
                orderHash: null,
              },
            ]
          : [],
      )
      const rows = logs.map(asRead).sort(() => draw(3) - 1)
      const { fills, refused } = unplacedFills(rows, POLYGON)
      expect(refused).toEqual([])
      expect(fills.map(({ fill }) => fill).sort(byText)).toEqual(expected.sort(byText))
      for (const { fill } of fills)
        if (rows.every(({ makerAmount }) => ![fill.usd, fill.shares].includes(Number(makerAmount)))) settled++
    }
    expect(settled).toBeGreaterThan(0)
  },
)

test('two taker rows of one wallet in a transaction are refused, and its makers are not', () => {
  const exchange = address('CTFExchange')
  const terms = { side: 'BUY' as const, token: '7', usd: 50, shares: 100 }
  const logs = inOrder([
    rowV1({ ...terms, side: 'SELL', maker: wallet('bob'), taker: wallet('ann') }),
    rowV1({ ...terms, maker: wallet('ann'), taker: exchange }),
    rowV1({ ...terms, usd: 60, maker: wallet('ann'), taker: exchange }),
    rowV1({ ...terms, maker: wallet('cay'), taker: exchange }),
  ])
  const { fills, refused } = unplacedFills(logs.map(asRead), POLYGON)
  expect(fills.map(({ fill }) => fill.owner)).toEqual([wallet('bob'), wallet('cay')])
  expect(refused.map(({ tx, reason }) => `${tx} ${reason}`)).toEqual(
    Array(2).fill(expect.stringContaining(`${TX} several orders of this wallet crossed the book`)),
  )
})

const TYPES = {
  timestamp: 'BIGINT',
  ...Object.fromEntries(
    [
      'maker',
      'makerAssetId',
      'makerAmountFilled',
      'taker',
      'takerAssetId',
      'takerAmountFilled',
      'transactionHash',
    ].map((name) => [name, COLUMNS.filled[name as keyof typeof COLUMNS.filled]]),
  ),
}

describeEngines(
  'orderFilled.csv of poly_data',
  (open) => {
    test('adds nothing the second time, keeps identical rows, and is replaced by logs of the chain', async () => {
      const transactions = transactionsOf(80, 9).map((logs) => logs.filter(isFilled))
      const logs = transactions.flat()
      const folder = join(files.folder, `poly_data ${folders++}`)
      mkdirSync(folder)
      const ingest = ({ db }: Store, ...names: string[]) =>
        ingestHistory(db, { contracts: POLYGON, paths: names.map((name) => join(folder, name)) })
      const draw = drawFrom(4)
      const rows = logs.map(unplacedRow).sort(() => draw(3) - 1)
      // An order that was filled twice in one transaction in the same way.
      const twin = rows.find(({ taker }) => taker === OPERATOR) ?? {}
      await writeTable(join(folder, 'orderFilled.csv'), TYPES, [...rows, twin])
      await writeTable(join(folder, 'chain.parquet'), COLUMNS.filled, logs.map(filledRow))
      const [chain, store] = [await open(), await open()]
      const told = await ingest(chain, 'chain.parquet')
      expect(await ingest(store, 'orderFilled.csv')).toMatchObject({ events: told.events + 1, refused: 0 })
      expect(await store.db.get('SELECT count(role) AS roles, sum(fee) AS fees FROM fills')).toEqual({
        roles: 0,
        fees: 0,
      })
      expect(await ingest(store, 'orderFilled.csv')).toMatchObject({ events: 0, repeated: told.events + 1 })
      await ingest(store, 'chain.parquet')
      expect(await dumpLedger(store.db)).toEqual(await dumpLedger(chain.db))
      expect(await ingest(store, 'orderFilled.csv')).toMatchObject({ events: 0 })
      expect(await dumpLedger(store.db)).toEqual(await dumpLedger(chain.db))
    })
  },
  ['sqlite'],
)
