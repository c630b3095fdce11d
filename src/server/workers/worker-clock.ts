import type { Clock } from '../../clock.ts'
import type { WorkerChannel } from './worker-channel.ts'

/** The environment variable with the start time of a process's clock, in seconds since 1970. */
export const CLOCK_VARIABLE = 'PEQUOD_CLOCK'

/**
 * The clock of a process whose time the main process sets, as for the demo; it does not advance between two messages.
 * @returns null if the machine's own time applies
 */
export function workerClock(channel: WorkerChannel, env: NodeJS.ProcessEnv): Clock | null {
  const start = env[CLOCK_VARIABLE]
  if (start === undefined) return null
  let now = Number(start)
  channel.onMessage((message) => {
    if (message.kind === 'pequod:clock') now = message.now
  })
  return () => now
}
