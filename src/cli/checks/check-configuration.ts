import { type Config, loadConfig } from '../../config.ts'
import { CommandError } from '../../errors.ts'
import { type Check, fine, notice, wrong } from './check.ts'

const NAME = 'Configuration'

/** Whether the environment can be used, and what it says; null if it cannot. */
export function checkConfiguration(env: NodeJS.ProcessEnv): { config: Config | null; check: Check } {
  try {
    const config = loadConfig(env)
    return { config, check: checkKeys(config) }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { config: null, check: wrong(NAME, error.message, 'Correct or unset that environment variable.') }
  }
}

/** Settings that the service runs without, but that production needs. */
function checkKeys({ labelSecret, secretsKeys }: Config): Check {
  const missing = [
    ...(labelSecret === null ? [{ name: 'LABEL_SECRET', use: 'labels stay the same across restarts' }] : []),
    ...(secretsKeys.length === 0
      ? [{ name: 'SECRETS_KEY', use: 'targets and secrets of alert channels are encrypted' }]
      : []),
  ]
  if (missing.length === 0) return fine(NAME, 'complete')
  const names = missing.map(({ name }) => name).join(' and ')
  const mend = `Set ${names}, the same on every process, so that ${missing.map(({ use }) => use).join(', and ')}.`
  return notice(NAME, `${names} ${missing.length === 1 ? 'is' : 'are'} not set`, mend)
}
