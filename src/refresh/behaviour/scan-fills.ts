import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/database.ts'
import { createFillColumns, emptyFill, type FillColumns, type ScannedFill } from './fill-columns.ts'
import { firstKeySince } from './first-key.ts'

const PAGE = 20_000
const COLUMNS =
  'key, time, owner_id AS owner, token_id AS token, ' +
  'side + 2 * fee_in + CASE role WHEN 0 THEN 4 WHEN 1 THEN 8 ELSE 0 END AS flags, shares, usd, fee'

/** What is done with scanned fills. */
export interface FillUse {
  /** Must not keep the fill that it is given. */
  use(fill: ScannedFill): void
  /** Runs after each page of fills, so that what they made can be written. @default nothing */
  afterPage?(): Promise<void>
}

/**
 * Every fill at or after a time, in the ledger's order: the chain's by a range of the key, those of the Data API among
 * them by their time.
 */
export async function scanFills(tx: Sql, since: Seconds, { use, afterPage }: FillUse): Promise<void> {
  const untold = await apiFills(tx, since)
  let after = (await firstKeySince(tx, 'fills', since)) - 1
  for (;;) {
    const page = await tx.all<ScannedFill>(
      `SELECT ${COLUMNS} FROM fills WHERE key > ? AND key >= 0 ORDER BY key LIMIT ?`,
      [after, PAGE],
    )
    for (const fill of page) {
      // Within a second rows of the Data API come first.
      untold.upTo(fill.time, use)
      use(fill)
    }
    await afterPage?.()
    if (page.length < PAGE) break
    after = page.at(-1)?.key ?? after
  }
  untold.upTo(Number.POSITIVE_INFINITY, use)
}

/** Fills of the Data API in order of time; their keys are hashes, so all of them are looked at. */
async function apiFills(tx: Sql, since: Seconds) {
  const fills = createFillColumns()
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await tx.all<ScannedFill>(
      `SELECT ${COLUMNS} FROM fills WHERE key > ? AND key < 0 AND time >= ? ORDER BY key LIMIT ?`,
      [after, since, PAGE],
    )
    for (const fill of page) fills.add(fill)
    if (page.length < PAGE) break
    after = page.at(-1)?.key ?? after
  }
  const order = orderByTime(fills)
  const fill = emptyFill()
  let next = 0
  return {
    /** Gives out what comes at or before a time. */
    upTo(time: Seconds, use: (fill: ScannedFill) => void): void {
      while (next < fills.count && fills.read(order[next] ?? 0, fill).time <= time) {
        use(fill)
        next += 1
      }
    },
  }
}

/** The fills' numbers by time; they were read in the order of the key, which decides within a second. */
function orderByTime(fills: FillColumns): Uint32Array {
  const fill = emptyFill()
  const times = Float64Array.from({ length: fills.count }, (_, i) => fills.read(i, fill).time)
  return Uint32Array.from(times, (_, i) => i).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
}
