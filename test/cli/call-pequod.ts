import { runCommand } from '../../src/cli/run-command.ts'
import type { Screen } from '../../src/cli/screen/screen.ts'
import type { Ended } from './run-pequod.ts'

/** A screen that only remembers what it is told. */
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
    progress: () => ({ update() {}, finish() {}, stop() {} }),
  }
  return { screen, said }
}

/** Runs a command in this process, on a screen that only remembers: as `runPequod`, without a second to start. Whatever
 * serves takes a free port. */
export async function callPequod(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { screen, said } = rememberingScreen()
  const status = await runCommand(args, { screen, env: { PORT: '0', ...env } })
  return { status, ...said }
}
