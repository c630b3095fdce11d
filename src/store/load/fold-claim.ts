import type { Database, Sql } from '../engine/database.ts'
import { holdsLease, type Lease, releaseLease, renewLease, takeLease } from '../engine/lease.ts'

/** How long a claim lasts that is not renewed, and how often it is, in milliseconds. */
const LEASE_MS = 10_000
const RENEW_MS = 2_000

/** A claim to fold, which one process has at a time: two would each undo the other's half-written ranges. */
export interface FoldClaim {
  /** Whether it is still valid; it stays valid to the transaction's end. */
  standsIn(tx: Sql): Promise<boolean>
  release(): Promise<void>
}

/** Takes the claim, or null while another process has it. Whose process ends without a word loses it after ten seconds. */
export async function claimFold(db: Database): Promise<FoldClaim | null> {
  const lease = await db.transaction((tx) => takeLease(tx, 'fold', LEASE_MS))
  return lease && keep(db, lease)
}

function keep(db: Database, lease: Lease): FoldClaim {
  const renew = () => db.transaction((tx) => renewLease(tx, lease, LEASE_MS))
  // A failure shows where the claim is next asked for.
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref()
  return {
    standsIn: (tx) => holdsLease(tx, lease, true),
    async release() {
      clearInterval(timer)
      await db.transaction((tx) => releaseLease(tx, lease))
    },
  }
}
