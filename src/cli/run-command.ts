import { CommanderError } from 'commander'
import { startTracing } from '../trace.ts'
import type { CommandContext } from './command-context.ts'
import { exitStatus } from './exit-status.ts'
import { createProgram } from './program.ts'
import { failureLines } from './screen/failures.ts'

/**
 * Runs one command line to its end and prints the reason of a failure; never rejects.
 * @param args the arguments after the program's name
 * @returns the exit status, see `exit-status.ts`
 */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  let endTracing = async () => {}
  try {
    endTracing = await startTracing(context.env, context.screen.warn)
    await createProgram(context).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Help, version and usage errors: commander has printed what there is to say.
    if (error instanceof CommanderError) return exitStatus(error)
    const level = context.env.LOG_LEVEL?.trim() ?? ''
    failureLines(error, level === 'debug' || level === 'trace').forEach(context.screen.warn)
    return exitStatus(error)
  } finally {
    await endTracing()
  }
}
