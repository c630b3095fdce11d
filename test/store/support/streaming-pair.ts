import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { EmbeddedPostgres } from '../../support/embedded-postgres.ts'
import { freePort } from '../../support/free-port.ts'

const NAME = 'pequod'
const FLAGS = ['-c', 'fsync=off', '-c', 'max_connections=60', '-c', 'shared_buffers=32MB']

/** One PostgreSQL server of a pair. */
export interface PairServer {
  url: string
  start(): Promise<void>
  /** Ends it immediately, as a crash does. */
  kill(): Promise<void>
  /** Suspends all of its processes: connections stay open, and nothing is answered. */
  hang(): Promise<void>
  resume(): Promise<void>
}

/** A real primary and a real replica that streams from it. */
export interface StreamingPair {
  primary: PairServer
  replica: PairServer
  close(): Promise<void>
}

/** Starts a primary, copies its files as a base backup, and starts the replica on the copy. */
export async function startStreamingPair(): Promise<StreamingPair> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-pair-'))
  const [primaryFiles, replicaFiles] = [join(folder, 'primary'), join(folder, 'replica')]
  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  // The folder is made for one user, and the servers may run as another.
  await chmod(folder, 0o755)
  await initialise(primaryFiles, primaryPort)
  const primary = serverOn(primaryFiles, primaryPort)
  await primary.start()
  await baseBackup(primary.url, primaryFiles, replicaFiles)
  const from = `host=127.0.0.1 port=${primaryPort} user=${NAME} password=${NAME}`
  // It looks for its primary five times a second, where it would wait for five seconds.
  const follow = ['-c', `primary_conninfo=${from}`, '-c', 'wal_retrieve_retry_interval=200ms']
  const replica = serverOn(replicaFiles, replicaPort, follow)
  await replica.start()
  return {
    primary,
    replica,
    async close() {
      for (const server of [replica, primary]) {
        await server.resume()
        await server.kill()
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function initialise(databaseDir: string, port: number): Promise<void> {
  const said: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: NAME,
    password: NAME,
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    onLog: (message) => said.push(message),
    onError: (message) => said.push(String(message)),
  })
  await server.initialise().catch((cause) => {
    throw new Error(`PostgreSQL could not be set up: ${said.join('\n')}`, { cause })
  })
}

/** The files as they are, between the marks that make them a backup. */
async function baseBackup(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("SELECT pg_backup_start('replica', true)")
  await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') })
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)')
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0].labelfile)
  await writeFile(join(to, 'standby.signal'), '')
  await chmod(to, 0o700)
  const { uid, gid } = await stat(from)
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, to])
}

/** The server's program, as embedded-postgres brings it for this machine. */
async function postgresProgram(): Promise<string> {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  return postgres
}

function serverOn(files: string, port: number, flags: readonly string[] = []): PairServer {
  const url = `postgres://${NAME}:${NAME}@127.0.0.1:${port}/postgres`
  let child: ReturnType<typeof spawn> | null = null
  const signalAll = async (signal: NodeJS.Signals) => {
    if (child?.pid === undefined) return
    for (const pid of [child.pid, ...(await childrenOf(child.pid))]) signalIfThere(pid, signal)
  }
  return {
    url,
    async start() {
      const { uid, gid } = await stat(files)
      const args = ['-D', files, '-p', String(port), '-k', '', ...FLAGS, ...flags]
      child = spawn(await postgresProgram(), args, { uid, gid, stdio: 'ignore' })
      while (!(await answers(url))) await sleep(50)
    },
    async kill() {
      if (child === null) return
      const ended = once(child, 'close')
      child.kill('SIGQUIT')
      await ended
      child = null
    },
    hang: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
  }
}

/** A connection's process may have ended since the list was made. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const lists = await Promise.all(
    (await readdir(`/proc/${pid}/task`)).map((task) =>
      readFile(`/proc/${pid}/task/${task}/children`, 'utf8'),
    ),
  )
  return lists.join(' ').split(' ').filter(Boolean).map(Number)
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
