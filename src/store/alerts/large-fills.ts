import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../database.ts'

/** What makes a fill large, in micro-dollars: $1,000. Fills of at least that have an index by time. */
const LARGE: MicroUsd = 1_000_000_000

/** SQL that is true for a large fill; where a statement says it, the index `fills_large_by_time` serves it. */
export const IS_LARGE = `usd >= ${LARGE}`

/** A fill that may become an alert. */
export interface LargeFill {
  key: number
  tx: Uint8Array | null
  time: Seconds
  trader: number
  address: string
  token: number
  tokenName: string
  /** 0 BUY, 1 SELL. */
  side: number
  /** 0 MAKER, 1 TAKER, null unknown. */
  role: number | null
  shares: number
  usd: MicroUsd
  orderHash: Uint8Array | null
}

/** A stretch of the ledger: fills behind `after`, before `before`. */
export interface FillRange {
  after: { time: Seconds; key: number }
  before: Seconds
  minUsd: MicroUsd
}

const PAGE = 2_000

/**
 * Fills of at least `minUsd` in the ledger's order, page by page. Relies on `fills_large_by_time`; below $1,000 every
 * fill is looked at.
 */
export async function* readLargeFills(sql: Sql, range: FillRange): AsyncGenerator<readonly LargeFill[]> {
  const text =
    'SELECT f.key, f.tx, f.time, f.owner_id AS trader, t.address, f.token_id AS token, k.token AS "tokenName", f.side, ' +
    'f.role, f.shares, f.usd, f.order_hash AS "orderHash" FROM fills f JOIN traders t ON t.id = f.owner_id ' +
    `JOIN tokens k ON k.id = f.token_id WHERE ${largeFrom(range.minUsd)} f.usd >= ? AND (f.time, f.key) > (?, ?) ` +
    `AND f.time < ? ORDER BY f.time, f.key LIMIT ${PAGE}`
  let { after } = range
  for (;;) {
    const page = await sql.all<LargeFill>(text, [range.minUsd, after.time, after.key, range.before])
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last
  }
}

/** The index' condition as the start of a WHERE, where fills of this size all meet it; else nothing. */
function largeFrom(minUsd: MicroUsd): string {
  return minUsd >= LARGE ? `f.${IS_LARGE} AND` : ''
}
