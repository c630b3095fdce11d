import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { loadConfig } from '../../../src/config/config.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { createApp } from '../../../src/server/app.ts'
import { listen } from '../../../src/server/http/listen.ts'
import { databaseUrl } from '../../cli/support/running-follower.ts'
import { WIDE_LIMITS } from '../../server/support/wide-limits.ts'
import { newPlace } from '../../store/support/engines.ts'
import { type SigningKey, signingKey, startIssuer, type TokenIssuer } from './token-issuer.ts'

export interface DoorAnswer {
  status: number
  type: string
  body: string
}

/** The whole service on a real socket, with an issuer whose keys the tests hold. */
export interface IdentityDoor {
  issuer: TokenIssuer
  key: SigningKey
  store: Store
  /** Sends a request; headers are given in pairs, so that one can be sent twice. */
  send(path: string, headers?: readonly string[], body?: string): Promise<DoorAnswer>
  close(): Promise<void>
}

/** Serves a small world on loopback, with limits that no test reaches. */
export async function openIdentityDoor(): Promise<IdentityDoor> {
  const { address, remove } = await newPlace('sqlite', 'small')
  const store = await openStore(address)
  const key = await signingKey('RS256', 'main')
  const issuer = await startIssuer([key])
  const environment = {
    ...WIDE_LIMITS,
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl(address),
  }
  const config = { ...loadConfig(environment), port: 0, jwt: issuer.config }
  const app = await createApp({ db: store.db, config })
  const url = await listen(app, config)
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  return {
    issuer,
    key,
    store,
    send: (path, headers = [], body) => send(new URL(path, url), agent, headers, body),
    async close() {
      agent.destroy()
      await app.close()
      await issuer.close()
      await store.close()
      await remove()
    },
  }
}

async function send(
  url: URL,
  agent: Agent,
  headers: readonly string[],
  body: string | undefined,
): Promise<DoorAnswer> {
  const json =
    body === undefined ? [] : ['Content-Type', 'application/json', 'Content-Length', lengthOf(body)]
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method, headers: ['Host', url.host, ...headers, ...json] },
      (response) => {
        const { statusCode = 0, headers: received } = response
        text(response).then(
          (answer) => resolve({ status: statusCode, type: received['content-type'] ?? '', body: answer }),
          reject,
        )
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may end an idle connection in the moment in which it is used again.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, agent, headers, body))
      else reject(error)
    })
    sent.end(body)
  })
}

function lengthOf(body: string): string {
  return String(Buffer.byteLength(body))
}
