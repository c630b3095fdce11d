import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { simulatedCondition, simulatedHash, simulatedToken } from '../../seeds/traders/identifiers.ts'
import { INFRASTRUCTURE } from '../../src/chain/contracts.ts'
import type { MarketInfo, Resolve } from '../../src/ledger/event.ts'
import { MARKET_CATEGORIES } from '../../src/ledger/market-category.ts'
import { type Address, DAY_SECONDS, type Seconds, type TokenId } from '../../src/ledger/quantities.ts'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { createTableOf, sqlText } from '../../src/store/engine/duckdb.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { foldLoaded } from '../../src/store/load/fold-loaded.ts'
import { createFillLoader } from '../../src/store/load/load-fills.ts'

/** The traders and markets of fills, in the order of time. */
export interface MarketShape {
  /** Fills, evenly over the time. */
  fills: number
  markets: number
  /** UTC days that the fills are spread over; the last of them ends at noon. */
  days: number
  /** The start of the first day, in seconds. */
  start: Seconds
  /**
   * A SELECT of DuckDB with a row a fill `i` from `range(fills) r(i)`: i, owner (a number from 0), market, outcome (0 or 1),
   * sells (0 or 1), and how many ten-thousandths of a dollar's worth of shares, as `units` of 0.01 share.
   */
  drawn: string
  /**
   * The fraction of the time, 0 to 1, after which trading in a market ends and it is resolved; null for one that stays
   * open.
   */
  closes(market: number): number | null
}

const SEED = 1
const FIRST_BLOCK = 70_000_000
const TAGS = 60
/** Far above the log indices of fills. */
const RESOLUTIONS = 600_000
const HALF_DAY = DAY_SECONDS / 2

/** The wallet of an owner by number. */
export function walletOf(owner: number): Address {
  return `0xbe${owner.toString(16).padStart(38, '0')}` as Address
}

/** The outcome token of a market by number. */
export function tokenOf(market: number, outcome: 0 | 1): TokenId {
  return simulatedToken(SEED, `market/${market}/${outcome}`)
}

/** The approximate second of the newest fill, and the next block. */
export function endOf({ start, days, fills }: MarketShape): { time: Seconds; block: number } {
  return { time: start + days * DAY_SECONDS - HALF_DAY, block: FIRST_BLOCK + fills + 1 }
}

/**
 * Makes a store of a market: its fills are loaded by columns, as a downloaded history is, and sealed but for the last days.
 * Prices move from day to day.
 */
export async function makeMarketStore(address: StoreAddress, shape: MarketShape): Promise<Store> {
  const store = await openStore(address)
  const { db } = store
  await ingestRecords(db, marketsOf(shape))
  await mkdir(db.duckdb.folder, { recursive: true, mode: 0o700 })
  // More fills than fit into the engine's memory, and read several times.
  const path = join(db.duckdb.folder, 'told.partial')
  const connection = await db.duckdb.connect()
  try {
    await tellFills(connection, shape, path)
    const loader = await createFillLoader(db, connection, INFRASTRUCTURE)
    const { refused } = await loader.load({ from: `read_parquet(${sqlText(path)})`, part: null })
    if (refused.length > 0) throw new Error(`fills were refused: ${refused[0]?.reason}`)
  } finally {
    connection.closeSync()
    await rm(path, { force: true })
  }
  await ingestRecords(db, resolutionsOf(shape))
  await foldLoaded(db, { address })
  await sealLedger(db)
  return store
}

/** Writes the fills as the loader reads them into a Parquet file. */
async function tellFills(connection: DuckDBConnection, shape: MarketShape, path: string): Promise<void> {
  const { fills, start, days, drawn } = shape
  const tokens = await createTableOf(
    connection,
    'market_tokens',
    { market: 'int', outcome: 'int', token: 'text' },
    (async function* () {
      const all = Array.from({ length: shape.markets * 2 }, (_, i) => i)
      yield {
        market: all.map((i) => i >> 1),
        outcome: all.map((i) => i & 1),
        token: all.map((i) => tokenOf(i >> 1, i & 1 ? 1 : 0)),
      }
    })(),
  )
  // Between 2 and 98 cents, by the market and by the day.
  const cents = `least(98, greatest(2, 2 + (hash(market, 'price') % 96)::BIGINT + (hash(market, time // ${DAY_SECONDS}) % 9)::BIGINT - 4))`
  await connection.run(
    `COPY (SELECT (${FIRST_BLOCK} + i) * ${2 ** 20} AS key, ` +
      "unhex(lpad(hex(i + 1), 64, '0')) AS tx, time, NULL::VARCHAR AS exchange, " +
      "'0xbe' || lpad(lower(hex(owner)), 38, '0') AS owner, NULL::VARCHAR AS counterparty, (i % 2)::TINYINT AS role, " +
      'sells::TINYINT AS side, token, (units * 10000)::BIGINT AS shares, ' +
      '(units * 100 * CASE WHEN outcome = 0 THEN cents ELSE 100 - cents END)::BIGINT AS usd, 0::BIGINT AS fee, ' +
      '0::TINYINT AS fee_in, NULL::BLOB AS order_hash FROM ' +
      `(SELECT *, ${cents} AS cents FROM (SELECT *, ${start} + i * ${days * DAY_SECONDS - HALF_DAY} // ${fills} AS time FROM (${drawn}))) ` +
      `JOIN (${tokens}) USING (market, outcome)) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION lz4)`,
  )
}

function* marketsOf({ markets }: MarketShape): Generator<MarketInfo> {
  for (let market = 0; market < markets; market++)
    yield {
      kind: 'MARKET',
      condition: conditionOf(market),
      tokens: [tokenOf(market, 0), tokenOf(market, 1)],
      outcomes: ['Yes', 'No'],
      question: `Will thing ${market} happen?`,
      slug: `thing-${market}`,
      category: MARKET_CATEGORIES[market % MARKET_CATEGORIES.length] ?? null,
      tags: [`tag ${market % TAGS}`],
      event: null,
      negRisk: null,
    }
}

function* resolutionsOf(shape: MarketShape): Generator<Resolve> {
  const { markets, fills, start, days } = shape
  for (let market = 0; market < markets; market++) {
    const part = shape.closes(market)
    if (part === null) continue
    yield {
      kind: 'RESOLVE',
      block: FIRST_BLOCK + Math.floor(part * fills),
      logIndex: RESOLUTIONS + market,
      tx: simulatedHash(SEED, `market/${market}/resolution`),
      time: start + Math.floor(part * (days * DAY_SECONDS - HALF_DAY)),
      condition: conditionOf(market),
      payouts: market % 3 === 0 ? ['1', '0'] : ['0', '1'],
    }
  }
}

function conditionOf(market: number) {
  return simulatedCondition(SEED, `market/${market}`)
}
