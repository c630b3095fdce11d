import { fork } from 'node:child_process'
import { once } from 'node:events'
import { childReply } from '../run/child-reply.ts'
import type { Writing, Written } from './writer.ts'

/** A process that writes into a store on request. */
export interface Writer {
  write(): void
  /** Resolves once the current step is done, with the writes since `start`. */
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
      // A failing write ends the process, which reports it.
      return (await childReply(child)) as Written
    },
    end() {
      const ended = once(child, 'exit')
      child.disconnect()
      return ended
    },
  }
}
