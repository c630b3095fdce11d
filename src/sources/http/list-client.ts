import { isObject } from '../../checks.ts'
import { CommandError } from '../../errors.ts'
import { DEFAULT_RETRY, type RetryPolicy, RpcFailure, retry } from '../../net/failures.ts'
import { requestJson } from '../../net/request-json.ts'

/** Parameters of a query in order; a name may repeat. */
export type Query = readonly (readonly [name: string, value: string])[]

/** An API whose answers are JSON lists, asked over HTTP. */
export interface ListClient {
  /** The API's host, for messages: the rest of its address may hold a secret. */
  readonly host: string
  /**
   * The list at a path, with retries after temporary failures: 429 (after its Retry-After), 5xx, a timeout, a truncated
   * body, HTML or any other answer that is not a list. Throws the last RpcFailure, or the signal's reason.
   */
  list(path: string, query: Query, signal?: AbortSignal): Promise<unknown[]>
}

export interface ListClientOptions {
  /** Milliseconds that one request may take. @default 20000 */
  timeoutMs?: number
  /** The largest answer that is read, in bytes. @default 64 MiB */
  maxBytes?: number
  /** @default five attempts, otherwise as {@link DEFAULT_RETRY} */
  retry?: Partial<RetryPolicy>
}

/** Names can wait: fewer retries than for the chain's node. */
const ATTEMPTS = 5

/** A client of the API at `url`, whose path and query, if any, precede those of each request. */
export function listClient(url: string, options: ListClientOptions = {}): ListClient {
  const { timeoutMs = 20_000, maxBytes = 64 * 1024 * 1024 } = options
  const policy: RetryPolicy = { ...DEFAULT_RETRY, attempts: ATTEMPTS, ...options.retry }
  const headers = { accept: 'application/json' }
  async function once(address: string, signal: AbortSignal | undefined): Promise<unknown[]> {
    const answer = await requestJson({ url: address, method: 'GET', headers, timeoutMs, maxBytes, signal })
    if (Array.isArray(answer)) return answer
    // Gateways answer "try again later" with status 200 too.
    throw new RpcFailure('BUSY', 'a response that is not a list')
  }
  return {
    host: new URL(url).host,
    list: (path, query, signal) => {
      const address = addressOf(url, path, query)
      return retry(() => once(address, signal), isPassing, { policy, signal })
    },
  }
}

function isPassing({ kind }: RpcFailure): boolean {
  return kind === 'BUSY' || kind === 'TIMEOUT' || kind === 'BEHIND'
}

function addressOf(base: string, path: string, query: Query): string {
  const address = new URL(base)
  address.pathname = address.pathname.replace(/(?<!\/)\/+$/, '') + path
  for (const [name, value] of query) address.searchParams.append(name, value)
  return address.href
}

/** The sentence of a failed request that a person can act on, on one line; anything else is given back as it is. */
export function apiFailure(error: unknown, host: string, what: string): unknown {
  if (!(error instanceof RpcFailure)) return error
  const reason = error.message.replace(/\s+/g, ' ').trim()
  return new CommandError(`${host} did not return ${what}: ${reason}.`, { cause: error })
}

export interface ByKeysOptions {
  client: ListClient
  /** The filter that takes the keys, once for each. */
  name: string
  /** The field of a market that holds its key, or its keys. */
  field: string
  keys: readonly string[]
  /** Values of the filter `closed`, tried in order; a later one only for what is still missing. */
  states: readonly string[]
  signal?: AbortSignal | undefined
}

/** Objects of one answer, and the reasons for keys without one. */
export interface KeyedPage {
  objects: unknown[]
  refused: string[]
}

/** Keys a request: fifty of the longest (78 digits) stay well below the 8 KB that gateways take for an address. */
const BATCH = 50

/**
 * Markets by their keys, one answer a page. A batch that Gamma refuses, or that is too large for it, is halved until
 * the failing key is found, and only that one is skipped. Throws RpcFailure if Gamma does not answer.
 */
export async function* listByKeys(options: ByKeysOptions): AsyncGenerator<KeyedPage> {
  const distinct = [...new Set(options.keys)]
  for (let at = 0; at < distinct.length; at += BATCH) {
    let missing = distinct.slice(at, at + BATCH)
    for (const state of options.states) {
      if (missing.length === 0) break
      for await (const page of batch(options, missing, state)) {
        missing = missing.filter((key) => !page.objects.some((object) => names(object, options.field, key)))
        yield page
      }
    }
  }
}

async function* batch(
  options: ByKeysOptions,
  keys: readonly string[],
  state: string,
): AsyncGenerator<KeyedPage> {
  try {
    yield { objects: await ask(options, keys, state), refused: [] }
  } catch (error) {
    if (!(error instanceof RpcFailure) || !isOfTheQuestion(error)) throw error
    if (keys.length === 1) {
      yield { objects: [], refused: [`${options.name} ${keys[0]}: ${error.message}`] }
      return
    }
    const half = keys.length >> 1
    yield* batch(options, keys.slice(0, half), state)
    yield* batch(options, keys.slice(half), state)
  }
}

async function ask(
  { client, name, field, signal }: ByKeysOptions,
  keys: readonly string[],
  state: string,
): Promise<unknown[]> {
  const filter = keys.map((key) => [name, key] as const)
  const rest: Query = [
    ['closed', state],
    ['include_tag', 'true'],
    // Left out, the API's own default would cut the answer short.
    ['limit', String(keys.length)],
  ]
  const objects = await client.list('/markets', [...filter, ...rest], signal)
  // An API that does not know the filter returns arbitrary markets, which are dropped.
  return objects.filter((object) => keys.some((key) => names(object, field, key)))
}

/** Statuses that speak of the question: a wrong parameter, or an address that is too long. */
const OF_THE_QUESTION = new Set([400, 414, 422, 431])

/** A failure caused by the request rather than the API: a smaller request may pass. */
function isOfTheQuestion({ kind, status }: RpcFailure): boolean {
  return kind === 'TOO_MUCH' || (kind === 'REFUSED' && OF_THE_QUESTION.has(status ?? 0))
}

/** Whether the field is the key, or holds it in a list or in a list written as text. */
function names(object: unknown, field: string, key: string): boolean {
  if (!isObject(object)) return false
  const value = object[field]
  if (Array.isArray(value)) return value.includes(key)
  return typeof value === 'string' && (value.toLowerCase() === key || value.includes(`"${key}"`))
}
