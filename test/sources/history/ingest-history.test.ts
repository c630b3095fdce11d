import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { POLYGON } from '../../../src/chain/contracts.ts'
import type { ChainLog } from '../../../src/chain/fact.ts'
import { type EventName, topicOfEvent } from '../../../src/chain/topics.ts'
import { verifyAll } from '../../../src/cli/checks/verify-all.ts'
import { dayOf } from '../../../src/ledger/quantities.ts'
import type { Store } from '../../../src/migrations/open-store.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { type HistoryOptions, ingestHistory } from '../../../src/sources/history/ingest-history.ts'
import type { LogRefusal } from '../../../src/sources/rpc/check-logs.ts'
import { exportEvents } from '../../../src/store/export/export-events.ts'
import { createTradeStore } from '../../../src/store/trades/trade-store.ts'
import { address, BLOCK, hash, TIME } from '../../chain/support/encoded-logs.ts'
import { CTF, tokensOf } from '../../chain/support/venue-logs.ts'
import { randomWorld, type World } from '../../chain/support/world.ts'
import { drawFrom, FEE_BIPS, MARKETS, TRADERS } from '../../chain/support/world-markets.ts'
import { shownSnapshot } from '../../numbers/support/shown-snapshot.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { dumpLedger } from '../../store/support/ledger-dump.ts'
import {
  COLUMNS,
  filledRow,
  isResolution,
  isV1,
  isV2,
  ordersRow,
  redemptionsRow,
  resolutionsRow,
  resolvedRow,
  setsRow,
  type TableRow,
  tradesRow,
  writeTable,
} from '../support/history-tables.ts'
import { temporaryFiles } from '../support/temporary-files.ts'

const files = temporaryFiles()
let folders = 0

function newFolder(...names: readonly string[]): string {
  const path = join(files.folder, `history [${folders++}] of 'mine'*`)
  for (const name of ['', ...names]) mkdirSync(join(path, name), { recursive: true })
  return path
}

/** The world's logs, two transactions to a block, three hours from block to block. */
function chainOf({ transactions }: World): ChainLog[] {
  let index = 0
  return transactions.flatMap((logs, i) =>
    logs.map((log) => {
      const block = Math.floor(i / 2)
      return {
        ...log,
        blockNumber: BLOCK + 700 * block,
        blockTime: TIME + 10_800 * block,
        transactionHash: hash(`transaction ${i}`),
        logIndex: index++,
      }
    }),
  )
}

/** Blocks of raw logs as lines; without its parent, as some downloads have them. */
function linesOf(logs: readonly ChainLog[]): string[] {
  return [...Map.groupBy(logs, ({ blockNumber }) => blockNumber)].map(([number, own]) =>
    JSON.stringify({
      header: { number, hash: hash(`block ${number}`), timestamp: own[0]?.blockTime },
      logs: own.map(({ address, topics, data, transactionHash, logIndex }) => ({
        address,
        topics,
        data,
        transactionHash,
        logIndex,
      })),
    }),
  )
}

const asText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

async function ingest({ db }: Store, paths: readonly string[], changes: Partial<HistoryOptions> = {}) {
  return ingestHistory(db, { contracts: POLYGON, paths, ...changes })
}

/** A store that took these logs in from one plain file. */
async function fromLogs(store: Store, logs: readonly ChainLog[]) {
  const report = await ingest(store, [files.write(asText(linesOf(logs)))])
  expect(report.refused).toBe(0)
  return report
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const draw = drawFrom(seed)
  return list
    .map((value) => ({ value, at: draw(2 ** 30) }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

/** Logs with that of a neg-risk market's preparation, which holds its fee, put first. */
function ofFee(logs: readonly ChainLog[]): [ChainLog, ...ChainLog[]] {
  const isFee = ({ topics }: ChainLog) => topics[0] === topicOfEvent('marketPrepared')
  return [logs.find(isFee) ?? expect.unreachable(), ...logs.filter((log) => !isFee(log))]
}

/** Logs cut between transactions, some transactions to a part; the first part has the preparations. */
function inParts(logs: readonly ChainLog[], seed: number): ChainLog[][] {
  const draw = drawFrom(seed)
  const parts: ChainLog[][] = [[]]
  const transactions = [...Map.groupBy(logs, ({ transactionHash }) => transactionHash).values()]
  for (const [i, transaction] of transactions.entries()) {
    if (i > 1 && draw(12) === 0) parts.push([])
    parts.at(-1)?.push(...transaction)
  }
  return parts
}

/** The fees of a store's conversions, as lists of activity read them. */
async function feesIn({ db }: Store): Promise<(number | null)[]> {
  const owners = await db.all<{ id: number }>('SELECT id FROM traders ORDER BY id')
  const streams = owners.map(({ id }) => ({ column: 'owner_id' as const, id }))
  const page = { streams, filter: {}, newestFirst: false, limit: 1_000 }
  const rows = await createTradeStore(db).movements(page)
  return rows.flatMap(({ kind, feeBips }) => (kind === 'CONVERT' ? feeBips : []))
}

/** The conversions of a store, as `pequod export events` writes them. */
async function linesIn({ db }: Store): Promise<unknown[]> {
  const lines: unknown[] = []
  for await (const event of exportEvents(db)) if (event.kind === 'CONVERT') lines.push(event)
  return lines
}

const markets = MARKETS.map((market, i) => ({
  id: `${100 + i}`,
  condition: market.condition,
  tokens: tokensOf(market),
  question: `Does “${i}” hold, yes or no?`,
  slug: `question-${i}`,
}))

/** The data set of prediction-market-analysis, in files that overlap and have their rows in any order. */
async function writeAnalysis(logs: readonly ChainLog[], seed: number): Promise<string> {
  const folder = newFolder('trades', 'blocks', 'markets', 'events', 'resolutions')
  const contractOf = (log: ChainLog) => (log.address === address('CTFExchange') ? 'CTF Exchange' : 'NegRisk')
  const trades = shuffled(
    logs.filter(isV1).map((log) => tradesRow(log, contractOf(log))),
    seed,
  )
  const half = Math.ceil(trades.length / 2)
  await writeTable(join(folder, 'trades/trades_2.parquet'), COLUMNS.trades, trades.slice(0, half + 3))
  await writeTable(join(folder, 'trades/trades_1.parquet'), COLUMNS.trades, trades.slice(half))
  const times = new Map(logs.map((log) => [log.blockNumber, log.blockTime]))
  const blocks = [...times].map(([block_number, time]) => ({
    block_number,
    timestamp: new Date(time * 1_000).toISOString().replace('.000Z', 'Z'),
  }))
  await writeTable(join(folder, 'blocks/blocks_1.parquet'), COLUMNS.blocks, shuffled(blocks, seed))
  const resolutions = logs.filter(isResolution).map(resolutionsRow)
  await writeTable(join(folder, 'resolutions/r.parquet'), COLUMNS.resolutions, shuffled(resolutions, seed))
  const rows = markets.flatMap(({ id, condition, tokens, question, slug }) =>
    [1, 2].map((version) => ({
      id,
      condition_id: condition,
      question: version === 2 ? question : 'An older wording',
      slug,
      outcomes: '["Yes", "No"]',
      clob_token_ids: JSON.stringify(tokens),
      end_date: null,
      _fetched_at: `2026-01-0${version} 00:00:00`,
    })),
  )
  await writeTable(join(folder, 'markets/m.parquet'), COLUMNS.markets, shuffled(rows, seed))
  await writeTable(join(folder, 'events/e.parquet'), COLUMNS.events, [
    {
      id: '7',
      slug: 'an-event',
      title: 'An event',
      category: null,
      tags: '["world", "elections"]',
      market_ids: '["100", "101"]',
      _fetched_at: '2026-01-02 00:00:00',
    },
  ])
  return folder
}

describeEngines('history in files', (open) => {
  test('in any files of raw logs gives one ledger, whenever the fee of conversions arrives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000), fc.nat(1_000), fc.nat(8), async (seed, order, feeAt) => {
        const logs = chainOf(randomWorld(60, seed))
        const [fee, ...rest] = ofFee(logs)
        const [first = [], ...parts] = inParts(rest, order)
        // A market's tokens and pools decide how logs are read; its fee does not.
        const commands = [first, ...shuffled(parts, order)]
        commands.splice(Math.min(feeAt, commands.length), 0, [fee])
        const [whole, split] = [await open(), await open()]
        await fromLogs(whole, logs)
        for (const [i, part] of commands.entries()) {
          await fromLogs(split, part)
          if (i > 2) await refresh(split.db)
        }
        expect(await dumpLedger(split.db)).toEqual(await dumpLedger(whole.db))
        const lines = await linesIn(whole)
        expect(await linesIn(split)).toEqual(lines)
        expect(new Set(await feesIn(split))).toEqual(new Set(lines.length > 0 ? [FEE_BIPS] : []))
        const middle = dayOf(logs[logs.length >> 1]?.blockTime ?? 0)
        for (const asOf of [undefined, middle]) {
          for (const { db } of [whole, split]) await refresh(db, asOf === undefined ? {} : { asOf })
          expect(await shownSnapshot(split.db)).toEqual(await shownSnapshot(whole.db))
        }
        expect(await verifyAll(split.db)).toMatchObject({ holds: true })
        await Promise.all([whole.close(), split.close()])
      }),
      { numRuns: 4 },
    )
  })

  test('of prediction-market-analysis gives the ledger of its raw logs', async () => {
    const seed = 21
    const logs = chainOf(randomWorld(90, seed))
    const folder = await writeAnalysis(logs, seed)
    writeFileSync(join(folder, 'README.md'), 'About this data.')
    const store = await open()
    const passedOver: string[] = []
    const report = await ingest(store, [folder], {
      sortedRows: 9,
      onPassedOver: (reason, [path]) => passedOver.push(`${path} ${reason}`),
    })
    expect(report).toMatchObject({ refused: 0, markets: markets.length })
    expect(passedOver).toHaveLength(1)
    expect(passedOver[0]).toContain('README.md is neither Parquet nor CSV')
    const expected = await open()
    await ingestRecords(
      expected.db,
      markets.map(({ condition, tokens, question, slug }, i) => ({
        kind: 'MARKET',
        condition,
        tokens,
        outcomes: ['Yes', 'No'],
        question,
        slug,
        category: i < 2 ? 'politics' : null,
        tags: i < 2 ? ['world', 'elections'] : [],
        event: i < 2 ? { id: '7', title: 'An event', slug: 'an-event' } : null,
        negRisk: null,
      })),
    )
    const told = await fromLogs(
      expected,
      logs.filter((log) => isV1(log) || isResolution(log)),
    )
    expect(report.events).toBe(told.events)
    expect(report.events).toBeGreaterThan(20)
    expect(await dumpLedger(store.db)).toEqual(await dumpLedger(expected.db))
    const about = async ({ db }: Store) =>
      db.all(
        'SELECT c.condition, m.question, m.slug, m.category, m.tags, m.outcomes, e.source_id, e.title, e.slug AS event_slug FROM markets m ' +
          'JOIN conditions c ON c.id = m.condition_id LEFT JOIN market_events e ON e.id = m.event_id ORDER BY 1',
      )
    expect(await about(store)).toEqual(await about(expected))
    expect(await ingest(store, [folder])).toMatchObject({
      events: 0,
      repeated: report.events + report.repeated,
    })
  })
})

describeEngines(
  'history in files',
  (open) => {
    test.each([1, 2])(
      'as raw logs of world %i gives its ledger from files of any kind and order',
      async (seed) => {
        const world = randomWorld(110, seed)
        const logs = chainOf(world)
        const whole = await open()
        await fromLogs(whole, logs)
        for (const owner of TRADERS)
          for (const token of MARKETS.flatMap(tokensOf)) {
            const row = await whole.db.get<{ shares: number; cost: number }>(
              'SELECT p.shares, p.cost FROM positions p JOIN traders t ON t.id = p.trader_id JOIN tokens k ON k.id = p.token_id ' +
                'WHERE t.address = ? AND k.token = ?',
              [owner, token],
            )
            const { shares, cost } = world.books.held(owner, token)
            expect(Math.abs(Number(row?.shares ?? 0) / 1e6 - shares)).toBeLessThan(0.0005)
            expect(Math.abs(Number(row?.cost ?? 0) / 1e6 - cost)).toBeLessThan(0.0005)
          }
        expect(await verifyAll(whole.db)).toMatchObject({ holds: true })

        const lines = linesOf(logs)
        const third = Math.ceil(lines.length / 3)
        const folder = newFolder('c', 'a')
        // By name the last blocks come first.
        writeFileSync(join(folder, 'a/3.jsonl.zst'), zstdCompressSync(asText(lines.slice(2 * third - 2))))
        writeFileSync(join(folder, 'b.jsonl.gz'), gzipSync(asText(lines.slice(third - 3, 2 * third))))
        writeFileSync(join(folder, 'c/1'), asText(lines.slice(0, third)))
        const parts = await open()
        const report = await ingest(parts, [join(folder, 'b.jsonl.gz'), folder], { logsAWrite: 40 })
        expect(report.repeated).toBeGreaterThan(0)
        expect(await dumpLedger(parts.db)).toEqual(await dumpLedger(whole.db))
      },
    )

    test.each([3, 4])(
      'as Polymarket_data of world %i, Parquet and CSV, gives the ledger of its raw logs',
      async (seed) => {
        const logs = chainOf(randomWorld(90, seed)).filter((log) => isV1(log) || isV2(log))
        const rows = shuffled(logs.map(ordersRow), seed)
        const third = Math.ceil(rows.length / 3)
        const folder = newFolder()
        await writeTable(join(folder, '1.parquet'), COLUMNS.orders, rows.slice(0, third + 5))
        await writeTable(join(folder, '2.csv'), COLUMNS.orders, rows.slice(third, 2 * third))
        await writeTable(join(folder, '3.parquet'), COLUMNS.orders, rows.slice(2 * third))
        const expected = await open()
        const told = await fromLogs(expected, logs)
        const store = await open()
        const names = ['3.parquet', '1.parquet', '2.csv', '1.parquet'].map((name) => join(folder, name))
        expect(await ingest(store, names)).toMatchObject({ refused: 0, events: told.events })
        expect(await dumpLedger(store.db)).toEqual(await dumpLedger(expected.db))
      },
    )

    test.each([5, 6])('as Polymarket-v1 of world %i gives the ledger of its raw logs', async (seed) => {
      const logs = chainOf(randomWorld(110, seed))
      const of = (event: EventName) =>
        logs.filter(({ topics, address: from }) => from === CTF && topics[0] === topicOfEvent(event))
      const fills = logs.filter((log) => isV1(log) || isV2(log))
      const [splits, merges] = [of('positionSplit'), of('positionsMerge')]
      const [redemptions, resolutions] = [of('payoutRedemption'), of('conditionResolution')]
      const folder = newFolder('OrderFilled', 'CTF/splits', 'CTF/merges')
      const write = async (
        name: string,
        types: Readonly<Record<string, string>>,
        rows: readonly TableRow[],
      ) => writeTable(join(folder, name), types, shuffled(rows, seed))
      await write('OrderFilled/1.parquet', COLUMNS.filled, fills.map(filledRow))
      await write('CTF/splits/1.parquet', COLUMNS.sets, splits.map(setsRow))
      await write('CTF/merges/1.parquet', COLUMNS.sets, merges.map(setsRow))
      await write('CTF/redemptions.csv', COLUMNS.redemptions, redemptions.map(redemptionsRow))
      await write('CTF/resolutions.parquet', COLUMNS.resolved, resolutions.map(resolvedRow))
      const names = ['OrderFilled/1.parquet', 'CTF/redemptions.csv', 'CTF/resolutions.parquet']
      const expected = await open()
      const told = [fills, splits, merges, redemptions, resolutions].flat()
      const inOrder = told.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
      const refusals = (list: string[]) => ({
        onRefusal: ({ tx, reason }: LogRefusal) => void list.push(`${tx} ${reason}`),
      })
      const [byLogs, byTables]: [string[], string[]] = [[], []]
      await ingest(expected, [files.write(asText(linesOf(inOrder)))], refusals(byLogs))
      const store = await open()
      const paths = [...names, 'CTF/splits/1.parquet', 'CTF/merges/1.parquet']
      const report = await ingest(
        store,
        paths.map((name) => join(folder, name)),
        refusals(byTables),
      )
      expect(report.events).toBeGreaterThan(30)
      expect(byTables.sort()).toEqual(byLogs.sort())
      expect(await dumpLedger(store.db)).toEqual(await dumpLedger(expected.db))
      await writeTable(join(folder, 'sets.parquet'), COLUMNS.sets, splits.map(setsRow))
      await expect(ingest(store, [join(folder, 'sets.parquet')])).rejects.toThrow(
        'holds splits or merges of Polymarket-v1, and neither its name nor its folder’s says which',
      )
    })

    test('resumes after being stopped at any moment, beside earlier raw logs', async () => {
      const logs = chainOf(randomWorld(80, 31))
      const whole = await open()
      await fromLogs(whole, logs)
      const folder = await writeAnalysis(logs, 31)
      const raw = files.write(asText(linesOf(logs)))
      const store = await open()
      const draw = drawFrom(5)
      for (let stops = 0; stops < 8; stops++) {
        const stop = new AbortController()
        let left = 1 + draw(60)
        const options = {
          signal: stop.signal,
          logsAWrite: 15,
          onProgress: () => void (left-- === 0 && stop.abort()),
        }
        await ingest(store, draw(2) === 0 ? [folder] : [raw, folder], options).catch((error: unknown) => {
          if (!stop.signal.aborted) throw error
        })
      }
      await ingest(store, [raw, folder])
      expect(await dumpLedger(store.db)).toEqual(await dumpLedger(whole.db))
      expect(await ingest(store, [folder])).toMatchObject({ events: 0, refused: 0 })
    })

    test('with a link to a file outside its folder is refused by the link’s name, and nothing is ingested', async () => {
      const store = await open()
      const outside = files.write(asText(linesOf(chainOf(randomWorld(5, 41)))))
      const folder = newFolder('linked')
      mkdirSync(join(folder, 'deep'))
      // A folder whose name begins with this one's is outside as well.
      mkdirSync(`${folder}-beside`)
      writeFileSync(`${folder}-beside/logs`, readFileSync(outside))
      const link = join(folder, 'deep', 'logs')
      for (const target of [outside, `${folder}-beside/logs`]) {
        symlinkSync(target, link)
        await expect(ingest(store, [folder])).rejects.toThrow(
          `${link} is a link to a file outside its folder`,
        )
        rmSync(link)
      }
      writeFileSync(join(folder, 'logs'), readFileSync(outside))
      symlinkSync('../logs', link)
      expect((await ingest(store, [folder])).refused).toBe(0)
    })

    test('with an unknown file is refused by its name, and nothing is ingested', async () => {
      const store = await open()
      const logs = chainOf(randomWorld(20, 41))
      const lines = linesOf(logs)
      const good = files.write(asText(lines))
      const folder = newFolder('trades')
      const at = (name: string) => join(folder, name)
      const row = tradesRow(logs.find(isV1) ?? (logs[0] as ChainLog), 'NegRisk')
      const { fee: _fee, log_index: _index, ...lacking } = COLUMNS.trades
      await writeTable(at('lacking.parquet'), lacking, [row])
      await writeTable(at('inexact.parquet'), { ...COLUMNS.trades, maker_asset_id: 'DOUBLE' }, [row])
      await writeTable(at('trades/t.parquet'), COLUMNS.trades, [row])
      writeFileSync(
        at('v1.csv'),
        'block_timestamp,blockNumber,logIndex,tx_hash,maker,taker,makerAssetId,takerAssetId,makerAmountFilled,takerAmountFilled,fee\n1,2,3,4,5,6,7,8,9,10,11\n',
      )
      writeFileSync(at('cut.gz'), gzipSync(asText(lines)).subarray(0, 200))
      writeFileSync(at('unsorted'), asText(lines.toReversed()))
      writeFileSync(at('cut'), asText(lines).slice(0, -40))
      writeFileSync(at('half.parquet'), 'PAR1 and no more')
      const cases = {
        'lacking.parquet': 'looks like trades of prediction-market-analysis, but lacks log_index, fee',
        'inexact.parquet': 'maker_asset_id is DOUBLE, which loses digits',
        'trades/t.parquet': 'has no block times: pass the folder "blocks" too',
        'v1.csv':
          'looks like OrderFilled events of Polymarket-v1, but lacks contract, order_hash; its columns are block_timestamp, blockNumber, logIndex',
        'half.parquet': 'is damaged, or no table',
        'cut.gz': 'is damaged or truncated',
        missing: 'cannot be read: check the path',
      }
      for (const [name, reason] of Object.entries(cases)) {
        const refused = ingest(store, [good, at(name)])
        await expect(refused, name).rejects.toThrow(
          `${at(name)} ${reason.startsWith('maker') ? 'holds' : reason}`,
        )
        await expect(ingest(store, [at(name)]), name).rejects.toThrow(reason)
      }
      expect(await store.db.get('SELECT fills + movements AS events FROM ledger_state')).toEqual({
        events: 0,
      })
      await expect(ingest(store, [at('unsorted')])).rejects.toThrow(
        /unsorted line 2 is of block \d+, after block \d+/,
      )
      await expect(ingest(store, [at('cut')])).rejects.toThrow(`line ${lines.length} is truncated`)
    })
  },
  ['sqlite'],
)
