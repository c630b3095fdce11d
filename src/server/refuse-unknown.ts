import type { FastifyRequest } from 'fastify'
import { PequodError } from '../errors.ts'
import type { RestRoute } from '../rest/route.ts'

/**
 * Refuses what no route answers, before a body is read: a path of REST with another method than GET is 405, anything
 * else 404.
 */
export function refuseUnknown(routes: readonly RestRoute[]): (request: FastifyRequest) => Promise<void> {
  const known = routes.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`))
  const paths = routes.map(({ path }) => path).join(', ')
  return async (request) => {
    if (!request.is404) return
    const path = request.url.split('?', 1)[0] ?? ''
    if (known.some((pattern) => pattern.test(path))) {
      throw new PequodError('METHOD_NOT_ALLOWED', 'This path only answers GET and HEAD.')
    }
    const remedy = path.startsWith('/v1') ? `the paths there are: ${paths}` : 'see / for what there is'
    throw new PequodError('NOT_FOUND', `There is nothing at this path; ${remedy}.`)
  }
}
