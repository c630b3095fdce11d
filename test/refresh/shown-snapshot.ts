import type { Database } from '../../src/store/database.ts'

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
  const valid = 'WHERE s.from_snapshot <= ? AND s.until_snapshot > ?'
  const stats = await db.all<Record<string, unknown>>(
    `SELECT t.address, s.* FROM trader_stats s JOIN traders t ON t.id = s.trader_id ${valid} ORDER BY t.address, s.period`,
    [id, id],
  )
  const series = await db.all(
    `SELECT t.address, s.points FROM trader_series s JOIN traders t ON t.id = s.trader_id ${valid} ORDER BY t.address`,
    [id, id],
  )
  return {
    snapshot: await db.get(
      'SELECT as_of, cutoff_time, cutoff_block, first_day, traders, partial_traders, events FROM snapshots WHERE id = ?',
      [id],
    ),
    stats: stats.map(({ trader_id, from_snapshot, until_snapshot, ...row }) => row),
    series,
    boards: await shownBoards(db, id),
  }
}

async function shownBoards(db: Database, snapshot: number): Promise<unknown[]> {
  const rows = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  const addresses = new Map(rows.map(({ id, address }) => [id, address]))
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
