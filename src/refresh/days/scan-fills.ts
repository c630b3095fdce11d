import type { Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { asStored, statement } from '../../store/engine/statement.ts'
import { type FillRow, ledgerOf } from '../../store/ledger/ledger.ts'
import { FILLS } from '../../store/tables.ts'
import {
  createFillColumns,
  emptyFill,
  FILL_FLAGS,
  type FillColumns,
  type ScannedFill,
} from './fill-columns.ts'
import { firstKeySince } from './first-key.ts'

const PAGE = 20_000
const COLUMNS = [
  'key',
  'time',
  'owner_id',
  'token_id',
  'role',
  'side',
  'fee_in',
  'shares',
  'usd',
  'fee',
] as const

type ScannedRow = FillRow<(typeof COLUMNS)[number]>

/**
 * Every fill at or after a time, in the ledger's order: the chain's by a range of the key, those of the Data API among
 * them by their time.
 * @param use must not keep the fill that it is given
 */
export async function scanFills(tx: Sql, since: Seconds, use: (fill: ScannedFill) => void): Promise<void> {
  const waiting = await apiFills(tx, since)
  const fill = emptyFill()
  const afterKey = (await firstKeySince(tx, 'fills', since)) - 1
  for await (const page of ledgerOf(tx).scan<ScannedRow>('FILLS', COLUMNS, { afterKey, since })) {
    for (const row of page) {
      // Within a second rows of the Data API come first.
      waiting.upTo(row.time, use)
      use(scannedFill(row, fill))
    }
  }
  waiting.upTo(Number.POSITIVE_INFINITY, use)
}

const API_FILLS = statement((from, { after, since }: { after: number; since: Seconds }) =>
  from(FILLS)
    .select(...asStored(COLUMNS))
    .where('key', '>', after)
    .where('key', '<', 0)
    .where('time', '>=', since)
    .orderBy('key')
    .limit(PAGE),
)

/** Fills of the Data API in order of time; their keys are hashes, so all of them are looked at. */
async function apiFills(tx: Sql, since: Seconds) {
  const fills = createFillColumns()
  const fill = emptyFill()
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await API_FILLS.all(tx, { after, since })
    for (const row of page) fills.add(scannedFill(row, fill))
    if (page.length < PAGE) break
    after = page.at(-1)?.key ?? after
  }
  const order = orderByTime(fills)
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

/** Writes a row into `into`. */
function scannedFill(row: ScannedRow, into: ScannedFill): ScannedFill {
  into.key = row.key
  into.time = row.time
  into.owner = row.owner_id
  into.token = row.token_id
  into.flags = row.side * FILL_FLAGS.sell + row.fee_in * FILL_FLAGS.feeInShares
  if (row.role !== null) into.flags += row.role === 1 ? FILL_FLAGS.taker : FILL_FLAGS.maker
  into.shares = row.shares
  into.usd = row.usd
  into.fee = row.fee
  return into
}

/** The fills' numbers by time; they were read in the order of the key, which decides within a second. */
function orderByTime(fills: FillColumns): Uint32Array {
  const fill = emptyFill()
  const times = Float64Array.from({ length: fills.count }, (_, i) => fills.read(i, fill).time)
  return Uint32Array.from(times, (_, i) => i).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
}
