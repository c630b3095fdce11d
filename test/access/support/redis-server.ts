import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/free-port.ts'
import { isWholeLane } from '../../support/lane.ts'
import { type RunningProgram, startProgram } from '../../support/running-program.ts'

/** A real Redis on loopback, for one test file. */
export interface RedisServer {
  url: string
  /** Ends it, as a crash would. */
  stop(): Promise<void>
  /** Starts it again on the same port, empty. */
  start(): Promise<void>
  /** Makes it hang (true) or go on. */
  freeze(frozen: boolean): void
  /** Ends it and removes its folder. */
  close(): Promise<void>
}

/** Whether tests start `redis-server` in this run. CI always runs them: without it they fail there. */
export const redisTests =
  isWholeLane && (Boolean(process.env.CI) || spawnSync('redis-server', ['--version']).status === 0)

function launch(port: number, folder: string): Promise<RunningProgram> {
  const flags = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  return startProgram('redis-server', args, /Ready to accept connections/)
}

/** Starts a Redis of this test's own on a free port. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-redis-'))
  const port = await freePort()
  let running: RunningProgram | null = await launch(port, folder)
  async function stop() {
    const ending = running
    running = null
    await ending?.kill()
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    async start() {
      running = await launch(port, folder)
    },
    freeze: (frozen) => running?.signal(frozen ? 'SIGSTOP' : 'SIGCONT'),
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
