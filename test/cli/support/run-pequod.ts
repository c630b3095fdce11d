import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PROGRAM = join(ROOT, 'bin/pequod.js')

/** How a command ended. */
export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  cwd: string
  /** Added to an environment that says nothing of Pequod. */
  env?: Record<string, string>
  /** Standard input. @default none */
  input?: string
  /** @default the pinned Node */
  node?: string
  /** @default the command line of this checkout */
  program?: string
}

/** The environment of a user without settings: the machine's own settings of Pequod must not decide a test. */
function plainEnvironment(): Record<string, string> {
  const path = `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`
  return { PATH: path, HOME: tmpdir(), TZ: 'UTC' }
}

/** Starts the real command line. */
export function startPequod(
  args: readonly string[],
  { cwd, env = {}, node = 'node', program = PROGRAM }: Omit<RunOptions, 'input'>,
) {
  return spawn(node, [program, ...args], { cwd, env: { ...plainEnvironment(), ...env } })
}

/** Runs the real command line to its end. */
export async function runPequod(args: readonly string[], options: RunOptions): Promise<Ended> {
  const child = startPequod(args, options)
  child.stdin.end(options.input ?? '')
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status, stdout, stderr }
}

/** A folder of this test's own, and how to remove it. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'pequod-cli-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
