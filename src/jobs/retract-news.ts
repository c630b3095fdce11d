import { retractNotices } from '../follows/watch.ts'
import { recallWeeks } from '../smart-money/recall-weeks.ts'
import type { Sql } from '../store/engine/database.ts'
import { retractAlerts } from '../whales/radar/retract-alerts.ts'

/**
 * Reverts the effects of a block and of later ones on readers of the ledger, in the transaction that removes the events
 * and before it does: alerts are retracted in their chain, and followers are not notified.
 */
export async function retractNews(tx: Sql, block: number): Promise<void> {
  await retractAlerts(tx, block)
  await retractNotices(tx, block)
  await recallWeeks(tx, block)
}
