import { dayOf } from '../ledger/quantities.ts'
import type { Database, Sql } from '../store/database.ts'
import { pinNow } from '../store/past/pin.ts'
import { holdStill } from './hold-still.ts'

/**
 * Runs a refresh's work in a transaction that sees one state of the ledger, whose version is pinned: what is asked of the
 * snapshot later is read as of it. On PostgreSQL ingest goes on meanwhile, so the pin, which holds it up, is a transaction
 * of its own; where the ledger has changed before the other one began, both are begun again.
 */
export async function onPinnedLedger<T>(db: Database, work: (tx: Sql) => Promise<T>): Promise<T> {
  if (db.dialect === 'sqlite')
    return db.transaction(async (tx) => {
      await pinLedger(tx)
      return work(tx)
    })
  for (;;) {
    const pinned = await db.transaction(pinLedger)
    const outcome = await db.transaction(async (tx) => {
      await holdStill(tx)
      const state = await tx.get<{ version: number }>('SELECT version FROM ledger_state WHERE id = 1')
      return state?.version === pinned ? { answer: await work(tx) } : null
    })
    if (outcome) return outcome.answer
  }
}

/** The last day is read behind the pin, which waits for those who are changing it. */
async function pinLedger(tx: Sql): Promise<number> {
  const version = await pinNow(tx, 0)
  const state = await tx.get<{ last_time: number | null }>('SELECT last_time FROM ledger_state WHERE id = 1')
  if (state?.last_time != null) await pinNow(tx, dayOf(state.last_time))
  return version
}
