import type { FastifyInstance } from 'fastify'
import { PequodError } from '../errors.ts'
import type { SnapshotReader } from '../store/snapshot-reader.ts'

/** Seconds after which a check that found nothing ready makes sense again. */
const RETRY_AFTER = 5

/**
 * `/health/live`: the process answers. `/health/ready`: it can answer questions, that is, a snapshot can be read; 503
 * until then.
 */
export function registerHealth(app: FastifyInstance, reader: SnapshotReader): void {
  app.get('/health/live', (_request, reply) => {
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' })
  })
  app.get('/health/ready', async (request, reply) => {
    const snapshot = await reader.current().catch((error: unknown) => {
      request.log.error(error, 'the store cannot be read')
      throw unavailable('The store cannot be read.')
    })
    if (snapshot === null) throw unavailable('Nothing has been computed yet.')
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok', snapshot: snapshot.id })
  })
}

function unavailable(message: string): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER })
}
