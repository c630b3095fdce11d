import type { Database } from './database.ts'
import type { BoardOrder, BoardSummary, Snapshot, SnapshotReader } from './snapshot-reader.ts'
import { type SnapshotRow, snapshotOf } from './snapshot-row.ts'

/** How long the newest snapshot's id is taken from memory, in milliseconds. */
const CURRENT_FOR = 1_000
/** Board orders kept in memory: all boards of two snapshots. */
const KEPT_ORDERS = 64

/** Reads of snapshots and of their boards. */
export function createBoardReader(db: Database): Pick<SnapshotReader, 'current' | 'boards' | 'order'> {
  let current: { at: number; snapshot: Promise<Snapshot | null> } | null = null
  const orders = new Map<string, Promise<BoardOrder | null>>()

  return {
    current() {
      const now = Date.now()
      if (current && now - current.at < CURRENT_FOR) return current.snapshot
      const snapshot = readCurrent(db)
      const asked = { at: now, snapshot }
      current = asked
      snapshot.catch(() => {
        // A failed read is not an answer: the next caller asks again.
        if (current === asked) current = null
      })
      return snapshot
    },
    boards: (snapshot) =>
      db.all<BoardSummary>(
        'SELECT board, entry_count AS "entryCount" FROM boards WHERE snapshot_id = ? ORDER BY board',
        [snapshot.id],
      ),
    order(snapshot, board) {
      const key = `${snapshot.id} ${board}`
      const known = orders.get(key)
      if (known) return known
      const order = readOrder(db, snapshot.id, board)
      orders.set(key, order)
      order.catch(() => orders.delete(key))
      for (const oldest of orders.keys()) {
        if (orders.size <= KEPT_ORDERS) break
        orders.delete(oldest)
      }
      return order
    },
  }
}

async function readCurrent(db: Database): Promise<Snapshot | null> {
  const row = await db.get<SnapshotRow>(
    'SELECT s.*, l.simulated FROM snapshots s JOIN ledger_state l ON l.id = 1 ' +
      'WHERE s.as_of IS NULL ORDER BY s.id DESC LIMIT 1',
  )
  return row ? snapshotOf(row) : null
}

async function readOrder(db: Database, snapshot: number, board: string): Promise<BoardOrder | null> {
  const row = await db.get<{ traders: Uint8Array; previous: Uint8Array | null }>(
    'SELECT traders, previous FROM boards WHERE snapshot_id = ? AND board = ?',
    [snapshot, board],
  )
  if (!row) return null
  const traders = integers(row.traders)
  let ranks: Map<number, number> | null = null
  return {
    traders,
    previous: row.previous === null ? null : integers(row.previous),
    rankOf(trader) {
      ranks ??= new Map(Array.from(traders, (id, i) => [id, i + 1]))
      return ranks.get(trader) ?? null
    },
  }
}

/** The 32-bit integers of a blob, copied: a driver's buffer need not be aligned. */
function integers(blob: Uint8Array): Int32Array {
  return new Int32Array(Uint8Array.from(blob).buffer)
}
