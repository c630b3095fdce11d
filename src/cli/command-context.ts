import type { Screen } from './screen/screen.ts'

/** What every command is given. */
export interface CommandContext {
  screen: Screen
  env: NodeJS.ProcessEnv
}
