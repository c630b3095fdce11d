import type { SourceRecord } from '../../../src/ledger/event.ts'
import { readCutoff } from '../../../src/numbers/boards/cutoff.ts'
import { type ForesightSizes, updateForesightDays } from '../../../src/numbers/days/foresight-days.ts'
import { endLease, takeLease } from '../../../src/numbers/days/publisher-lease.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { pinNow } from '../../../src/store/ledger/versions.ts'

/** Later than every event: the place of a question whose preparation was undone. */
const NOT_PREPARED = { block: 2 ** 33 - 1, logIndex: 2 ** 20 - 1 }

/** Takes blocks back, and answers the records that the ledger still holds. */
export async function takeBack(
  db: Database,
  from: number,
  held: readonly SourceRecord[],
): Promise<SourceRecord[]> {
  await createLedgerWriter(db, { infrastructure: new Set() }).undo(from, async () => undefined)
  return held.flatMap((record) => {
    if (record.kind === 'MARKET' && record.negRisk?.prepared && record.negRisk.prepared.block >= from)
      return [{ ...record, negRisk: { ...record.negRisk, prepared: NOT_PREPARED } }]
    return !('block' in record) || record.block === null || record.block < from ? [record] : []
  })
}

/** Brings days of foresight up to date, as a publisher of head snapshots does; returns how many rows changed. */
export async function updateDays(db: Database, sizes?: ForesightSizes): Promise<number> {
  const cutoff = await readCutoff(db, null)
  const lease = await db.transaction(async (tx) => {
    await pinNow(tx, cutoff.day)
    return takeLease(tx)
  })
  const changed = await db.view((sql) =>
    updateForesightDays(sql, { cutoff, lease, write: db.transaction, ...(sizes && { sizes }) }),
  )
  await db.transaction((tx) => endLease(tx, lease, cutoff.version))
  await db.run('DELETE FROM touched_traders')
  return changed
}
