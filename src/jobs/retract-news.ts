import { retractNotices } from '../follows/watch.ts'
import type { Sql } from '../store/engine/database.ts'
import { retractAlerts } from '../whales/radar/retract-alerts.ts'

/**
 * Takes back what readers of the ledger made of a block and of all after it, in the transaction that takes the events back and before
 * it does: alerts are retracted in their chain, and followers are not notified.
 */
export async function retractNews(tx: Sql, block: number): Promise<void> {
  await retractAlerts(tx, block)
  await retractNotices(tx, block)
}
