import { type Address, addressOf } from '../../../src/ledger/quantities.ts'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import { emptyScoreBook } from '../../../src/numbers/boards/trader-scores.ts'
import { buildSnapshotColumns } from '../../../src/numbers/publish/build-standings.ts'
import { dropOldSnapshots, nextSnapshotId } from '../../../src/numbers/publish/write-snapshot.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { SNAPSHOTS } from '../../../src/store/snapshot/snapshot-tables.ts'
import { standingsOf } from '../../../src/store/snapshot/standings.ts'
import { nameColumns, publishColumns } from '../../../src/store/snapshot/write-columns.ts'
import { TRADERS } from '../../../src/store/tables.ts'

/** The address of a planted trader; the order of addresses is that of ids. */
export function traderAddress(id: number): Address {
  const address = addressOf(`0x${id.toString(16).padStart(40, '0')}`)
  if (address === null) throw new TypeError(`${id} makes no address`)
  return address
}

/** Traders with the ids from 1 on. */
export async function plantTraders(db: Database, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, i) => i + 1)
  const columns = { id: ids, address: ids.map(traderAddress), infrastructure: ids.map(() => 0) }
  await db.transaction((tx) => tx.insertNew(TRADERS, columns, count))
}

/** The cutoff of every snapshot here; each is published a minute after the one before it. */
export const CUTOFF = { asOf: null, day: 20_500, time: 20_500 * 86_400, block: null }

/**
 * Publishes a snapshot whose boards list these traders in this order, `pnl-all` and `consistent-all` among
 * them, and drops old ones, as a refresh does.
 * @returns its id
 */
export async function publishOrder(db: Database, ids: readonly number[]): Promise<number> {
  const rows = ids.map((trader, i) => {
    const pnl = ids.length - i
    return { trader, pnl, volume: pnl, stake: 1, fills: 1, flags: 0 }
  })
  const standings = standingsOf(rows.toSorted((a, b) => a.trader - b.trader))
  const book = emptyScoreBook()
  for (const { trader, pnl } of rows) book.scores.get('consistent-all')?.set(trader, pnl)
  const columns = buildSnapshotColumns(
    CUTOFF.day,
    PERIODS.map(() => standings),
    book,
    false,
  )
  const published = await publishColumns(db, columns, async (tx, written) => {
    const cutoff = { ...CUTOFF, lastDay: CUTOFF.day, firstDay: CUTOFF.day, events: 1, version: 1, undone: 0 }
    const id = await nextSnapshotId(tx, cutoff)
    await nameColumns(tx, id, written)
    const row = {
      id: [id],
      as_of: [null],
      cutoff_time: [CUTOFF.time + 60 * id],
      cutoff_block: [null],
      events: [1],
      first_day: [CUTOFF.day],
      generated_at: [CUTOFF.time + 60 * id],
      ledger_version: [1],
      traders: [ids.length],
      partial_traders: [0],
    }
    await tx.upsert(SNAPSHOTS, row, 1)
    await dropOldSnapshots(tx, id, cutoff, 0)
    return id
  })
  return published ?? 0
}
