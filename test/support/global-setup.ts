import { rmSync } from 'node:fs'
import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../src/migrations/open-store.ts'
import { freePort } from './free-port.ts'
import { isWholeLane } from './lane.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of a run of the whole lane, without a database's name. */
    postgresUrl: string
    /** An empty, migrated database on it, which new ones copy: that is faster than migrating each. */
    postgresTemplate: string
    /** The same as a file of SQLite. */
    sqliteTemplate: string
    /** Where the stores of shared worlds are kept. */
    builtFolder: string
  }
}

const TEMPLATE = 'migrated'

/** More than a run's stores need at any moment; a container's shared memory is often 64 MiB. */
const ROOM = 4 * 2 ** 30

/**
 * Makes a folder for all temporary files of the run, gone at its end. It is in memory where there is room: a copy of the
 * empty database of PostgreSQL is 600 files, and took ten times as long on a disk.
 */
async function newRunFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null)
  const isRoomy = memory !== null && memory.bavail * memory.bsize >= ROOM
  const folder = await mkdtemp(join(isRoomy ? '/dev/shm' : tmpdir(), 'pequod-tests-'))
  // As the machine's own folder: PostgreSQL runs as another user.
  await chmod(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Makes the empty stores that tests copy, and starts one PostgreSQL for a run of the whole lane, in a folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Both are for the processes of the test files, and for those that they start: what one of them has compiled, and
  // stripped of its types, the others read. Here `pequod` keeps it too.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
  process.env.TMPDIR = await newRunFolder()
  const templates = await mkdtemp(join(tmpdir(), 'pequod-templates-'))
  const path = join(templates, 'migrated.db')
  await (await openStore({ kind: 'sqlite', path })).close()
  project.provide('sqliteTemplate', path)
  project.provide('builtFolder', templates)
  const server = isWholeLane ? await startPostgres() : null
  project.provide('postgresUrl', server?.url ?? 'postgres://only-in-the-whole-lane.invalid')
  project.provide('postgresTemplate', TEMPLATE)
  return async () => server?.stop()
}

async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const { EmbeddedPostgres } = await import('./embedded-postgres.ts')
  const port = await freePort()
  const said: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'pequod-postgres-')),
    port,
    user: 'pequod',
    password: 'pequod',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Tests lose nothing in a crash, and the server would look after hundreds of short-lived databases in turn. Three files
    // run beside each other, each with several stores, whose pools have up to ten connections: the usual hundred are too few.
    postgresFlags: [
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'autovacuum=off',
      'max_connections=400',
    ].flatMap((setting) => ['-c', setting]),
    onLog: (message) => said.push(message),
    onError: (message) => said.push(String(message)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${said.join('\n')}`, { cause })
  }
  const url = `postgres://pequod:pequod@127.0.0.1:${port}`
  await server.createDatabase(TEMPLATE)
  await (await openStore({ kind: 'postgres', url: `${url}/${TEMPLATE}` })).close()
  return { url, stop: () => server.stop() }
}
