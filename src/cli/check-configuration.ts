import { type Config, loadConfig } from '../config.ts'
import { CommandError } from '../errors.ts'
import type { Check } from './check.ts'

/** Whether the environment can be used, and what it says; null where it cannot. */
export function checkConfiguration(env: NodeJS.ProcessEnv): { config: Config | null; check: Check } {
  const name = 'Configuration'
  try {
    const config = loadConfig(env)
    if (config.labelSecret !== null)
      return { config, check: { name, state: 'fine', found: 'complete', mend: null } }
    const mend = 'Set LABEL_SECRET, the same on every process, so that labels stay the same across restarts.'
    return { config, check: { name, state: 'notice', found: 'LABEL_SECRET is not set', mend } }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const mend = 'Correct or unset that environment variable.'
    return { config: null, check: { name, state: 'wrong', found: error.message, mend } }
  }
}
