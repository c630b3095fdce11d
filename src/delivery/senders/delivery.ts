import { type LookupAddress, lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { retryAfterIn } from '../../net/failures.ts'
import { traced, traceHeaders } from '../../trace.ts'
import type { ChannelKind } from '../channel.ts'
import type { MessageKind } from '../message.ts'
import { isPublicAddress } from '../webhook.ts'

/** The `code` of the error for an address that is not public. */
export const NOT_PUBLIC = 'ERR_NOT_PUBLIC'

/** Resolves a name to all of its addresses, as `dns.lookup` does. */
export type ResolveAll = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const resolveAll: ResolveAll = (hostname, done) => lookup(hostname, { all: true }, done)

/**
 * A name lookup for sockets that returns public addresses only. The socket connects to the checked address without a
 * second lookup, so a name cannot change between the check and the connection. One private address refuses all of a
 * name's addresses.
 */
export function publicLookup(resolve: ResolveAll = resolveAll): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) return done(error, [])
      const family = options.family === 4 || options.family === 6 ? options.family : null
      const usable = addresses.filter((one) => family === null || one.family === family)
      const [first] = usable
      if (first === undefined) return done(notFound(), [])
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(notPublic(), [])
      return options.all ? done(null, usable) : done(null, first.address, first.family)
    })
  }
}

function notPublic(): NodeJS.ErrnoException {
  return Object.assign(new Error('the address is not a public one'), { code: NOT_PUBLIC })
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' })
}

export interface Delivery {
  /** The message's stable id, by which a receiver recognizes it again. */
  id: string
  kind: MessageKind
  /** The message as JSON text; a webhook's body to the byte. */
  body: string
  channel: {
    id: string
    kind: ChannelKind
    target: string
    /** Secrets that sign the message, the newer first; empty for channels that are not webhooks. */
    secrets: readonly string[]
  }
}

/**
 * The result of one attempt to send a message. FAILED: the target did not accept it, and may later. REFUSED: the target
 * never accepts this message. GONE: the target accepts nothing any more, so its channel is paused immediately. OURS: a
 * service that we send through is unavailable or rejects us; the channel has no part in it.
 */
export type Outcome =
  | { kind: 'SENT' }
  | {
      kind: 'FAILED' | 'REFUSED' | 'GONE' | 'OURS'
      /** One sentence for the channel's owner, without addresses, tokens or facts of our network. */
      reason: string
      /** Milliseconds that the target requested before the next attempt, or null. */
      retryAfterMs: number | null
    }

export type Failure = Exclude<Outcome, { kind: 'SENT' }>

export const SENT: Outcome = { kind: 'SENT' }

export function failed(kind: Failure['kind'], reason: string, retryAfterMs: number | null = null): Failure {
  return { kind, reason, retryAfterMs }
}

/** One reason, whether or not a name resolves: otherwise a webhook would reveal the names that our network knows. */
const NO_PUBLIC_ADDRESS = 'its name resolves to no public address'

/** Meanings of Node's network error codes that a target's owner can act on. */
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: NO_PUBLIC_ADDRESS,
  EAI_AGAIN: NO_PUBLIC_ADDRESS,
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  ETIMEDOUT: 'it did not answer in time',
  ABORT_ERR: 'it did not answer in time',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  [NOT_PUBLIC]: NO_PUBLIC_ADDRESS,
}

/** The reason for a missing answer, as the end of a sentence. Never quotes the error: its text holds addresses. */
export function postFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const name = error instanceof Error && error.name === 'TimeoutError' ? 'ABORT_ERR' : code
  return REASONS[name] ?? 'the connection failed'
}

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
