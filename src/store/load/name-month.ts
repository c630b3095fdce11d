import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../checks.ts'
import { dayOf } from '../../ledger/quantities.ts'
import { type Bounds, nameFills, sealedFillsAround, sealedName, writeFills } from '../ledger/bulk.ts'
import { appendChange, appendEveryPosition } from '../ledger/ledger-changes.ts'
import { readLedgerState, undoneCount, writeLedgerState } from '../ledger/ledger-state.ts'
import { UNFOLDED_TOKENS } from '../ledger/load-state.ts'
import { blockOf } from '../ledger/place.ts'
import type { SeenLedger } from './known-fills.ts'
import { type LoadWork, queryNumbers } from './load-work.ts'

/** Fills of one month, and how many of them each token has. */
export interface Month extends Bounds {
  unfolded: { token_id: number[]; fills: number[] }
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
    } else {
      const unfolded = { token_id: [], fills: [] }
      months.push({ firstKey, lastKey, firstTime, lastTime, rows, unfolded })
    }
  }
  if (months.length === 0) return months
  const cases = months.map(({ lastKey }, i) => `WHEN key <= ${lastKey} THEN ${i}`)
  const counts = await queryNumbers(
    connection,
    `SELECT CASE ${cases.join(' ')} END AS month, token_id, count(*) FROM ${fresh} GROUP BY 1, 2 ORDER BY 1, 2`,
  )
  for (const [month = 0, token = 0, fills = 0] of counts) {
    const { unfolded } = defined(months[month])
    unfolded.token_id.push(token)
    unfolded.fills.push(fills)
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
  const joined = await sealedFillsAround(db, month)
  // Segments that another process named since may hold the same fills.
  if (!joined.every((segment) => seen.segments.has(sealedName(segment)))) return null
  const own = `SELECT * FROM ${fresh} WHERE key BETWEEN ${month.firstKey} AND ${month.lastKey}`
  const { unfolded, ...bounds } = month
  const written = await writeFills(db, connection, { own, bounds, joined })
  const named = await db.transaction(async (tx) => {
    const state = await readLedgerState(tx, true)
    const rows = await tx.get<{ count: number }>(
      'SELECT COUNT(*) AS count FROM fills WHERE key BETWEEN ? AND ?',
      [seen.firstKey, seen.lastKey],
    )
    if (rows?.count !== seen.rows || (await undoneCount(tx)) !== undone) return null
    if (!(await nameFills(tx, joined, written))) return null
    await tx.upsert(UNFOLDED_TOKENS, unfolded, unfolded.token_id.length, { fills: 'add' })
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
  if (named !== null) seen.segments.add(sealedName(written))
  return named
}
