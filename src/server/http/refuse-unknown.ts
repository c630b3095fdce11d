import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_CATALOGUE, PequodError } from '../../errors.ts'
import { notFoundPage } from '../../pages/kit/failure-page.ts'
import { EXPLORER_POLICY } from '../../pages/kit/layout.ts'
import { opensPage } from '../../pages/kit/opens-page.ts'
import { sendPage } from '../../pages/kit/send-page.ts'
import type { RestRoute } from '../../rest/routes/route.ts'
import { SHARED_CONNECTION } from '../graphql/subscription-protocols.ts'
import type { KnownPaths } from './known-paths.ts'

/** What distinguishes an unknown path from an unsupported method. */
export interface RefuseUnknownOptions {
  known: KnownPaths
  /** The paths that the refusal of an unknown one lists. */
  routes: readonly RestRoute[]
}

/**
 * Refuses what no route answers, before a body is read: another method than a path's own is 405 and OPTIONS an answer
 * without a body, both with the header Allow; anything else is 404, with a page for a browser.
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
