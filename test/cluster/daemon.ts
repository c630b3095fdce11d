import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program that runs until it is ended. */
export interface Daemon {
  /** Suspends it. */
  hang(): void
  resume(): void
  end(): Promise<void>
}

/**
 * Starts a program, and ends it with this process.
 * @param user its user. @default this process's
 * @throws Error if it is not installed: its name and its output
 */
export async function startDaemon(
  program: string,
  args: readonly string[],
  user: { uid?: number; gid?: number } = {},
): Promise<Daemon> {
  const child = spawn(program, args, { ...user, stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'spawn')
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    hang: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async end() {
      process.off('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      kill()
      await ended
    },
  }
}
