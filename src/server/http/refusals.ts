import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { ErrorBody } from '../../answers/headers.ts'
import { ERROR_CATALOGUE, INTERNAL_MESSAGE, PequodError } from '../../errors.ts'
import { notFoundPage } from '../../pages/kit/failure-page.ts'
import { EXPLORER_POLICY } from '../../pages/kit/layout.ts'
import { opensPage, sendPage } from '../../pages/kit/send-page.ts'
import type { RestRoute } from '../../rest/route.ts'
import { newRequestId } from './create-logger.ts'

/** Errors of incomplete HTTP requests, by Node's code; MALFORMED_REQUEST for every other. */
const FAILURES: Readonly<Record<string, 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/**
 * Answers incomplete requests (too slow, headers too large, not HTTP) in the shape of every error, and closes the
 * connection. Nothing is logged, since anybody can send any bytes.
 */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = FAILURES[error.code ?? ''] ?? 'MALFORMED_REQUEST'
  const { status, sentence: detail } = ERROR_CATALOGUE[code]
  const body = JSON.stringify({ detail, code } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${newRequestId()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Distinguishes an unknown path from an unsupported method. */
export interface RefuseUnknownOptions {
  known: KnownPaths
  /** The paths that the refusal of an unknown one lists. */
  routes: readonly RestRoute[]
}

/**
 * Refuses requests without a route, before a body is read: an unsupported method gets 405 and OPTIONS an empty answer,
 * both with the header Allow; an unknown path gets 404, with a page for a browser.
 */
export function refuseUnknown({ known, routes }: RefuseUnknownOptions) {
  const paths = routes.map(({ path }) => path).join(', ')
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!request.is404) return false
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = known.allowed(path)
    if (allowed !== null) {
      reply.header('Allow', allowed)
      if (request.method === 'OPTIONS') {
        reply.code(204).send()
        return true
      }
      const shared = path === '/graphql' && request.method === 'PUT' ? ` ${SHARED_CONNECTION}` : ''
      throw new PequodError('METHOD_NOT_ALLOWED', `This path supports only ${allowed}.${shared}`)
    }
    if (opensPage(request)) {
      sendPage(reply.code(ERROR_CATALOGUE.NOT_FOUND.status), EXPLORER_POLICY, notFoundPage(path))
      return true
    }
    const remedy = path.startsWith('/v1') ? `the paths are ${paths}` : 'see / for an overview'
    throw new PequodError('NOT_FOUND', `This path does not exist: ${remedy}.`)
  }
}

/** Refusals of the HTTP layer before any endpoint, by the layer's own code. */
const HTTP_FAILURES: Readonly<Record<string, () => PequodError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new PequodError('PAYLOAD_TOO_LARGE', 'The request body exceeds 100 KB: send a smaller one.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new PequodError('UNSUPPORTED_MEDIA_TYPE', ERROR_CATALOGUE.UNSUPPORTED_MEDIA_TYPE.sentence),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new PequodError(
      'BAD_USER_INPUT',
      'The body is shorter or longer than its Content-Length: send it again.',
    ),
  FST_ERR_BAD_URL: () => {
    const message = 'The path is not valid: check its percent-encoding.'
    return new PequodError('BAD_USER_INPUT', message, { problems: [{ in: 'path', name: 'path', message }] })
  },
  FST_ERR_MAX_PARAM_LENGTH: () => new PequodError('NOT_FOUND', 'The path is too long: shorten it.'),
}

/**
 * The caller's view of any failure of a request: a PequodError unchanged, a refusal of the HTTP layer in our words, and
 * everything else as INTERNAL without details, with the failure as its `cause` for the log.
 */
export function requestFailure(error: unknown): PequodError {
  if (error instanceof PequodError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = HTTP_FAILURES[code]
  if (known !== undefined) return known()
  return new PequodError('INTERNAL', INTERNAL_MESSAGE, {
    cause: error,
  })
}

/** The methods of each path, from the routes added so far. */
export interface KnownPaths {
  /** A hook that notes a route as it is added. */
  note(route: Pick<RouteOptions, 'method' | 'url'>): void
  /**
   * The methods of a path as the header Allow lists them, OPTIONS included; null for an unknown path.
   * @param path without its query
   */
  allowed(path: string): string | null
}

/** Learns the paths' methods from the routes themselves, so that no list can become outdated. */
export function createKnownPaths(): KnownPaths {
  const methods = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()
  return {
    note({ method, url }) {
      const known = methods.get(url) ?? new Set()
      for (const one of [method].flat()) known.add(one)
      methods.set(url, known)
      patterns.set(url, patternOf(url))
    },
    allowed(path) {
      const found = [...patterns].flatMap(([url, pattern]) =>
        pattern.test(path) ? [...(methods.get(url) ?? [])] : [],
      )
      return found.length === 0 ? null : [...new Set([...found, 'OPTIONS'])].sort(byCustom).join(', ')
    },
  }
}

/** A route's address as a pattern: `:name` is one part of a path, `*` any rest, and a trailing slash is ignored. */
function patternOf(url: string): RegExp {
  const parts = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\/$/, '')
  return new RegExp(`^${parts.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`)
}

const CUSTOM = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function byCustom(one: string, other: string): number {
  return CUSTOM.indexOf(one) - CUSTOM.indexOf(other)
}

/** The refusal for graphql-sse's single connection mode, which begins with a PUT. */
const SHARED_CONNECTION =
  'Subscriptions over a shared connection are not supported: connect by WebSocket in the protocol graphql-transport-ws, or POST each subscription as its own request with Accept: text/event-stream (server-sent events), as graphql-sse does unless singleConnection is set.'

/**
 * Refuses an unsupported protocol: a stream that several subscriptions share.
 * @throws PequodError BAD_USER_INPUT with the supported ones
 */
export function refuseOtherStreams({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['x-graphql-event-stream-token'] !== undefined)
    throw new PequodError('BAD_USER_INPUT', SHARED_CONNECTION)
}
