import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'

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

/** Whether `redis-server` can be started here. CI never does without: there the tests run, and fail. */
export const redisTests = Boolean(process.env.CI) || spawnSync('redis-server', ['--version']).status === 0

async function launch(port: number, folder: string) {
  const flags = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ]
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('redis-server ended before it was ready')))
    child.stdout.on('data', (text) => {
      if (String(text).includes('Ready to accept connections')) resolve()
    })
  })
  await ready
  return child
}

/** Starts a Redis of this test's own on a free port. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-redis-'))
  const port = await freePort()
  let child: Awaited<ReturnType<typeof launch>> | null = await launch(port, folder)
  async function stop() {
    const running = child
    child = null
    if (running === null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    async start() {
      child = await launch(port, folder)
    },
    freeze: (frozen) => void child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
