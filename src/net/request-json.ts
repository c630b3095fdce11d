import { traced, traceHeaders } from '../trace.ts'
import { failureOfStatus, RpcFailure } from './failures.ts'

export interface RequestOptions {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  /** For a POST. */
  body?: string
  /** Milliseconds until the complete answer. */
  timeoutMs: number
  /** The largest accepted answer, in bytes. */
  maxBytes: number
  signal?: AbortSignal | undefined
}

/**
 * Makes a request and returns the JSON of its answer. Throws RpcFailure without one: TIMEOUT, TOO_MUCH for an answer
 * above `maxBytes`, BUSY for a lost connection or a truncated or invalid body; and the signal's reason if aborted.
 */
export function requestJson(options: RequestOptions): Promise<unknown> {
  const attributes = {
    'http.request.method': options.method,
    'server.address': URL.parse(options.url)?.hostname ?? '',
  }
  return traced(options.method, { kind: 'client', attributes }, () => answerOf(options))
}

async function answerOf(options: RequestOptions): Promise<unknown> {
  const { signal, timeoutMs } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await exchange(options, signal === undefined ? timeout : AbortSignal.any([signal, timeout]))
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof RpcFailure) throw error
    if (timeout.aborted) throw new RpcFailure('TIMEOUT', `no answer within ${timeoutMs} ms`)
    throw new RpcFailure('BUSY', `the connection failed (${reasonOf(error)})`, { cause: error })
  }
}

async function exchange(options: RequestOptions, signal: AbortSignal): Promise<unknown> {
  const { url, method, headers, body, maxBytes } = options
  const sent = body === undefined ? {} : { body }
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...traceHeaders() },
    ...sent,
    signal,
    redirect: 'error',
  })
  const text = await textOf(response, maxBytes)
  if (!response.ok) throw failureOfStatus(response.status, text, response.headers.get('retry-after'))
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new RpcFailure('BUSY', `a response of ${text.length} characters that is not JSON`, { cause: error })
  }
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new RpcFailure('TOO_MUCH', `a response of more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : String(cause)
}
