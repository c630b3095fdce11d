import { PequodError } from '../../errors.ts'

/** Counts what callers have under way. */
export interface ExportSlots {
  /**
   * Takes a slot for a caller.
   * @returns a function that frees it, once
   * @throws PequodError RATE_LIMITED if all of the caller's slots are in use
   */
  take(caller: string): () => void
}

/**
 * The concurrent exports of a caller in one process, since a limit on requests does not bound an export of
 * minutes.
 */
export const EXPORTS_AT_A_TIME = 3

/** The places of one process, all free. */
export function createExportSlots(): ExportSlots {
  const taken = new Map<string, number>()
  const free = (caller: string) => {
    const left = (taken.get(caller) ?? 1) - 1
    if (left === 0) taken.delete(caller)
    else taken.set(caller, left)
  }
  return {
    take(caller) {
      const running = taken.get(caller) ?? 0
      if (running >= EXPORTS_AT_A_TIME) throw tooMany()
      taken.set(caller, running + 1)
      let isTaken = true
      return () => {
        if (isTaken) free(caller)
        isTaken = false
      }
    },
  }
}

function tooMany(): PequodError {
  const message = `At most ${EXPORTS_AT_A_TIME} exports can run at the same time: retry when one of yours has finished.`
  return new PequodError('RATE_LIMITED', message, { retryAfter: 1 })
}
