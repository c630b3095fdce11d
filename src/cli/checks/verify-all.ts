import { checkRules } from '../../lab/forward/record.ts'
import { addFault, type ChainFaults } from '../../ledger/record-hash.ts'
import { openStore } from '../../migrations/open-store.ts'
import { createAsker } from '../../numbers/profiles/create-reader.ts'
import { rootOf } from '../../proofs/merkle.ts'
import { alertsIn, readEntries } from '../../roots/day-log.ts'
import { checkSignals } from '../../smart-money/check-week.ts'
import type { Database } from '../../store/engine/database.ts'
import { verifyStore } from '../../store/verify/verify-store.ts'
import { checkAlerts } from '../../whales/alerts/check-alerts.ts'
import { alertHashes } from '../../whales/alerts/logged-alerts.ts'

export interface LogReport extends ChainFaults {
  entries: number
}

/** Makes the trees of alerts of every entry of the log again, from the radar's chain as it is. */
export async function checkLog(db: Database): Promise<LogReport> {
  const entries = await readEntries(db)
  const report: LogReport = { entries: entries.length, wrong: [], failed: 0 }
  let logged = 0
  for (const entry of entries) {
    const [count, root] = alertsIn(entry)
    const hashes = await alertHashes(db, logged, { last: logged + count })
    logged += count
    if (rootOf(hashes.toSorted(Buffer.compare)).toString('hex') !== root)
      addFault(report, `entry ${entry.number} of the log of days has other alerts`)
  }
  return report
}

/** Everything that `pequod verify` finds out from the events of a store. */
export type Verified = Awaited<ReturnType<typeof verifyAll>>

/**
 * Checks the ledger, the boards and all chains of records. Throws a CommandError while a load is unfinished.
 * @param onRebuild called with the number of records that the rebuild has taken in
 */
export function verifyAll(db: Database, onRebuild: (records: number) => void = () => undefined) {
  return verifyStore(db, {
    numbersOf: createAsker(db).stats,
    openNew: (path) => openStore({ kind: 'sqlite', path }),
    chains: { alerts: checkAlerts, signals: checkSignals, rules: checkRules, log: checkLog },
    onRebuild,
  })
}
