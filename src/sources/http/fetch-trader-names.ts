import { isObject } from '../../checks.ts'
import type { TraderInfo } from '../../ledger/event.ts'
import type { Address } from '../../ledger/quantities.ts'
import { RpcFailure } from '../../net/failures.ts'
import type { Refusal } from '../field-checks.ts'
import { apiTrader } from '../files/api-row.ts'
import { apiFailure, type ListClient, type ListClientOptions, listClient, type Query } from './list-client.ts'

/** The wallets, and the API. */
export interface FetchTraderNamesOptions extends ListClientOptions {
  /** The Data API's address. It may hold a secret: messages name only its host. */
  url: string
  addresses: readonly Address[]
  signal?: AbortSignal
  /** Called with an omitted text that exceeds its limit, and the trader's number among the addresses, from 1. */
  onRefusal?(refusal: Refusal): void
  /** Called after each trader with the number requested, and the number found. */
  onProgress?(progress: { asked: number; found: number }): void
}

/** Sources of a wallet's row, in order of preference. */
const SOURCES: readonly { path: string; query: Query }[] = [
  // Only its rows have the name on X and the badge; but they cover only wallets that are on it.
  { path: '/v1/leaderboard', query: [['timePeriod', 'ALL']] },
  // Any wallet that ever acted has a row here, with its name, pseudonym, picture and what it says of itself.
  { path: '/activity', query: [] },
]

/**
 * Fetches traders' names, by one or two requests a trader, and yields those that the Data API knows. Throws a CommandError
 * naming the host if a request fails permanently; what was yielded before is valid.
 */
export async function* fetchTraderNames(options: FetchTraderNamesOptions): AsyncGenerator<TraderInfo> {
  const { url, addresses, signal, onProgress, onRefusal } = options
  const client = listClient(url, options)
  let found = 0
  for (const [i, address] of [...new Set(addresses)].entries()) {
    const leftOut: string[] = []
    const trader = await traderAt(client, address, leftOut, signal)
    for (const reason of leftOut) onRefusal?.({ line: i + 1, reason })
    if (trader !== null) found++
    onProgress?.({ asked: i + 1, found })
    if (trader !== null) yield trader
  }
}

/** A later source is asked only if earlier ones know no name, and never replaces their values. */
async function traderAt(
  client: ListClient,
  address: Address,
  leftOut: string[],
  signal: AbortSignal | undefined,
): Promise<TraderInfo | null> {
  let trader: TraderInfo | null = null
  for (const { path, query } of SOURCES) {
    const row = ownRow(
      await rowsAt(client, path, [['user', address], ...query, ['limit', '1']], signal),
      address,
    )
    if (row !== null) trader = merged(trader, apiTrader(row, address, leftOut))
    if (trader?.username) break
  }
  return trader
}

async function rowsAt(
  client: ListClient,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  try {
    return await client.list(path, query, signal)
  } catch (error) {
    signal?.throwIfAborted()
    // "Not found" and "no such user" are answers.
    if (error instanceof RpcFailure && UNKNOWN_USER.has(error.status ?? 0)) return []
    throw apiFailure(error, client.host, 'names of traders')
  }
}

const UNKNOWN_USER = new Set([400, 404, 422])

/** An API that ignores the filter answers with other people's rows. */
function ownRow(rows: readonly unknown[], address: Address): Record<string, unknown> | null {
  const row = rows.find((one) => isObject(one) && String(one.proxyWallet).toLowerCase() === address)
  return isObject(row) ? row : null
}

function merged(first: TraderInfo | null, second: TraderInfo | null): TraderInfo | null {
  if (first === null || second === null) return first ?? second
  return {
    kind: 'TRADER',
    address: first.address,
    username: first.username ?? second.username,
    profileImage: first.profileImage ?? second.profileImage,
    xUsername: first.xUsername ?? second.xUsername,
    verified: first.verified ?? second.verified,
    bio: first.bio ?? second.bio,
  }
}
