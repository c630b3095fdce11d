import type { Clock } from '../../clock.ts'
import { createWorkerPool, type WorkerPool } from '../../server/workers/worker-pool.ts'
import type { CommandContext } from '../command-context.ts'

/** Printed when a service is stopped. */
export const SHUTTING_DOWN = 'Shutting down after the requests in progress.'

export interface ServeByWorkersOptions {
  workers: number
  env: NodeJS.ProcessEnv
  /** The clock of the workers. @default the machine's */
  clock?: Clock
  ended: Promise<unknown>
  /** Called with the service's address. */
  onListening(url: string): void
}

/**
 * Serves by several processes on one port until a signal ends it. SIGHUP replaces them one after the other, so that a
 * new version of the program starts serving without losing a request; on a terminal, SIGHUP means that the terminal
 * closed, and ends them. Throws a CommandError if one of them does not start to listen.
 */
export async function serveByWorkers(
  { screen }: CommandContext,
  options: ServeByWorkersOptions,
): Promise<void> {
  const { workers, env, clock, ended, onListening } = options
  const pool = createWorkerPool({
    workers,
    env,
    onTrouble: screen.warn,
    ...(clock && { clock }),
  })
  const hungUp = process.stdin.isTTY ? untilHungUp() : new Promise(() => undefined)
  if (!process.stdin.isTTY) restartOnHangup(pool, screen)
  try {
    onListening(await pool.start())
    await Promise.race([ended, hungUp])
    screen.note(SHUTTING_DOWN)
  } finally {
    await pool.end()
  }
}

function untilHungUp(): Promise<unknown> {
  return new Promise((resolve) => process.once('SIGHUP', resolve))
}

function restartOnHangup(pool: WorkerPool, screen: CommandContext['screen']): void {
  let running: Promise<void> = Promise.resolve()
  process.on('SIGHUP', () => {
    running = running.then(async () => {
      screen.note('Replacing the serving processes one by one.')
      try {
        await pool.restart()
        screen.note('All serving processes were replaced.')
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        screen.warn(`${reason} The remaining processes keep serving.`)
      }
    })
  })
}
