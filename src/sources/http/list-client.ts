import { requestJson } from '../../net/request-json.ts'
import { DEFAULT_RETRY, type RetryPolicy, retry } from '../../net/retry.ts'
import { RpcFailure } from '../../net/rpc-failure.ts'

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
