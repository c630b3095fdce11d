import { CommandError } from '../../errors.ts'
import type { Database } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { readLedgerState } from '../ledger/ledger-state.ts'
import { isUnfolded } from '../ledger/load-state.ts'
import type { TraderAsker } from '../snapshot/snapshot-reader.ts'
import { SNAPSHOTS } from '../snapshot/snapshot-tables.ts'
import { type AlertsReport, checkAlerts } from './check-alerts.ts'
import { type BoardsReport, checkBoards } from './check-boards.ts'
import { type CoverageReport, checkCoverage } from './check-coverage.ts'
import { checkRebuild, type RebuiltTable } from './check-rebuild.ts'
import { checkSignals, type SignalsReport } from './check-signals.ts'
import { type BalancesReport, checkSupply, type SupplyReport } from './check-supply.ts'
import { readUntracked } from './untracked-shares.ts'

/** Everything that `pequod verify` found. */
export interface VerifyReport {
  /** Every identity holds. Coverage is no identity: a trader that is PARTIAL or GAP is honest, not wrong. */
  holds: boolean
  /** Ledger events that were looked at. */
  events: number
  supply: SupplyReport
  balances: BalancesReport
  coverage: CoverageReport
  rebuild: RebuiltTable[]
  boards: BoardsReport
  alerts: AlertsReport
  signals: SignalsReport
  /** The ledger or its snapshots changed meanwhile: what was found is of no one state, and nothing follows from it. */
  changed: boolean
}

/** How a store is verified. */
export interface VerifyOptions {
  /** What is asked of traders at a snapshot, from their own ledgers: boards are held against it. */
  numbersOf: TraderAsker['stats']
  /** Told how many records the rebuild has taken in. @default nobody */
  onRebuild?: (records: number) => void
}

/** Checks all that a store claims against the events that it holds. Changes nothing in it. Throws a CommandError while a load is unfinished. */
export async function verifyStore(db: Database, options: VerifyOptions): Promise<VerifyReport> {
  if (await isUnfolded(db))
    throw new CommandError(
      'Loaded fills are not in positions yet: run `pequod refresh`, or finish the load that was stopped.',
    )
  const before = await stateOf(db)
  const untracked = await readUntracked(db)
  const { supply, balances } = await checkSupply(db, untracked.byPosition)
  const coverage = await checkCoverage(db, untracked.traders)
  const rebuild = await checkRebuild(db, options.onRebuild)
  const boards = await checkBoards(db, options.numbersOf)
  const alerts = await checkAlerts(db)
  const signals = await checkSignals(db)
  const holds =
    supply.failed === 0 &&
    balances.negative === 0 &&
    rebuild.every(({ same }) => same) &&
    boards.wrong.length === 0 &&
    alerts.failed === 0 &&
    signals.failed === 0
  const changed = (await stateOf(db)).text !== before.text
  return {
    holds,
    events: before.events,
    supply,
    balances,
    coverage,
    rebuild,
    boards,
    alerts,
    signals,
    changed,
  }
}

const SNAPSHOT_IDS = statement((from) => from(SNAPSHOTS).select('id').orderBy('id'))

async function stateOf(db: Database): Promise<{ events: number; text: string }> {
  const { version, fills, movements } = await readLedgerState(db)
  const snapshots = await SNAPSHOT_IDS.all(db)
  return { events: fills + movements, text: JSON.stringify([version, snapshots.map(({ id }) => id)]) }
}
