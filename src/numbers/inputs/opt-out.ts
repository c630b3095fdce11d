import { DELAY_MINUTES } from '../../clock.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { Database, Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { holdsEvents } from '../../store/ledger/ledger-state.ts'
import { addOptOut, removeOptOut } from '../../store/opted-out.ts'
import { LEDGER_STATE, TOUCHED_TRADERS, TRADERS } from '../../store/tables.ts'
import { dropSnapshotsAsOf } from '../as-of/publish-as-of.ts'
import { NEVER } from '../days/publisher-lease.ts'
import { refresh } from '../publish/refresh.ts'

/**
 * Takes a trader off every board, search, rank and percentile, at every day, and publishes a snapshot without it; readers
 * leave the trader out until then. The ledger keeps its events: other traders' numbers do not change.
 * @returns false if the address had opted out before
 */
export function optOut(db: Database, address: Address, delayMinutes?: number): Promise<boolean> {
  return change(db, address, addOptOut, delayMinutes)
}

/** Takes an {@link optOut} back. @returns false if the address had not opted out */
export function optIn(db: Database, address: Address, delayMinutes?: number): Promise<boolean> {
  return change(db, address, removeOptOut, delayMinutes)
}

async function change(
  db: Database,
  address: Address,
  make: (tx: Sql, address: Address) => Promise<boolean>,
  delayMinutes: number = DELAY_MINUTES,
): Promise<boolean> {
  const kept = await db.transaction(async (tx) => {
    if (!(await make(tx, address))) return null
    await touch(tx, address)
    return dropSnapshotsAsOf(tx, 0)
  })
  if (kept === null) return false
  if (await holdsEvents(db)) await refresh(db, { delayMinutes })
  for (const asOf of kept) await refresh(db, { asOf, delayMinutes })
  return true
}

const NEW_VERSION = statement((from) =>
  from(LEDGER_STATE)
    .where('id', 1)
    .update({ version: from.raw('version + 1') })
    .returning(['version']),
)
const TRADER = statement((from, { address }: { address: Address }) =>
  from(TRADERS).select('id').where('address', address),
)

/** Has the trader computed again, where the ledger knows it; what it did by day stays as it is. */
async function touch(tx: Sql, address: Address): Promise<void> {
  const state = await NEW_VERSION.get(tx)
  const trader = await TRADER.get(tx, { address })
  if (!trader || !state) return
  const columns = { trader_id: [trader.id], version: [state.version], since: [NEVER] }
  await tx.upsert(TOUCHED_TRADERS, columns, 1, { since: 'min' })
}
