import { type Config, loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { type Check, fine, notice, wrong } from './check.ts'

const NAME = 'Configuration'

/** Checks the environment; `config` is null if it is invalid. */
export function checkConfiguration(env: NodeJS.ProcessEnv): { config: Config | null; check: Check } {
  try {
    const config = loadConfig(env)
    return { config, check: checkKeys(config) }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { config: null, check: wrong(NAME, error.message, 'Correct or unset that environment variable.') }
  }
}

/** Settings that are optional, but needed in production. */
function checkKeys({ secretsKeys }: Config): Check {
  if (secretsKeys.length > 0) return fine(NAME, 'complete')
  const mend =
    'Set SECRETS_KEY, the same on every process, so that targets and secrets of alert channels are encrypted.'
  return notice(NAME, 'SECRETS_KEY is not set', mend)
}
