import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program that runs beside a test. */
export interface RunningProgram {
  /** Its output when it was ready. */
  ready: string
  signal(name: NodeJS.Signals): void
  /** Ends it, as a crash would; answers the signal that it ended by, or null where it had ended before. */
  kill(name?: NodeJS.Signals): Promise<NodeJS.Signals | null>
}

/**
 * Starts a program and waits until it has printed a line that matches; rejects with what it said if it ends before.
 * It writes to pipes of its own: one that held this process's output open would keep the whole run from its end.
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  isReady: RegExp,
): Promise<RunningProgram> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit').then(() => child.signalCode)
  const outputs = [child.stdout, child.stderr]
  let said = ''
  const ready = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${command} ended before it was ready: ${said}`)))
    const look = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000)
      const found = isReady.exec(said)
      if (found) resolve(found[0])
    }
    for (const output of outputs) output.on('data', look)
  })
  // Read on, or it would wait for a reader; no longer looked at.
  for (const output of outputs) output.removeAllListeners('data').resume()
  return {
    ready,
    signal: (name) => void child.kill(name),
    async kill(name = 'SIGKILL') {
      child.kill(name)
      return ended
    },
  }
}
