import { CommandError } from '../../errors.ts'
import type { Database } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { readLedgerState } from '../ledger/ledger-state.ts'
import { isUnfolded } from '../ledger/load-state.ts'
import type { TraderAsker } from '../snapshot/snapshot-reader.ts'
import { SNAPSHOTS } from '../snapshot/snapshot-tables.ts'
import { type BoardsReport, checkBoards } from './check-boards.ts'
import { type CoverageReport, checkCoverage } from './check-coverage.ts'
import { checkRebuild, type OpenNew, type RebuiltTable } from './check-rebuild.ts'
import { type BalancesReport, checkSupply, type SupplyReport } from './check-supply.ts'
import { readUntracked } from './untracked-shares.ts'

/** Checks of chains of records that other rooms keep in the store, by name. */
type ChainChecks = Readonly<Record<string, (db: Database) => Promise<{ failed: number }>>>

/** What each chain's check found. */
type ChainReports<Chains extends ChainChecks> = {
  [name in keyof Chains]: Awaited<ReturnType<Chains[name]>>
}

/** What the checks of the ledger and its boards found. */
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
  /** The ledger or its snapshots changed meanwhile: what was found is of no one state, and nothing follows from it. */
  changed: boolean
}

/** How a store is verified. */
export interface VerifyOptions<Chains extends ChainChecks> {
  /** What is asked of traders at a snapshot, from their own ledgers: boards are held against it. */
  numbersOf: TraderAsker['stats']
  /** Opens the store into which the events are folded again. */
  openNew: OpenNew
  chains: Chains
  /** Told how many records the rebuild has taken in. @default nobody */
  onRebuild?: (records: number) => void
}

/** Checks all that a store claims against the events that it holds. Changes nothing in it. Throws a CommandError while a load is unfinished. */
export async function verifyStore<Chains extends ChainChecks>(
  db: Database,
  options: VerifyOptions<Chains>,
): Promise<VerifyReport & ChainReports<Chains>> {
  if (await isUnfolded(db))
    throw new CommandError(
      'Loaded fills are not in positions yet: run `pequod refresh`, or finish the load that was stopped.',
    )
  const before = await stateOf(db)
  const untracked = await readUntracked(db)
  const { supply, balances } = await checkSupply(db, untracked.byPosition)
  const coverage = await checkCoverage(db, untracked.traders)
  const rebuild = await checkRebuild(db, options.openNew, options.onRebuild)
  const boards = await checkBoards(db, options.numbersOf)
  const chains = await checkChains(db, options.chains)
  const holds =
    supply.failed === 0 &&
    balances.negative === 0 &&
    rebuild.every(({ same }) => same) &&
    boards.wrong.length === 0 &&
    Object.values(chains).every(({ failed }) => failed === 0)
  const changed = (await stateOf(db)).text !== before.text
  return {
    holds,
    events: before.events,
    supply,
    balances,
    coverage,
    rebuild,
    boards,
    ...chains,
    changed,
  }
}

async function checkChains<Chains extends ChainChecks>(
  db: Database,
  checks: Chains,
): Promise<ChainReports<Chains>> {
  const reports: Record<string, { failed: number }> = {}
  for (const [name, check] of Object.entries(checks)) reports[name] = await check(db)
  return reports as ChainReports<Chains>
}

const SNAPSHOT_IDS = statement((from) => from(SNAPSHOTS).select('id').orderBy('id'))

async function stateOf(db: Database): Promise<{ events: number; text: string }> {
  const { version, fills, movements } = await readLedgerState(db)
  const snapshots = await SNAPSHOT_IDS.all(db)
  return { events: fills + movements, text: JSON.stringify([version, snapshots.map(({ id }) => id)]) }
}
