/** Writes a row again and again while something else works on the store, in a process of its own, and tells its longest wait. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../src/migrations/open-store.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { childReply } from '../run/child-reply.ts'

const WRITE_EVERY_MS = 10
const IDLE_MS = 5_000

/** Another process that writes. */
export interface SteadyWriter {
  /** The longest wait of a write during the work, in milliseconds, and the work's result. */
  during<T>(work: () => Promise<T>): Promise<{ wait: number; result: T }>
  /** The longest wait on an idle store. */
  idle(): Promise<number>
  end(): Promise<unknown>
}

/** Starts the process, and waits until it can begin. */
export async function startSteadyWriter(address: StoreAddress): Promise<SteadyWriter> {
  const child = fork(new URL(import.meta.url), ['writer'])
  child.send(address)
  await childReply(child)
  const during = async <T>(work: () => Promise<T>) => {
    child.send('begin')
    const result = await work()
    child.send('end')
    return { wait: Number(await childReply(child)), result }
  }
  return {
    during,
    idle: async () => (await during(() => sleep(IDLE_MS))).wait,
    end() {
      const ended = once(child, 'exit')
      child.disconnect()
      return ended
    },
  }
}

async function writeSteadily(): Promise<void> {
  process.once('disconnect', () => process.exit(0))
  const [address]: [StoreAddress] = Object(await once(process, 'message'))
  // As a follower has it: another thread moves what was committed into the file.
  const { db } = await openStore(address, { checkpoints: false })
  let longest = 0
  let isOn = false
  const write = async () => {
    while (isOn) {
      const start = performance.now()
      // One that is refused has waited, too.
      await db.run('UPDATE alerts_state SET id = id').catch(() => undefined)
      longest = Math.max(longest, performance.now() - start)
      await sleep(WRITE_EVERY_MS)
    }
  }
  let writing = Promise.resolve()
  process.on('message', async (message) => {
    isOn = message === 'begin'
    if (isOn) {
      longest = 0
      writing = write()
      return
    }
    // The write in hand may be the longest of all.
    await writing
    process.send?.(longest)
  })
  process.send?.('ready')
}

if (process.argv[2] === 'writer') await writeSteadily()
