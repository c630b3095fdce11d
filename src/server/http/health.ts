import type { FastifyInstance } from 'fastify'
import { PequodError } from '../../errors.ts'
import type { SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'

/** Seconds before a check that failed should be repeated. */
const RETRY_AFTER = 5

export interface HealthOptions {
  reader: Pick<SnapshotReader, 'current'>
  /** Aborted when the service is about to stop, so that load balancers choose another one. */
  ending: AbortSignal
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve, that is, a snapshot can be read and the service
 * is not about to stop; else 503.
 */
export function registerHealth(app: FastifyInstance, { reader, ending }: HealthOptions): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/health/live', (_request, reply) => {
    reply.header('Cache-Control', 'no-store').send({ status: 'ok' })
  })
  app.get('/health/ready', async (request, reply) => {
    if (closing || ending.aborted) throw unavailable('This process is shutting down: use another one.')
    const snapshot = await reader.current().catch((error: unknown) => {
      request.log.error(error, 'the store cannot be read')
      throw unavailable('The store cannot be read.')
    })
    if (snapshot === null) throw unavailable('No snapshot yet: run `pequod refresh`.')
    return reply.header('Cache-Control', 'no-store').send({ status: 'ok', snapshot: snapshot.id })
  })
}

function unavailable(message: string): PequodError {
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER })
}
