import { setTimeout as sleep } from 'node:timers/promises'
import { type HeldLock, takeFollowerLock } from '../store/engine/follower-lock.ts'
import type { StoreAddress } from '../store/engine/store-address.ts'
import { isUnreachable } from '../store/engine/store-unavailable.ts'
import { ChainPlaceMoved } from '../store/ledger/chain-place-moved.ts'
import type { JobContext } from './job-context.ts'

/** How often a waiting process asks for the lock, in milliseconds. */
const ASK_EVERY_MS = 1_000

/**
 * Runs `work` while this process is the one that follows the chain into the store. Where another one is, it waits for
 * its turn; where it stops being the one, `work` learns it by its signal, and waits for another turn after it. Returns
 * when `work` does by itself, or the signal is given. Rejects as `work` does while it is the one and the store is there.
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
 * False if the work ended because this process is not the one any more. The store going away cuts the lock's
 * connection and those of the work in any order: whichever is noticed first, the lock is gone.
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

/** Null when the signal is given. A store that is away is waited for: it was there before. */
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
