import type { Clock } from '../../clock.ts'
import type { WorkerChannel } from './worker-channel.ts'

/** The environment variable that holds the time, in seconds since 1970, at which a process's clock starts. */
export const CLOCK_VARIABLE = 'PEQUOD_CLOCK'

/**
 * The clock of a process whose time is set by the one that started it, as the demo's is: it stands between two messages.
 * @returns null where the time is the machine's own
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
