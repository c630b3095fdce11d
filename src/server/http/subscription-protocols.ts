import type { FastifyRequest } from 'fastify'
import { PequodError } from '../../errors.ts'

/** The refusal for graphql-sse's single connection mode, which begins with a PUT. */
export const SHARED_CONNECTION =
  'Subscriptions over a shared connection are not supported: connect by WebSocket in the protocol graphql-transport-ws, or POST each subscription as its own request with Accept: text/event-stream (server-sent events), as graphql-sse does unless singleConnection is set.'

/**
 * Refuses an unsupported protocol: a stream that several subscriptions share.
 * @throws PequodError BAD_USER_INPUT with the supported ones
 */
export function refuseOtherStreams({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['x-graphql-event-stream-token'] !== undefined)
    throw new PequodError('BAD_USER_INPUT', SHARED_CONNECTION)
}
