import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../support/free-port.ts'
import { startDaemon } from './daemon.ts'

const run = promisify(execFile)

/** A PostgreSQL server as the system's packages have it, with the tools that belong to it. */
export interface PackagedPostgres {
  /** The server's version, for instance `15.18`. */
  version: string
  /** Makes a database of that name, and answers where it is. */
  createDatabase(name: string): Promise<string>
  /** Runs one of its tools (`pg_dump`, `pg_restore`, …) to its end. Rejects with what it said where it fails. */
  tool(name: string, ...args: string[]): Promise<void>
  end(): Promise<void>
}

/** Starts the installed server in a folder of its own. `pg_config` tells where it is. */
export async function startPackagedPostgres(): Promise<PackagedPostgres> {
  const bin = (await run('pg_config', ['--bindir'])).stdout.trim()
  const folder = await mkdtemp(join(tmpdir(), 'pequod-packaged-'))
  const owner = await ownerOf(folder)
  const files = join(folder, 'data')
  await run(join(bin, 'initdb'), ['-D', files, '-U', 'pequod', '-A', 'trust', '-E', 'UTF8'], owner)
  const port = await freePort()
  const flags = ['-D', files, '-p', String(port), '-k', '', '-c', 'fsync=off', '-c', 'log_min_messages=panic']
  const daemon = await startDaemon(join(bin, 'postgres'), flags, owner)
  const urlOf = (name: string) => `postgres://pequod@127.0.0.1:${port}/${name}`
  const version = await firstAnswer(urlOf('postgres'))
  return {
    version,
    async createDatabase(name) {
      await run(join(bin, 'createdb'), [`--maintenance-db=${urlOf('postgres')}`, name])
      return urlOf(name)
    },
    tool: async (name, ...args) => void (await run(join(bin, name), args)),
    async end() {
      await daemon.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made, who gets the folder. */
async function ownerOf(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const { uid, gid } = await stat('/var/lib/postgresql')
  await chown(folder, uid, gid)
  await chmod(folder, 0o700)
  return { uid, gid }
}

/** Waits until the server answers; gives its version. */
async function firstAnswer(connectionString: string): Promise<string> {
  for (;;) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
      return rows[0]?.server_version.split(' ')[0] ?? ''
    } catch {
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
