import { PequodError } from '../../../src/errors.ts'
import { dayOf } from '../../../src/ledger/quantities.ts'
import { PERIODS, type Period } from '../../../src/metrics/leaderboards.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { type Baselines, baselinesText } from '../../../src/numbers/analytics/read-analytics.ts'
import { emptyScoreBook } from '../../../src/numbers/boards/trader-scores.ts'
import { createAsker } from '../../../src/numbers/profiles/create-reader.ts'
import { buildSnapshotColumns } from '../../../src/numbers/publish/build-standings.ts'
import { computeScreen } from '../../../src/numbers/screen/compute-screen.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import type { Table, Value } from '../../../src/store/engine/table.ts'
import { foldName } from '../../../src/store/ledger/names.ts'
import {
  createSnapshotReader,
  type SnapshotReaderOptions,
} from '../../../src/store/snapshot/create-snapshot-reader.ts'
import type { StandingsAsked } from '../../../src/store/snapshot/read-as-of.ts'
import type { SnapshotReader, TraderAsker } from '../../../src/store/snapshot/snapshot-reader.ts'
import { LABELS, SNAPSHOT_ANALYTICS, SNAPSHOTS } from '../../../src/store/snapshot/snapshot-tables.ts'
import { FLAGS, type Standing, standingsOf } from '../../../src/store/snapshot/standings.ts'
import { nameColumns, publishColumns } from '../../../src/store/snapshot/write-columns.ts'
import { CONDITIONS, MARKETS, TRADERS } from '../../../src/store/tables.ts'
import { newPlace } from '../../store/support/engines.ts'
import type { WorldName } from '../../support/worlds.ts'
import { plantedBaseline, plantedLabel, plantedMarket, plantedQValue } from './planted-analytics.ts'
import { plantedAsker } from './planted-asker.ts'
import { isPlantedBot, type PlantedTrader, type PlantedWorld } from './planted-world.ts'

/** The id of the planted snapshot. */
export const SNAPSHOT_ID = 7

/** A new store, empty or of a shared world; `remove` closes and deletes it. */
export async function newStore(world?: WorldName): Promise<Store & { remove(): Promise<void> }> {
  const place = await newPlace('sqlite', world)
  const store = await openStore(place.address)
  const remove = async () => {
    await store.close()
    await place.remove()
  }
  return { ...store, remove }
}

const planted = new WeakMap<Database, TraderAsker>()

/**
 * Returns a reader of a store that was published here, which returns the planted numbers, or of any other
 * store.
 */
export function readerOf(db: Database, options: Omit<SnapshotReaderOptions, 'asker'> = {}): SnapshotReader {
  const computeAsOf = async (_day: number, _caller: string, asked?: StandingsAsked) => {
    if (asked?.isScreen !== true)
      throw new PequodError('SERVICE_UNAVAILABLE', 'Only screens are computed here.')
    await computeScreen(db, asked)
  }
  return createSnapshotReader(db, { computeAsOf, ...options, asker: planted.get(db) ?? createAsker(db) })
}

/** Publishes a planted world as a refresh would have. */
export async function publish(db: Database, world: PlantedWorld): Promise<void> {
  planted.set(db, plantedAsker(world))
  await insert(db, TRADERS, world.traders.map(traderRow))
  await publishBoards(db, world)
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

async function publishBoards(db: Database, { traders, snapshot }: PlantedWorld): Promise<void> {
  const [now, before] = [emptyScoreBook(), emptyScoreBook()]
  const day = dayOf(snapshot.cutoff_time)
  for (const { id, scores, dayBefore } of traders) {
    for (const [board, score] of Object.entries(scores))
      if (score !== null) now.scores.get(board)?.set(id, score)
    for (const own of Object.values(dayBefore))
      for (const [board, score] of Object.entries(own?.scores ?? {})) before.scores.get(board)?.set(id, score)
  }
  const standings = PERIODS.map(({ name }) =>
    standingsOf(traders.flatMap((trader) => standingNow(trader, name))),
  )
  const standingsBefore = PERIODS.map(({ name, days }) =>
    days === null ? null : standingsOf(traders.flatMap((trader) => standingBefore(trader, name))),
  )
  const columns = [
    ...buildSnapshotColumns(day, standings, now, false),
    ...buildSnapshotColumns(day, standingsBefore, before, true),
  ]
  await publishColumns(db, columns, (tx, written) => nameColumns(tx, SNAPSHOT_ID, written))
}

function standingNow(trader: PlantedTrader, period: Period): Standing[] {
  const own = trader.stats[period]
  if (own === null) return []
  const { pnl, volume, fills, start_value, bought, untracked } = own
  const flags = (isPlantedBot(trader) ? FLAGS.bot : 0) | (untracked > 0 ? FLAGS.partial : 0)
  return [{ trader: trader.id, pnl, volume, fills, stake: start_value + bought, flags }]
}

function standingBefore(trader: PlantedTrader, period: Period): Standing[] {
  const own = trader.dayBefore[period]
  if (own === null) return []
  const flags = (isPlantedBot(trader) ? FLAGS.bot : 0) | (own.isPartial ? FLAGS.partial : 0)
  return [{ trader: trader.id, pnl: own.pnl, volume: own.volume, fills: 1, stake: own.stake, flags }]
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
