import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { RequestContext } from '../graph/context.ts'
import type { SnapshotReader } from '../store/snapshot-reader.ts'
import { createGraphiqlPages } from './graphiql-page.ts'
import { parseGraphqlBody } from './graphql-body.ts'
import { graphqlFailure } from './graphql-failure.ts'
import { createGraphqlServer } from './graphql-server.ts'
import { opensPage } from './opens-page.ts'
import { sendGraphiql } from './send-graphiql.ts'

/** What the GraphQL door needs of the service around it. */
export interface GraphqlOptions {
  schema: GraphQLSchema
  reader: Pick<SnapshotReader, 'current'>
  contextOf(request: FastifyRequest): RequestContext
  /** True: errors of ours show their message. */
  development: boolean
}

/** `/graphql`: GraphiQL for a browser that opens it, yoga for everything else. */
export async function registerGraphql(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  const yoga = createGraphqlServer({ ...options, log: app.log })
  const pages = createGraphiqlPages()
  app.addHook('onClose', async () => yoga.dispose())
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/json', 'application/graphql+json'],
      { parseAs: 'string' },
      parseGraphqlBody,
    )
    scope.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = graphqlFailure(error)
      if (status >= 500) request.log.error(error, 'a GraphQL request failed')
      reply.code(status).headers(headers).send(body)
    })
    scope.get('/graphql', async (request, reply) => {
      if (!opensPage(request))
        return sendResponse(
          reply,
          await yoga.handleNodeRequestAndResponse(request, reply, { httpRequest: request }),
        )
      const snapshot = await options.reader.current()
      return sendGraphiql(request, reply, await pages(snapshot?.simulated ?? false))
    })
    scope.post('/graphql', async (request, reply) =>
      sendResponse(reply, await yoga.handleNodeRequestAndResponse(request, reply, { httpRequest: request })),
    )
  })
}

/** Streams are passed on as they come; everything else is text that is there already. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  // What a tier is told is for nobody else, and may be another thing a moment later.
  reply.header('Cache-Control', 'private, no-store')
  for (const [name, value] of response.headers) reply.header(name, value)
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  // Proxies that gather an answer before they pass it on would keep a stream to themselves.
  if (streams) reply.headers({ 'X-Accel-Buffering': 'no', 'Cache-Control': 'private, no-store' })
  return reply.code(response.status).send(streams ? response.body : await response.text())
}
