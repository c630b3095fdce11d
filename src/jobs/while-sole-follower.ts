import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreAddress } from '../store/engine/database.ts'
import { type HeldLock, takeFollowerLock } from '../store/engine/locks.ts'
import { isUnreachable } from '../store/engine/store-failures.ts'
import { ChainPlaceMoved } from '../store/ledger/chain-knowledge.ts'
import type { JobContext } from './job-context.ts'

/** Milliseconds between two attempts of a waiting process to get the lock. */
const ASK_EVERY_MS = 1_000

/**
 * Runs `work` while this process holds the lock on following the chain into the store. It waits while another process
 * holds the lock; if this one loses the lock, `work`'s signal aborts, and it waits again. Returns when `work` does by
 * itself, or the signal aborts. Rejects as `work` does while the lock is held and the store available.
 */
export async function whileSoleFollower(
  { screen }: JobContext,
  address: StoreAddress,
  signal: AbortSignal,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  let lock = await takeFollowerLock(address)
  if (lock === null)
    screen.note('Another process is following the chain into this store: waiting to take over.')
  for (;;) {
    lock ??= await waitForLock(address, signal)
    if (lock === null) return
    const isOver = await runHolding(lock, work)
    if (isOver || signal.aborted) return
    lock = null
    screen.warn('Another process has taken over following: waiting to take over again.')
    await pause(signal)
  }
}

/**
 * False if the work ended because the lock was lost. A store that becomes unavailable cuts the lock's connection and
 * those of the work in any order; in either order the lock is lost.
 */
async function runHolding(lock: HeldLock, work: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
  try {
    await work(lock.lost)
    return !lock.lost.aborted
  } catch (error) {
    if (lock.lost.aborted || error instanceof ChainPlaceMoved || isUnreachable(error)) return false
    throw error
  } finally {
    await lock.release()
  }
}

/** Null when the signal aborts. Waits for an unavailable store, which was there before. */
async function waitForLock(address: StoreAddress, signal: AbortSignal): Promise<HeldLock | null> {
  while (!signal.aborted) {
    const lock = await takeFollowerLock(address).catch(() => null)
    if (lock !== null) return lock
    await pause(signal)
  }
  return null
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined)
}
