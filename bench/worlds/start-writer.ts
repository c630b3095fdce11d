import { fork } from 'node:child_process'
import { once } from 'node:events'
import { childReply } from '../run/child-reply.ts'
import type { Writing, Written } from './writer.ts'

/** A process that writes into a store when it is told to. */
export interface Writer {
  write(): void
  /** Resolves once the step in hand is done, with what was written since it was told to write. */
  stop(): Promise<Written>
  end(): Promise<unknown>
}

/** Starts `bench/worlds/writer.ts`, and waits until it can begin. */
export async function startWriter(writing: Writing): Promise<Writer> {
  const child = fork(new URL('writer.ts', import.meta.url))
  child.send(writing)
  await childReply(child)
  return {
    write: () => void child.send('write'),
    async stop() {
      child.send('stop')
      // A write that fails ends the process, and is told so.
      return (await childReply(child)) as Written
    },
    end() {
      const ended = once(child, 'exit')
      child.disconnect()
      return ended
    },
  }
}
