import { type Config, loadConfig } from '../../config/config.ts'
import { CommandError } from '../../errors.ts'
import { type Check, fine, notice, wrong } from '../checks/check.ts'
import { checkClock } from '../checks/check-clock.ts'
import { checkChainNode, checkIdentity, checkRedis, checkReplica } from '../checks/check-services.ts'
import { checkStore } from '../checks/check-store.ts'
import type { CommandContext } from '../command-context.ts'
import type { PrintOptions } from '../options.ts'
import type { Screen } from '../screen/screen.ts'

/**
 * `pequod doctor`: checks everything that a service needs, changes nothing, and prints how to fix what is wrong. Throws
 * a CommandError if there is a problem.
 */
export async function runDoctor(context: CommandContext, options: PrintOptions): Promise<void> {
  const { config, check } = checkConfiguration(context.env)
  const checks = [checkNode(process.versions.node), check, ...(config === null ? [] : await checkAll(config))]
  if (options.json) context.screen.printJson({ checks })
  else for (const one of checks) printCheck(context.screen, one)
  const wrong = checks.filter(({ state }) => state === 'wrong').length
  if (wrong > 0) throw new CommandError(`${wrong} of ${checks.length} checks found a problem.`)
}

/** Runs the checks concurrently: each may have to wait for a timeout. */
async function checkAll(config: Config): Promise<Check[]> {
  const { database, replica, redisUrl, jwt, rpcUrl, secretsKeys } = config
  const checks = await Promise.all([
    checkStore(database, secretsKeys, config.whaleDelayMinutes),
    replica === null ? [] : checkReplica(replica.url),
    redisUrl === null ? [] : checkRedis(redisUrl),
    jwt === null ? [] : checkIdentity(jwt),
    rpcUrl === null ? [] : checkChainNode(rpcUrl),
    checkClock(config),
  ])
  return checks.flat()
}

const MARKS = { fine: ['green', '✓'], notice: ['yellow', '!'], wrong: ['red', '✗'] } as const

function printCheck(screen: Screen, { name, state, found, mend }: Check): void {
  const [style, mark] = MARKS[state]
  screen.print({ style, text: mark }, ` ${name}: ${found}`)
  if (mend !== null) screen.print(`  → ${mend}`)
}

/** Whether this Node is new enough; `version` as in `process.versions.node`. */
function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const old = major < 22 || (major === 22 && minor < 18)
  if (!old) return fine('Node', version)
  return wrong('Node', version, 'Install Node 22.18 or newer, or run through npm, which brings its own.')
}

const NAME = 'Configuration'

/** Checks the environment; `config` is null if it is invalid. */
function checkConfiguration(env: NodeJS.ProcessEnv): { config: Config | null; check: Check } {
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
