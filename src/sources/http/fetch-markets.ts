import { createHash } from 'node:crypto'
import { isObject } from '../../checks.ts'
import type { MarketInfo } from '../../ledger/event.ts'
import type { ConditionId, TokenId } from '../../ledger/quantities.ts'
import { addGammaObject, type GammaMarkets } from '../files/gamma.ts'
import type { Refusal } from '../refusal.ts'
import { apiFailure } from './api-failure.ts'
import { eventTags } from './event-tags.ts'
import { type KeyedPage, listByKeys } from './list-by-keys.ts'
import { type ListClient, type ListClientOptions, listClient, type Query } from './list-client.ts'

export interface PagesOptions {
  client: ListClient
  path: string
  query: Query
  signal?: AbortSignal | undefined
  /** Rows per request; Gamma returns at most 100, and may silently return fewer. @default 100 */
  limit?: number
}

/**
 * The pages of a list that is read by limit and offset, oldest rows first so that new ones do not move those that are
 * still to come. It ends with an empty page, never with a short one: an API that clamps the limit sends only short ones.
 * It also ends if a page has nothing new: an API that ignores the offset would send its first page forever.
 */
export async function* listPages(options: PagesOptions): AsyncGenerator<unknown[]> {
  const { client, path, query, signal, limit = 100 } = options
  const seen = new Set<string>()
  for (let offset = 0; ; ) {
    const place: Query = [
      ['limit', String(limit)],
      ['offset', String(offset)],
      ['order', 'id'],
      ['ascending', 'true'],
    ]
    const page = await client.list(path, [...query, ...place], signal)
    const fresh = page.filter((row) => isNew(seen, row))
    if (fresh.length === 0) return
    yield fresh
    offset += page.length
  }
}

function isNew(seen: Set<string>, row: unknown): boolean {
  const before = seen.size
  return seen.add(identityOf(row)).size > before
}

/** A row's id, or its content if it has none. */
function identityOf(row: unknown): string {
  if (isObject(row) && (typeof row.id === 'string' || typeof row.id === 'number')) return `id ${row.id}`
  return createHash('sha256')
    .update(String(JSON.stringify(row)))
    .digest('base64')
}

/** The markets, and the API. */
export interface FetchMarketsOptions extends ListClientOptions {
  /** Gamma's address. It may hold a secret: messages name only its host. */
  url: string
  /** Only the markets of these conditions. @default every market */
  conditions?: readonly ConditionId[]
  /** Only the markets of these outcome tokens; may be combined with `conditions`. @default every market */
  tokens?: readonly TokenId[]
  /** Only closed markets, or only open ones. @default both */
  closed?: boolean
  signal?: AbortSignal
  /** Called after each page with the number of objects from Gamma, and that of new markets among them. */
  onProgress?(progress: { rows: number; markets: number }): void
}

/** Some markets as Gamma returned them. */
export interface FetchedMarkets {
  markets: MarketInfo[]
  /** Unusable objects, numbered from 1 in order of arrival, and filters that Gamma refused. */
  refusals: Refusal[]
}

/**
 * Fetches markets from Gamma page by page, with the tags of their events. A market is returned once, even if pages
 * overlap. Throws a CommandError naming the host once a request has failed for good; markets yielded before remain
 * valid. A market whose event's tags are unavailable comes without a category.
 */
export async function* fetchMarkets(options: FetchMarketsOptions): AsyncGenerator<FetchedMarkets> {
  const { url, signal, onProgress } = options
  const client = listClient(url, options)
  const tags = eventTags(client)
  const returned = new Set<ConditionId>()
  let rows = 0
  const pages = pagesOf(client, options)
  try {
    for await (const { objects, refused } of pages) {
      const tagged = await tags.addTo(objects, signal)
      const read: GammaMarkets = { markets: [], refusals: [] }
      for (const object of tagged) addGammaObject(read, object, ++rows)
      const fresh = read.markets.filter(({ market }) => !returned.has(market.condition))
      for (const { market } of fresh) returned.add(market.condition)
      onProgress?.({ rows, markets: returned.size })
      const refusals = [...read.refusals, ...refused.map((reason) => ({ line: rows, reason }))]
      yield { markets: fresh.map(({ market }) => market), refusals }
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw apiFailure(error, client.host, 'markets')
  }
}

async function* pagesOf(
  client: ListClient,
  { conditions, tokens, closed, signal }: FetchMarketsOptions,
): AsyncGenerator<KeyedPage> {
  const states = closed === undefined ? ['false', 'true'] : [String(closed)]
  const filters = [
    { name: 'condition_ids', field: 'conditionId', keys: conditions },
    { name: 'clob_token_ids', field: 'clobTokenIds', keys: tokens },
  ]
  for (const { name, field, keys } of filters)
    if (keys !== undefined) yield* listByKeys({ client, name, field, keys, states, signal })
  if (conditions !== undefined || tokens !== undefined) return
  // Without the filter Gamma omits closed markets, so both kinds are fetched, one after the other.
  for (const state of states) {
    const query = [
      ['closed', state],
      ['include_tag', 'true'],
    ] as const
    for await (const objects of listPages({ client, path: '/markets', query, signal }))
      yield { objects, refused: [] }
  }
}
