import type { MicroUsd, Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { type FillRow, ledgerOf } from '../../store/ledger/ledger.ts'
import { namesOf } from '../../store/ledger/names.ts'
import { LARGE_FILL } from '../../store/tables.ts'

/** SQL that is true for a large fill; a statement with this text can use the index `fills_large_by_time`. */
export const IS_LARGE = `usd >= ${LARGE_FILL}`

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

/** A range of the ledger: fills after `after` and before `before`. */
export interface FillRange {
  after: { time: Seconds; key: number }
  before: Seconds
  minUsd: MicroUsd
}

const PAGE = 2_000
const COLUMNS = ['key', 'time', 'owner_id', 'token_id', 'side', 'role', 'shares', 'usd'] as const

/**
 * Fills of at least `minUsd` in the ledger's order, page by page. Relies on `fills_large_by_time`; below $1,000 it
 * scans every fill.
 */
export async function* readLargeFills(sql: Sql, range: FillRange): AsyncGenerator<readonly LargeFill[]> {
  let { after } = range
  for (;;) {
    const fills = await ledgerOf(sql).fills(
      COLUMNS,
      {
        behind: { time: after.time, key: after.key },
        before: range.before,
        minUsd: range.minUsd,
        ...largeOnly(range.minUsd),
      },
      { inOrder: true, limit: PAGE },
    )
    if (fills.length > 0) yield await withNames(sql, fills)
    const last = fills.at(-1)
    if (!last || fills.length < PAGE) return
    after = last
  }
}

async function withNames(
  sql: Sql,
  fills: readonly FillRow<(typeof COLUMNS)[number]>[],
): Promise<LargeFill[]> {
  const hashes = await ledgerOf(sql).fillHashes(fills.map(({ key }) => key))
  const addresses = await namesOf(
    sql,
    'traders',
    fills.map(({ owner_id: id }) => id),
  )
  const tokens = await namesOf(
    sql,
    'tokens',
    fills.map(({ token_id: id }) => id),
  )
  return fills.map(({ owner_id: trader, token_id: token, ...fill }) => ({
    ...fill,
    trader,
    token,
    address: addresses.get(trader) ?? '',
    tokenName: tokens.get(token) ?? '',
    tx: hashes.get(fill.key)?.tx ?? null,
    orderHash: hashes.get(fill.key)?.orderHash ?? null,
  }))
}

/** Repeats the index's condition as a filter, if all fills of this size meet it. */
function largeOnly(minUsd: MicroUsd): { also?: string } {
  return minUsd >= LARGE_FILL ? { also: IS_LARGE } : {}
}
