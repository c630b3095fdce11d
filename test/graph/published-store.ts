import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { LeaderboardDefinition } from '../../src/metrics/leaderboards.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { PERIODS } from '../../src/metrics/periods.ts'
import { createAsker } from '../../src/refresh/ask/create-asker.ts'
import { type Baselines, baselinesText } from '../../src/refresh/baselines.ts'
import type { Database, Table, Value } from '../../src/store/database.ts'
import { foldName } from '../../src/store/fold-name.ts'
import {
  createSnapshotReader,
  type SnapshotReader,
  type SnapshotReaderOptions,
  type TraderAsker,
} from '../../src/store/snapshot-reader.ts'
import { BOARDS, LABELS, SNAPSHOT_ANALYTICS, SNAPSHOTS } from '../../src/store/snapshot-tables.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { CONDITIONS, MARKETS, TRADER_DAYS, TRADERS } from '../../src/store/tables.ts'
import { plantedBaseline, plantedLabel, plantedMarket, plantedQValue } from './planted-analytics.ts'
import { plantedAsker } from './planted-asker.ts'
import type { PlantedTrader, PlantedWorld } from './planted-world.ts'

/** The id of the planted snapshot. */
export const SNAPSHOT_ID = 7

/** A store of its own in a new folder; `remove` closes and deletes it. */
export async function newStore(): Promise<Store & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-graph-'))
  const path = join(folder, 'test.db')
  await copyFile(inject('sqliteTemplate'), path)
  const store = await openStore({ kind: 'sqlite', path })
  const remove = async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...store, remove }
}

const planted = new WeakMap<Database, TraderAsker>()

/** A reader of a store that was published here, to which traders' numbers are told as planted, or of any other store. */
export function readerOf(db: Database, options: Omit<SnapshotReaderOptions, 'asker'> = {}): SnapshotReader {
  return createSnapshotReader(db, { ...options, asker: planted.get(db) ?? createAsker(db) })
}

/** Publishes a planted world as a refresh would have. */
export async function publish(db: Database, world: PlantedWorld): Promise<void> {
  planted.set(db, plantedAsker(world))
  await insert(db, TRADERS, world.traders.map(traderRow))
  await insert(db, TRADER_DAYS, world.traders.flatMap(tradedDay))
  await insert(
    db,
    BOARDS,
    LEADERBOARDS.map((board) => boardRow(world, board)),
  )
  await publishAnalytics(db, world)
  await insert(db, SNAPSHOTS, [{ id: SNAPSHOT_ID, as_of: null, ledger_version: 1, ...world.snapshot }])
  await db.run('UPDATE ledger_state SET simulated = ?', [world.simulated ? 1 : 0])
}

function traderRow({ id, address, username, profileImage, xUsername, verified, bio }: PlantedTrader) {
  return {
    id,
    address,
    infrastructure: 0,
    username,
    profile_image: profileImage,
    x_username: xUsername,
    verified: verified ? 1 : 0,
    bio,
    search_name: username === null ? null : foldName(username),
  }
}

/** A day on which a trader traded, by which search finds who did. */
function tradedDay({ id, stats }: PlantedTrader) {
  if (stats.ALL === null) return []
  const { first_time, fills } = stats.ALL
  const none = {
    maker_fills: 0,
    role_known: 0,
    buys: 0,
    usd: 0,
    buy_slippage: 0,
    sell_slippage: 0,
    moved_slippage: 0,
  }
  const day = Math.floor(first_time / 86_400)
  return [{ trader_id: id, day, fills, ...none, usd_square: '0', lists: new Uint8Array() }]
}

function boardRow(world: PlantedWorld, board: LeaderboardDefinition) {
  const { ids, previous, scores, bots, previousBots, partials, previousPartials } = world.order(board)
  return {
    snapshot_id: SNAPSHOT_ID,
    board: board.id,
    entry_count: ids.length,
    traders: bytes(ids),
    previous: previous === null ? null : bytes(previous),
    scores: scores === null ? null : doubles(scores),
    bots: bytes(bots),
    previous_bots: previous === null ? null : bytes(previousBots),
    partials: bytes(partials),
    previous_partials: previous === null ? null : bytes(previousPartials),
  }
}

/** Labels and conditions up to the numbers that the planted records hold. */
const LABELS_UP_TO = 20
const CONDITIONS_UP_TO = 60

async function publishAnalytics(db: Database, { traders }: PlantedWorld): Promise<void> {
  const numbers = (upTo: number) => Array.from({ length: upTo }, (_, i) => i + 1)
  const labels = numbers(LABELS_UP_TO)
  await insert(
    db,
    LABELS,
    labels.map((id) => ({ id, name: plantedLabel(id) })),
  )
  const markets = numbers(CONDITIONS_UP_TO).flatMap((id) => {
    const market = plantedMarket(id)
    return market ? [{ ...market, id, condition_id: id, tags: '[]', outcomes: '[]' }] : []
  })
  await insert(db, CONDITIONS, markets)
  await insert(
    db,
    MARKETS,
    markets.filter(({ question }) => question !== null),
  )
  const family = traders.flatMap(({ id }) => {
    const q = plantedQValue(id)
    return q === null ? [] : [{ id, q }]
  })
  const baselines: Baselines = new Map(
    PERIODS.map(({ code }) => [code, new Map(labels.map((label) => [label, baselineOf(label, code)]))]),
  )
  const shared = {
    snapshot_id: SNAPSHOT_ID,
    traders: bytes(family.map(({ id }) => id)),
    q_values: doubles(family.map(({ q }) => q)),
    baselines: baselinesText(baselines),
  }
  await insert(db, SNAPSHOT_ANALYTICS, [shared])
}

function baselineOf(label: number, period: number) {
  const { stakedPnl, cost } = plantedBaseline(label, period)
  return { stakedPnl: { low: stakedPnl, high: 0n }, cost: { low: cost, high: 0n } }
}

function bytes(integers: readonly number[]): Uint8Array {
  return Buffer.from(Int32Array.from(integers).buffer)
}

function doubles(numbers: readonly number[]): Uint8Array {
  return Buffer.from(Float64Array.from(numbers).buffer)
}

async function insert(db: Database, table: Table, rows: readonly Readonly<Record<string, Value>>[]) {
  const names = Object.keys(table.columns)
  const columns = names.map((name) => [name, rows.map((row) => row[name] ?? null)])
  await db.upsert(table, Object.fromEntries(columns), rows.length)
}
