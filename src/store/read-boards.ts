import type { Database } from './database.ts'
import { FRESH_FOR } from './fresh-for.ts'
import { keepNewest } from './keep-newest.ts'
import { optedOutTraders } from './opted-out.ts'
import type { BoardOrder, BoardSummary, Snapshot, SnapshotReader } from './snapshot-reader.ts'
import { type SnapshotRow, snapshotOf } from './snapshot-row.ts'
import { type RankedTraders, withoutRanks, withoutRows } from './without-ranks.ts'

/** Board orders kept in memory: all boards of two snapshots, with everybody and with some left out. */
const KEPT_ORDERS = 80
/** Snapshots of whose boards it is kept how many rows they have. */
const KEPT_SUMMARIES = 8

/** Reads of snapshots and of their boards. */
export interface BoardReader extends Pick<SnapshotReader, 'current' | 'boards' | 'order'> {
  /** Who opted out, as of when the newest snapshot was last asked for: one answer shows one set of traders. */
  hidden(): Promise<ReadonlySet<number>>
}

/**
 * A reader of boards.
 * @param clock milliseconds from any start; one that is set back would make a read last
 */
export function createBoardReader(db: Database, clock: () => number): BoardReader {
  let current: { at: number; snapshot: Promise<Snapshot | null> } | null = null
  const orders = keepNewest((key: string) => readOrder(db, key), KEPT_ORDERS)
  const summaries = keepNewest((snapshot: number) => readSummaries(db, snapshot), KEPT_SUMMARIES)
  let hidden: Promise<ReadonlySet<number>> | null = null
  const readHidden = async () => new Set(await optedOutTraders(db))

  const hiddenNow = () => {
    hidden ??= readHidden()
    return hidden
  }

  return {
    hidden: hiddenNow,
    current() {
      const now = clock()
      if (current && now - current.at < FRESH_FOR) return current.snapshot
      const snapshot = readCurrent(db)
      hidden = snapshot.then(readHidden)
      // Whoever reads a board is told.
      hidden.catch(() => undefined)
      const asked = { at: now, snapshot }
      current = asked
      snapshot.catch(() => {
        // A failed read is not an answer: the next caller asks again.
        if (current === asked) current = null
      })
      return snapshot
    },
    boards: (snapshot) => summaries(snapshot.id),
    async order(snapshot, board, { excludeBots = false, excludePartial = false } = {}) {
      const out = [
        ...(excludeBots ? (['bots'] as const) : []),
        ...(excludePartial ? (['partials'] as const) : []),
      ]
      const order = await orders([snapshot.id, board, ...out].join(' '))
      return order && shownOrder(order, await hiddenNow())
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

async function readSummaries(db: Database, snapshot: number): Promise<BoardSummary[]> {
  return db.all<BoardSummary>(
    'SELECT board, entry_count AS "entryCount" FROM boards WHERE snapshot_id = ? ORDER BY board',
    [snapshot],
  )
}

async function readOrder(db: Database, key: string): Promise<BoardOrder | null> {
  const [snapshot = '', board = '', ...out] = key.split(' ')
  const row = await db.get<Record<(typeof BLOBS)[number], Uint8Array | null>>(
    `SELECT ${BLOBS.join(', ')} FROM boards WHERE snapshot_id = ? AND board = ?`,
    [Number(snapshot), board],
  )
  if (!row) return null
  const blob = (name: (typeof BLOBS)[number]) => (row[name] === null ? null : integers(row[name]))
  const ranked = {
    traders: blob('traders') ?? new Int32Array(),
    previous: blob('previous'),
    scores: row.scores && new Float64Array(Uint8Array.from(row.scores).buffer),
  }
  if (out.length === 0) return orderOf(ranked)
  const ranksOf = (names: readonly (typeof BLOBS)[number][]) =>
    new Set(names.flatMap((name) => [...(blob(name) ?? [])]))
  const now = LEFT_OUT.filter((name) => out.includes(name))
  const before = ranksOf(now.map((name) => `previous_${name}` as const))
  return orderOf(withoutRanks(ranked, ranksOf(now), Int32Array.from(before).sort()))
}

/** Orders without those who opted out, by the orders with them: one object for as long as the same traders did. */
const shownOrders = new WeakMap<BoardOrder, { hidden: string; shown: BoardOrder }>()

/** Until the refresh that follows an opt-out is published, its trader is taken off here. */
function shownOrder(order: BoardOrder, hidden: ReadonlySet<number>): BoardOrder {
  const out = [...hidden].filter((trader) => order.rankOf(trader) !== null)
  if (out.length === 0) return order
  const known = shownOrders.get(order)
  if (known?.hidden === out.join()) return known.shown
  const shown = orderOf(withoutRows(order, (trader) => hidden.has(trader)))
  shownOrders.set(order, { hidden: out.join(), shown })
  return shown
}

/** The columns of the ranks that can be left out. */
const LEFT_OUT = ['bots', 'partials'] as const
const BLOBS = [
  'traders',
  'previous',
  'scores',
  'bots',
  'previous_bots',
  'partials',
  'previous_partials',
] as const

/** An order that holds all of its rows. */
export function orderOf({ traders, previous, scores }: RankedTraders): BoardOrder {
  let ranks: Map<number, number> | null = null
  return {
    count: traders.length,
    traders,
    previous,
    scores,
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
