import { type Config, loadConfig } from '../config.ts'
import { CommandError } from '../errors.ts'
import { type Check, fine, notice, wrong } from './check.ts'

const NAME = 'Configuration'

/** Whether the environment can be used, and what it says; null where it cannot. */
export function checkConfiguration(env: NodeJS.ProcessEnv): { config: Config | null; check: Check } {
  try {
    const config = loadConfig(env)
    return { config, check: checkLabels(config) }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { config: null, check: wrong(NAME, error.message, 'Correct or unset that environment variable.') }
  }
}

function checkLabels({ labelSecret }: Config): Check {
  if (labelSecret !== null) return fine(NAME, 'complete')
  const mend = 'Set LABEL_SECRET, the same on every process, so that labels stay the same across restarts.'
  return notice(NAME, 'LABEL_SECRET is not set', mend)
}
