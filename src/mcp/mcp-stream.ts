import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { PequodError } from '../errors.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import type { McpSessions } from './mcp-sessions.ts'

/** Milliseconds between two comments: proxies and clients see that the stream lives. */
const COMMENT_MS = 12_000
/** Milliseconds after which a stream ends, for its client to come again as the caller that it is then. */
const LIFE_MS = 1_800_000
/** Bytes that wait for a client that does not read; beyond, its stream ends. */
const MOST_WAITING = 64_000

export interface ListenOptions {
  sessions: McpSessions
  /** The session's key: see {@link McpSessions}. */
  key: string
  context: Pick<RequestContext, 'caller' | 'recheck'>
}

/**
 * Answers with a stream of server-sent events that notifies of a session's watched resources.
 * @throws PequodError RATE_LIMITED if all streams are in use
 */
export function sendStream(reply: FastifyReply, { sessions, key, context }: ListenOptions): FastifyReply {
  const { caller } = context
  const body = new PassThrough()
  const write = (text: string) => {
    if (body.writableLength > MOST_WAITING) body.end()
    else if (!body.writableEnded) body.write(text)
  }
  const hold = sessions.listen(key, caller.tier, {
    caller: caller.limiterKey,
    notify: (uri) => write(`event: message\ndata: ${updated(uri)}\n\n`),
    end: () => body.end(),
  })
  if (hold === null)
    throw new PequodError('RATE_LIMITED', 'Too many streams are open: close one, or retry later.', {
      retryAfter: 5,
    })
  const alive = setInterval(() => {
    write(':\n\n')
    hold.touch()
    // The stream ends for a caller without the key or the tier; a store that is briefly unavailable ends no
    // stream.
    context.recheck().then(
      ({ tier }) => tier === caller.tier || body.end(),
      (error: unknown) => isRefusal(error) && body.end(),
    )
  }, COMMENT_MS)
  const end = setTimeout(() => body.end(), LIFE_MS)
  body.on('close', () => {
    clearInterval(alive)
    clearTimeout(end)
    hold.release()
  })
  reply.raw.on('close', () => body.destroy())
  // Sends the headers immediately, with a first comment.
  write(':\n\n')
  return reply
    .headers({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
    .header('Cache-Control', 'private, no-store')
    .send(body)
}

function updated(uri: string): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } })
}

function isRefusal(error: unknown): boolean {
  return error instanceof PequodError && error.code === 'UNAUTHENTICATED'
}
