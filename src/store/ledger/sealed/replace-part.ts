import { type Database, pagesBehind } from '../../engine/database.ts'
import type { Columns } from '../../engine/duckdb.ts'
import type { Value } from '../../engine/table.ts'
import { readLedgerState, undoneCount } from '../ledger-state.ts'
import type { ChainKind } from './chain-kinds.ts'
import { manifestName, overlapping, type Segment, type UnnamedSegment, writeManifest } from './manifest.ts'
import { type SegmentFile, sealedFiles } from './sealed-files.ts'

const PAGE = 10_000

/** Sources of one segment: rows between two keys, and segments that it replaces. */
export interface Part {
  firstKey: number
  lastKey: number
  /** True: the rows between the keys belong to it; else they stay rows. */
  takesRows: boolean
  replaced: readonly Segment[]
}

/** A part whose files are written, and no manifest names yet. */
export interface WrittenPart {
  segment: UnnamedSegment
  /** How many of its rows were in the store. */
  fresh: number
  /** The count of undone blocks before its rows were read. */
  undone: number
}

/** Writes a part's files. */
export async function writePart(db: Database, kind: ChainKind, part: Part): Promise<WrittenPart> {
  const undone = await undoneCount(db)
  const span = createSpan(part.replaced)
  const written = await sealedFiles(db).write(
    {
      columns: kind.columns,
      segments: part.replaced,
      rows: part.takesRows ? readRows(db, kind, part, span) : nothing(),
    },
    segmentName(kind, part),
    kind.plans,
  )
  const files = Object.fromEntries(kind.plans.map((plan, i) => [plan.name, written[i] as SegmentFile]))
  const segment = { kind: kind.kind, ...span.bounds, files: files as Segment['files'] } as UnnamedSegment
  return { segment, fresh: span.fresh, undone }
}

/**
 * Names a part's files in place of what they hold, in one short transaction.
 * @returns how many rows it took in, or null where the ledger changed since they were written
 */
export async function namePart(
  db: Database,
  { kind, table }: ChainKind,
  { firstKey, lastKey, takesRows, replaced }: Part,
  { segment, fresh, undone }: WrittenPart,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    await readLedgerState(tx, true)
    // No two segments share a key, also of several processes.
    const there = await overlapping(tx, kind, segment)
    if (manifestName(there) !== manifestName(replaced) || (await undoneCount(tx)) !== undone) return null
    if (takesRows) {
      const bounds = [firstKey, lastKey]
      const count = await tx.get<{ count: number }>(
        `SELECT COUNT(*) AS count FROM ${table.name} WHERE key BETWEEN ? AND ?`,
        bounds,
      )
      // A row that came meanwhile is in no file: the part is read again.
      if (count?.count !== fresh) return null
      await tx.run(`DELETE FROM ${table.name} WHERE key BETWEEN ? AND ?`, bounds)
    }
    await writeManifest(tx, replaced, segment)
    return fresh
  })
}

function createSpan(replaced: readonly Segment[]) {
  const bounds = {
    rows: replaced.reduce((sum, { rows }) => sum + rows, 0),
    firstKey: Math.min(...replaced.map(({ firstKey }) => firstKey)),
    lastKey: Math.max(...replaced.map(({ lastKey }) => lastKey)),
    firstTime: Math.min(...replaced.map(({ firstTime }) => firstTime)),
    lastTime: Math.max(...replaced.map(({ lastTime }) => lastTime)),
  }
  const span = {
    bounds,
    fresh: 0,
    add({ key, time }: { key: number; time: number }) {
      span.fresh++
      bounds.rows++
      bounds.firstKey = Math.min(bounds.firstKey, key)
      bounds.lastKey = Math.max(bounds.lastKey, key)
      bounds.firstTime = Math.min(bounds.firstTime, time)
      bounds.lastTime = Math.max(bounds.lastTime, time)
    },
  }
  return span
}

async function* readRows(
  db: Database,
  { table, columns }: ChainKind,
  { firstKey, lastKey }: Part,
  span: ReturnType<typeof createSpan>,
): AsyncGenerator<Columns> {
  const names = Object.keys(columns)
  const order = table.key.join(', ')
  const behind = `(${order}) > (${table.key.map(() => '?').join(', ')})`
  const [first = '', ...rest] = table.key
  const before: Record<string, Value> = Object.fromEntries(
    rest.map((name) => [name, Number.MAX_SAFE_INTEGER]),
  )
  const read = (last: Record<string, Value>) =>
    db.all<Record<string, Value> & { key: number; time: number }>(
      `SELECT ${names.join(', ')} FROM ${table.name} WHERE ${behind} AND key <= ? ORDER BY ${order} LIMIT ${PAGE}`,
      [...table.key.map((column) => last[column] ?? null), lastKey],
    )
  for await (const page of pagesBehind(PAGE, { ...before, [first]: firstKey - 1 }, read)) {
    for (const row of page) span.add(row)
    if (page.length > 0)
      yield Object.fromEntries(names.map((column) => [column, page.map((row) => row[column] ?? null)]))
  }
}

async function* nothing(): AsyncGenerator<Columns> {}

/** The beginning of the names of a segment's files: what it holds, and between which blocks. */
export function segmentName(
  { table }: ChainKind,
  { firstKey, lastKey }: Pick<Part, 'firstKey' | 'lastKey'>,
): string {
  return `${table.name}-${blockText(firstKey)}-${blockText(lastKey)}`
}

function blockText(key: number): string {
  return String(Math.floor(key / 2 ** 20)).padStart(9, '0')
}
