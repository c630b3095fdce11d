import { once } from 'node:events'
import type { StoreAddress } from '../../../src/store/engine/database.ts'
import { type Ended, startPequod } from './run-pequod.ts'

/** A `pequod follow` that was started as a person starts it. */
export interface RunningFollower {
  /** Its standard error so far. */
  said(): string
  isRunning(): boolean
  /** Resolves once it has said something that matches; rejects if it ends before. */
  until(what: RegExp): Promise<void>
  /** Sends it a signal that does not end it. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Sends it a signal; answers how it ended, and by what. */
  end(signal?: NodeJS.Signals): Promise<Ended & { signal: NodeJS.Signals | null; milliseconds: number }>
}

/** The address as DATABASE_URL takes it. */
export function databaseUrl(address: StoreAddress): string {
  return address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
}

/** Starts `pequod follow` with what is given. */
export function startFollower(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): RunningFollower {
  const child = startPequod(['follow', ...args], { cwd, env })
  const ended: Ended = { status: null, stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    ended.stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    ended.stderr += String(chunk)
  })
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  return {
    said: () => ended.stderr,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    until: (what) =>
      new Promise((resolve, reject) => {
        const look = () => what.test(ended.stderr) && resolve()
        child.stderr.on('data', look)
        void closed.then(() => reject(new Error(`pequod follow ended: ${ended.stderr}`)))
        look()
      }),
    signal: (name) => void child.kill(name),
    async end(signal = 'SIGTERM') {
      const asked = performance.now()
      child.kill(signal)
      const [status, by] = await closed
      return { ...ended, status, signal: by, milliseconds: performance.now() - asked }
    },
  }
}
