import type { Screen } from './screen/screen.ts'

export interface CommandContext {
  screen: Screen
  env: NodeJS.ProcessEnv
  /** Ends a long-running command. @default at SIGINT or SIGTERM */
  ending?: AbortSignal
  /** Milliseconds between two polls of a command that follows changes. @default 2,000 */
  lookMs?: number
}
