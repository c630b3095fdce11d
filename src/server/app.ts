import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import type { AccountStore } from '../access/account-store.ts'
import type { Config } from '../config.ts'
import { createRequestContext } from '../graph/context.ts'
import { schema } from '../graph/schema.ts'
import { createAsOfQueue } from '../refresh/as-of-queue.ts'
import { computeInThread } from '../refresh/compute-in-thread.ts'
import { registerRest } from '../rest/register-rest.ts'
import { ROUTES } from '../rest/routes.ts'
import { createAccountStore } from '../store/accounts.ts'
import type { Database } from '../store/database.ts'
import { createSnapshotReader } from '../store/snapshot-reader.ts'
import { registerCallers } from './callers.ts'
import { createLogger } from './create-logger.ts'
import { registerGraphql } from './graphql-door.ts'
import { registerHealth } from './health.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { registerPages } from './register-pages.ts'
import { sendFailure } from './send-failure.ts'

/** What the service is made of. */
export interface AppOptions {
  /** The open store. Whoever opened it closes it, after the app. */
  db: Database
  /** Its `database` is where `db` is: days that are asked for are computed over a connection of their own. */
  config: Config
  /** Accounts and keys. @default those of `db` */
  accounts?: AccountStore
  /** @default pino on standard output at the config's level */
  logger?: FastifyBaseLogger
  /** True: GraphQL errors of ours show their message. Never for a service that others reach. @default false */
  development?: boolean
}

/** The largest body of a request, in bytes, chunked ones included. */
const BODY_LIMIT = 100_000

/**
 * The whole service, ready to listen: pages, health, REST and GraphQL over one snapshot reader. Its `close` lets
 * running requests finish.
 * @throws Error where an operation of REST does not fit the schema
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, config, logger, development = false } = options
  const app: FastifyInstance = fastify({
    loggerInstance: logger ?? createLogger(config.logLevel),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply),
  })
  app.removeAllContentTypeParsers()
  app.setErrorHandler(sendFailure)
  app.addHook('onRequest', refuseUnknown(ROUTES))
  const accounts = options.accounts ?? createAccountStore(db)
  const callerOf = registerCallers(app, { accounts, config })

  const days = createAsOfQueue({ run: (day, signal) => computeInThread(config.database, day, signal) })
  app.addHook('onClose', () => days.close())
  const reader = createSnapshotReader(db, { computeAsOf: days.compute })
  const contextOf = (request: FastifyRequest) =>
    createRequestContext({ reader, accounts, caller: callerOf(request) })
  registerHealth(app, reader)
  registerPages(app, { reader, routes: ROUTES })
  registerRest(app, { schema, routes: ROUTES, contextOf, version: packageJson.version })
  await registerGraphql(app, { schema, reader, contextOf, development })
  return app
}
