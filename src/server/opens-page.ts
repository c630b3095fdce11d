import type { FastifyRequest } from 'fastify'

/**
 * True for a browser that opens `/graphql`: it asks for HTML, and is given GraphiQL, with a query of the address in
 * its editor and nothing run.
 */
export function opensPage({ headers, method }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true
}
