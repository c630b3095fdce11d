import type { Screen } from './screen/screen.ts'

/** The streams, environment and signals of a command. */
export interface CommandContext {
  screen: Screen
  env: NodeJS.ProcessEnv
}
