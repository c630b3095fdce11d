import type { AnswerCache, KeptAnswer } from './answer-cache.ts'
import { RequestError, readFailure } from './read-failure.ts'

export interface Attempt {
  url: string
  /** @default GET */
  method?: 'POST' | 'PUT' | 'DELETE'
  body?: string | undefined
  headers: Readonly<Record<string, string>>
  send: (url: string, init: RequestInit) => Promise<Response>
  /** The time limit, including the body, in milliseconds. */
  timeout: number
  cache: AnswerCache | undefined
  signal: AbortSignal | undefined
}

/**
 * Asks once, and answers what the body holds, the kept one where the service says that it still holds. Rejects with a
 * RequestError, or with the signal's reason where that aborts.
 */
export async function fetchAnswer<Answer>(attempt: Attempt): Promise<Answer> {
  const { url, cache } = attempt
  const kept = await cache?.get(url)
  const { response, text } = await inTime(attempt, (signal) => ask(attempt, kept, signal))
  if (response.status === 304 && kept !== undefined) return JSON.parse(kept.text)
  const answer: Answer = parseAnswer(text, response.status)
  const tag = response.headers.get('etag')
  if (cache !== undefined && tag !== null) await cache.set(url, { tag, text })
  return answer
}

async function ask(attempt: Attempt, kept: KeptAnswer | undefined, signal: AbortSignal) {
  const { method = 'GET', body } = attempt
  const response = await attempt.send(attempt.url, {
    method,
    ...(body !== undefined && { body }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      accept: 'application/json',
      ...attempt.headers,
      ...(kept === undefined ? {} : { 'if-none-match': kept.tag }),
    },
    // Following a redirect would send the API key, an ordinary header, to another host.
    redirect: 'manual',
    signal,
  })
  if (response.status === 304 && kept !== undefined) return { response, text: '' }
  if (!response.ok) throw await readFailure(response)
  return { response, text: await response.text() }
}

/** Runs the work under a signal that aborts when time is up or the caller has enough. */
async function inTime<T>(attempt: Attempt, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { timeout, signal } = attempt
  signal?.throwIfAborted()
  const controller = new AbortController()
  const stop = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  let late = false
  const timer = setTimeout(() => {
    late = true
    controller.abort()
  }, timeout)
  try {
    return await work(controller.signal)
  } catch (cause) {
    throw failureOf(attempt, late, cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** Returns what a failed attempt throws: the reason of its caller's signal, else a RequestError. @param isLate its time was up */
export function failureOf(
  { timeout, signal, url }: Pick<Attempt, 'timeout' | 'signal' | 'url'>,
  isLate: boolean,
  cause: unknown,
): unknown {
  if (signal?.aborted) return signal.reason
  if (cause instanceof RequestError) return cause
  return isLate ? tooLate(timeout, url, cause) : unreached(url, cause)
}

function tooLate(timeout: number, url: string, cause: unknown): RequestError {
  const detail = `${new URL(url).origin} did not answer within ${timeout} ms.`
  return new RequestError({ code: 'TIMEOUT', detail, cause })
}

function unreached(url: string, cause: unknown): RequestError {
  const detail = `${new URL(url).origin} cannot be reached: check baseUrl, the network and, in a browser, CORS_ORIGINS.`
  return new RequestError({ code: 'NETWORK', detail, cause })
}

/** A complete answer matches the schema, so this checks only that it is complete. */
function parseAnswer<Answer>(text: string, status: number): Answer {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const detail = "The answer was not JSON, so not Pequod's: check baseUrl and any proxy in between."
    throw new RequestError({ code: 'UNEXPECTED_ANSWER', detail, status, cause })
  }
}
