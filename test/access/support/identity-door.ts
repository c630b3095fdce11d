import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { demoWorld } from '../../../seeds/world/world.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { refresh } from '../../../src/refresh/publish/refresh.ts'
import { createApp } from '../../../src/server/app.ts'
import { listen } from '../../../src/server/http/listen.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { WIDE_LIMITS } from '../../server/support/wide-limits.ts'
import type { FreshStore } from '../../store/support/engines.ts'
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

/**
 * Serves a small world on loopback, with limits that no test reaches.
 * @param fresh an empty store, which others close. @default a file of SQLite
 */
export async function openIdentityDoor(fresh?: FreshStore): Promise<IdentityDoor> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-door-'))
  const path = join(folder, 'test.db')
  if (fresh === undefined) await copyFile(inject('sqliteTemplate'), path)
  const store = fresh ?? (await openStore({ kind: 'sqlite', path }))
  await ingestRecords(store.db, demoWorld({ traders: 40, markets: 12, days: 8 }))
  await refresh(store.db)
  const key = await signingKey('RS256', 'main')
  const issuer = await startIssuer([key])
  const environment = {
    ...WIDE_LIMITS,
    LOG_LEVEL: 'silent',
    DATABASE_URL: fresh?.address.kind === 'postgres' ? fresh.address.url : `sqlite:${path}`,
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
      if (fresh === undefined) await store.close()
      await rm(folder, { recursive: true, force: true })
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
    sent.on('error', reject)
    sent.end(body)
  })
}

function lengthOf(body: string): string {
  return String(Buffer.byteLength(body))
}
