import { openAlertChain } from '../../store/alerts/alert-chain.ts'
import { dropGrades } from '../../store/alerts/alert-grades.ts'
import { alertsFrom } from '../../store/alerts/alerted-fills.ts'
import { lockAlerts } from '../../store/alerts/alerts-state.ts'
import type { Sql } from '../../store/engine/database.ts'

/**
 * Says in the chain that the alerts on fills of a block and of all after it are retracted, in the transaction that
 * takes those fills out of the ledger and before it does; grades that rest on those blocks are made again later.
 * Alerts must have been looked for up to here, or the chain would depend on when they are.
 * @returns how many alerts were retracted
 */
export async function retractAlerts(tx: Sql, block: number): Promise<number> {
  await lockAlerts(tx)
  const alerts = await alertsFrom(tx, block)
  const chain = await openAlertChain(tx)
  await chain.retract(alerts)
  await dropGrades(tx, block)
  return alerts.length
}
