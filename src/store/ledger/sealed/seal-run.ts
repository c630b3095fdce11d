import { setTimeout as sleep } from 'node:timers/promises'
import type { Seconds } from '../../../ledger/quantities.ts'
import type { SegmentKind } from './manifest.ts'

export interface RunOptions {
  /** Rows before this second are settled. */
  before: Seconds
  partRows: number
  /** Milliseconds from the writing of a file to its naming. */
  leadMs: number
  /** Awaited before each segment. */
  pace: (() => Promise<unknown>) | undefined
  signal: AbortSignal | undefined
  /** Called for each segment named, with how many of its rows were in the store. */
  onNamed(kind: SegmentKind, rows: number): void
}

/** Names files in place of what they hold; how many of their rows were in the store, or null where the ledger changed under them. */
type Name = () => Promise<number | null>

/**
 * One run of sealing, as each kind of rows takes part in it. Files are named some time after they were written: until then
 * every reader finds their rows, and a copy of the data folder that lags less has each file that a manifest names.
 */
export interface SealRun extends Pick<RunOptions, 'before' | 'partRows'> {
  /** Asked before each segment: false where the run is to end. */
  goesOn(): Promise<boolean>
  /** Takes files that were written just now. */
  wrote(kind: SegmentKind, name: Name): Promise<void>
  /** Waits until all that was written is named. @returns how many segments were since the last call, and how many were not */
  rest(): Promise<{ named: number; failed: number }>
}

/** Begins a run. Files that it has not named when it is aborted are written again by the next one. */
export function createSealRun({ before, partRows, leadMs, pace, signal, onNamed }: RunOptions): SealRun {
  const waiting: { kind: SegmentKind; due: number; name: Name }[] = []
  let counts = { named: 0, failed: 0 }
  const nameDue = async () => {
    for (let [first] = waiting; first !== undefined && first.due <= performance.now(); [first] = waiting) {
      waiting.shift()
      const rows = await first.name()
      if (rows === null) counts.failed++
      else {
        counts.named++
        onNamed(first.kind, rows)
      }
    }
  }
  const isAborted = () => signal?.aborted === true
  return {
    before,
    partRows,
    async goesOn() {
      await nameDue()
      await pace?.()
      return !isAborted()
    },
    async wrote(kind, name) {
      waiting.push({ kind, name, due: performance.now() + leadMs })
      await nameDue()
    },
    async rest() {
      for (let [first] = waiting; first !== undefined && !isAborted(); [first] = waiting) {
        const wait = Math.ceil(Math.max(0, first.due - performance.now()))
        await sleep(wait, undefined, signal && { signal }).catch(() => undefined)
        if (!isAborted()) await nameDue()
      }
      const since = counts
      counts = { named: 0, failed: 0 }
      return since
    },
  }
}
