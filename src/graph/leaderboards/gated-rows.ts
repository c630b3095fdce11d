import { bandEnds, sharedNumbers } from '../../access/coarse-rows.ts'
import { DEFAULT_ROWS, type LeaderboardDefinition } from '../../metrics/leaderboards.ts'
import {
  type BoardOrder,
  type Snapshot,
  type SnapshotReader,
  wholePeriod,
} from '../../store/snapshot/snapshot-reader.ts'
import { type RowNumbers, rowNumbers, shownValue } from './row-numbers.ts'

/** What everybody may know of a row of a gated board: as much as of each row of its band. */
export type GatedRow = RowNumbers & {
  /** The place of the band's first row, from 1: which row of a band is whose is not said. */
  readonly rank: number
  readonly value: number | null
}

/** What a gated board shows to whom it withholds its people. */
interface GatedBoard {
  /** Of the first rows, best first. */
  readonly all: readonly GatedRow[]
  /** Of the first rows without bots. */
  readonly people: readonly GatedRow[]
}

/** Made once for each board of a snapshot, and kept for as long as its order is. */
const kept = new WeakMap<BoardOrder, Promise<GatedBoard>>()

/**
 * The first rows of a gated board as everybody may see them, at most {@link DEFAULT_ROWS}; none where it has fewer people
 * than a band. Two boards of one snapshot are read at once: the rows without bots show what their bands show with them.
 */
export async function gatedRows(
  reader: Pick<SnapshotReader, 'order' | 'stats'>,
  snapshot: Snapshot,
  definition: LeaderboardDefinition,
  excludeBots: boolean,
): Promise<readonly GatedRow[]> {
  const order = await reader.order(snapshot, definition.id)
  if (!order) return []
  const made = kept.get(order) ?? makeBoard(reader, snapshot, definition, order)
  kept.set(order, made)
  made.catch(() => kept.delete(order))
  const { all, people } = await made
  return excludeBots ? people : all
}

async function makeBoard(
  reader: Pick<SnapshotReader, 'order' | 'stats'>,
  snapshot: Snapshot,
  { id, tab, period }: LeaderboardDefinition,
  { count, traders, scores }: BoardOrder,
): Promise<GatedBoard> {
  const people = await reader.order(snapshot, id, { excludeBots: true })
  const isPerson = new Set(people?.traders)
  const ends = bandEnds(
    { rows: count, people: people?.count ?? 0, isPerson: (row) => isPerson.has(traders[row] ?? 0) },
    DEFAULT_ROWS,
  )
  const ids = Array.from(traders.subarray(0, ends.at(-1) ?? 0))
  const stats = await reader.stats(snapshot, wholePeriod(period), ids)
  const rows = ids.map((trader, row) => {
    const numbers = stats.get(trader)
    if (!numbers) throw new Error(`Trader ${trader} is on ${id} of snapshot ${snapshot.id} without numbers`)
    return { ...rowNumbers(numbers), value: shownValue(tab, numbers, scores?.[row] ?? null) }
  })
  const bands = ends.map((end, band) => {
    const start = ends[band - 1] ?? 0
    const persons = ids.slice(start, end).filter((trader) => isPerson.has(trader)).length
    return { rows: end - start, persons, shown: sharedNumbers(rows.slice(start, end)) }
  })
  return {
    all: firstRows(bands.map(({ rows: size, shown }) => ({ size, shown }))),
    people: firstRows(bands.map(({ persons: size, shown }) => ({ size, shown }))),
  }
}

function firstRows(bands: readonly { size: number; shown: Omit<GatedRow, 'rank'> }[]): GatedRow[] {
  const rows: GatedRow[] = []
  for (const { size, shown } of bands) {
    const row = { ...shown, rank: rows.length + 1 }
    rows.push(...Array.from({ length: Math.min(size, DEFAULT_ROWS) }, () => row))
  }
  return rows.slice(0, DEFAULT_ROWS)
}
