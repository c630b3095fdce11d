import http from 'node:http'
import https from 'node:https'
import { retryAfterIn } from '../../net/failures.ts'
import { traced, traceHeaders } from '../../trace.ts'

export interface PostOptions {
  url: URL
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** Milliseconds until the complete answer, lookup and connection included. */
  timeoutMs: number
  /** Agents for connections; they decide the addresses that may be reached. */
  agents: PostAgents
}

export interface PostAgents {
  http: http.Agent
  https: https.Agent
}

/** An answer; a redirect is an answer too, and is never followed. */
export interface PostAnswer {
  status: number
  /** The first {@link MOST_READ} bytes. */
  text: string
  /** The Retry-After header in milliseconds, or null if absent or invalid. */
  retryAfterMs: number | null
}

/** Maximum bytes read of an answer. */
const MOST_READ = 16 * 1024

/**
 * Posts a text and returns the answer. Rejects without one, with an error whose `code` gives the reason; it holds
 * neither the address nor the headers.
 */
export function postText(options: PostOptions): Promise<PostAnswer> {
  // The receiver of a message is its owner's secret.
  return traced('POST', { kind: 'client', attributes: { 'http.request.method': 'POST' } }, () =>
    post(options),
  )
}

function post({ url, headers, body, timeoutMs, agents }: PostOptions): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const secure = url.protocol === 'https:'
  const length = String(Buffer.byteLength(body))
  const options = {
    method: 'POST',
    signal,
    headers: { ...headers, ...traceHeaders(), 'content-length': length },
  }
  return new Promise((resolve, reject) => {
    const read = (answer: http.IncomingMessage) => void readAnswer(answer).then(resolve, reject)
    const request = secure
      ? https.request(url, { ...options, agent: agents.https }, read)
      : http.request(url, { ...options, agent: agents.http }, read)
    request.on('error', reject)
    request.end(body)
  })
}

async function readAnswer(answer: http.IncomingMessage): Promise<PostAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop closes the connection: no server can make us read forever.
    if (bytes >= MOST_READ) break
  }
  return {
    status: answer.statusCode ?? 0,
    text: Buffer.concat(chunks).subarray(0, MOST_READ).toString('utf8'),
    retryAfterMs: retryAfterIn(answer.headers['retry-after'] ?? null),
  }
}
