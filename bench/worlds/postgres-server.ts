import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgres } from '../../test/support/embedded-postgres.ts'
import { freePort } from '../../test/support/free-port.ts'

/** A PostgreSQL server of the bench's own. */
export interface PostgresServer {
  /** With a database's name. */
  url: string
  /** Stops it and removes its files. */
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL from embedded-postgres, with its default settings for durability.
 * @param onLog receives the server's log. @default ignored
 */
export async function startPostgres(
  onLog: (message: string) => void = () => undefined,
): Promise<PostgresServer> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'pequod-bench-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'pequod',
    password: 'pequod',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog,
    onError: (message) => console.error(String(message)),
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://pequod:pequod@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}
