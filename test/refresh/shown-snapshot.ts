import { PERIODS } from '../../src/metrics/periods.ts'
import { createReader } from '../../src/refresh/ask/create-reader.ts'
import { readAnalytics } from '../../src/refresh/read-analytics.ts'
import type { Database } from '../../src/store/database.ts'
import {
  type Snapshot,
  type SnapshotReader,
  type StatsScope,
  type TraderStats,
  wholePeriod,
} from '../../src/store/snapshot-reader.ts'
import { shownRows, snapshotNamed } from './shown-rows.ts'

interface BoardRow {
  board: string
  entry_count: number
  traders: Uint8Array
  previous: Uint8Array | null
  scores: Uint8Array | null
  bots: Uint8Array
  previous_bots: Uint8Array | null
  partials: Uint8Array
  previous_partials: Uint8Array | null
}

/**
 * Everything that a snapshot tells, by address instead of id: equal for ledgers that tell the same.
 * @param snapshot its id; the newest head if left out
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

/** A reader that has asked for everybody at once: one by one would take most of a test's time. */
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

async function shownBoards(
  db: Database,
  snapshot: number,
  addresses: ReadonlyMap<number, string>,
): Promise<unknown[]> {
  const boards = await db.all<BoardRow>(
    'SELECT board, entry_count, traders, previous, scores, bots, previous_bots, partials, previous_partials FROM boards WHERE snapshot_id = ? ORDER BY board',
    [snapshot],
  )
  return boards.map(
    ({
      board,
      entry_count,
      traders,
      previous,
      scores,
      bots,
      previous_bots,
      partials,
      previous_partials,
    }) => ({
      board,
      entry_count,
      traders: integersOf(traders).map((trader) => addresses.get(trader)),
      previous: previous && integersOf(previous),
      scores: scores && [...new Float64Array(Uint8Array.from(scores).buffer)],
      bots: integersOf(bots),
      previousBots: previous_bots && integersOf(previous_bots),
      partials: integersOf(partials),
      previousPartials: previous_partials && integersOf(previous_partials),
    }),
  )
}

function integersOf(bytes: Uint8Array): number[] {
  return [...new Int32Array(Uint8Array.from(bytes).buffer)]
}
