import { CommandError } from '../errors.ts'
import type { PrintOptions } from './accounts.ts'
import type { Check } from './check.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkNode } from './check-node.ts'
import { checkRedis } from './check-redis.ts'
import { checkStore } from './check-store.ts'
import type { CommandContext } from './command-context.ts'
import type { Screen } from './screen.ts'

/**
 * `pequod doctor`: looks at everything that a service needs, changes nothing, and says how to mend what is wrong.
 * Throws a CommandError when something is.
 */
export async function runDoctor(context: CommandContext, options: PrintOptions): Promise<void> {
  const { config, check } = checkConfiguration(context.env)
  const checks: Check[] = [checkNode(process.versions.node), check]
  if (config !== null) {
    checks.push(...(await checkStore(config.database)))
    if (config.redisUrl !== null) checks.push(await checkRedis(config.redisUrl))
  }
  if (options.json) context.screen.printJson({ checks })
  else for (const one of checks) printCheck(context.screen, one)
  const wrong = checks.filter(({ state }) => state === 'wrong').length
  if (wrong > 0) throw new CommandError(`${wrong} of ${checks.length} checks found something to mend.`)
}

const MARKS = { fine: ['green', '✓'], notice: ['yellow', '!'], wrong: ['red', '✗'] } as const

function printCheck(screen: Screen, { name, state, found, mend }: Check): void {
  const [style, mark] = MARKS[state]
  screen.print(`${screen.styled(style, mark)} ${name}: ${found}`)
  if (mend !== null) screen.print(`  → ${mend}`)
}
