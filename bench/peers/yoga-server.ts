/** Stock graphql-yoga on node:http, over the service's schema, resolvers and store; no plugin of ours. */
import { createServer } from 'node:http'
import { createYoga } from 'graphql-yoga'
import type { RequestContext } from '../../src/graph/kit/context.ts'
import { schema } from '../../src/graph/schema.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { bareContext } from '../read/bare-context.ts'
import { serveMeasured } from '../run/measured-process.ts'

serveMeasured(async ({ path }: { path: string }) => {
  const { db } = await openStore({ kind: 'sqlite', path })
  const yoga = createYoga<object, RequestContext>({ schema, context: await bareContext(db) })
  const server = createServer(yoga)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('nothing listens')
  return `http://127.0.0.1:${address.port}`
})
