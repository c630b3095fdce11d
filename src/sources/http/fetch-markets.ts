import { createHash } from 'node:crypto'
import { isObject } from '../../checks.ts'
import type { MarketInfo } from '../../ledger/event.ts'
import type { ConditionId, TokenId } from '../../ledger/quantities.ts'
import { RpcFailure } from '../../net/failures.ts'
import type { Database } from '../../store/engine/database.ts'
import { createLedgerWriter } from '../../store/ingest/ledger-writer.ts'
import type { Refusal } from '../field-checks.ts'
import { addGammaObject, type GammaMarkets } from '../files/gamma.ts'
import { emptyReport, type IngestReport, refusedMarkets } from '../files/ingest.ts'
import {
  apiFailure,
  type KeyedPage,
  type ListClient,
  type ListClientOptions,
  listByKeys,
  listClient,
  type Query,
} from './list-client.ts'

export interface PagesOptions {
  client: ListClient
  path: string
  query: Query
  signal?: AbortSignal | undefined
}

/** Rows per request; Gamma returns at most 100, and may silently return fewer. */
const PAGE = 100

/**
 * The pages of a list that is read by limit and offset, oldest rows first so that new ones do not move those that are
 * still to come. It ends with an empty page, never with a short one: an API that clamps the limit sends only short ones.
 * It also ends if a page has nothing new: an API that ignores the offset would send its first page forever.
 */
async function* listPages(options: PagesOptions): AsyncGenerator<unknown[]> {
  const { client, path, query, signal } = options
  const seen = new Set<string>()
  for (let offset = 0; ; ) {
    const place: Query = [
      ['limit', String(PAGE)],
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

/** The tags of events, fetched as markets need them. */
export interface EventTags {
  /** The market objects, those whose event came without tags with those of `/events`; the others as they are. */
  addTo(objects: readonly unknown[], signal?: AbortSignal): Promise<unknown[]>
}

/** Events a request: each answer holds all of an event's markets, which may be a hundred. */
const BATCH = 20
/** Events whose tags are kept in memory before it starts again. */
const KEPT = 50_000

/**
 * Tags from Gamma's `/events`: a market's category is that of its event's tags, and lists of markets may omit them. A
 * market without a category is better than none, so after a final failure `/events` is not requested again.
 */
function eventTags(client: ListClient): EventTags {
  const known = new Map<string, unknown>()
  let away = false

  const learn = async (ids: readonly string[], closed: string, signal: AbortSignal | undefined) => {
    const filter = ids.map((id) => ['id', id] as const)
    const query: Query = [...filter, ['closed', closed], ['limit', String(ids.length)]]
    for (const event of await client.list('/events', query, signal))
      if (isObject(event) && hasTags(event)) known.set(String(event.id), event.tags)
  }
  const learnAll = async (ids: readonly string[], signal: AbortSignal | undefined) => {
    for (let at = 0; at < ids.length; at += BATCH) {
      for (const closed of ['false', 'true']) {
        const missing = ids.slice(at, at + BATCH).filter((id) => !known.has(id))
        if (missing.length > 0) await learn(missing, closed, signal)
      }
      for (const id of ids.slice(at, at + BATCH)) if (!known.has(id)) known.set(id, undefined)
    }
  }
  return {
    async addTo(objects, signal) {
      if (known.size > KEPT) known.clear()
      const ids = new Set(objects.flatMap((object) => untaggedEvent(object) ?? []))
      try {
        if (!away)
          await learnAll(
            [...ids].filter((id) => !known.has(id)),
            signal,
          )
      } catch (error) {
        if (!(error instanceof RpcFailure)) throw error
        away = true
      }
      return objects.map((object) => tagged(object, known.get(untaggedEvent(object) ?? '')))
    },
  }
}

/** The id of the object's event if neither of the two has tags; null otherwise. */
function untaggedEvent(object: unknown): string | null {
  if (!isObject(object) || hasTags(object)) return null
  const [event]: unknown[] = Array.isArray(object.events) ? object.events : []
  if (!isObject(event) || hasTags(event)) return null
  return typeof event.id === 'string' || typeof event.id === 'number' ? String(event.id) : null
}

function hasTags({ tags }: Record<string, unknown>): boolean {
  return Array.isArray(tags) && tags.length > 0
}

function tagged(object: unknown, tags: unknown): unknown {
  return tags === undefined || !isObject(object) ? object : { ...object, tags }
}

export interface IngestMarketsOptions extends FetchMarketsOptions {
  onRefusal?(refusal: Refusal): void
}

/**
 * Takes markets in from Gamma, each page in a transaction of its own: a reading that ends early keeps what it has.
 * Throws a CommandError naming the host once a request has failed for good.
 */
export async function ingestMarkets(db: Database, options: IngestMarketsOptions): Promise<IngestReport> {
  const writer = createLedgerWriter(db)
  const report = emptyReport()
  for await (const { markets, refusals } of fetchMarkets(options)) {
    for (const refusal of refusals) options.onRefusal?.(refusal)
    report.refused += refusals.length
    report.markets += markets.length
    if (markets.length === 0) continue
    const result = await writer.transaction((append) => append({ markets }))
    const wrong = refusedMarkets(result, [], report)
    for (const refusal of wrong) options.onRefusal?.(refusal)
    report.refused += wrong.length
  }
  return report
}
