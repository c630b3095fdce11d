import { runCommand } from './cli/run-command.ts'
import { createScreen } from './cli/screen/screen.ts'

// The reader of `pequod export events | head` closes the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const screen = createScreen({ out: process.stdout, err: process.stderr })
process.exitCode = await runCommand(process.argv.slice(2), { screen, env: process.env })
