import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { AlertIds } from '../../store/alerts/alert-reader.ts'
import type { AlertRow } from '../../store/alerts/alert-row.ts'
import type { Sql } from '../../store/engine/database.ts'
import { hashOf, sideOf } from '../alerts/pro-view.ts'
import type { DeliverableAlert } from '../delivery/deliverable-alert.ts'
import { enqueueAlerts } from '../delivery/enqueue-alerts.ts'

/**
 * Puts new alerts into the outbox of subscribers, in the transaction that writes them.
 * @param now decides which alerts are too old to deliver, in seconds since 1970
 */
export async function enqueueRows(
  tx: Sql,
  rows: readonly AlertRow[],
  ids: AlertIds,
  now: Seconds,
): Promise<void> {
  await enqueueAlerts(
    tx,
    rows.map((row) => deliverable(row, ids)),
    { newerThan: now - DAY_SECONDS },
  )
}

function deliverable(row: AlertRow, ids: AlertIds): DeliverableAlert {
  return {
    id: ids.of(row.seq),
    time: row.time,
    trader: { address: row.address, name: row.username },
    side: sideOf(row),
    outcome: row.outcomeName,
    question: row.question,
    category: row.category,
    price: Math.round((row.usd / row.shares) * 1_000_000),
    usd: row.usd,
    shares: row.shares,
    tx: hashOf(row.tx),
    qualifying: row.boards.split(' '),
  }
}
