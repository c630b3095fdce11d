import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_SECONDS, dayOf, type Seconds } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../database.ts'
import { readLedgerState } from '../ingest/ledger-state.ts'
import { monthOf } from '../month-partitions.ts'
import type { FILLS } from '../tables.ts'
import { filesOf, readManifest, readManifests, type Segment, writeManifest } from './manifest.ts'
import type { Columns, FilePlan, SegmentColumn } from './segment-files.ts'

/** Days before the newest event whose fills stay rows: reorganisations and late rows of APIs touch those. */
export const SETTLED_AFTER_DAYS = 3
/** Rows that one transaction takes out of the store: few enough that nobody waits for it. */
const PART_ROWS = 40_000
/** Rows of a segment at most, beyond which segments of a month are not united. */
const SEGMENT_ROWS = 8_000_000
/** A segment takes late rows in when they are at least one for so many of its own. */
const LATE_SHARE = 20
/** Rows read at a time. */
const PAGE = 10_000
/** How old a file must be that no manifest names before it goes: somebody may still read it. */
const KEEP_MS = 3_600_000

const COLUMNS: Readonly<Record<keyof typeof FILLS.columns, SegmentColumn>> = {
  key: 'big',
  tx: 'blob',
  time: 'big',
  exchange_id: 'int',
  owner_id: 'int',
  counterparty_id: 'int',
  role: 'tiny',
  side: 'tiny',
  token_id: 'int',
  shares: 'big',
  usd: 'big',
  fee: 'big',
  fee_in: 'tiny',
  order_hash: 'blob',
}
const TERMS = Object.keys(COLUMNS).filter((name) => name !== 'tx' && name !== 'order_hash')
const PLANS: readonly FilePlan[] = [
  { name: 'traders', columns: TERMS, order: ['owner_id', 'token_id', 'key'] },
  { name: 'tokens', columns: TERMS, order: ['token_id', 'key'] },
  { name: 'hashes', columns: ['key', 'tx', 'order_hash'], order: ['key'] },
]

/** What sealing did. */
export interface SealReport {
  /** Fills that were rows before. */
  fills: number
  /** Segments that were written. */
  segments: number
}

/** How a store is sealed. */
export interface SealOptions {
  /** Days before the newest event that stay rows. @default 3 */
  settledAfterDays?: number
  /** @default 40000 */
  partRows?: number
  /** Segments that are written at most: what is left is sealed by the next call. @default any number */
  maxSegments?: number
  /** Told after each segment how many fills were sealed so far. @default nobody */
  onProgress?(fills: number): void
  /** Ends the work between two segments. @default never */
  signal?: AbortSignal
}

/**
 * Moves settled fills of the chain out of the store into segments: of one month each, sorted by trader and by token, their
 * hashes apart. A segment is named in the transaction that removes its rows. Late rows join their segment once they are
 * many, and the parts of a settled month are united. Can be ended at any moment, and goes on where it stood.
 */
export async function sealFills(db: Database, options: SealOptions = {}): Promise<SealReport> {
  const { partRows = PART_ROWS, maxSegments = Number.POSITIVE_INFINITY, onProgress, signal } = options
  const report: SealReport = { fills: 0, segments: 0 }
  const goesOn = () => !signal?.aborted && report.segments < maxSegments
  const before = await settledBefore(db, options.settledAfterDays ?? SETTLED_AFTER_DAYS)
  if (before === null) return report
  for (let after = -1; goesOn(); ) {
    const part = await nextPart(db, after, before, partRows)
    if (part === null) break
    const sealed = await replace(db, part)
    if (sealed !== null) {
      report.fills += sealed
      report.segments++
      onProgress?.(report.fills)
    }
    after = part.lastKey
  }
  while (goesOn()) {
    const part = await nextUnion(db, before)
    if (part === null) break
    if ((await replace(db, part)) !== null) report.segments++
  }
  await removeStrays(db)
  return report
}

/**
 * Whether so many settled fills of the chain are still rows that sealing them is worth a segment: what is sealed without
 * being asked for. Rows of the first day come first by key, so this looks at few.
 */
export async function isSealDue(db: Sql): Promise<boolean> {
  const before = await settledBefore(db, SETTLED_AFTER_DAYS)
  if (before === null) return false
  const row = await db.get<{ time: number }>(
    'SELECT time FROM fills WHERE key >= 0 ORDER BY key LIMIT 1 OFFSET ?',
    [PART_ROWS - 1],
  )
  return row !== undefined && row.time < before
}

/**
 * The second before which fills are settled, or null where the ledger is empty. A snapshot that is shown counts part of its
 * last day's volumes by the store's rows (smart-money/volume-up-to.ts), so its day is never sealed.
 */
async function settledBefore(sql: Sql, days: number): Promise<Seconds | null> {
  const { lastTime } = await readLedgerState(sql)
  if (lastTime === null) return null
  const shown = await sql.get<{ time: number }>(
    'SELECT cutoff_time AS time FROM snapshots WHERE as_of IS NULL ORDER BY id DESC LIMIT 1',
  )
  const newest = dayOf(lastTime) - days
  return Math.min(newest, shown === undefined ? newest : dayOf(shown.time)) * DAY_SECONDS
}

/** What one segment is made of: rows between two keys, and segments that it takes the place of. */
interface Part {
  firstKey: number
  lastKey: number
  /** True: the rows between the keys belong to it; else they stay rows. */
  takesRows: boolean
  replaced: readonly Segment<'FILLS'>[]
}

/** The next rows behind a key that are settled; those of one month, and between two segments or within one. */
async function nextPart(db: Database, after: number, before: Seconds, limit: number): Promise<Part | null> {
  const manifest = await readManifest(db, 'FILLS')
  for (let from = after; ; ) {
    const first = await db.get<{ key: number; time: number }>(
      'SELECT key, time FROM fills WHERE key > ? AND key >= 0 AND time < ? ORDER BY key LIMIT 1',
      [from, before],
    )
    if (first === undefined) return null
    const next = manifest.find(({ lastKey }) => lastKey >= first.key)
    if (next !== undefined && next.firstKey <= first.key) {
      const late = await db.get<{ count: number }>(
        'SELECT COUNT(*) AS count FROM fills WHERE key BETWEEN ? AND ?',
        [next.firstKey, next.lastKey],
      )
      const isWorthIt = (late?.count ?? 0) * LATE_SHARE >= next.rows
      if (isWorthIt)
        return { firstKey: next.firstKey, lastKey: next.lastKey, takesRows: true, replaced: [next] }
      from = next.lastKey
      continue
    }
    const end = Math.min(before, monthOf(first.time).to)
    const rows = await db.all<{ key: number }>(
      'SELECT key FROM fills WHERE key >= ? AND key < ? AND time < ? ORDER BY key LIMIT ?',
      [first.key, next?.firstKey ?? Number.MAX_SAFE_INTEGER, end, limit],
    )
    const last = rows.at(-1)
    return last ? { firstKey: first.key, lastKey: last.key, takesRows: true, replaced: [] } : null
  }
}

/** Neighbouring segments of a month that is over, as many as make one of a good size. */
async function nextUnion(db: Database, before: Seconds): Promise<Part | null> {
  const manifest = await readManifest(db, 'FILLS')
  let run: Segment<'FILLS'>[] = []
  const union = (): Part | null => {
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined || run.length < 2) return null
    return { firstKey: first.firstKey, lastKey: last.lastKey, takesRows: false, replaced: run }
  }
  for (const segment of manifest) {
    const month = monthOf(segment.lastTime)
    if (month.to > before) break
    const rows = run.reduce((sum, one) => sum + one.rows, segment.rows)
    const isNext =
      run.length > 0 && monthOf(run[0]?.firstTime ?? 0).from === month.from && rows <= SEGMENT_ROWS
    if (isNext) run.push(segment)
    else {
      const part = union()
      if (part !== null) return part
      run = [segment]
    }
  }
  return union()
}

/**
 * Writes a part's files, then names them in place of what they hold, in one short transaction.
 * @returns how many rows it took in, or null where the ledger changed under it
 */
async function replace(db: Database, part: Part): Promise<number | null> {
  const undone = await undoneCount(db)
  const span = createSpan(part.replaced)
  const name = `fills-${blockText(part.firstKey)}-${blockText(part.lastKey)}`
  const rows = part.takesRows ? readRows(db, part, span) : nothing()
  const [traders, tokens, hashes] = await db.segments.write(
    { columns: COLUMNS, segments: part.replaced.map(({ files }) => [files.traders, files.hashes]), rows },
    name,
    PLANS,
  )
  if (!traders || !tokens || !hashes) throw new Error('a segment lacks a file')
  return db.transaction(async (tx) => {
    await readLedgerState(tx, true)
    const there = await readManifest(tx, 'FILLS')
    const isThere = part.replaced.every((one) =>
      there.some(({ files }) => files.tokens.name === one.files.tokens.name),
    )
    if (!isThere || (await undoneCount(tx)) !== undone) return null
    if (part.takesRows) {
      const count = await tx.get<{ count: number }>(
        'SELECT COUNT(*) AS count FROM fills WHERE key BETWEEN ? AND ?',
        [part.firstKey, part.lastKey],
      )
      // A row that came meanwhile is in no file: the part is read again.
      if (count?.count !== span.fresh) return null
      await tx.run('DELETE FROM fills WHERE key BETWEEN ? AND ?', [part.firstKey, part.lastKey])
    }
    await writeManifest(tx, part.replaced, {
      kind: 'FILLS',
      ...span.bounds,
      files: { traders, tokens, hashes },
    })
    return span.fresh
  })
}

function createSpan(replaced: readonly Segment<'FILLS'>[]) {
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
  { firstKey, lastKey }: Part,
  span: ReturnType<typeof createSpan>,
): AsyncGenerator<Columns> {
  const names = Object.keys(COLUMNS)
  for (let after = firstKey - 1; ; ) {
    const page = await db.all<Record<string, number> & { key: number; time: number }>(
      `SELECT ${names.join(', ')} FROM fills WHERE key > ? AND key <= ? ORDER BY key LIMIT ${PAGE}`,
      [after, lastKey],
    )
    for (const row of page) span.add(row)
    if (page.length > 0)
      yield Object.fromEntries(names.map((column) => [column, page.map((row) => row[column] ?? null)]))
    if (page.length < PAGE) return
    after = page.at(-1)?.key ?? after
  }
}

async function* nothing(): AsyncGenerator<Columns> {}

function blockText(key: number): string {
  return String(Math.floor(key / 2 ** 20)).padStart(9, '0')
}

/** How often blocks were taken back. */
async function undoneCount(sql: Sql): Promise<number> {
  const row = await sql.get<{ undone: number }>('SELECT undone FROM ledger_state WHERE id = 1')
  return row?.undone ?? 0
}

/** Removes files that were replaced, or left by a process that was killed, once nobody can be reading them. */
async function removeStrays(db: Database): Promise<void> {
  const { folder } = db.segments
  const named = new Set(filesOf(await readManifests(db)).map(({ name }) => name))
  for (const name of await readdir(folder).catch(() => [])) {
    if (named.has(name) || !/\.(partial|parquet)$/.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > KEEP_MS) await rm(join(folder, name), { force: true })
  }
}
