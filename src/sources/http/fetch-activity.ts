import { isObject } from '../../checks.ts'
import { CommandError } from '../../errors.ts'
import type { Address } from '../../ledger/quantities.ts'
import { apiFailure, type ListClientOptions, listClient } from './list-client.ts'

/** The wallet, and the API. */
export interface FetchActivityOptions extends ListClientOptions {
  /** The Data API's address. It may hold a secret: messages name only its host. */
  url: string
  address: Address
}

/** Rows of a page, the API's maximum. */
const PAGE = 500
/** The API refuses offsets above 10,000: before that, reading goes on from the last time. */
const FARTHEST = 9_000
/** Maximum rows of one wallet. */
const MOST = 5_000_000

/**
 * A wallet's whole activity by pages, oldest first. It advances by time: the rows of a page's last second are requested
 * again with the next stretch, so that none is lost or doubled when a page ends within a second. It ends with an empty
 * page, since an API that clamps the limit also returns short ones. Throws a CommandError naming the host if a request
 * fails for good, the API ignores an argument, or one second holds more rows than it can page through.
 */
export async function* fetchActivity(
  options: FetchActivityOptions,
): AsyncGenerator<Record<string, unknown>[]> {
  const { url, address } = options
  const client = listClient(url, options)
  let rows = 0
  for (let start = 0; ; ) {
    const stretch: Record<string, unknown>[] = []
    let isWhole = false
    for (let offset = 0; !isWhole && offset < FARTHEST; ) {
      const page = await client
        .list('/activity', [
          ['user', address],
          ['limit', String(PAGE)],
          ['offset', String(offset)],
          ['sortBy', 'TIMESTAMP'],
          ['sortDirection', 'ASC'],
          // Versions of the API differ on whether that second is included; rows seen before are skipped below.
          ...(start > 0 ? [['start', String(start - 1)] as const] : []),
        ])
        .catch((error: unknown) => {
          throw apiFailure(error, client.host, 'activity')
        })
      for (const row of page) {
        const own = ownRow(row, { address, start, host: client.host })
        if (Number(own.timestamp) >= start) stretch.push(own)
      }
      offset += page.length
      isWhole = page.length === 0
    }
    const last = Number(stretch.at(-1)?.timestamp ?? 0)
    const settled = isWhole ? stretch : stretch.filter(({ timestamp }) => Number(timestamp) < last)
    rows += settled.length
    if (rows > MOST) throw new CommandError(`${client.host} returned more than ${MOST} rows for one wallet.`)
    if (settled.length > 0) yield settled
    if (isWhole) return
    if (settled.length === 0)
      throw new CommandError(`${client.host} returned more rows for one second than its pages can reach.`)
    start = last
  }
}

/** An API that ignores a filter would mix other wallets in, or send the same rows for ever. */
function ownRow(
  row: unknown,
  { address, start, host }: { address: Address; start: number; host: string },
): Record<string, unknown> {
  if (
    isObject(row) &&
    String(row.proxyWallet).toLowerCase() === address &&
    typeof row.timestamp === 'number' &&
    row.timestamp >= start - 1
  )
    return row
  throw new CommandError(`${host} returned rows that were not requested.`)
}
