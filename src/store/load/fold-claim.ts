import { randomUUID } from 'node:crypto'
import type { Database, Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { readLedgerState } from '../ledger/ledger-state.ts'
import { FOLD_CLAIM } from '../ledger/load-state.ts'

/** How long a claim lasts that is not renewed, and how often it is, in milliseconds. */
const LEASE_MS = 10_000
const RENEW_MS = 2_000

/** A claim to fold, which one process has at a time: two would each undo the other's half-written ranges. */
export interface FoldClaim {
  /** Whether it is still valid; in a transaction that locks the ledger, so that it stays valid to the transaction's end. */
  standsIn(tx: Sql): Promise<boolean>
  release(): Promise<void>
}

/** Takes the claim, or null while another process has it. Whose process ends without a word loses it after ten seconds. */
export async function claimFold(db: Database): Promise<FoldClaim | null> {
  const holder = randomUUID()
  const write = (tx: Sql) =>
    tx.upsert(FOLD_CLAIM, { id: [1], holder: [holder], until: [Date.now() + LEASE_MS] }, 1)
  const holds = async (tx: Sql) => (await CLAIM.get(tx))?.holder === holder
  const isTaken = await db.transaction(async (tx) => {
    await readLedgerState(tx, true)
    const claim = await CLAIM.get(tx)
    if (claim !== undefined && claim.until > Date.now()) return false
    await write(tx)
    return true
  })
  if (!isTaken) return null
  const inTurn = (work: (tx: Sql) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await readLedgerState(tx, true)
      if (await holds(tx)) await work(tx)
    })
  // A failure shows where the claim is next asked for.
  const timer = setInterval(() => void inTurn(write).catch(() => undefined), RENEW_MS).unref()
  return {
    standsIn: holds,
    async release() {
      clearInterval(timer)
      await inTurn((tx) => RELEASE.run(tx, { holder }))
    },
  }
}

const CLAIM = statement((from) => from(FOLD_CLAIM).select('holder', 'until').where('id', 1))
const RELEASE = statement((from, { holder }: { holder: string }) =>
  from(FOLD_CLAIM).where('holder', holder).delete(),
)
