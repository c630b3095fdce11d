import { Agent, request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { loadConfig } from '../../../src/config/config.ts'
import type { Seconds } from '../../../src/ledger/quantities.ts'
import { openStore } from '../../../src/migrations/open-store.ts'
import { createApp } from '../../../src/server/app.ts'
import { listen } from '../../../src/server/http/listen.ts'
import { openReads } from '../../../src/server/sources.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { databaseUrl } from '../../cli/support/running-follower.ts'
import type { CommonWorld } from './common-world.ts'
import type { Caller, Question } from './questions.ts'

/** An answer as it came over a socket, without what is of the request or the moment. */
export interface Answer {
  status: number
  headers: string
  body: string
}

/** A copy of the common world with the service over it. */
export interface ServedCopy {
  db: Database
  app: FastifyInstance
  ask(question: Question, caller: Caller): Promise<Answer>
  close(): Promise<void>
}

export interface ServeOptions {
  now: Seconds
  delayMinutes: number
  /** Runs before the service is opened. @default nothing */
  prepare?: (db: Database) => Promise<void>
  /** The URL of a replica, from which the service reads. @default none */
  replica?: string
  /** Opens what each tier reads. @default the service's */
  openReads?: typeof openReads
}

/** Request ids, `Date`, rate-limit counts, connections, and the wall's time at which a feed was written. */
const OF_THE_MOMENT =
  /^(?:date|x-request-id|ratelimit.*|x-ratelimit-.*|connection|keep-alive|last-modified|content-length|transfer-encoding)$/

/** Milliseconds between two looks of sessions at what they watch. Each reads the alerts of every tier. */
export const LOOK_MS = 500

/** Serves a copy of the common world on a socket, so that every cache takes part. */
export async function serveCopy(
  world: CommonWorld,
  { now, delayMinutes, prepare, replica, openReads: open = openReads }: ServeOptions,
): Promise<ServedCopy> {
  const place = await world.copy()
  const { address } = place
  const store = await openStore(address)
  await prepare?.(store.db)
  const { issuer, audience, jwksUrl } = world.issuer.config
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl(address),
    ...(replica !== undefined && { DATABASE_REPLICA_URL: replica, DATABASE_REPLICA_MAX_LAG: '60' }),
    WHALE_DELAY_MINUTES: String(delayMinutes),
    PUBLIC_URL: 'https://pequod.example',
    EMBED_ORIGINS: '*',
    RATE_LIMIT_ANONYMOUS: '20000',
    RATE_LIMIT_KEY: '20000',
    RATE_LIMIT_USER: '20000',
    SHED_AFTER_MS: '60000',
    JWT_ISSUER: issuer,
    JWT_AUDIENCE: audience ?? '',
    JWT_JWKS_URL: String(jwksUrl),
  })
  const app = await createApp({
    db: store.db,
    config,
    clock: () => now,
    openReads: open,
    asOfPatience: 300_000,
    sessionLimits: { everyMs: LOOK_MS },
  })
  const origin = new URL(await listen(app, { host: '127.0.0.1', port: 0 }))
  const agents = {
    ANONYMOUS: newAgent(),
    FREE: newAgent(),
    PRO: newAgent(),
    USER: newAgent(),
  }
  return {
    db: store.db,
    app,
    ask: (question, caller) => send(origin, question, { ...world.callers[caller] }, agents[caller]),
    async close() {
      for (const agent of Object.values(agents)) agent.destroy()
      await app.close()
      await store.close()
      await place.remove()
    },
  }
}

function newAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1 })
}

function send(
  origin: URL,
  question: Question,
  caller: Record<string, string>,
  agent: Agent,
): Promise<Answer> {
  const { method, path, headers, body } = question
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request({
    agent,
    host: origin.hostname,
    port: origin.port,
    method,
    path,
    headers: { host: 'pequod.example', ...headers, ...caller },
  })
  // The server may close an idle connection while the next request is on its way.
  sent.on('error', (error) =>
    sent.reusedSocket ? resolve(send(origin, question, caller, agent)) : reject(error),
  )
  sent.on('response', (incoming) => {
    const chunks: Buffer[] = []
    const finish = () => {
      const kept = Object.entries(incoming.headers).filter(([name]) => !OF_THE_MOMENT.test(name))
      const text = Buffer.concat(chunks).toString(
        incoming.headers['content-type'] === 'image/png' ? 'latin1' : 'utf8',
      )
      resolve({
        status: incoming.statusCode ?? 0,
        headers: withoutNonces(JSON.stringify(kept.sort())),
        body: withoutCost(path, withoutNonces(text)),
      })
    }
    const isStream = incoming.headers['content-type']?.startsWith('text/event-stream') === true
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      // A stream never ends: its first message has the place that it begins at.
      if (!isStream || !/^data: /m.test(String(Buffer.concat(chunks)))) return
      finish()
      sent.destroy()
    })
    incoming.on('error', isStream ? () => {} : reject)
    incoming.on('end', finish)
  })
  sent.end(body)
  return promise
}

/** Marks and nonces are drawn for each answer. */
function withoutNonces(text: string): string {
  const [, mark] = /between the two lines marked (\S{12}) is data/.exec(text) ?? []
  const unmarked = mark === undefined ? text : text.replaceAll(mark, 'MARK')
  return unmarked.replaceAll(/(nonce(?:[-=]"?|" content="))[\w+/=]{20,}/g, '$1NONCE')
}

/** The cost of a query and the budget that is left are reported beside its answer. */
function withoutCost(path: string, text: string): string {
  if (path !== '/graphql' || !text.startsWith('{')) return text
  const { extensions, ...rest } = JSON.parse(text)
  return JSON.stringify(rest)
}
