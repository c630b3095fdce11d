/** Stock Mercurius with its compiler on, over the service's schema, resolvers and store; no plugin of ours. */
import fastify, { type FastifyPluginAsync } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { RequestContext } from '../../src/graph/kit/context.ts'
import { schema } from '../../src/graph/schema.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { bareContext } from '../read/bare-context.ts'
import { serveMeasured } from '../run/measured-process.ts'
import { loadPeer } from './peers.ts'

/** The part of Mercurius' options that is used. */
interface MercuriusOptions {
  schema: GraphQLSchema
  context(): RequestContext
  /** Compiles a document once it was asked so often. */
  jit: number
}

serveMeasured(async ({ path }: { path: string }) => {
  const { db } = await openStore({ kind: 'sqlite', path })
  const app = fastify()
  const mercurius = loadPeer('mercurius', 'mercurius') as FastifyPluginAsync<MercuriusOptions>
  await app.register(mercurius, { schema, context: await bareContext(db), jit: 1 })
  return app.listen({ host: '127.0.0.1', port: 0 })
})
