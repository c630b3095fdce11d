import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../store/engine/database.ts'
import { type ClaimedMessage, recordSent } from './message-queue.ts'

/** Records that a message arrived; resolves once that is stored. */
export type RecordSent = (message: ClaimedMessage, nowMs: number) => Promise<void>

/** Milliseconds for gathering arrivals; a crash within them sends those messages again under their ids. */
const GATHER_MS = 5

interface Waiting {
  message: ClaimedMessage
  nowMs: number
  done(): void
  fail(error: unknown): void
}

/** Records arrivals in batches: a statement for each would cost more than the sending. */
export function gatherSent(db: Database): RecordSent {
  let waiting: Waiting[] = []
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      await pause(GATHER_MS)
      const batch = waiting
      waiting = []
      const messages = batch.map(({ message }) => message)
      await recordSent(db, messages, Math.max(...batch.map(({ nowMs }) => nowMs))).then(
        () => batch.forEach((one) => void one.done()),
        (error: unknown) => batch.forEach((one) => void one.fail(error)),
      )
    }
    isRunning = false
  }
  return (message, nowMs) =>
    new Promise((done, fail) => {
      waiting.push({ message, nowMs, done, fail })
      if (!isRunning) void run()
    })
}
