import type { Database } from '../engine/database.ts'
import { createConditions } from '../ingest/conditions.ts'
import { positionKey } from '../ingest/fold-state.ts'
import { infrastructureIds } from '../ledger/chain-knowledge.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { comparePlaces } from '../ledger/place.ts'
import { type Balance, type BalanceContext, createSignedBalances, type MovedFill } from './signed-balances.ts'
import {
  type ComparedPosition,
  comparePositions,
  type SupplyUnit,
  supplyUnits,
  type UnitSupply,
  unitSupply,
} from './unit-supply.ts'

/** Failures that are kept in full; the others are counted. */
const SHOWN = 20

/** Result of the check of all conditions' supply. */
export interface SupplyReport {
  ok: number
  partial: number
  failed: number
  /** The first conditions that failed, with their figures. */
  failures: UnitSupply[]
}

/** Result of the check of balances, event by event. */
export interface BalancesReport {
  /** Positions that some event moved. */
  positions: number
  /** Positions that an ERC-1155 transfer moved. */
  transferred: number
  /** Positions that are below 0 at some event, all of it untracked: the ledger knows that it lacks their arrival. */
  untracked: number
  /** Positions that are below 0 at some event and should not be. */
  negative: number
}

/**
 * Adds up every token's events again and compares the sums with the positions (see {@link createSignedBalances}).
 * Positions are compared one by one, so that two errors cannot cancel out within a condition.
 */
export async function checkSupply(
  db: Database,
  untracked: ReadonlyMap<number, number>,
): Promise<{ supply: SupplyReport; balances: BalancesReport }> {
  const supply: SupplyReport = { ok: 0, partial: 0, failed: 0, failures: [] }
  const balances: BalancesReport = { positions: 0, transferred: 0, untracked: 0, negative: 0 }
  const context = await contextOf(db)
  for await (const units of supplyUnits(db)) {
    const events = await readChunkEvents(db, units)
    await context.loadNegRisk(events)
    const moved = addUp(units, events, context.of(units))
    const positions = byToken(comparePositions(await storedPositions(db, units), moved, untracked))
    const fills = groupBy(events.fills, (fill) => fill.token)
    for (const unit of units) {
      const ofUnit = unit.tokens.flatMap(({ id }) => fills.get(id) ?? [])
      countUnit(supply, unitSupply(unit, positions, ofUnit))
    }
    for (const balance of moved.values()) countBalance(balances, balance, untracked)
  }
  return { supply, balances }
}

/** Facts that the events refer to, with the neg-risk markets read once. */
async function contextOf(db: Database) {
  const conditions = createConditions()
  const infrastructure = await infrastructureIds(db)
  return {
    loadNegRisk: ({ movements }: ChunkEvents) =>
      conditions.loadNegRisk(
        db,
        movements.flatMap((row) => row.negRisk ?? []),
      ),
    of(units: readonly SupplyUnit[]): BalanceContext {
      const tokens = new Map(units.map((unit) => [unit.conditionId, unit.tokens.map(({ id }) => id)]))
      return {
        tokensOf: (condition) => tokens.get(condition) ?? [],
        questionsAt: conditions.questionsAt,
        feeBipsOf: conditions.feeBipsOf,
        isInfrastructure: (trader) => infrastructure.has(trader),
      }
    },
  }
}

/** The balances of the chunk's own tokens: a conversion moves those of its market's other conditions too. */
function addUp(
  units: readonly SupplyUnit[],
  { fills, movements }: ChunkEvents,
  context: BalanceContext,
): Map<number, Balance> {
  const sums = createSignedBalances(context)
  let next = 0
  for (const fill of fills) {
    for (let row = movements[next]; row && comparePlaces(row, fill) < 0; row = movements[++next])
      sums.movement(row)
    sums.fill(fill)
  }
  for (const row of movements.slice(next)) sums.movement(row)
  const own = new Set(units.flatMap((unit) => unit.tokens.map(({ id }) => id)))
  return new Map([...sums.balances].filter(([, { token }]) => own.has(token)))
}

function storedPositions(db: Database, units: readonly SupplyUnit[]) {
  return db.all<{ token_id: number; trader_id: number; shares: number }>(
    `SELECT token_id, trader_id, shares FROM positions WHERE ${db.isIn('token_id', 'int')}`,
    [db.list(units.flatMap((unit) => unit.tokens.map(({ id }) => id)))],
  )
}

function countUnit(report: SupplyReport, unit: UnitSupply): void {
  if (unit.status === 'OK') report.ok++
  else if (unit.status === 'PARTIAL') report.partial++
  else if (++report.failed <= SHOWN) report.failures.push(unit)
}

function countBalance(
  report: BalancesReport,
  { token, trader, lowest, transferred }: Balance,
  untracked: ReadonlyMap<number, number>,
): void {
  report.positions++
  if (transferred) report.transferred++
  if (lowest >= 0) return
  if (-lowest <= (untracked.get(positionKey(token, trader)) ?? 0)) report.untracked++
  else report.negative++
}

function byToken(positions: readonly ComparedPosition[]): Map<number, ComparedPosition[]> {
  return groupBy(positions, (position) => position.token)
}

function groupBy<Item extends ComparedPosition | MovedFill>(
  items: readonly Item[],
  key: (item: Item) => number,
): Map<number, Item[]> {
  const groups = new Map<number, Item[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return groups
}

/** The events that move a chunk's tokens, each list in the ledger's order. */
export interface ChunkEvents {
  fills: MovedFill[]
  movements: MovementRow[]
}

async function readChunkEvents(db: Database, units: readonly SupplyUnit[]): Promise<ChunkEvents> {
  const tokens = units.flatMap((unit) => unit.tokens.map(({ id }) => id))
  const movements = await ledgerOf(db).movementsOf({
    conditions: units.flatMap((unit) => unit.conditionId ?? []),
    tokens,
    negRisk: units.flatMap((unit) => unit.negRisk ?? []),
  })
  const fills = (await movedFills(db, tokens)).sort(comparePlaces)
  return { fills, movements: movements.sort(comparePlaces) }
}

async function movedFills(db: Database, tokens: readonly number[]): Promise<MovedFill[]> {
  const columns = ['key', 'time', 'owner_id', 'side', 'token_id', 'shares', 'fee', 'fee_in'] as const
  const rows = await ledgerOf(db).fills(columns, { tokens })
  return rows.map((row) => ({
    key: row.key,
    item: 0,
    time: row.time,
    owner: row.owner_id,
    token: row.token_id,
    isBuy: row.side === 0,
    shares: row.shares,
    feeShares: row.fee_in === 0 ? 0 : row.fee,
  }))
}
