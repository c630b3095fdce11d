import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Writing, Written } from './writer.ts'

/** A process that writes into a store when it is told to. */
export interface Writer {
  write(): void
  /** Resolves once the step in hand is done, with what was written since it was told to write. */
  stop(): Promise<Written>
  end(): Promise<unknown>
}

/** Starts `bench/writer.ts`, and waits until it can begin. */
export async function startWriter(writing: Writing): Promise<Writer> {
  const child = fork(new URL('writer.ts', import.meta.url))
  child.send(writing)
  await once(child, 'message')
  return {
    write: () => void child.send('write'),
    async stop() {
      child.send('stop')
      const [written]: [Written] = Object(await once(child, 'message'))
      return written
    },
    end() {
      const ended = once(child, 'exit')
      child.disconnect()
      return ended
    },
  }
}
