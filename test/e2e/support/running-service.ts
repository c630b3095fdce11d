import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type RunOptions, startPequod } from '../../cli/support/run-pequod.ts'
import { WIDE_LIMITS } from '../../server/support/wide-limits.ts'

/** A service that was started as a person starts it, and answers. */
export interface RunningService {
  url: string
  /** Everything it printed on standard output until it listened. */
  stdout: string
  /** Everything it said on standard error until it listened. */
  stderr: string
  /** How long it took from the start to listening, in milliseconds. */
  milliseconds: number
  /** Resolves once it has said something on standard error that matches. */
  until(what: RegExp): Promise<void>
  kill(signal: NodeJS.Signals): void
  pid: number
  /** Asks it to end; answers its exit status. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts `pequod serve` on a free port and waits until it says where it listens. Rejects if it ends before. */
export async function startService(
  args: readonly string[],
  { env = {}, ...options }: Omit<RunOptions, 'input'>,
): Promise<RunningService> {
  const started = performance.now()
  const child = startPequod(['serve', ...args], { ...options, env: { PORT: '0', ...WIDE_LIMITS, ...env } })
  const said = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk) => {
    said.stderr += String(chunk)
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`pequod serve ended before it listened: ${said.stderr}`)))
    child.stdout.on('data', (chunk) => {
      said.stdout += String(chunk)
      const found = /serving on (http:\S+).*Ctrl-C/s.exec(said.stdout)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  return {
    ...said,
    url,
    milliseconds: performance.now() - started,
    until: (what) =>
      new Promise((resolve) => {
        const look = () => what.test(said.stderr) && resolve()
        child.stderr.on('data', look)
        look()
      }),
    kill: (signal) => void child.kill(signal),
    pid: child.pid ?? 0,
    end: (signal) => end(child, signal),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  const [status] = await exited
  return status
}
