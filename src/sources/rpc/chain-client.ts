import { CommandError } from '../../errors.ts'
import { DEFAULT_RETRY, failureOfError, type RetryPolicy, RpcFailure, retry } from '../../net/failures.ts'
import { requestJson } from '../../net/request-json.ts'

export interface RpcCall {
  method: string
  params: readonly unknown[]
}

export interface AskOptions {
  signal?: AbortSignal | undefined
  /** Failures for the caller to handle: thrown as RpcFailure without a retry. @default none */
  passOn?: ((failure: RpcFailure) => boolean) | undefined
}

/** A node of the chain, asked over HTTP. */
export interface ChainClient {
  /** Timeout of a request, in milliseconds. */
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  /**
   * The results of the calls, in their order, asked in one request that is made again while it fails in a passing way.
   * Throws a CommandError once the attempts are used up or the node refuses; an RpcFailure where `passOn` takes it.
   */
  ask(calls: readonly RpcCall[], options?: AskOptions): Promise<unknown[]>
}

/** Where the node is, and how patient to be with it. */
export interface ChainClientOptions {
  /** http or https. It may hold a secret: messages name only its host. */
  url: string
  /** Milliseconds that one request may take. @default 20000 */
  timeoutMs?: number
  retry?: Partial<RetryPolicy>
}

/** The largest answer that is read, in bytes. */
const MAX_BYTES = 128 * 1024 * 1024

/** A client of the node at `url`. Plain JSON-RPC over fetch: which failure is retried, and when, is decided here. */
export function chainClient(options: ChainClientOptions): ChainClient {
  const { url, timeoutMs = 20_000 } = options
  const policy: RetryPolicy = { ...DEFAULT_RETRY, ...options.retry }
  const host = new URL(url).host
  async function once(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<unknown[]> {
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
    const headers = { 'content-type': 'application/json' }
    const request = { url, method: 'POST', headers, body, timeoutMs, maxBytes: MAX_BYTES, signal } as const
    return resultsIn(await requestJson(request), calls.length)
  }
  async function ask(calls: readonly RpcCall[], { signal, passOn = () => false }: AskOptions = {}) {
    if (calls.length === 0) return []
    try {
      return await retry(
        () => once(calls, signal),
        (one) => isPassing(one) && !passOn(one),
        { policy, signal },
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof RpcFailure) || passOn(error)) throw error
      throw new CommandError(`The node at ${host} did not answer ${calls[0]?.method}: ${error.message}.`, {
        cause: error,
      })
    }
  }
  return { timeoutMs, retry: policy, ask }
}

function isPassing({ kind }: RpcFailure): boolean {
  return kind === 'BUSY' || kind === 'TIMEOUT' || kind === 'BEHIND'
}

/** A batch's answers come in any order, identified by id; a single error instead of a list is for all of them. */
function resultsIn(answer: unknown, count: number): unknown[] {
  if (!Array.isArray(answer)) throw failureIn(answer) ?? incomplete()
  const byId = new Map<unknown, unknown>()
  for (const one of answer) {
    const failure = failureIn(one)
    if (failure !== null) throw failure
    if (typeof one === 'object' && one !== null && 'result' in one) byId.set(one.id, one.result)
  }
  return Array.from({ length: count }, (_, id) => {
    if (!byId.has(id)) throw incomplete()
    return byId.get(id)
  })
}

function incomplete(): RpcFailure {
  return new RpcFailure('BUSY', 'a response that omits a call')
}

function failureIn(answer: unknown): RpcFailure | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null
  const { error } = answer
  if (typeof error !== 'object' || error === null) return null
  const code = 'code' in error && typeof error.code === 'number' ? error.code : 0
  const message = 'message' in error && typeof error.message === 'string' ? error.message : 'no reason given'
  return failureOfError(code, message)
}

/** Throws a CommandError if the node serves another chain than `expected` (137 is Polygon), or does not say which. */
export async function checkChainId(
  client: ChainClient,
  expected: number,
  signal?: AbortSignal,
): Promise<void> {
  const [answer] = await client.ask([{ method: 'eth_chainId', params: [] }], { signal })
  const found = quantityIn(answer)
  if (found === null) throw new CommandError('The node does not report its chain id.')
  if (found !== expected)
    throw new CommandError(`The node is on chain ${found}, not ${expected}: check RPC_URL.`)
}

/** Parses a JSON-RPC quantity (`0x1f`); null for any other value and beyond safe integers. */
export function quantityIn(value: unknown): number | null {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(value)) return null
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

/** The number as a JSON-RPC quantity: `0x1f`. */
export function quantityOf(number: number): string {
  return `0x${number.toString(16)}`
}
