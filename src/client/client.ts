import type { AnswerCache } from './answer-cache.ts'
import { type Attempt, fetchAnswer } from './fetch-answer.ts'
import { RequestError } from './request-error.ts'
import { type BodyValue, changeRequest, type ParameterValue, requestUrl } from './request-url.ts'

/** When a failed request is tried again. */
export interface RetryOptions {
  /** How often a request is tried again at most; 0 never. @default 3 */
  retries: number
  /** The longest wait for one retry, in milliseconds: if the service asks for more, its refusal is thrown. @default 30000 */
  maxRetryDelay: number
}

/** The first wait where the service names none, in milliseconds; it doubles with each retry. */
const FIRST_DELAY = 250
/** How much of a wait that the service names may be added to it: callers it refused together come back apart. */
const SPREAD = 0.25

/**
 * Milliseconds to wait before a request is tried again; null where it is not: it was refused for good, was tried often
 * enough, or the service asks for more patience than the options allow.
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

/** Whether another try may fare better: the service is busy or away, a gateway cannot reach it, or nothing came. */
function isPassing({ code, status }: RequestError): boolean {
  if (status === null) return code === 'NETWORK' || code === 'TIMEOUT'
  return [429, 502, 503, 504].includes(status)
}

/** Waits so many milliseconds. Rejects with the signal's reason as soon as it aborts. */
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

/** A secret, or what finds it: asked before every try, so that one that expires can be replaced. */
export type Credential = string | (() => string | Promise<string>)

/** Where the service is, who asks, and with how much patience. */
export interface ClientOptions {
  /** The service's address, such as `https://pequod.example`; a path before `/v1` may follow. */
  baseUrl: string
  /** An API key, `pq_live_…`. @default none */
  apiKey?: Credential
  /** A bearer token of the operator's issuer, in place of a key. @default none */
  token?: Credential
  /** How long one try may take, the body included, in milliseconds. @default 30000 */
  timeout?: number
  /** How often a request is tried again where that may help; 0 never. @default 3 */
  retries?: number
  /** The longest wait before a retry, in milliseconds: a service that asks for more is not asked again. @default 30000 */
  maxRetryDelay?: number
  /** Keeps answers that the service then need not send again. @default none */
  cache?: AnswerCache
  /** Sends requests. @default the global fetch */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** What may differ from one call to the next. */
export interface CallOptions {
  /** Ends the call, its retries and its waits; it rejects with the signal's reason. */
  signal?: AbortSignal
}

/** A service that operations are asked of: made by {@link createClient}, passed to the function of each operation. */
export interface Client {
  /**
   * The answer to a GET, of the type that the caller says it has: it is not checked. For what no operation covers; those
   * know their parameters and answers.
   * @param path with parameters in braces, such as `/v1/leaderboard/{id}`
   */
  get<Answer>(
    path: string,
    parameters?: Readonly<Record<string, ParameterValue>>,
    options?: CallOptions,
  ): Promise<Answer>
  /**
   * The answer to a PUT or DELETE, likewise. It needs a `token`: an API key cannot change its account.
   * @param parameters those of the path, and the members of the body
   */
  change<Answer>(
    method: 'PUT' | 'DELETE',
    path: string,
    parameters: Readonly<Record<string, BodyValue>>,
    options?: CallOptions,
  ): Promise<Answer>
}

/**
 * A client of one service. What it sends can be sent twice (GET, PUT, DELETE), so that whatever fails for a moment (429, 502, 503, 504, no answer) can
 * be asked again: after what `Retry-After` says, else after a wait that doubles, spread at random.
 * @throws TypeError for both a key and a token, or an address that is not http or https
 *
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

  const ask = async <Answer>(
    request: Pick<Attempt, 'url' | 'method' | 'body' | 'cache'>,
    { signal }: CallOptions,
  ): Promise<Answer> => {
    for (let retry = 0; ; retry++) {
      try {
        const headers = await credentialHeaders(apiKey, token)
        return await fetchAnswer<Answer>({ ...request, headers, send, timeout, signal })
      } catch (error) {
        const delay =
          error instanceof RequestError
            ? retryDelay(error, retry, { retries, maxRetryDelay }, Math.random())
            : null
        if (delay === null) throw error
        await pause(delay, signal)
      }
    }
  }
  return {
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
