/** PostGraphile over a store's tables on PostgreSQL, as its own page says to start it for production. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveMeasured } from '../run/measured-process.ts'
import { loadPeer } from './peers.ts'

/** The parts of PostGraphile that are used. */
interface PostGraphile {
  postgraphile(preset: object): { createServ(grafserv: unknown): { addTo(server: Server): Promise<void> } }
}
interface Module<Part> {
  [name: string]: Part
}

const { postgraphile } = loadPeer('postgraphile', 'postgraphile') as PostGraphile
const { PostGraphileAmberPreset } = loadPeer('postgraphile', 'postgraphile/presets/amber') as Module<object>
const { makePgService } = loadPeer('postgraphile', 'postgraphile/adaptors/pg') as Module<
  (options: object) => object
>
const { grafserv } = loadPeer('postgraphile', 'postgraphile/grafserv/node') as Module<unknown>

serveMeasured(async ({ databaseUrl }: { databaseUrl: string }) => {
  const service = makePgService?.({ connectionString: databaseUrl, schemas: ['public'] })
  const server = createServer()
  const serving = postgraphile({
    extends: [PostGraphileAmberPreset],
    // It would leave out orders and conditions that have no index.
    disablePlugins: ['PgIndexBehaviorsPlugin'],
    pgServices: [service],
    grafserv: { graphqlPath: '/graphql', graphiql: false, websockets: false },
    grafast: { explain: false },
  }).createServ(grafserv)
  await serving.addTo(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return `http://127.0.0.1:${port}`
})
