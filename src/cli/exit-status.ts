import { constants } from 'node:os'
import { CommanderError } from 'commander'
import { CommandError, ConfigurationError } from '../errors.ts'

/** The command line is wrong, and nothing was started. See `exit-status.ts`. */
export class UsageError extends CommandError {
  override name = 'UsageError'
}

/** The exit statuses, for scripts. The help prints this list. */
export const EXIT_STATUSES: readonly { status: string; meaning: string }[] = [
  { status: '0', meaning: 'success; a service or follower ended on request' },
  { status: '1', meaning: 'failure, refused input, or a problem found; a sentence says which' },
  { status: '2', meaning: 'not started: a command, option, value or environment variable is invalid' },
  { status: '130, 143', meaning: 'ended immediately by a second Ctrl-C or SIGTERM' },
]

/** The exit status of a command that failed with `error`. Help and the version are no failure. */
export function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  return error instanceof UsageError || error instanceof ConfigurationError ? 2 : 1
}

/** The exit status of a program that a signal ended, as shells report it. */
export function signalStatus(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** Signals by which a person or a supervisor asks a service to end. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves at the first SIGINT or SIGTERM. A second one ends the process immediately. */
export function terminationSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    const ask = (signal: NodeJS.Signals) => {
      if (asked) process.exit(signalStatus(signal))
      asked = true
      resolve(signal)
    }
    for (const signal of SIGNALS) process.on(signal, ask)
  })
}
