import type { Address } from '../../ledger/quantities.ts'
import { addOptOut, removeOptOut } from '../../store/accounts/opted-out.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { TOUCHED_TRADERS } from '../../store/engine/tables.ts'
import { dropSnapshotsAsOf } from '../as-of/publish-as-of.ts'
import { NEVER } from '../days/trader-starts.ts'
import { refresh } from '../publish/refresh.ts'

/**
 * Takes a trader off every board, search, rank and percentile, at every day, and publishes a snapshot without it; readers
 * leave the trader out until then. The ledger keeps its events: other traders' numbers do not change.
 * @returns false if the address had opted out before
 */
export function optOut(db: Database, address: Address): Promise<boolean> {
  return change(db, address, addOptOut)
}

/** Takes an {@link optOut} back. @returns false if the address had not opted out */
export function optIn(db: Database, address: Address): Promise<boolean> {
  return change(db, address, removeOptOut)
}

async function change(
  db: Database,
  address: Address,
  make: (tx: Sql, address: Address) => Promise<boolean>,
): Promise<boolean> {
  const isNew = await db.transaction(async (tx) => {
    if (!(await make(tx, address))) return false
    await touch(tx, address)
    await dropSnapshotsAsOf(tx, 0)
    return true
  })
  const begun = await db.get('SELECT id FROM ledger_state WHERE fills + movements > 0')
  if (isNew && begun !== undefined) await refresh(db)
  return isNew
}

/** Has the trader computed again, where the ledger knows it; what it did by day stays as it is. */
async function touch(tx: Sql, address: Address): Promise<void> {
  await tx.run('UPDATE ledger_state SET version = version + 1 WHERE id = 1')
  const state = await tx.get<{ version: number }>('SELECT version FROM ledger_state WHERE id = 1')
  const trader = await tx.get<{ id: number }>('SELECT id FROM traders WHERE address = ?', [address])
  if (!trader || !state) return
  const columns = { trader_id: [trader.id], version: [state.version], since: [NEVER] }
  await tx.upsert(TOUCHED_TRADERS, columns, 1, { since: 'min' })
}
