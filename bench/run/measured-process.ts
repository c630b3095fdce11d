import { fork } from 'node:child_process'
import { once } from 'node:events'
import { childReply } from './child-reply.ts'

/** A server in a process of its own. */
export interface MeasuredProcess {
  url: string
  /** Seconds of processor time that the process has used, threads included. */
  processorSeconds(): Promise<number>
  /** Resolves when it has ended. */
  end(): Promise<unknown>
}

/**
 * Starts one of the bench's servers ({@link serveMeasured}) and waits until it listens.
 * @param script the server's file, by its place in `bench`
 * @param what its first message
 * @throws Error if it ends before
 */
export async function startMeasured(script: string, what: object): Promise<MeasuredProcess> {
  const child = fork(new URL(`../${script}`, import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(what)
  const url = await childReply(child)
  return {
    url: String(url),
    async processorSeconds() {
      child.send('time')
      return Number(await childReply(child))
    },
    end() {
      const ended = once(child, 'exit')
      child.disconnect()
      return ended
    },
  }
}

/**
 * The other side of {@link startMeasured}: starts the server by the first message, tells where it listens, and answers
 * each further message with the processor time used. Ends the process with its parent.
 */
export function serveMeasured<What>(start: (what: What) => Promise<string>): void {
  process.once('disconnect', () => process.exit(0))
  process.once('message', async (what: What) => {
    process.send?.(await start(what))
    process.on('message', () => {
      const { user, system } = process.cpuUsage()
      process.send?.((user + system) / 1_000_000)
    })
  })
}
