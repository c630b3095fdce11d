import { CommanderError } from 'commander'
import { failureLines } from './cli/failure-lines.ts'
import { createProgram } from './cli/program.ts'
import { createScreen } from './cli/screen.ts'

const screen = createScreen({ out: process.stdout, err: process.stderr })

// `pequod export events | head`: whoever reads has enough, and that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  await createProgram({ screen, env: process.env }).parseAsync()
} catch (error) {
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1
  if (!(error instanceof CommanderError)) {
    const level = process.env.LOG_LEVEL ?? ''
    failureLines(error, level === 'debug' || level === 'trace').forEach(screen.warn)
  }
}
