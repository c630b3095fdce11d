import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { type Daemon, startDaemon } from './daemon.ts'

/** A real PgBouncer that pools by transaction. */
export interface Pooler extends Daemon {
  /** The same database, through it. */
  url: string
  /** Ends it, as a crash would. */
  stop(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
}

/** Starts PgBouncer in front of a server. */
export async function startPooler(server: string): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(server)
  const folder = await mkdtemp(join(tmpdir(), 'pequod-pooler-'))
  const own = await freePort()
  const name = pathname.slice(1)
  const config = join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
log_connections = 0
log_disconnections = 0
log_pooler_errors = 0
`,
  )
  // It refuses to run as root, and the user nobody must be able to read this.
  await chmod(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const launch = () => startDaemon('pgbouncer', ['--quiet', ...(isRoot ? ['--user', 'nobody'] : []), config])
  let daemon = await launch()
  return {
    url: `postgres://${username}@127.0.0.1:${own}/${name}`,
    hang: () => daemon.hang(),
    resume: () => daemon.resume(),
    stop: () => daemon.end(),
    async start() {
      daemon = await launch()
    },
    async end() {
      await daemon.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
