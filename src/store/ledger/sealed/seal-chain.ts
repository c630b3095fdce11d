import type { Seconds } from '../../../ledger/quantities.ts'
import type { Database } from '../../engine/database.ts'
import { monthOf } from '../../engine/month-partitions.ts'
import type { ChainKind } from './chain-kinds.ts'
import { readManifest, type Segment } from './manifest.ts'
import { namePart, type Part, writePart } from './replace-part.ts'
import type { SealRun } from './seal-run.ts'

/** Rows of a segment at most, beyond which segments of a month are not united. */
const SEGMENT_ROWS = 8_000_000
/** A segment takes late rows in from one for each 20 of its own. */
export const LATE_SHARE = 20

/**
 * Seals the settled rows of a kind ordered by the chain's key: into segments of one month each. Late rows join their
 * segment once they are many.
 */
export async function sealChain(db: Database, kind: ChainKind, run: SealRun): Promise<void> {
  for (let after = -1; await run.goesOn(); ) {
    const part = await nextPart(db, kind, after, run)
    if (part === null) return
    await replace(db, kind, run, part)
    after = part.lastKey
  }
}

/** Unites the parts of settled months. All that was written before is named. */
export async function uniteChain(db: Database, kind: ChainKind, run: SealRun): Promise<void> {
  for (let after = -1; await run.goesOn(); ) {
    const part = await nextUnion(db, kind, after, run.before)
    if (part === null) return
    await replace(db, kind, run, part)
    after = part.lastKey
  }
}

async function replace(db: Database, kind: ChainKind, run: SealRun, part: Part): Promise<void> {
  const written = await writePart(db, kind, part)
  await run.wrote(kind.kind, () => namePart(db, kind, part, written))
}

/** The next rows behind a key that are settled; those of one month, and between two segments or within one. */
async function nextPart(
  db: Database,
  { kind, table: { name: table } }: ChainKind,
  after: number,
  { before, partRows }: SealRun,
): Promise<Part | null> {
  const manifest = await readManifest(db, kind)
  for (let from = after; ; ) {
    const first = await db.get<{ key: number; time: number }>(
      `SELECT key, time FROM ${table} WHERE key > ? AND key >= 0 AND time < ? ORDER BY key LIMIT 1`,
      [from, before],
    )
    if (first === undefined) return null
    const next = manifest.find(({ lastKey }) => lastKey >= first.key)
    if (next !== undefined && next.firstKey <= first.key) {
      const late = await db.get<{ count: number }>(
        `SELECT COUNT(*) AS count FROM ${table} WHERE key BETWEEN ? AND ?`,
        [next.firstKey, next.lastKey],
      )
      const isWorthIt = (late?.count ?? 0) * LATE_SHARE >= next.rows
      if (isWorthIt)
        return { firstKey: next.firstKey, lastKey: next.lastKey, takesRows: true, replaced: [next] }
      from = next.lastKey
      continue
    }
    const end = Math.min(before, monthOf(first.time).to)
    const found = await db.get<{ last: number | null }>(
      `SELECT MAX(key) AS last FROM (SELECT key FROM ${table} WHERE key >= ? AND key < ? AND time < ? ORDER BY key LIMIT ?) AS part`,
      [first.key, next?.firstKey ?? Number.MAX_SAFE_INTEGER, end, partRows],
    )
    const lastKey = found?.last ?? null
    return lastKey === null ? null : { firstKey: first.key, lastKey, takesRows: true, replaced: [] }
  }
}

/** Neighbouring segments behind a key, of a month that is over, as many as make one of a good size. */
async function nextUnion(
  db: Database,
  { kind }: ChainKind,
  after: number,
  before: Seconds,
): Promise<Part | null> {
  const manifest = (await readManifest(db, kind)).filter(({ firstKey }) => firstKey > after)
  let run: Segment[] = []
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
