import { CommandError } from '../../errors.ts'
import type { Database } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { positionKey } from '../ingest/fold-state.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { readLedgerState } from '../ledger/ledger-state.ts'
import { isUnfolded } from '../ledger/load-state.ts'
import type { TraderAsker } from '../snapshot/snapshot-reader.ts'
import { SNAPSHOTS } from '../snapshot/snapshot-tables.ts'
import { type BoardsReport, checkBoards } from './check-boards.ts'
import { type CoverageReport, checkCoverage } from './check-coverage.ts'
import { checkRebuild, type OpenNew, type RebuiltTable } from './check-rebuild.ts'
import { type BalancesReport, checkSupply, type SupplyReport } from './check-supply.ts'

/** Checks of chains of records that other rooms keep in the store, by name. */
type ChainChecks = Readonly<Record<string, (db: Database) => Promise<{ failed: number }>>>

type ChainReports<Chains extends ChainChecks> = {
  [name in keyof Chains]: Awaited<ReturnType<Chains[name]>>
}

/** Result of the checks of the ledger and its boards. */
export interface VerifyReport {
  /** Every identity holds. Coverage is no identity: PARTIAL and GAP are correct states. */
  holds: boolean
  /** Ledger events that were checked. */
  events: number
  supply: SupplyReport
  balances: BalancesReport
  coverage: CoverageReport
  rebuild: RebuiltTable[]
  boards: BoardsReport
  /** The ledger or its snapshots changed meanwhile: the result belongs to no single state, and nothing follows from it. */
  changed: boolean
}

/** How a store is verified. */
export interface VerifyOptions<Chains extends ChainChecks> {
  /** Traders' numbers at a snapshot, from their own ledgers: boards are compared with them. */
  numbersOf: TraderAsker['stats']
  /** Opens the store into which the events are folded again. */
  openNew: OpenNew
  chains: Chains
  /** Called with the number of records that the rebuild has ingested. @default ignored */
  onRebuild?: (records: number) => void
}

/** Checks a store's derived tables against its events. Changes nothing in it. Throws a CommandError while a load is unfinished. */
export async function verifyStore<Chains extends ChainChecks>(
  db: Database,
  options: VerifyOptions<Chains>,
): Promise<VerifyReport & ChainReports<Chains>> {
  if (await isUnfolded(db))
    throw new CommandError(
      'Loaded events are not in positions yet: run `pequod refresh`, or finish the load that was stopped.',
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

/** Shares in the ledger without a known origin. */
export interface UntrackedShares {
  /** Untracked micro-shares by position key; only positions that have some. */
  byPosition: ReadonlyMap<number, number>
  /** Traders that have some: their coverage is PARTIAL. */
  traders: ReadonlySet<number>
}

/** Reads them from the position days, along their key. */
export async function readUntracked(db: Database): Promise<UntrackedShares> {
  const byPosition = new Map<number, number>()
  const traders = new Set<number>()
  for await (const part of ledgerOf(db).days({ columns: ['untracked'], some: 'untracked' })) {
    for (const { trader, token, untracked } of part.records()) {
      const key = positionKey(token, trader)
      byPosition.set(key, (byPosition.get(key) ?? 0) + untracked)
      traders.add(trader)
    }
  }
  return { byPosition, traders }
}
