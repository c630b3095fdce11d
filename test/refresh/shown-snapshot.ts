import type { Database } from '../../src/store/database.ts'
import { shownRows } from './shown-rows.ts'

interface BoardRow {
  board: string
  entry_count: number
  traders: Uint8Array
  previous: Uint8Array | null
}

/** Everything that the newest head snapshot tells, by address instead of id: equal for ledgers that tell the same. */
export async function shownSnapshot(db: Database): Promise<Record<string, unknown>> {
  const head = await db.get<{ id: number }>('SELECT MAX(id) AS id FROM snapshots')
  const id = head?.id ?? 0
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
    boards: await shownBoards(db, id, addresses),
  }
}

async function addressesOf(db: Database): Promise<Map<number, string>> {
  const rows = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  return new Map(rows.map(({ id, address }) => [id, address]))
}

async function shownBoards(
  db: Database,
  snapshot: number,
  addresses: ReadonlyMap<number, string>,
): Promise<unknown[]> {
  const boards = await db.all<BoardRow>(
    'SELECT board, entry_count, traders, previous FROM boards WHERE snapshot_id = ? ORDER BY board',
    [snapshot],
  )
  return boards.map(({ board, entry_count, traders, previous }) => ({
    board,
    entry_count,
    traders: integersOf(traders).map((trader) => addresses.get(trader)),
    previous: previous && integersOf(previous),
  }))
}

function integersOf(bytes: Uint8Array): number[] {
  return [...new Int32Array(Uint8Array.from(bytes).buffer)]
}
