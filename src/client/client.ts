import type { AnswerCache } from './answer-cache.ts'
import { type Attempt, fetchAnswer } from './fetch-answer.ts'
import { RequestError } from './read-failure.ts'
import { readStream } from './read-stream.ts'
import { type BodyValue, changeRequest, type ParameterValue, requestUrl } from './request-url.ts'

export interface RetryOptions {
  /** The most retries of a request; 0 disables them. @default 3 */
  retries: number
  /**
   * The longest wait for one retry, in milliseconds: if the service asks for more, its refusal is thrown.
   * @default 30000
   */
  maxRetryDelay: number
}

/** The first wait in milliseconds if the service names none; it doubles with each retry. */
const FIRST_DELAY = 250
/**
 * The random part added to a wait that the service names, so that callers refused together come back apart.
 */
const SPREAD = 0.25

/** Milliseconds after which a stream that is cut was no failed try: a quiet one may be cut often, and goes on. */
const STEADY = 30_000

/**
 * Returns the milliseconds to wait before a retry; null if the refusal is final, the retries are used up, or
 * the service asks for a longer wait than the options allow.
 * @param retry 0 before the first retry
 * @param random from 0 up to 1
 */
export function retryDelay(
  error: RequestError,
  retry: number,
  { retries, maxRetryDelay }: RetryOptions,
  random: number,
): number | null {
  if (retry >= retries || !isPassing(error)) return null
  if (error.retryAfter === null) return Math.min(maxRetryDelay, FIRST_DELAY * 2 ** retry) * (0.5 + random / 2)
  const asked = error.retryAfter * 1000
  return asked > maxRetryDelay ? null : Math.min(maxRetryDelay, asked * (1 + random * SPREAD))
}

/**
 * Returns whether a retry may succeed: the service is busy or unavailable, a gateway cannot reach it, or no
 * answer came.
 */
function isPassing({ code, status }: RequestError): boolean {
  if (status === null) return code === 'NETWORK' || code === 'TIMEOUT'
  return [429, 502, 503, 504].includes(status)
}

/** Waits some milliseconds. Rejects with the signal's reason as soon as it aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** A secret, or a function that returns it. The function is called before every try, so that one that expires can be replaced. */
export type Credential = string | (() => string | Promise<string>)

/** The service's URL, the credentials, and the limits of waiting. */
export interface ClientOptions {
  /** The service's address, such as `https://pequod.example`; a path before `/v1` may follow. */
  baseUrl: string
  /** An API key, `pq_live_…`. @default none */
  apiKey?: Credential
  /** A bearer token of the operator's issuer, instead of a key. @default none */
  token?: Credential
  /** The time limit of one try, including the body, in milliseconds. @default 30000 */
  timeout?: number
  /** The most retries of a request; 0 disables them. @default 3 */
  retries?: number
  /**
   * The longest wait before a retry, in milliseconds; if the service asks for more, the request is not
   * retried.
   * @default 30000
   */
  maxRetryDelay?: number
  /** Caches answers, which the service then need not send again. @default none */
  cache?: AnswerCache
  /** Sends requests. @default the global fetch */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** The options of a single call. */
export interface CallOptions {
  /** Ends the call, its retries and its waits; it rejects with the signal's reason. */
  signal?: AbortSignal
}

/** A service, as {@link createClient} returns it. The function of each operation takes it first. */
export interface Client {
  /**
   * Returns the answer to a GET, for a path that no operation covers. Its type is the caller's claim, which is not checked.
   * @param path with parameters in braces, such as `/v1/leaderboard/{id}`
   */
  get<Answer>(
    path: string,
    parameters?: Readonly<Record<string, ParameterValue>>,
    options?: CallOptions,
  ): Promise<Answer>
  /**
   * Returns the answer to a POST, PUT or DELETE. It needs a `token`, since an API key cannot change its account; for exports a Pro key is
   * enough.
   * @param parameters those of the path, and the members of the body
   */
  change<Answer>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    parameters: Readonly<Record<string, BodyValue>>,
    options?: CallOptions,
  ): Promise<Answer>
  /**
   * Yields the messages of a stream, each once: after a cut it goes on behind the last one. Leaving the loop ends it. Rejects with a
   * RequestError once retries in a row are used up or the service ends it for good.
   */
  stream<Message extends StreamMessage>(
    path: string,
    parameters?: Readonly<Record<string, ParameterValue>>,
    options?: CallOptions,
  ): AsyncGenerator<Message, void, undefined>
}

/** A message of any stream. */
export interface StreamMessage {
  /** The place in the stream, after which it goes on. */
  cursor: string
}

/**
 * Creates a client of one service. Its requests are idempotent (an export that is started again while it runs is the same one), so passing failures (429,
 * 502, 503, 504, no answer) are retried: after the time in `Retry-After`, else after a wait that doubles,
 * spread at random.
 * @throws TypeError for both a key and a token, or a URL that is not http or https
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000', apiKey: process.env.PEQUOD_API_KEY })
 * const board = await getLeaderboard(client, { id: 'pnl-30d', limit: 10 })
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, token, cache, timeout = 30_000, retries = 3, maxRetryDelay = 30_000 } = options
  if (apiKey !== undefined && token !== undefined) throw new TypeError('Pass an apiKey or a token, not both.')
  if (!/^https?:\/\//.test(baseUrl)) throw new TypeError('baseUrl must begin with http:// or https://.')
  // Looked up at each call, as polyfills and tests may come later; browsers refuse a fetch that is not the window's.
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init))

  /** Waits before another attempt, and throws an error that has none. */
  const pauseAfter = async (error: unknown, retry: number, signal: AbortSignal | undefined) => {
    const delay =
      error instanceof RequestError
        ? retryDelay(error, retry, { retries, maxRetryDelay }, Math.random())
        : null
    if (delay === null) throw error
    await pause(delay, signal)
  }

  const ask = async <Answer>(
    request: Pick<Attempt, 'url' | 'method' | 'body' | 'cache'>,
    { signal }: CallOptions,
  ): Promise<Answer> => {
    for (let retry = 0; ; retry++) {
      try {
        const headers = await credentialHeaders(apiKey, token)
        return await fetchAnswer<Answer>({ ...request, headers, send, timeout, signal })
      } catch (error) {
        await pauseAfter(error, retry, signal)
      }
    }
  }
  async function* stream<Message extends StreamMessage>(
    path: string,
    parameters: Readonly<Record<string, ParameterValue>> = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<Message, void, undefined> {
    let { cursor } = parameters
    for (let retry = 0; ; retry++) {
      const opened = Date.now()
      try {
        const headers = await credentialHeaders(apiKey, token)
        const url = requestUrl(baseUrl, path, { ...parameters, cursor })
        for await (const message of readStream<Message>({ url, headers, send, timeout, signal })) {
          cursor = message.cursor
          retry = 0
          yield message
        }
      } catch (error) {
        if (Date.now() - opened > STEADY) retry = 0
        await pauseAfter(error, retry, signal)
      }
    }
  }
  return {
    stream,
    get: async (path, parameters = {}, options = {}) =>
      ask({ url: requestUrl(baseUrl, path, parameters), cache }, options),
    change: async (method, path, parameters, options = {}) =>
      ask({ ...changeRequest(baseUrl, path, parameters), method, cache: undefined }, options),
  }
}

async function credentialHeaders(
  apiKey: Credential | undefined,
  token: Credential | undefined,
): Promise<Record<string, string>> {
  if (apiKey !== undefined) return { 'x-api-key': await secretOf(apiKey) }
  return token === undefined ? {} : { authorization: `Bearer ${await secretOf(token)}` }
}

function secretOf(credential: Credential): string | Promise<string> {
  return typeof credential === 'string' ? credential : credential()
}

export interface Page<Item> {
  items: readonly Item[]
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null
}

/** The parameters of an operation with pages. */
export type CursorParameters = { cursor?: string } | undefined

/** The function of an operation that answers by pages. */
export type PagedOperation<Parameters extends CursorParameters, Item> = (
  client: Client,
  parameters: Parameters,
  options?: CallOptions,
) => Promise<Page<Item>>

/**
 * Yields every page of a list from the parameters' cursor on, or from the first, and fetches each when it is
 * needed. Rejects as the operation does; leaving the loop stops fetching.
 */
export async function* eachPage<Parameters extends CursorParameters, Item>(
  client: Client,
  operation: PagedOperation<Parameters, Item>,
  parameters: NoInfer<Parameters>,
  options?: CallOptions,
): AsyncGenerator<Page<Item>, void, undefined> {
  let page = await operation(client, parameters, options)
  yield page
  while (page.nextCursor !== null) {
    page = await operation(client, { ...parameters, cursor: page.nextCursor }, options)
    yield page
  }
}

/**
 * Yields every item of a list and fetches each page when it is needed: `for await (const trader of
 * eachItem(client, searchTraders, { query: '0x1' }))`. Rejects as the operation does; leaving the loop stops
 * fetching.
 */
export async function* eachItem<Parameters extends CursorParameters, Item>(
  client: Client,
  operation: PagedOperation<Parameters, Item>,
  parameters: NoInfer<Parameters>,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of eachPage(client, operation, parameters, options)) yield* items
}
