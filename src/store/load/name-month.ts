import type { DuckDBConnection } from '@duckdb/node-api'
import { dayOf } from '../../ledger/quantities.ts'
import { appendChange, appendEveryPosition } from '../ledger/ledger-changes.ts'
import { readLedgerState, undoneCount, writeLedgerState } from '../ledger/ledger-state.ts'
import { blockOf } from '../ledger/place.ts'
import { FILL_KIND } from '../ledger/sealed/chain-kinds.ts'
import { manifestName, overlapping, writeManifest } from '../ledger/sealed/manifest.ts'
import { segmentName } from '../ledger/sealed/replace-part.ts'
import { sealedFiles } from '../ledger/sealed/sealed-files.ts'
import type { SeenLedger } from './known-fills.ts'
import { UNFOLDED_TOKENS } from './load-tables.ts'
import type { LoadWork } from './load-work.ts'
import { queryNumbers } from './query-numbers.ts'

/** Fills of a month, or of months that share keys. */
export interface Month {
  firstKey: number
  lastKey: number
  firstTime: number
  lastTime: number
  rows: number
}

/** The months of fills, by keys that do not overlap. */
export async function monthsOf(connection: DuckDBConnection, fresh: string): Promise<Month[]> {
  const found = await queryNumbers(
    connection,
    `SELECT min(key), max(key), min(time), max(time), count(*) FROM ${fresh} GROUP BY date_trunc('month', make_timestamp(time * 1000000)) ORDER BY 1`,
  )
  const months: Month[] = []
  for (const [firstKey = 0, lastKey = 0, firstTime = 0, lastTime = 0, rows = 0] of found) {
    const before = months.at(-1)
    // Times that do not rise with blocks: the two are one segment.
    if (before !== undefined && before.lastKey >= firstKey) {
      before.lastKey = Math.max(before.lastKey, lastKey)
      before.firstTime = Math.min(before.firstTime, firstTime)
      before.lastTime = Math.max(before.lastTime, lastTime)
      before.rows += rows
    } else months.push({ firstKey, lastKey, firstTime, lastTime, rows })
  }
  return months
}

/** Writes a month's files and names them, with what they leave to be folded; null where the ledger changed under it. */
export async function nameMonth(
  { db, connection }: Pick<LoadWork, 'db' | 'connection'>,
  fresh: string,
  month: Month,
  undone: number,
  seen: SeenLedger,
): Promise<number | null> {
  const replaced = await overlapping(db, 'FILLS', month)
  // What another process named since may hold the same fills.
  if (!replaced.every((segment) => seen.segments.has(manifestName([segment])))) return null
  const own = `SELECT * FROM ${fresh} WHERE key BETWEEN ${month.firstKey} AND ${month.lastKey}`
  const columns = Object.keys(FILL_KIND.columns).join(', ')
  const parts = [own]
  for (const { files } of replaced)
    parts.push(
      `SELECT ${columns} FROM ${await sealedFiles(db).from([files.traders])} f JOIN ${await sealedFiles(db).from([files.hashes])} h USING (key)`,
    )
  const bounds = boundsOf([month, ...replaced])
  const [traders, tokens, hashes] = await sealedFiles(db).copy(
    connection,
    `(${parts.join(' UNION ALL ')})`,
    segmentName(FILL_KIND, bounds),
    FILL_KIND.plans,
  )
  if (!traders || !tokens || !hashes) throw new Error('a segment lacks a file')
  const reader = await connection.runAndReadAll(
    `SELECT token_id, CAST(count(*) AS INTEGER) FROM (${own}) GROUP BY 1 ORDER BY 1`,
  )
  const unfolded = reader.getColumns() as [number[], number[]] | []
  const segment = { kind: 'FILLS' as const, ...bounds, files: { traders, tokens, hashes } }
  const named = await db.transaction(async (tx) => {
    const state = await readLedgerState(tx, true)
    const there = await overlapping(tx, 'FILLS', bounds)
    const rows = await tx.get<{ count: number }>(
      'SELECT COUNT(*) AS count FROM fills WHERE key BETWEEN ? AND ?',
      [seen.firstKey, seen.lastKey],
    )
    const isAsSeen = manifestName(there) === manifestName(replaced) && rows?.count === seen.rows
    if (!isAsSeen || (await undoneCount(tx)) !== undone) return null
    await writeManifest(tx, replaced, segment)
    const [token_id = [], fills = []] = unfolded
    await tx.upsert(UNFOLDED_TOKENS, { token_id, fills }, token_id.length, { fills: 'add' })
    state.version++
    state.fills += month.rows
    state.firstTime = Math.min(state.firstTime ?? month.firstTime, month.firstTime)
    state.lastTime = Math.max(state.lastTime ?? month.lastTime, month.lastTime)
    const { block } = blockOf(month.lastKey)
    state.lastBlock = Math.max(state.lastBlock ?? 0, block ?? 0)
    await appendChange(tx, state.version, dayOf(month.firstTime))
    await appendEveryPosition(tx, state.version, month.firstTime)
    await writeLedgerState(tx, state)
    return month.rows
  })
  if (named !== null) seen.segments.add(manifestName([{ id: 0, masked: 0, ...segment }]))
  return named
}

function boundsOf(parts: readonly Month[]): Month {
  return {
    firstKey: Math.min(...parts.map(({ firstKey }) => firstKey)),
    lastKey: Math.max(...parts.map(({ lastKey }) => lastKey)),
    firstTime: Math.min(...parts.map(({ firstTime }) => firstTime)),
    lastTime: Math.max(...parts.map(({ lastTime }) => lastTime)),
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  }
}
