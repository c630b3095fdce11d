import { defined } from '../../../src/checks.ts'
import { LEADERBOARDS, PERIODS } from '../../../src/metrics/leaderboards.ts'
import { readAnalytics } from '../../../src/numbers/analytics/read-analytics.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import {
  type BoardFilter,
  type Snapshot,
  type SnapshotReader,
  type StatsScope,
  type TraderStats,
  wholePeriod,
} from '../../../src/store/snapshot/snapshot-reader.ts'
import { WITHOUT_BOTS, WITHOUT_PARTIAL } from './board-filters.ts'
import { shownRows, snapshotNamed } from './shown-rows.ts'

/**
 * All data of a snapshot, by address instead of id: equal for equal ledgers.
 * @param snapshot its id; the newest head by default
 */
export async function shownSnapshot(db: Database, snapshot?: number): Promise<Record<string, unknown>> {
  const head = await db.get<{ id: number }>('SELECT MAX(id) AS id FROM snapshots')
  const id = snapshot ?? head?.id ?? 0
  const addresses = await addressesOf(db)
  const { stats, series } = await shownRows(db, id)
  const byAddress = <Row extends { trader_id?: unknown }>(rows: readonly Row[]) =>
    rows
      .map(({ trader_id, ...row }) => ({ address: addresses.get(Number(trader_id)) ?? '', ...row }))
      .sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0))
  return {
    snapshot: await db.get(
      'SELECT as_of, cutoff_time, cutoff_block, first_day, traders, partial_traders, events FROM snapshots WHERE id = ?',
      [id],
    ),
    stats: byAddress(stats),
    series: byAddress(series),
    analytics: byAddress(await shownAnalytics(db, id, addresses)),
    boards: await shownBoards(db, id, addresses),
  }
}

async function addressesOf(db: Database): Promise<Map<number, string>> {
  const rows = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  return new Map(rows.map(({ id, address }) => [id, address]))
}

/** A reader that has read all traders together: one by one would take most of a test's time. */
async function readAhead(reader: SnapshotReader, snapshot: Snapshot, ids: readonly number[]) {
  const bodies = await reader.analytics(snapshot, ids)
  const stats = new Map<StatsScope['window'], Map<number, TraderStats>>()
  for (const period of PERIODS) stats.set(period, await reader.stats(snapshot, wholePeriod(period), ids))
  const numbers = Array.from({ length: 400 }, (_, i) => i)
  const [labels, markets] = [await reader.labels(numbers), await reader.markets(numbers)]
  return {
    analytics: async () => bodies,
    stats: async (_: Snapshot, { window }: StatsScope) => stats.get(window) ?? new Map(),
    shared: reader.shared,
    labels: async () => labels,
    markets: async () => markets,
  }
}

/** Every trader's analytics of every period, as a server reads them. */
async function shownAnalytics(db: Database, snapshot: number, addresses: ReadonlyMap<number, string>) {
  const shown = await snapshotNamed(db, snapshot)
  const reader = await readAhead(createReader(db), shown, [...addresses.keys()])
  const rows: { trader_id: number; period: string; analytics: unknown }[] = []
  for (const trader_id of addresses.keys()) {
    for (const period of PERIODS) {
      const analytics = await readAnalytics(reader, shown, period, trader_id)
      if (analytics) rows.push({ trader_id, period: period.wire, analytics })
    }
  }
  return rows
}

/** Exclusions of boards. */
const FILTERS: readonly BoardFilter[] = [
  {},
  { where: WITHOUT_BOTS },
  { where: WITHOUT_PARTIAL },
  {
    where: {
      key: 'large',
      fits: async ({ volume, fills }) =>
        volume.reduce((fits, usd, row) => {
          fits[row] = usd >= 1_000_000_000 && defined(fills[row]) >= 2 ? 1 : 0
          return fits
        }, new Uint8Array(volume.length)),
    },
  },
]

/** Every board, with all traders and with exclusions, by address: the traders and their places. */
async function shownBoards(db: Database, snapshot: number, addresses: ReadonlyMap<number, string>) {
  const reader = createReader(db)
  const shown = await snapshotNamed(db, snapshot)
  const boards: unknown[] = []
  for (const { id } of LEADERBOARDS) {
    for (const filter of FILTERS) {
      const order = await reader.order(shown, id, filter)
      boards.push({
        board: id,
        filter: filter.where?.key ?? '',
        count: order?.count,
        traders: order && Array.from(order.traders, (trader) => addresses.get(trader)),
        ranks: order && Array.from(order.traders, order.rankOf),
        previous: order?.previous && [...order.previous],
        cells: order && Object.entries(order.cells).map(([name, column]) => [name, ...column]),
      })
    }
  }
  return boards
}
