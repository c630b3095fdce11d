import type { Sql } from '../../store/engine/database.ts'
import { openAlertChain } from '../alerts/alert-chain.ts'
import { dropGrades } from '../alerts/alert-grades.ts'
import { alertsFrom } from './alerted-fills.ts'
import { lockAlerts } from './alerts-state.ts'

/**
 * Retracts in the chain the alerts on fills of a block or later, in the transaction that removes those fills from the
 * ledger and before it does; grades that depend on those blocks are computed again later. Detection must have run up to
 * here, or the chain would depend on its timing.
 * @returns the number of retracted alerts
 */
export async function retractAlerts(tx: Sql, block: number): Promise<number> {
  await lockAlerts(tx)
  const alerts = await alertsFrom(tx, block)
  const chain = await openAlertChain(tx)
  await chain.retract(alerts)
  await dropGrades(tx, block)
  return alerts.length
}
