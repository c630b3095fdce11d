import type { Screen } from './screen/screen.ts'

/** The streams, environment and signals of a command. */
export interface CommandContext {
  screen: Screen
  env: NodeJS.ProcessEnv
  /** Ends a command that runs until it is asked to. @default at SIGINT or SIGTERM */
  ending?: AbortSignal
  /** Milliseconds between two looks of a command that looks for news. @default 2,000 */
  lookMs?: number
}
