import { checkRules } from '../../lab/forward/record.ts'
import { openStore } from '../../migrations/open-store.ts'
import { createAsker } from '../../numbers/profiles/create-reader.ts'
import { checkSignals } from '../../smart-money/check-week.ts'
import type { Database } from '../../store/engine/database.ts'
import { verifyStore } from '../../store/verify/verify-store.ts'
import { checkAlerts } from '../../whales/alerts/check-alerts.ts'

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
    chains: { alerts: checkAlerts, signals: checkSignals, rules: checkRules },
    onRebuild,
  })
}
