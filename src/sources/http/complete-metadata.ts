import type { MarketInfo, TraderInfo } from '../../ledger/event.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { createLedgerWriter, type LedgerBatch, type LedgerWriter } from '../../store/ingest/ledger-writer.ts'
import { forgetUnanswered, recordUnanswered, type SubjectKind } from '../../store/ledger/metadata-requests.ts'
import {
  boardTradersWithoutName,
  conditionsWithoutMarket,
  type MissingOptions,
  type Subject,
  tokensWithoutCondition,
} from '../../store/snapshot/missing-metadata.ts'
import type { Refusal } from '../field-checks.ts'
import { type FetchMarketsOptions, fetchMarkets } from './fetch-markets.ts'
import { type FetchTraderNamesOptions, fetchTraderNames } from './fetch-trader-names.ts'
import type { ListClientOptions } from './list-client.ts'

/** The sources of metadata, and the limit of requests. */
export interface CompleteMetadataOptions {
  /** The API of markets and their tokens; null: not requested. */
  gammaUrl: string | null
  /** The API of traders' names; null: not requested. */
  dataApiUrl: string | null
  /** Maximum conditions, tokens and traders, each. @default 500 */
  limit?: number
  /** Retries of the APIs. */
  client?: ListClientOptions
  signal?: AbortSignal
  /** Called with the number of subjects of a kind answered, and the number requested. */
  onProgress?(progress: { kind: SubjectKind; answered: number; asked: number }): void
  /** Seconds since 1970. @default the clock's */
  now?: () => Seconds
}

/** The result for one kind of subject. */
export interface Completed {
  asked: number
  /** Those of them that are known now. */
  answered: number
  refusals: Refusal[]
  /** The reason for an early end: an Error, an abort's reason; null if complete. */
  failure: unknown
}

export type MetadataSummary = Record<SubjectKind, Completed>

/** An answer: its records, and the names of the subjects that it answers. */
interface Answer {
  batch: LedgerBatch
  names: readonly string[]
  refusals: readonly Refusal[]
}

/** One kind of subject: how missing ones are found and requested. */
interface Task<Name extends string> {
  kind: SubjectKind
  find(options: MissingOptions): Promise<Subject<Name>[]>
  ask(url: string, names: readonly Name[]): AsyncGenerator<Answer>
}

const DEFAULT_LIMIT = 500

/**
 * Requests missing metadata of the ledger's markets, tokens and board traders, and writes it answer by answer. Subjects
 * unknown to an API are recorded and requested again later. It never throws, because metadata must not delay the ledger:
 * a kind that fails is reported in the summary, the others continue, and earlier answers are kept.
 */
export async function completeMetadata(
  db: Database,
  options: CompleteMetadataOptions,
): Promise<MetadataSummary> {
  const writer = createLedgerWriter(db)
  const { gammaUrl, dataApiUrl, signal, client } = options
  const source = { ...client, ...(signal && { signal }) }
  // Markets first: they name tokens too, which then need no request of their own.
  const conditions = await complete(writer, options, gammaUrl, {
    kind: 'conditions',
    find: (missing) => conditionsWithoutMarket(db, missing),
    ask: (url, names) => askMarkets({ ...source, url, conditions: names }),
  })
  const tokens = await complete(writer, options, gammaUrl, {
    kind: 'tokens',
    find: (missing) => tokensWithoutCondition(db, missing),
    ask: (url, names) => askMarkets({ ...source, url, tokens: names }),
  })
  const traders = await complete(writer, options, dataApiUrl, {
    kind: 'traders',
    find: (missing) => boardTradersWithoutName(db, missing),
    ask: (url, names) => askNames({ ...source, url, addresses: names }),
  })
  return { conditions, tokens, traders }
}

async function complete<Name extends string>(
  writer: LedgerWriter,
  options: CompleteMetadataOptions,
  url: string | null,
  task: Task<Name>,
): Promise<Completed> {
  const done: Completed = { asked: 0, answered: 0, refusals: [], failure: null }
  try {
    if (url !== null) await completeTask(writer, options, url, task, done)
  } catch (error) {
    done.failure = error
  }
  return done
}

async function completeTask<Name extends string>(
  writer: LedgerWriter,
  { limit = DEFAULT_LIMIT, signal, onProgress, now = clock }: CompleteMetadataOptions,
  url: string,
  { kind, find, ask }: Task<Name>,
  done: Completed,
): Promise<void> {
  signal?.throwIfAborted()
  const subjects = await find({ limit, now: now() })
  const open = new Map<string, number>(subjects.map(({ id, name }) => [name, id]))
  done.asked = subjects.length
  for await (const { batch, names, refusals } of ask(
    url,
    subjects.map(({ name }) => name),
  )) {
    done.refusals.push(...refusals)
    const answered = new Set(names)
    if (!isEmpty(batch))
      await writer.transaction(async (append, tx) => {
        const { refusedLinks } = await append(batch)
        const wrong = new Set(refusedLinks.map(({ condition }) => condition))
        for (const market of batch.markets ?? [])
          if (wrong.has(market.condition)) for (const name of answeredBy(market)) answered.delete(name)
        done.refusals.push(...refusedLinks.map(({ reason }) => ({ line: 0, reason })))
        await forgetUnanswered(
          tx,
          kind,
          [...answered].flatMap((name) => open.get(name) ?? []),
        )
      })
    for (const name of answered) open.delete(name)
    done.answered = done.asked - open.size
    onProgress?.({ kind, answered: done.answered, asked: done.asked })
  }
  // Only now: after a failure, unknown subjects could not be distinguished from those never requested.
  if (open.size > 0)
    await writer.transaction((_, tx) => recordUnanswered(tx, kind, [...open.values()], now()))
}

function clock(): Seconds {
  return Math.floor(Date.now() / 1000)
}

function isEmpty({ markets = [], traders = [] }: LedgerBatch): boolean {
  return markets.length + traders.length === 0
}

async function* askMarkets(options: FetchMarketsOptions): AsyncGenerator<Answer> {
  for await (const { markets, refusals } of fetchMarkets(options))
    yield { batch: { markets }, names: markets.flatMap(answeredBy), refusals }
}

/** A market without its outcomes' names is no answer: its condition would be requested again immediately. */
function answeredBy(market: MarketInfo): string[] {
  return market.outcomes.length > 0 ? [market.condition, ...market.tokens] : [...market.tokens]
}

/** Each write is a version of the ledger, so names are written some at a time. */
const NAMES_A_WRITE = 25

async function* askNames(options: FetchTraderNamesOptions): AsyncGenerator<Answer> {
  let traders: TraderInfo[] = []
  let refusals: Refusal[] = []
  const onRefusal = (refusal: Refusal) => refusals.push(refusal)
  for await (const trader of fetchTraderNames({ ...options, onRefusal })) {
    traders.push(trader)
    if (traders.length < NAMES_A_WRITE) continue
    yield namesTold(traders, refusals)
    traders = []
    refusals = []
  }
  if (traders.length + refusals.length > 0) yield namesTold(traders, refusals)
}

function namesTold(traders: TraderInfo[], refusals: Refusal[]): Answer {
  const names = traders.flatMap(({ username, address }) => (username === null ? [] : [address]))
  return { batch: { traders }, names, refusals }
}
