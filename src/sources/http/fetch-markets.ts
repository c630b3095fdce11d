import type { MarketInfo } from '../../ledger/event.ts'
import type { ConditionId, TokenId } from '../../ledger/quantities.ts'
import { addGammaObject, type GammaMarkets } from '../files/gamma-object.ts'
import type { Refusal } from '../refusal.ts'
import { apiFailure } from './api-failure.ts'
import { eventTags } from './event-tags.ts'
import { type KeyedPage, listByKeys } from './list-by-keys.ts'
import { type ListClient, type ListClientOptions, listClient } from './list-client.ts'
import { listPages } from './list-pages.ts'

/** Which markets are fetched, and from where. */
export interface FetchMarketsOptions extends ListClientOptions {
  /** Gamma's address. It may hold a secret: messages name its host alone. */
  url: string
  /** Only the markets of these conditions. @default every market */
  conditions?: readonly ConditionId[]
  /** Only the markets of these outcome tokens; stands alone or with `conditions`. @default every market */
  tokens?: readonly TokenId[]
  /** Only closed markets, or only open ones. @default both */
  closed?: boolean
  signal?: AbortSignal
  /** Told after each page how many objects Gamma has sent, and how many of them were new markets. */
  onProgress?(progress: { rows: number; markets: number }): void
}

/** Some markets as Gamma returned them. */
export interface FetchedMarkets {
  markets: MarketInfo[]
  /** Objects that cannot be used, numbered from 1 in the order in which they came, and filters that Gamma refused. */
  refusals: Refusal[]
}

/**
 * Fetches markets from Gamma page by page, with the tags of their events. A market is returned once, also where pages
 * overlap. Throws a CommandError naming the host once a request has failed for good; what was yielded before stands.
 * Markets whose event's tags cannot be had come without a category.
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
  // Without the filter Gamma leaves closed markets out, so both kinds are asked for, one after the other.
  for (const state of states) {
    const query = [
      ['closed', state],
      ['include_tag', 'true'],
    ] as const
    for await (const objects of listPages({ client, path: '/markets', query, signal }))
      yield { objects, refused: [] }
  }
}
