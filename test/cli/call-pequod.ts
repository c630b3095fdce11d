import { runCommand } from '../../src/cli/run-command.ts'
import type { Screen } from '../../src/cli/screen.ts'
import type { Ended } from './run-pequod.ts'

/** Runs a command in this process, on a screen that only remembers: as `runPequod`, without a second to start. */
export async function callPequod(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const ended: Ended = { status: null, stdout: '', stderr: '' }
  const out = (line: string) => {
    ended.stdout += `${line}\n`
  }
  const err = (line: string) => {
    ended.stderr += `${line}\n`
  }
  const screen: Screen = {
    print: out,
    printJson: (value) => out(JSON.stringify(value)),
    note: err,
    warn: err,
    styled: (_, text) => text,
    progress: () => ({ update() {}, stop() {} }),
  }
  ended.status = await runCommand(args, { screen, env })
  return ended
}
