import http from 'node:http'
import https from 'node:https'
import { retryAfterIn } from '../../net/classify-failure.ts'
import { traced, traceHeaders } from '../../trace.ts'

/** One POST: where to, what, and how much is waited for and read. */
export interface PostOptions {
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
  /** Milliseconds until the whole answer must be here, name and connection included. */
  timeoutMs: number
  /** Connections to take; they decide which addresses may be reached. */
  agents: PostAgents
}

/** Where connections come from, for each scheme. */
export interface PostAgents {
  http: http.Agent
  https: https.Agent
}

/** An answer; redirects are answers too, and never followed. */
export interface PostAnswer {
  status: number
  /** The first {@link MOST_READ} bytes. */
  text: string
  /** The Retry-After header in milliseconds, or null where there is none of use. */
  retryAfterMs: number | null
}

/** What is read of an answer; the rest is nothing that we need. */
const MOST_READ = 16 * 1024

/**
 * Posts a text, and gives what comes back. Rejects where nothing does, with an error whose `code` says why; neither
 * the address nor the headers are in it.
 */
export function postText(options: PostOptions): Promise<PostAnswer> {
  // Whom a message goes to is its owner's secret.
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
    // Leaving the loop closes the connection: no server can make us read for ever.
    if (bytes >= MOST_READ) break
  }
  return {
    status: answer.statusCode ?? 0,
    text: Buffer.concat(chunks).subarray(0, MOST_READ).toString('utf8'),
    retryAfterMs: retryAfterIn(answer.headers['retry-after'] ?? null),
  }
}
