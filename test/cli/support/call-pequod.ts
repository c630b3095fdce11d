import type { CommandContext } from '../../../src/cli/command-context.ts'
import { runCommand } from '../../../src/cli/run-command.ts'
import type { Screen } from '../../../src/cli/screen/screen.ts'
import type { Ended } from './run-pequod.ts'

/** A screen that records its output. */
export function rememberingScreen(): { screen: Screen; said: Pick<Ended, 'stdout' | 'stderr'> } {
  const said = { stdout: '', stderr: '' }
  const out = (line: string) => {
    said.stdout += `${line}\n`
  }
  const err = (line: string) => {
    said.stderr += `${line}\n`
  }
  const screen: Screen = {
    print: (...parts) => out(parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')),
    printJson: (value) => out(JSON.stringify(value)),
    note: err,
    warn: err,
    showProgress() {},
    progress: () => ({ update() {}, finish() {}, stop() {} }),
  }
  return { screen, said }
}

/**
 * Runs a command in this process, on a screen that records its output: as `runPequod`, without a second to start.
 * Servers take a free port.
 */
export function callPequod(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return beginPequod(args, env).ended
}

/** Begins a command in this process, as `callPequod` runs it. */
export function beginPequod(
  args: readonly string[],
  env: Record<string, string>,
  context: Pick<CommandContext, 'ending' | 'lookMs'> = {},
): { said: Readonly<Pick<Ended, 'stdout' | 'stderr'>>; ended: Promise<Ended> } {
  const { screen, said } = rememberingScreen()
  const running = runCommand(args, { screen, env: { PORT: '0', ...env }, ...context })
  return { said, ended: running.then((status) => ({ status, ...said })) }
}
